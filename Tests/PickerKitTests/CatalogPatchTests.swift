import PickerKit
import Testing

@Suite struct CatalogPatchTests {
    private static let good = #"""
        {"edits":{"make.title":[1,["\"BMW\""],-1]},"format":2,"from":"a","ids":{"again":{"7":["audi"]},"moved":{}},
         "keys":{"again":{},"moved":{"x":"y"}},"size":1,"to":"b","values":{"default":0}}
        """#

    @Test func tellsWhatBecomesOfSavedChoices() throws {
        let patch = try CatalogPatch(Array(Self.good.utf8))
        #expect(patch.from == "a" && patch.to == "b")
        #expect(
            patch.migration.outcome(ofID: "7") == .chooseAgain(below: ["audi"])
                && patch.migration.outcome(ofID: "8") == .same)
        #expect(patch.migration.outcome(ofKey: "x") == .moved(to: "y") && patch.migration.outcome(ofKey: "y") == .same)
    }

    @Test func findsTheWayFromVersionToVersion() {
        let paths = [
            "catalog.json", "deltas/a-b.json", "deltas/b-c.json", "deltas/b-c.json.gz", "deltas/x-y.json", "deltas/y-x.json",
        ]
        #expect(CatalogPatch.chain(from: "a", to: "c", among: paths) == ["deltas/a-b.json", "deltas/b-c.json"])
        #expect(
            CatalogPatch.chain(from: "c", to: "c", among: paths) == []
                && CatalogPatch.chain(from: "c", to: "a", among: paths) == nil)
        #expect(
            CatalogPatch.chain(from: "x", to: "c", among: paths) == nil
                && CatalogPatch.chain(from: "z", to: "c", among: []) == nil)
    }

    @Test(arguments: [
        ("\"format\":2", "\"format\":1", "/format: bundle format 1 found, expected 2"),
        ("\"from\":\"a\",", "", "no member \"from\""),
        ("\"to\":\"b\",", "", "no member \"to\""), ("\"size\":1,", "", "no member \"size\""),
        ("[1,[", "[1.5,[", "byte 25: expected \"]\""), ("-1]", "x]", "expected an integer"),
    ])
    func namesThePlaceOfDamage(_ sound: String, _ damaged: String, _ message: String) throws {
        let text = Self.good.replacing(sound, with: damaged, maxReplacements: 1)
        let error = try #require(throws: BundleDamage.self) { try CatalogPatch(Array(text.utf8)) }
        #expect(error.description.contains(message), "\(error)")
    }

    /// A patch meets a catalog that it was not made for.
    @Test(arguments: [
        ("[1,[\"\\\"BMW\\\"\"],-1]", "[9]", "#/edits/make.title"),
        ("make.title", "make.titel", "/edits: no member \"make.titel\""),
        ("[1,", "[0,", "1 entries found, expected 2"), ("\"size\":1", "\"size\":2", "bytes found, expected 2"),
    ])
    func refusesACatalogThatItDoesNotFit(_ sound: String, _ damaged: String, _ message: String) throws {
        let text = Self.good.replacing(sound, with: damaged, maxReplacements: 1)
        let patch = try CatalogPatch(Array(text.utf8))
        let error = try #require(throws: BundleDamage.self) { try patch.apply(to: Array(PickerCatalogTests.good.utf8)) }
        #expect("#\(error)".contains(message), "\(error)")
        #expect(throws: BundleDamage.self) { try patch.apply(to: Array("{}".utf8)) }
        #expect(throws: BundleDamage.self) { try patch.apply(to: Array("[".utf8)) }
    }
}
