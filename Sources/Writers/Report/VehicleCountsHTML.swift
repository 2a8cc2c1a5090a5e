internal import FuelEconomy

/// Vehicles by model year and by make.
func writeVehicleCounts(_ table: VehicleTable, _ page: inout HTMLPage) {
    let (years, makes) = (table[.year], table[.make])
    var byYear: [Int: Int] = [:]
    var unknown = 0
    for (number, count) in zip(years.numbers, years.rowCounts) where count > 0 {
        if number.isNaN { unknown += count } else { byYear[Int(number), default: 0] += count }
    }
    var byMake = zip(makes.texts, makes.rowCounts).filter { $0.1 > 0 }
    byMake.sort { $0.1 != $1.1 ? $0.1 > $1.1 : $0.0 < $1.0 }
    page.raw("<div class=\"figures\">\n")
    writeYears(byYear, unknown: unknown, &page)
    writeMakes(byMake, &page)
    page.raw("</div>\n")
}

/// A column a year, gaps left open.
private func writeYears(_ byYear: [Int: Int], unknown: Int, _ page: inout HTMLPage) {
    guard let first = byYear.keys.min(), let last = byYear.keys.max(), let most = byYear.values.max() else { return }
    let fullest = byYear.filter { $0.value == most }.keys.min()!
    let meaning =
        "\(first) to \(last), at most \(NumberText.grouped(most)), in \(fullest)"
        + (unknown > 0 ? "; \(counted(unknown, "vehicle")) of no stated model year." : ".")
    let span = min(last - first + 1, 400)
    let (left, top, foot) = (42.0, 14.0, 234.0)
    let step = min(40, (412 - left) / Double(span))
    page.figure("Vehicles by model year", meaning) { page in
        page.svg(420, 262, "Vehicles by model year: " + meaning) { page in
            page.line(left, top, 412, top, class: "axis")
            page.label(left - 6, top + 4, NumberText.grouped(most), anchor: "end")
            page.line(left, foot, 412, foot, class: "base")
            let every = max(1, Int((40 / step).rounded(.up)))
            for year in first...(first + span - 1) {
                let x = left + Double(year - first) * step
                if let count = byYear[year] {
                    let size = max(1, Double(count) / Double(most) * (foot - top))
                    page.rect(
                        x + step * 0.1, foot - size, step * 0.8, size, class: "mark",
                        title: "\(year): \(NumberText.grouped(count))")
                }
                if (year - first) % every == 0 { page.label(x + step / 2, foot + 18, String(year), anchor: "middle") }
            }
        }
    }
}

private func writeMakes(_ byMake: [(String, Int)], _ page: inout HTMLPage) {
    guard let most = byMake.first?.1 else { return }
    let rows = byMake.prefix(24)
    let rest = byMake.dropFirst(24)
    let meaning =
        rest.isEmpty
        ? "\(counted(byMake.count, "make"))."
        : "The \(rows.count) with most; \(NumberText.grouped(rest.count)) more have \(NumberText.grouped(rest.map(\.1).reduce(0, +)))."
    let step = 18
    page.figure("Vehicles by make", meaning) { page in
        page.svg(
            420, rows.count * step + 4,
            "Vehicles by make: " + rows.map { "\($0.0.prefix(40)) \(NumberText.grouped($0.1))" }.joined(separator: ", ")
        ) { page in
            for (index, (name, count)) in rows.enumerated() {
                let y = Double(index * step)
                let width = max(1, Double(count) / Double(most) * 236)
                page.label(120, y + 13, name.count > 18 ? name.prefix(17) + "…" : name, anchor: "end")
                page.rect(128, y + 2, width, 14, class: "mark")
                page.label(134 + width, y + 13, NumberText.grouped(count))
            }
        }
    }
}
