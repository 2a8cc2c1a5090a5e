import Foundation
import PickerKit
import Testing

@Suite struct PickerBundleTests {
    private static let makes = """
        {"default":1,"fields":{"combined":{"cycle":"EPA label","fuel":"fuel1","type":"number","unit":"mpg or MPGe (US)"},"fuel1":{"type":"text"}},
         "format":2,"levels":["make","model","year","option"],
         "make":{"count":[1,2],"key":["audi","bmw"],"title":["Audi","BMW"]},"spoken":{}}
        """
    private static let audi = """
        {"facts":{"combined":[24],"fuel1":["Premium Gasoline"]},"format":2,"levels":["model","year","option"],
         "model":{"count":[1],"default":[0],"first":[0],"title":["A4"]},"year":{"count":[1],"default":[0],"first":[0],"title":[2020]},
         "option":{"detail":[0],"id":["7"],"text":["Auto"],"title":[0]}}
        """
    private static let bmw = """
        {"facts":{"combined":[26,null],"fuel1":["Premium Gasoline","Electricity"],"other":[1,2]},"format":2,"levels":["model","year","option"],
         "model":{"count":[1,1],"default":[0,0],"first":[0,1],"title":["M3","i4"]},
         "year":{"count":[1,1],"default":[0,0],"first":[0,1],"title":[1999,2024]},
         "option":{"detail":[0,0],"id":["8","9"],"text":["Auto"],"title":[0,0]}}
        """
    private static let vehicles = """
        {"fields":{"combined":{"type":"number","unit":"L/100 km"},"fuel":{"type":"text"}},"format":2,
         "vehicles":{"10":{"combined":7.5,"fuel":"Diesel","strange":{}},"9":{}}}
        """

    private static func files() -> [String: String] {
        [
            "makes.json": makes, "makes/audi.json": audi, "makes/bmw.json": bmw, "vehicles.json": vehicles,
            "catalog.json": PickerCatalogTests.good,
        ]
    }

    /// Not a checksum, but it changes with each byte.
    private static func digest(_ bytes: [UInt8]) -> String { String(bytes.reduce(7) { ($0 &* 31) ^ Int($1) }, radix: 16) }

    private static func bundle(changing: (inout [String: String]) -> Void = { _ in }) throws -> PickerBundle {
        let listed = files().map { path, text in
            #"{"path":"\#(path)","sha256":"\#(digest(Array(text.utf8)))","size":\#(text.utf8.count)}"#
        }
        var changed = files()
        changed["manifest.json"] =
            #"{"data":{"date":null,"version":"0a"},"files":[\#(listed.joined(separator: ","))],"format":2,"name":"small"}"#
        changing(&changed)
        let there = changed
        return try PickerBundle(digest: { digest($0) }) { path in there[path].map { Array($0.utf8) } }
    }

    @Test func readsEachFile() throws {
        let bundle = try Self.bundle()
        #expect(bundle.manifest.name == "small" && bundle.manifest.dataVersion == "0a" && bundle.manifest.date == nil)
        #expect(try bundle.catalog().titles(below: []) == ["Audi", "BMW"])
        let vehicles = try bundle.vehicles()
        #expect(vehicles.ids.map { $0 } == ["10", "9"])
        #expect(vehicles["10"]?["combined"]?.number == 7.5 && vehicles["10"]?["combined"]?.meaning.unit == "L/100 km")
        #expect(vehicles["10"]?["fuel"]?.value == .text("Diesel") && vehicles["10"]?["strange"] == nil)
        #expect(vehicles["9"]?.facts.isEmpty == true && vehicles["1"] == nil && vehicles["99"] == nil)
    }

