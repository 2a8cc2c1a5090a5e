internal import FuelEconomy

/// What is asked of a bundle.
enum WhyQuestion: Equatable {
    case vehicle(UInt64)
    /// A line of a source, by its place in the bundle's list; the column is that of one of several records on the line.
    case line(source: Int, line: UInt32, column: Int?)
    case name(make: String, model: String?)

    /// Tells the forms apart: digits alone are an id; a text that ends in a colon and digits is a line; anything else is a make.
    ///
    /// - Throws: a usage error for a line of a file that is none of the bundle's sources, or that several feeds read.
    init(_ words: [String], of folder: BundleFolder) throws(RunError) {
        guard let word = words.first, words.count == 1 else {
            self = .name(make: words.first ?? "", model: words.dropFirst().first)
            return
        }
        if !word.isEmpty, word.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let id = UInt64(word) {
            self = .vehicle(id)
        } else if let place = Self.place(word) {
            self = .line(
                source: try Self.source(place.file, of: folder), line: place.line, column: place.column)
        } else {
            self = .name(make: word, model: nil)
        }
    }

    /// `FILE:LINE` or `FILE:LINE:COLUMN`, as findings are printed.
    private static func place(_ word: String) -> (file: String, line: UInt32, column: Int?)? {
        var file = word[...]
        var numbers: [UInt32] = []
        while numbers.count < 2, let colon = file.lastIndex(of: ":"), colon != file.startIndex,
            let number = UInt32(file[file.index(after: colon)...]), number > 0
        {
            numbers.insert(number, at: 0)
            file = file[..<colon]
        }
        guard let line = numbers.first else { return nil }
        return (String(file), line, numbers.count == 2 ? Int(numbers[1]) : nil)
    }

    /// The source that a feed's name, a file's name, or a path to a file of that name means.
    private static func source(_ file: String, of folder: BundleFolder) throws(RunError) -> Int {
        let sources = folder.sources
        if let place = sources.firstIndex(where: { $0.feed == file }) { return place }
        let base = file.split(separator: "/").last.map(String.init) ?? file
        let places = sources.indices.filter { sources[$0].name == base }
        if places.count == 1 { return places[0] }
        let feeds = places.map { "\"\(sources[$0].feed)\"" }
        if places.count > 1 {
            throw RunError(
                .usage, at: folder.path,
                "file \"\(file)\" found, which is that of the feeds \(feeds.joined(separator: " and "))",
                wayOut: "name the feed instead: \(sources[places[0]].feed):LINE")
        }
        let known = sources.flatMap { $0.name == "-" ? [$0.feed] : [$0.feed, $0.name] }
        throw RunError(
            .usage, at: folder.path,
            "file \"\(file)\" found, expected one of " + known.map { "\"\($0)\"" }.joined(separator: ", ")
                + NearestName.hint(base, in: known),
            wayOut: "name a feed of the bundle, or its file")
    }
}
