import Foundation
import PickerKit
import Testing

@Suite struct PickerCatalogTests {
    private static let good = """
        {"format":1,"levels":["make","model","year","option"],
         "make":{"title":["Audi","BMW"],"first":[0,2],"count":[2,1]},
         "model":{"title":["A4","A10","M3"],"first":[0,2,3],"count":[2,1,1]},
         "year":{"title":[2020,2018,2020,1999],"first":[0,2,3,4],"count":[2,1,1,1],"default":[1,0,0,0]},
         "option":{"id":["7","8","9","10","11"],"title":["a","b","c","d","e"],"detail":["a","b","c","d","e"]}}
        """

    private func decode(_ text: String) throws -> PickerCatalog {
        try JSONDecoder().decode(PickerCatalog.self, from: Data(text.utf8))
    }

    @Test func indexesTheTree() throws {
        let catalog = try decode(Self.good)
        #expect(catalog.makeTitles == ["Audi", "BMW"])
        #expect(Array(catalog.modelTitles(make: 0)) == ["A4", "A10"])
        #expect(Array(catalog.yearTitles(make: 0, model: 0)) == [2020, 2018])
        #expect(catalog.options(make: 0, model: 0, year: 0) == 0..<2)
        #expect(catalog.defaultID(make: 0, model: 0, year: 0) == "8")
        #expect(catalog.defaultID(make: 1, model: 0, year: 0) == "11")
    }

    @Test(arguments: [
        ("\"format\":1", "\"format\":2", CatalogDamage.unknownFormat(2)),
        ("\"count\":[2,1]", "\"count\":[3,0]", CatalogDamage.emptyLevel(level: "make", row: 1)),
        ("\"first\":[0,2],", "\"first\":[0,1],", CatalogDamage.outOfRange(level: "make", row: 1)),
        ("\"count\":[2,1,1]", "\"count\":[2,1,9]", CatalogDamage.outOfRange(level: "model", row: 2)),
        ("\"count\":[2,1,1]", "\"count\":[2,1]", CatalogDamage.unequalLengths(level: "model")),
        ("\"default\":[1,", "\"default\":[2,", CatalogDamage.outOfRange(level: "year", row: 0)),
        ("\"first\":[0,2,3,4]", "\"first\":[0,2,3,-4]", CatalogDamage.outOfRange(level: "year", row: 3)),
        ("\"detail\":[\"a\",", "\"detail\":[", CatalogDamage.unequalLengths(level: "option")),
    ])
    func namesTheDamage(_ good: String, _ bad: String, _ damage: CatalogDamage) throws {
        #expect(throws: damage) { try decode(Self.good.replacingOccurrences(of: good, with: bad)) }
    }
}