    @Test func loadsAMakeAtATime() throws {
        let bundle = try Self.bundle()
        var shards = try bundle.shards()
        var selection = CascadingSelection(shards, reset: .default)
        #expect(
            selection.path.isEmpty && selection.count(in: 0) == 2 && selection.title(1, in: 0) == "BMW"
                && selection.id == nil)
        #expect(selection.select(0, in: 0).isEmpty)
        #expect(shards.file(of: 1) == "makes/bmw.json" && shards.file(of: 2) == nil && shards.modelCounts == [1, 2])
        try bundle.load(1, of: &shards)
        #expect(shards.file(of: 1) == nil)
        #expect(selection.replace(shards) == [0, 1, 2, 3] && selection.titles == ["BMW", "M3", "1999", "Auto"])
        #expect(selection.id == "8" && shards.facts(at: selection.path)?["combined"]?.number == 26)
        #expect(selection.select(0, in: 0).isEmpty && selection.titles[0] == "BMW")
        try bundle.load(0, of: &shards)
        selection.replace(shards)
        #expect(selection.select(0, in: 0) == 1..<4 && selection.titles == ["Audi", "A4", "2020", "Auto"])
        #expect(selection.choose("9") == 0..<4 && selection.titles == ["BMW", "i4", "2024", "Auto"])
        #expect(shards.facts(at: selection.path)?.facts.keys.sorted() == ["fuel1"])
        try bundle.load(9, of: &shards)
    }

    @Test(arguments: [
        ("manifest.json", nil as String?, "manifest.json: no such file"),
        ("catalog.json", nil, "catalog.json: no such file"),
        ("vehicles.json", "{}", "vehicles.json: 2 bytes found, expected \(vehicles.utf8.count)"),
        ("makes.json", makes.replacing("BMW", with: "BMV"), "makes.json: sha256"),
        ("manifest.json", #"{"format":9}"#, "manifest.json#/format: bundle format 9 found, expected 2"),
        ("manifest.json", "{}", "manifest.json: no member \"format\""),
        ("manifest.json", #"{"files":[{"path":"x"}]}"#, "manifest.json#/files/0: no member \"size\""),
    ])
    func namesTheFileThatIsDamaged(_ path: String, _ text: String?, _ message: String) throws {
        let error = try #require(throws: BundleDamage.self) {
            let bundle = try Self.bundle { $0[path] = text }
            _ = (try bundle.catalog(), try bundle.vehicles(), try bundle.shards())
        }
        #expect(error.description.hasPrefix(message), "\(error)")
    }

    @Test(arguments: [
        ("\"combined\":[24]", "\"combined\":[]", "makes/audi.json#/facts/combined: 0 entries found, expected 1"),
        ("\"first\":[0],\"title\":[2020]", "\"first\":[1],\"title\":[2020]", "makes/audi.json#/year/first/0: 1 found"),
        ("\"combined\":[24]", "\"combined\":[{}]", "makes/audi.json#/facts/combined/0: byte 22: expected a number"),
        (audi, bmw, "makes/audi.json#/model/title: 2 entries found, expected 1"),
    ])
    func namesThePlaceInAShard(_ sound: String, _ damaged: String, _ message: String) throws {
        var shards = try PickerShards(Array(Self.makes.utf8))
        let text = Self.audi.replacing(sound, with: damaged)
        let error = try #require(throws: BundleDamage.self) { try shards.add(Array(text.utf8), at: 0) }
        #expect(error.description.hasPrefix(message), "\(error)")
        #expect(shards.file(of: 0) != nil)
    }

    @Test(arguments: [
        (
            #""vehicles":{"10""#, #""vehicles":{"99""#,
            "vehicles.json#/vehicles/9: byte 161: expected ids in order of their text"
        ),
        (#""9":{}"#, #""10":{}"#, "vehicles.json#/vehicles/10: \"10\" found twice"),
        (#""format":2,"#, #""format":1,"#, "vehicles.json#/format: bundle format 1 found, expected 2"),
        (#"{"type":"text"}"#, #"{}"#, "vehicles.json#/fields/fuel: no member \"type\""),
    ])
    func namesThePlaceAmongVehicles(_ sound: String, _ damaged: String, _ message: String) throws {
        let text = Self.vehicles.replacing(sound, with: damaged)
        let error = try #require(throws: BundleDamage.self) { try PickerVehicles(Array(text.utf8)) }
        #expect(error.description.replacing(/byte [0-9]+/, with: "") == message.replacing(/byte [0-9]+/, with: ""))
    }
}
