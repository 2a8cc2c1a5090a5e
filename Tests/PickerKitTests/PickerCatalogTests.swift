import Foundation
import PickerKit
import Testing

@Suite struct PickerCatalogTests {
    private static let good = """
        {"format":2,"levels":["make","model","year","option"],
         "make":{"title":["Audi","BMW"],"first":[0,2],"count":[2,1]},
         "model":{"title":["A4","A10","M3"],"first":[0,2,3],"count":[2,1,1]},
         "year":{"title":[2020,2018,2020,1999],"first":[0,2,3,4],"count":[2,1,1,1],"default":[1,0,0,0]},
         "option":{"id":["7","8","9","10","11"],"text":["a","b","c","d","e"],"title":[0,1,2,3,4],"detail":[0,1,2,3,4]}}
        """

    private func decode(_ text: String) throws -> PickerCatalog {
        try JSONDecoder().decode(PickerCatalog.self, from: Data(text.utf8))
    }

    @Test func indexesTheTree() throws {
        let catalog = try decode(Self.good)
        #expect(catalog.levels.map(\.name) == ["make", "model", "year"])
        #expect(catalog.titles(below: []) == ["Audi", "BMW"])
        #expect(catalog.titles(below: [0]) == ["A4", "A10"] && catalog.titles(below: [1]) == ["M3"])
        #expect(catalog.titles(below: [0, 0]) == ["2020", "2018"] && catalog.titles(below: [1, 0]) == ["1999"])
        #expect(catalog.titles(below: [0, 0, 0]) == ["a", "b"] && catalog.titles(below: [1, 0, 0]) == ["e"])
        #expect(catalog.count(below: []) == 2 && catalog.count(below: [0]) == 2 && catalog.count(below: [0, 0, 0]) == 2)
        #expect(catalog.options(below: [0, 0, 0]) == 0..<2 && catalog.options(below: [0, 1]) == 3..<4)
        #expect(catalog.options(below: []) == 0..<5 && catalog.options(below: [0]) == 0..<4)
        #expect(catalog.defaultID(at: [0, 0, 0]) == "8" && catalog.defaultID(at: [1, 0, 0]) == "11")
    }

    @Test(arguments: [[2], [-1], [0, 2], [0, 0, 2], [1, 1], [1, 0, 0, 0], [0, 0, 0, 1, 0]])
    func hasNothingBelowAPathThatLeadsNowhere(_ path: [Int]) throws {
        let catalog = try decode(Self.good)
        #expect(catalog.count(below: path) == 0 && catalog.titles(below: path).isEmpty)
        #expect(catalog.options(below: path).isEmpty && catalog.defaultID(at: path) == nil)
    }

    @Test(arguments: [[], [0], [0, 0]]) func hasNoDefaultAboveTheLastLevel(_ path: [Int]) throws {
        #expect(try decode(Self.good).defaultID(at: path) == nil)
    }

    private static let byYear = """
        {"format":2,"levels":["year","make","family","model","option"],
         "year":{"title":[2020,0],"first":[0,2],"count":[2,1]},
         "make":{"title":["Audi","BMW","Audi"],"first":[0,1,2],"count":[1,1,1]},
         "family":{"title":["A4","3 Series","A4"],"first":[0,1,3],"count":[1,2,1]},
         "model":{"title":["A4","320i","M3","A4"],"first":[0,2,3,4],"count":[2,1,1,1],"default":[1,0,0,0]},
         "option":{"id":["7","8","9","10","11"],"text":["a","b","c","d","e"],"title":[0,1,2,3,4],"detail":[0,1,2,3,4]}}
        """

    @Test func indexesATreeOfOtherLevels() throws {
        let catalog = try decode(Self.byYear)
        #expect(catalog.levels.map(\.name) == ["year", "make", "family", "model"])
        #expect(catalog.titles(below: []) == ["2020", "unknown"])
        #expect(catalog.titles(below: [0, 1, 0]) == ["320i", "M3"])
        #expect(catalog.titles(below: [0, 0, 0, 0]) == ["a", "b"])
        #expect(catalog.options(below: [0]) == 0..<4 && catalog.options(below: [0, 1]) == 2..<4)
        #expect(catalog.defaultID(at: [0, 0, 0, 0]) == "8" && catalog.defaultID(at: [1, 0, 0, 0]) == "11")
        #expect(catalog.defaultID(at: [0, 0, 0]) == nil)
    }

