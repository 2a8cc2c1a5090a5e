import Foundation
import PickerKit
import Testing

@Suite struct PickerCatalogTests {
    static let good = """
        {"default":1,"defaults":{"make":"why"},"format":2,"levels":["make","model","year","option"],
         "make":{"title":["Audi","BMW"],"first":[0,2],"count":[2,1],"default":[1,0],"key":["audi","bmw"],
                 "aliases":{"1":["B.M.W."]},"sections":[["A",0],["B",1]],"unheardOf":[{"a":[null,true,1e3,"\\u00e9\\n"]}]},
         "model":{"title":["A4","A10","M3"],"first":[0,2,3],"count":[2,1,1],"default":[0,0,0]},
         "year":{"title":[2020,2018,2020,0],"first":[0,2,3,4],"count":[2,1,1,1],"default":[1,0,0,0]},
         "option":{"id":["7","8","9","10","11"],"text":["5-spd","6 cyl","Z\\u00fcrich \\ud83d\\ude97","\\"\\/\\\\"],"title":[0,1,0,2,3],"detail":[0,0,1,1,2]},
         "spoken":{"cyl":"cylinders","spd":"speed"}}
        """

    private func decode(_ text: String) throws -> PickerCatalog { try PickerCatalog(Array(text.utf8)) }

