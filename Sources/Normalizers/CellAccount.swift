package import FuelEconomy

/// What a record says in one column, and how the layout reads it.
package struct CellAccount: Sendable {
    package enum Origin: Sendable, Equatable {
        /// The feed's column.
        case column
        /// A column that the feed does not have.
        case missing
        /// What the pipeline says of every row.
        case constant
    }

    /// As the layout calls the column; of a constant, the fact's key.
    package var column: String
    package var origin: Origin
    /// `nil` for the id.
    package var field: Field?
    /// As the feed spells it, without the marks around it.
    package var spelling: String
    package var value: CellValue
    /// What a number means.
    package var quantity: Quantity?
    /// Why a value is absent, or what became of one that does not fit.
    package var note: String?
}

extension Layout {
    /// What a record says in every column of the layout, in the layout's order, and the constants behind them.
    ///
    /// - Parameters:
    ///   - missing: columns that the feed does not have, as the layout calls them.
    ///   - constants: what the pipeline says of every row.
    package func accounts(
        of record: Int, in batch: RecordBatch, missing: Set<String>, constants: [Field: String]
    ) -> [CellAccount] {
        let quantities = quantities
        let read = columns.enumerated().map { slot, column -> CellAccount in
            let field = batch.fields[slot * batch.stride + record]
            let bytes = Array(batch.bytes[Int(field.start)..<Int(field.end)])
            var account = CellAccount(
                column: column.name, origin: missing.contains(column.name) ? .missing : .column, field: column.field,
                spelling: String(decoding: bytes, as: UTF8.self), value: column.value(of: bytes),
                quantity: column.field.flatMap { quantities[$0] })
            if column.field == nil, id(of: record, in: batch) == nil {
                account.value = .fault(expected: Normalizer.expectedID)
            }
            account.note = column.note(account)
            return account
        }
        return read
            + constants.sorted { $0.key.rawValue < $1.key.rawValue }.map { field, text in
                var account = CellAccount(
                    column: field.key, origin: .constant, field: field, spelling: text,
                    value: Normalizer.constant(field, text), note: "a constant of the pipeline")
                if case .number(let quantity) = field.kind { account.quantity = quantity }
                return account
            }
    }
}

extension Layout.Column {
    fileprivate func note(_ account: CellAccount) -> String? {
        switch account.value {
        case .absent where account.origin == .missing: "the feed has no such column"
        case .absent where trimmed(account.spelling).isEmpty: "blank"
        case .absent where absences.contains(trimmed(account.spelling)): "says \"not available\""
        case .absent: "states none"
        case .fault(let expected):
            "does not fit, expected \(expected): " + (policy == .quarantineRow ? "row quarantined" : "taken as absent")
        case .damaged(_, let at): "its byte \(at + 1) does not decode"
        case .number, .text, .date: nil
        }
    }
}
