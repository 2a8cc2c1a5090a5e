import FuelEconomy
import Support
import Testing

@testable import PickerTree

/// A release as (id, make, model), in any order.
private typealias Cars = [(id: UInt64, make: String, model: String)]

@Suite struct KeyAssignmentTests {
    private func table(_ cars: Cars) -> VehicleTable {
        var table = VehicleTable()
        for field in [Field.make, .model] {
            let names = cars.map { field == .make ? $0.make : $0.model }
            let texts = [""] + Set(names).sorted()
            var codes = CodeVector()
            let column = names.map { UInt32(texts.firstIndex(of: $0)!) }
            codes.append(column.span, below: texts.count)
            table[field] = VehicleColumn(texts: texts, codes: codes)
        }
        table.ids = cars.map(\.id)
        return table
    }

    private func run(_ releases: [Cars]) -> [KeyAssignment] {
        var done: [KeyAssignment] = []
        for (place, cars) in releases.enumerated() {
            done.append(
                KeyAssignment(
                    after: done.last?.ledger ?? KeyLedger(), of: table(cars),
                    release: KeyLedger.Release(date: "\(2020 + place)", sources: ["\(place)"])))
        }
        return done
    }

    private func key(_ assignment: KeyAssignment, _ cars: Cars, _ id: UInt64) -> String {
        let row = cars.firstIndex { $0.id == id }!
        return assignment.keys.model(of: row, in: table(cars))
    }

    private func entry(_ assignment: KeyAssignment, _ key: String) -> KeyLedger.Entry? {
        assignment.ledger.models.first { $0.key == key }
    }

    @Test func aKeyStaysThroughARenameAndBack() {
        let releases: [Cars] = ["H3 4WD", "H3 4WD FFV", "H3 4WD"].map { [(1, "Hummer", $0), (2, "Hummer", "H2")] }
        let done = run(releases)
        for (cars, assignment) in zip(releases, done) { #expect(key(assignment, cars, 1) == "hummer/h3-4wd") }
        #expect(entry(done[2], "hummer/h3-4wd")?.state == .renamed && done[2].ledger.models.count == 2)
        #expect(done.map { $0.ledger.releases.last!.renamed } == [0, 1, 1])
    }

    @Test func aNameThatSplitsOffIsNewAndGoesBack() {
        let releases: [Cars] = [
            [(1, "Hummer", "H3"), (2, "Hummer", "H3"), (3, "Hummer", "H3")],
            [(1, "Hummer", "H3"), (2, "Hummer", "H3"), (3, "Hummer", "H3 FFV")],
            [(1, "Hummer", "H3"), (2, "Hummer", "H3"), (3, "Hummer", "H3")],
        ]
        let done = run(releases)
        #expect(key(done[1], releases[1], 3) == "hummer/h3-ffv" && key(done[2], releases[2], 3) == "hummer/h3")
        let gone = entry(done[2], "hummer/h3-ffv")
        #expect(gone?.state == .merged && gone?.into == "hummer/h3")
    }

    @Test func whatLeavesAndComesBackHasItsKey() {
        let releases: [Cars] = [
            [(1, "Audi", "A4"), (2, "Saab", "900")], [(1, "Audi", "A4")], [(1, "Audi", "A4"), (2, "Saab", "900")],
        ]
        let done = run(releases)
        #expect(entry(done[1], "saab/900")?.state == .withdrawn && done[1].ledger.makes[1].state == .withdrawn)
        #expect(entry(done[2], "saab/900")?.state == .returned && key(done[2], releases[2], 2) == "saab/900")
        #expect(done[2].ledger.options.map(\.state) == [.live, .returned])
        #expect(
            done.map { [$0.ledger.releases.last!.withdrawn, $0.ledger.releases.last!.returned] } == [
                [0, 0], [1, 0], [0, 1],
            ])
    }

    @Test func namesThatMakeOneKeyAreTold() {
        let cars: Cars = [
            (1, "Kia", "EV6 GT"), (2, "Kia", "EV6-GT."), (3, "Kia", "EV6 GT+"), (4, "Kia", "הונדה"), (5, "Kia", "-"),
        ]
        let done = run([cars])[0]
        let keys = (1...5).map { key(done, cars, $0) }
        #expect(Set(keys).count == 5 && keys[0] == "kia/ev6-gt" && keys[1] == "kia/ev6-gt-2" && keys[2] == "kia/ev6-gt-plus")
        for key in keys { #expect(key.utf8.allSatisfy { $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2d || $0 == 0x2f }) }
    }

    @Test func aNameThatLooksLikeAnotherDoesNotTakeItsKey() {
        let releases: [Cars] = [[(1, "F", "gt")], [(1, "F", "gt"), (2, "F", "GT")]]
        let done = run(releases)
        #expect(key(done[1], releases[1], 1) == "f/gt" && key(done[1], releases[1], 2) == "f/gt-2")
    }

    @Test func theSameReleaseAgainChangesNothing() {
        let cars: Cars = [(1, "Audi", "A4"), (2, "Saab", "900")]
        let first = run([cars])[0].ledger
        let again = KeyAssignment(after: first, of: table(cars), release: KeyLedger.Release(date: "2020", sources: ["0"]))
        #expect(again.ledger == first)
    }

    /// Releases at random: keys are never given twice, no id is lost, and the order of rows does not matter.
    @Test(arguments: 1...30) func keysHoldWhateverComes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let makes = ["Audi", "AUDI", "BMW"]
        let models = ["A4", "A 4", "a4", "M3", "M3+", "i"]
        var releases: [Cars] = []
        for _ in 0..<5 {
            var cars: Cars = []
            for id in 1...30 where Int.random(in: 0..<5, using: &random) > 0 {
                cars.append((UInt64(id), makes.randomElement(using: &random)!, models.randomElement(using: &random)!))
            }
            releases.append(cars.shuffled(using: &random))
        }
        let done = run(releases)
        var ever: Set<UInt64> = []
        for (cars, assignment) in zip(releases, done) {
            let ledger = assignment.ledger
            ever.formUnion(cars.map(\.id))
            #expect(Set(ledger.options.map(\.id)) == ever)
            #expect(Set(ledger.options.filter(\.state.isThere).map(\.id)) == Set(cars.map(\.id)))
            #expect(Set(ledger.models.map(\.key)).count == ledger.models.count)
            let live = Set(ledger.models.filter(\.state.isThere).map(\.key))
            // One key a name, and one name a key.
            let keys = Dictionary(grouping: cars) { key(assignment, cars, $0.id) }
            #expect(Set(keys.keys) == live)
            for cars in keys.values { #expect(Set(cars.map { $0.make + "|" + $0.model }).count == 1) }
            #expect(try KeyLedger(ledger.text) == ledger)
        }
        let shuffled = run(releases.map { $0.shuffled(using: &random) })
        #expect(shuffled.map(\.ledger) == done.map(\.ledger))
    }
}