    @Test func indexesTheTree() throws {
        let catalog = try decode(Self.good)
        #expect(catalog.levelNames == ["make", "model", "year", "option"])
        #expect(catalog.titles(below: []) == ["Audi", "BMW"])
        #expect(catalog.titles(below: [0]) == ["A4", "A10"] && catalog.titles(below: [1]) == ["M3"])
        #expect(catalog.titles(below: [0, 0]) == ["2020", "2018"] && catalog.titles(below: [1, 0]) == ["unknown"])
        #expect(
            catalog.titles(below: [0, 0, 0]) == ["5-spd", "6 cyl"] && catalog.titles(below: [0, 1, 0]) == ["Zürich 🚗"])
        #expect(catalog.titles(below: [1, 0, 0]) == [#""/\"#] && catalog.title(0, below: [1, 0, 0]) == #""/\"#)
        #expect(catalog.count(below: []) == 2 && catalog.count(below: [0]) == 2 && catalog.count(below: [0, 0, 0]) == 2)
        #expect(catalog.options(below: [0, 0, 0]) == 0..<2 && catalog.options(below: [0, 1]) == 3..<4)
        #expect(catalog.options(below: []) == 0..<5 && catalog.options(below: [0]) == 0..<4)
        #expect(catalog.defaultID(at: [0, 0, 0]) == "8" && catalog.defaultID(at: [1, 0, 0]) == "11")
        #expect(
            catalog.defaultRow(below: []) == 1 && catalog.defaultRow(below: [0]) == 1
                && catalog.defaultRow(below: [0, 0]) == 0)
        #expect(catalog.key(1, below: []) == "bmw" && catalog.key(0, below: [0]) == nil)
        #expect(catalog.levels[0].aliases == [1: ["B.M.W."]] && catalog.defaultReasons == ["make": "why"])
        #expect(
            catalog.levels[0].sections.map(\.title) == ["A", "B"] && catalog.levels[0].sections.map(\.firstRow) == [0, 1])
    }

    @Test func findsTheWayToEachID() throws {
        let catalog = try decode(Self.good)
        for id in catalog.options.id {
            let path = try #require(catalog.path(to: id))
            #expect(catalog.id(at: path) == id)
        }
        #expect(catalog.path(to: "10") == [0, 1, 0, 0] && catalog.path(to: "12") == nil && catalog.path(to: "") == nil)
    }

    @Test func readsCodesAloud() throws {
        let catalog = try decode(Self.good)
        #expect(
            catalog.spoken("5-spd, 6 cyl") == "5-speed, 6 cylinders" && catalog.spoken("cylinder spdx") == "cylinder spdx")
    }

    @Test(arguments: [[2], [-1], [0, 2], [0, 0, 2], [1, 1], [1, 0, 0, 0], [0, 0, 0, 1, 0]])
    func hasNothingBelowAPathThatLeadsNowhere(_ path: [Int]) throws {
        let catalog = try decode(Self.good)
        #expect(
            catalog.count(below: path) == 0 && catalog.titles(below: path).isEmpty && catalog.title(0, below: path) == nil)
        #expect(catalog.options(below: path).isEmpty && catalog.defaultID(at: path) == nil)
        #expect(
            catalog.defaultRow(below: path) == nil && catalog.key(0, below: path) == nil && catalog.id(at: path + [0]) == nil
        )
    }

    @Test(arguments: [[], [0], [0, 0]]) func hasNoDefaultIDAboveTheLastLevel(_ path: [Int]) throws {
        #expect(try decode(Self.good).defaultID(at: path) == nil)
    }

    private static let byYear = """
        {"format":2,"levels":["year","make","family","model","option"],
         "year":{"title":[2020,0],"first":[0,2],"count":[2,1],"default":[0,0]},
         "make":{"title":["Audi","BMW","Audi"],"first":[0,1,2],"count":[1,1,1],"default":[0,0,0]},
         "family":{"title":["A4","3 Series","A4"],"first":[0,1,3],"count":[1,2,1],"default":[0,1,0]},
         "model":{"title":["A4","320i","M3","A4"],"first":[0,2,3,4],"count":[2,1,1,1],"default":[1,0,0,0]},
         "option":{"id":["7","8","9","10","11"],"text":["a","b"],"title":[0,1,0,0,0],"detail":[0,0,0,0,0]}}
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

    @Test(arguments: [
        ("\"format\":2", "\"format\":3", "catalog.json#/format: bundle format 3 found, expected 2"),
        ("\"format\":2,", "", "catalog.json: no member \"format\""),
        ("\"format\":2", "\"format\":2,\"format\":2", "catalog.json#/format: \"format\" found twice"),
        ("\"year\",\"option\"]", "\"option\"]", "catalog.json#/model/count: 4 entries found, expected 5"),
        (
            "\"option\"],", "\"trim\"],",
            #"catalog.json#/levels: levels "make", "model", "year", "trim" found, expected each once and "option" last"#
        ),
        (
            "\"make\",\"model\",", "\"make\",\"make\",",
            #"catalog.json#/levels: levels "make", "make", "year", "option" found, expected each once and "option" last"#
        ),
        (
            "\"count\":[2,1],\"default\":[1,0]", "\"count\":[2],\"default\":[1,0]",
            "catalog.json#/make/count: 1 entries found, expected 2"
        ),
        ("\"first\":[0,2],", "", "catalog.json#/make: no member \"first\""),
        (
            "\"count\":[2,1,1],", "\"count\":[2,0,1],",
            "catalog.json#/model/count/1: nothing below, expected at least one row"
        ),
        (
            "\"first\":[0,2,3],", "\"first\":[0,3,2],",
            "catalog.json#/model/first/1: 3 found, expected a place that follows on the one before"
        ),
        (
            "\"count\":[2,1,1,1]", "\"count\":[2,1,1,9]",
            "catalog.json#/year/count/3: 9 found, expected a place that follows on the one before"
        ),
        (
            "\"default\":[1,0,0,0]", "\"default\":[2,0,0,0]",
            "catalog.json#/year/default/0: 2 found, expected a place that follows on the one before"
        ),
        (
            "\"default\":1,", "\"default\":2,",
            "catalog.json#/default: 2 found, expected a place that follows on the one before"
        ),
        (
            "\"detail\":[0,0,1,1,2]", "\"detail\":[0,0,1,1,4]",
            "catalog.json#/option/detail/4: 4 found, expected a place that follows on the one before"
        ),
        ("\"detail\":[0,0,1,1,2]", "\"detail\":[0,0,1,1]", "catalog.json#/option/detail: 4 entries found, expected 5"),
        ("\"id\":[\"7\",\"8\"", "\"id\":[\"7\",\"7\"", "catalog.json#/option/id/1: \"7\" found twice"),
        ("[\"A4\",\"A10\"", "[\"A4\",\"A4\"", "catalog.json#/model/title/1: \"A4\" found twice"),
        ("\"key\":[\"audi\",\"bmw\"]", "\"key\":[\"audi\",\"audi\"]", "catalog.json#/make/key/1: \"audi\" found twice"),
        (
            "\"aliases\":{\"1\"", "\"aliases\":{\"2\"",
            "catalog.json#/make/aliases: 2 found, expected a place that follows on the one before"
        ),
        (
            "[\"B\",1]", "[\"B\",2]",
            "catalog.json#/make/sections/1: 2 found, expected a place that follows on the one before"
        ),
        ("\"model\":{", "\"modell\":{", "catalog.json: no member \"model\""),
        ("\"first\":[0,2],", "\"first\":[0,\"2\"],", "catalog.json#/make/first/1: byte 141: expected an integer"),
        (
            "\"first\":[0,2],", "\"first\":[0,99999999999],",
            "catalog.json#/make/first/1: byte 141: expected a smaller integer"
        ),
        ("\"spoken\":{", "\"spoken\":[", "catalog.json#/spoken: byte 821: expected \"{\""),
        ("\"speed\"}}", "\"speed\"}", "catalog.json: byte 861: expected \"}\""),
    ])
    func namesThePlaceOfDamage(_ sound: String, _ damaged: String, _ message: String) throws {
        let text = Self.good.replacing(sound, with: damaged, maxReplacements: 1)
        #expect(text != Self.good)
        let error = try #require(throws: BundleDamage.self) { try decode(text) }
        #expect(Self.withoutByte(error.description) == Self.withoutByte(message))
    }

    @Test(arguments: [
        (#"{"format":2,}"#, "byte 12: expected a string"), ("", #"byte 0: expected "{""#), ("[]", #"byte 0: expected "{""#),
        (#"{"format":2}x"#, "byte 12: expected the end"), (#"{"spoken":{"a":"\x"}}"#, "byte 17: expected an escape"),
        ("{\"\u{0}\":2}", "byte 2: expected a character"),
        (#"{"spoken":{"a":"\ud83dx"}}"#, "byte 22: expected a low surrogate"),
        (#"{"other":tru}"#, "byte 12: expected true"), (#"{"other":1.e9}"#, "byte 9: expected a value"),
        (#"{"other":-}"#, "byte 9: expected a value"),
        (#"{"other":"a"#, "byte 11: expected the string's end"),
    ])
    func namesTheByteThatIsNotJSON(_ text: String, _ message: String) throws {
        let error = try #require(throws: BundleDamage.self) { try decode(text) }
        #expect(error.description.hasSuffix(message), "\(error)")
    }

    private static func withoutByte(_ message: String) -> String {
        message.replacing(/byte [0-9]+/, with: "byte N")
    }

    /// Whatever is cut off or changed: an error or a catalog, never a trap.
    @Test func survivesEachCutAndEachChangedByte() {
        let good = Array(Self.good.utf8)
        for length in 0..<good.count { #expect(throws: BundleDamage.self) { try PickerCatalog(good[..<length]) } }
        for place in good.indices {
            for byte in [0x00, 0x22, 0x2c, 0x2d, 0x30, 0x39, 0x5b, 0x5c, 0x5d, 0x7d, 0xff] as [UInt8] {
                var damaged = good
                damaged[place] = byte
                guard let catalog = try? PickerCatalog(damaged) else { continue }
                for path in [[], [0], [1], [0, 1], [0, 0, 0], [9], [0, 1, 0]] {
                    _ = (catalog.titles(below: path), catalog.options(below: path), catalog.defaultRow(below: path))
                }
            }
        }
    }

    @Test func refusesDepthWithoutEnd() {
        let deep = #"{"x":"# + String(repeating: "[", count: 100_000)
        #expect(throws: BundleDamage.self) { try decode(deep) }
    }
}
