import FuelEconomy

/// A vehicle as a test says it: an id and the texts of some facts, read as the layout would.
package typealias Row = (id: UInt64, facts: [Field: String])

extension VehicleTable {
    /// A table of rows; facts that a row does not name are absent.
    package init(rows: [Row]) {
        self.init()
        ids = rows.map(\.id)
        lines = rows.indices.map { UInt32($0 + 2) }
        sources = rows.map { _ in 0 }
        facts = Set(Field.allCases)
        for field in Field.allCases {
            if case .number(let quantity) = field.kind { quantities[field] = quantity }
        }
        for field in Field.allCases {
            self[field].append(.absent)
            var codes: [UInt32] = []
            for row in rows {
                let text = row.facts[field] ?? ""
                codes.append(self[field].spellings.code(of: Array(text.utf8)))
                while self[field].valueCount < self[field].spellings.count {
                    if case .number = field.kind {
                        self[field].append(.number(Double(text)!))
                    } else {
                        self[field].append(.text(text))
                    }
                }
            }
            self[field].append(codes.span)
        }
    }
}