    @Test func hasNothingInATreeOfNothing() throws {
        let catalog = try decode(
            """
            {"format":2,"levels":["year","make","option"],"year":{"title":[],"first":[],"count":[]},
             "make":{"title":[],"first":[],"count":[],"default":[]},"option":{"id":[],"text":[],"title":[],"detail":[]}}
            """)
        for path in [[], [0]] {
            #expect(catalog.count(below: path) == 0 && catalog.titles(below: path).isEmpty)
            #expect(catalog.options(below: path).isEmpty && catalog.defaultID(at: path) == nil)
        }
    }

    /// The levels' count and names are those of the document; one level above the options is enough.
    @Test func indexesATreeOfOneLevel() throws {
        let catalog = try decode(
            """
            {"format":2,"levels":["make","option"],"make":{"title":["A"],"first":[0],"count":[2],"default":[1]},
             "option":{"id":["7","8"],"text":["a","b"],"title":[0,1],"detail":[0,1]}}
            """)
        #expect(catalog.titles(below: [0]) == ["a", "b"] && catalog.defaultID(at: [0]) == "8")
    }

    @Test(arguments: [
        ("\"count\":[1,1,1]", "\"count\":[1,0,2]", CatalogDamage.emptyLevel(level: "make", row: 1)),
        ("\"first\":[0,1,3]", "\"first\":[0,1,2]", CatalogDamage.outOfRange(level: "family", row: 2)),
        ("\"count\":[1,2,1]", "\"count\":[1,2]", CatalogDamage.unequalLengths(level: "family")),
        ("\"count\":[2,1,1,1]", "\"count\":[2,1,1,2]", CatalogDamage.outOfRange(level: "model", row: 3)),
        ("\"count\":[2,1,1,1]", "\"count\":[2,1,1,9223372036854775807]", CatalogDamage.outOfRange(level: "model", row: 3)),
        ("\"default\":[1,0,0,0]", "\"default\":[1,0,0]", CatalogDamage.unequalLengths(level: "model")),
        ("\"default\":[1,0,0,0]", "\"default\":[1,0,-1,0]", CatalogDamage.outOfRange(level: "model", row: 2)),
        ("\"id\":[\"7\",", "\"id\":[", CatalogDamage.unequalLengths(level: "option")),
        (
            "\"family\",\"model\",\"option\"]", "\"family\",\"model\"]",
            CatalogDamage.unknownLevels(["year", "make", "family", "model"])
        ),
        (
            "\"family\",\"model\",\"option\"]", "\"make\",\"option\"]",
            CatalogDamage.unknownLevels(["year", "make", "make", "option"])
        ),
        ("[\"year\",\"make\",\"family\",\"model\",\"option\"]", "[\"option\"]", CatalogDamage.unknownLevels(["option"])),
        // A list that says less than there is leaves the rest unreachable.
        ("\"make\",\"family\",", "\"make\",", CatalogDamage.outOfRange(level: "make", row: 3)),
    ])
    func namesTheDamageOfOtherLevels(_ good: String, _ bad: String, _ damage: CatalogDamage) throws {
        try #require(Self.byYear.contains(good))
        #expect(throws: damage) { try decode(Self.byYear.replacingOccurrences(of: good, with: bad)) }
    }

    @Test(arguments: ["family", "default", "option", "title"]) func refusesALevelThatIsNotThere(_ key: String) throws {
        let text = Self.byYear.replacingOccurrences(of: "\"\(key)\":", with: "\"other\":")
        #expect(throws: DecodingError.self) { try decode(text) }
    }

    @Test(arguments: [
        ("\"format\":2", "\"format\":3", CatalogDamage.unknownFormat(3)),
        ("\"count\":[2,1]", "\"count\":[3,0]", CatalogDamage.emptyLevel(level: "make", row: 1)),
        ("\"first\":[0,2],", "\"first\":[0,1],", CatalogDamage.outOfRange(level: "make", row: 1)),
        ("\"count\":[2,1,1]", "\"count\":[2,1,9]", CatalogDamage.outOfRange(level: "model", row: 2)),
        ("\"count\":[2,1,1]", "\"count\":[2,1]", CatalogDamage.unequalLengths(level: "model")),
        ("\"default\":[1,", "\"default\":[2,", CatalogDamage.outOfRange(level: "year", row: 0)),
        ("\"first\":[0,2,3,4]", "\"first\":[0,2,3,-4]", CatalogDamage.outOfRange(level: "year", row: 3)),
        ("\"detail\":[0,", "\"detail\":[", CatalogDamage.unequalLengths(level: "option")),
        ("\"detail\":[0,", "\"detail\":[5,", CatalogDamage.outOfRange(level: "option", row: 0)),
    ])
    func namesTheDamage(_ good: String, _ bad: String, _ damage: CatalogDamage) throws {
        #expect(throws: damage) { try decode(Self.good.replacingOccurrences(of: good, with: bad)) }
    }
}
