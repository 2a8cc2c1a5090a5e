/// The tree of a bundle's `catalog.json`, ready to be indexed by wheels: titles and counts in constant time.
///
/// Decode it with any `Decoder` (`JSONDecoder().decode(PickerCatalog.self, from: data)`), which also checks every offset:
/// a catalog that decoded has no empty level and no index out of range.
public struct PickerCatalog: Decodable, Sendable, Equatable {
    /// Makes or models: a title each, and their children at [first, first + count) of the level below.
    public struct Names: Decodable, Sendable, Equatable {
        public let title: [String]
        public let first: [Int]
        public let count: [Int]
    }

    /// Model years, newest first below each model; 0, the last, stands for vehicles whose feed states none.
    public struct Years: Decodable, Sendable, Equatable {
        public let title: [Int]
        public let first: [Int]
        public let count: [Int]
        /// The option that stands for the year, counted from the year's first.
        public let `default`: [Int]
    }

    /// Options: what is left to choose within a year; each has the id that looks up the vehicle.
    public struct Options: Decodable, Sendable, Equatable {
        public let id: [String]
        /// The shortest text that tells the option apart within its year.
        public let title: [String]
        /// A text that describes the option on its own.
        public let detail: [String]
    }

    public let format: Int
    public let levels: [String]
    public let makes: Names
    public let models: Names
    public let years: Years
    public let options: Options

    private enum CodingKeys: String, CodingKey {
        case format, levels
        case makes = "make"
        case models = "model"
        case years = "year"
        case options = "option"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        format = try container.decode(Int.self, forKey: .format)
        guard format == BundleFormat.version else { throw CatalogDamage.unknownFormat(format) }
        levels = try container.decode([String].self, forKey: .levels)
        makes = try container.decode(Names.self, forKey: .makes)
        models = try container.decode(Names.self, forKey: .models)
        years = try container.decode(Years.self, forKey: .years)
        options = try container.decode(Options.self, forKey: .options)
        try validate()
    }

    public var makeTitles: [String] { makes.title }

    /// The titles of a make's models.
    public func modelTitles(make: Int) -> ArraySlice<String> {
        models.title[children(makes.first, makes.count, make)]
    }

    /// The years of a model, which is counted from the make's first; newest first.
    public func yearTitles(make: Int, model: Int) -> ArraySlice<Int> {
        years.title[children(models.first, models.count, makes.first[make] + model)]
    }

    /// The options' places in ``options`` of a year, which is counted from the model's first.
    public func options(make: Int, model: Int, year: Int) -> Range<Int> {
        children(years.first, years.count, yearIndex(make: make, model: model, year: year))
    }

    /// The id of the option that stands for a year.
    public func defaultID(make: Int, model: Int, year: Int) -> String {
        let index = yearIndex(make: make, model: model, year: year)
        return options.id[years.first[index] + years.default[index]]
    }

    private func yearIndex(make: Int, model: Int, year: Int) -> Int {
        models.first[makes.first[make] + model] + year
    }

    private func children(_ first: [Int], _ count: [Int], _ index: Int) -> Range<Int> {
        first[index]..<first[index] + count[index]
    }

    private func validate() throws(CatalogDamage) {
        try check("make", makes.title.count, makes.first, makes.count, below: models.title.count)
        try check("model", models.title.count, models.first, models.count, below: years.title.count)
        try check("year", years.title.count, years.first, years.count, below: options.id.count)
        guard years.default.count == years.title.count else { throw .unequalLengths(level: "year") }
        for index in years.default.indices where !(0..<years.count[index]).contains(years.default[index]) {
            throw .outOfRange(level: "year", row: index)
        }
        guard options.title.count == options.id.count, options.detail.count == options.id.count else {
            throw .unequalLengths(level: "option")
        }
    }

    /// Children must follow each other without gap or overlap, and reach exactly to the end of the level below.
    private func check(
        _ level: String, _ titles: Int, _ first: [Int], _ count: [Int], below: Int
    ) throws(CatalogDamage) {
        guard first.count == titles, count.count == titles else { throw .unequalLengths(level: level) }
        var next = 0
        for row in first.indices {
            guard count[row] > 0 else { throw .emptyLevel(level: level, row: row) }
            guard first[row] == next, count[row] <= below - next else { throw .outOfRange(level: level, row: row) }
            next += count[row]
        }
        guard next == below else { throw .outOfRange(level: level, row: titles) }
    }
}

/// What is wrong with a catalog, and where.
public enum CatalogDamage: Error, Equatable, Sendable {
    /// Written by a Marque of another bundle format.
    case unknownFormat(Int)
    /// The level's arrays differ in length.
    case unequalLengths(level: String)
    /// A node without children.
    case emptyLevel(level: String, row: Int)
    /// A node whose children or default lie outside of the level below, or leave a gap.
    case outOfRange(level: String, row: Int)
}
