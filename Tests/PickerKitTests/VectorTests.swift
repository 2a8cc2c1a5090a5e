import Foundation
import PickerKit
import Testing

/// The golden vectors that all clients follow; `Tests/Vectors/make.py` made them by a model of its own.
@Suite struct VectorTests {
    private static func read(_ name: String) throws -> Data {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../Vectors")
        return try Data(contentsOf: folder.appending(path: name))
    }

    /// A step, or the start; what it leaves out is as it was.
    private struct Step: Decodable {
        var select: [Int]?
        var choose: String?
        var replace: String?
        var changed: [Int]?
        var rows: [Int]?
        var counts: [Int]?
        var titles: [String]?
        var visible: [Int]?
        var id: String?
    }

    private struct Case: Decodable {
        var catalog: String
        var name: String
        var reset: String
        var skipsSingleRows: Bool
        var start: Step
        var steps: [Step]
    }

    private struct State: Equatable {
        var rows: [Int] = []
        var counts: [Int] = []
        var titles: [String] = []
        var visible: [Int] = []
        var id: String?

        init() {}

        init(_ selection: CascadingSelection<PickerCatalog>) {
            rows = selection.path
            counts = (0..<selection.levelCount).map(selection.count)
            titles = selection.titles
            visible = selection.visibleLevels
            id = selection.id
        }

        mutating func follow(_ step: Step) {
            rows = step.rows ?? rows
            counts = step.counts ?? counts
            titles = step.titles ?? titles
            visible = step.visible ?? visible
            id = step.id ?? id
        }
    }

    @Test func selectsAsAllClientsDo() throws {
        struct Vectors: Decodable { var cases: [Case] }
        let data = try Self.read("selection.json")
        let whole = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let documents = try #require(whole["catalogs"] as? [String: Any])
        let catalogs = try documents.mapValues { try PickerCatalog(JSONSerialization.data(withJSONObject: $0)) }
        let cases = try JSONDecoder().decode(Vectors.self, from: data).cases
        #expect(cases.count > 100)
        for vector in cases {
            let catalog = try #require(catalogs[vector.catalog])
            let reset = try #require(CascadingSelection<PickerCatalog>.Reset(rawValue: vector.reset))
            var selection = CascadingSelection(catalog, reset: reset, skipsSingleRows: vector.skipsSingleRows)
            var expected = State()
            expected.follow(vector.start)
            #expect(State(selection) == expected, "\(vector.name), start")
            for (place, step) in vector.steps.enumerated() {
                var changed: [Int] = []
                if let turn = step.select { changed += selection.select(turn[1], in: turn[0]) }
                if let id = step.choose { changed += selection.choose(id) }
                if let name = step.replace { changed += selection.replace(try #require(catalogs[name])) }
                expected.follow(step)
                #expect(changed == step.changed ?? [], "\(vector.name), step \(place)")
                #expect(State(selection) == expected, "\(vector.name), step \(place)")
            }
        }
    }

    private struct Wheel: Decodable {
        struct Step: Decodable {
            var select: Int?
            var from: Int?
            var row: Int?
            var recenter: Int?
            var `is`: Int
        }

        var count: Int
        var visible: Int
        var infinite: Bool
        var virtual: Int
        var steps: [Step]
    }

    @Test func scrollsAsAllClientsDo() throws {
        struct Vectors: Decodable { var cases: [Wheel] }
        let cases = try JSONDecoder().decode(Vectors.self, from: Self.read("wheels.json")).cases
        #expect(cases.count > 10)
        for wheel in cases {
            let rows = WheelRows(
                count: wheel.count, visibleCount: wheel.visible, scrolling: wheel.infinite ? .infinite : .default)
            #expect(rows.virtualCount == wheel.virtual)
            for step in wheel.steps {
                var found: Int?
                // A row that is not there leaves the wheel where it is.
                if let row = step.select, let from = step.from { found = rows.virtualRow(of: row, nearestTo: from) ?? from }
                if let virtual = step.row { found = rows.row(at: virtual) }
                if let virtual = step.recenter { found = rows.recentered(virtual) }
                #expect(found == step.is, "\(wheel.count) rows, \(wheel.visible) visible: \(step)")
            }
        }
    }
}
