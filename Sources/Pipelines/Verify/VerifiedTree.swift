internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

extension VerifiedBundle {
    /// Every path of the tree is walked as an app's wheels walk it.
    func checkTree(_ check: inout VerifyCheck) throws {
        guard let catalogText else { return }
        let catalog: PickerCatalog
        do throws(BundleDamage) {
            catalog = try catalogText.get()
        } catch {
            return check.fault(error)
        }
        var walk = TreeWalk(catalog)
        walk.visit([])
        for (place, message) in walk.faults { check.fault(BundleFormat.catalog, place, message) }
        let nodes = catalog.levels.map { "\(NumberText.grouped($0.title.count)) \($0.name)s" }
        check.proven.append(
            "\(nodes.joined(separator: ", ")), \(NumberText.grouped(walk.reached)) options; each id reached once, each default is there"
        )
        if walk.reached != catalog.options.id.count {
            check.fault(
                BundleFormat.catalog, "/option/id", "\(walk.reached) ids reached, expected \(catalog.options.id.count)")
        }
        checkCounts(catalog, &check)
        checkWheels(walk.lengths, &check)
    }

    /// The manifest counts what the catalog has.
    private func checkCounts(_ catalog: PickerCatalog, _ check: inout VerifyCheck) {
        guard let counted = manifestJSON["counts"]?["vehicles"]?.number, Int(counted) != catalog.options.id.count else {
            return
        }
        check.fault(
            BundleFormat.manifest, "/counts/vehicles",
            "\(Int(counted)) found, expected \(catalog.options.id.count) as the catalog has")
    }

    /// On a wheel of any length in the tree, endless or not, each virtual row shows one row, and each row is found again.
    private func checkWheels(_ lengths: Set<Int>, _ check: inout VerifyCheck) {
        let visible = 5
        for length in lengths.sorted() {
            for scrolling in WheelRows.Scrolling.allCases {
                let rows = WheelRows(count: length, visibleCount: visible, scrolling: scrolling)
                var shown = [Int](repeating: 0, count: length)
                for virtual in 0..<rows.virtualCount {
                    guard let row = rows.row(at: virtual), let middle = rows.recentered(virtual),
                        rows.row(at: middle) == row,
                        rows.virtualRow(of: row, nearestTo: virtual) == virtual
                    else {
                        check.fault(BundleFormat.catalog, "", "a wheel of \(length) rows loses virtual row \(virtual)")
                        continue
                    }
                    shown[row] += 1
                }
                if Set(shown).count > 1 {
                    check.fault(BundleFormat.catalog, "", "a wheel of \(length) rows shows some rows more often")
                }
            }
        }
        check.proven.append("wheels of \(lengths.count) lengths, both scrollings: each virtual row shows one row")
    }
}

/// Goes down every path, asking what a wheel asks.
private struct TreeWalk {
    private let catalog: PickerCatalog
    private(set) var reached = 0
    private(set) var lengths: Set<Int> = []
    private(set) var faults: [(place: String, message: String)] = []

    init(_ catalog: PickerCatalog) { self.catalog = catalog }

    mutating func visit(_ path: [Int]) {
        let count = catalog.count(below: path)
        lengths.insert(count)
        guard count > 0, let start = catalog.defaultRow(below: path), (0..<count).contains(start) else {
            return faults.append(("", "path \(path) leads to no rows, or its default is none of them"))
        }
        if path.count == catalog.levels.count {
            // Options stand behind each other in the order of the paths, so a place that is not next was reached before or left out.
            for row in 0..<count {
                guard catalog.option(at: path + [row]) == reached else {
                    return faults.append(("", "path \(path + [row]) leads to an id out of turn"))
                }
                reached += 1
            }
            return
        }
        for row in 0..<count { visit(path + [row]) }
    }
}
