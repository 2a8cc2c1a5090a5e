internal import FuelEconomy
internal import Normalizers
internal import PickerKit
internal import Writers

/// All that is known of a vehicle or of a line, before it has a shape.
struct WhyAnswer {
    /// `id 29456`, `vehicles.csv.gz:46`.
    var asked: String
    /// What stands on the line, if a line was asked about.
    var line: LineAccount?
    var vehicle: VehicleAccount?
    /// The rows that have the id, or were merged into it.
    var rows: [RowAccount] = []
    /// The record that is shown: that of the line, or the one that was kept.
    var record: RecordAccount?
    var findings: [FindingAccount] = []
    /// What cannot be told, and the way out.
    var notes: [RunError] = []

    /// What stands on a line that is no record.
    struct LineAccount {
        /// `header`, `blank`, `ragged`, `footnote`, `several`, `outside`.
        var kind: String
        var text: String
        /// Why the reader put it aside.
        var rule: String?
        var source: BundleFolder.Source
        var lines: ClosedRange<UInt32>
        var byte: Int?
        var raw: String?
    }

    struct VehicleAccount {
        var id: UInt64
        /// What the ledger of keys says of it.
        var state: String?
        var make: String?
        var model: String?
        /// The bundle's ledger, if it has one.
        var keys: KeyLedger?
        /// Lines about make and model, and what releases changed.
        var names: [String] = []
        var spellings: [NameAccounts.Entry] = []
        /// `nil` where the bundle does not have the vehicle, or no catalog.
        var place: TreePlace?
        /// As `vehicles.json` has them; `nil` where it does not have the vehicle.
        var facts: JSON?
        var pointers: [JSONPointer] = []

        /// Whether the bundle has the vehicle, as far as its files tell.
        var isThere: Bool { place != nil || facts != nil || state.flatMap(KeyLedger.State.init)?.isThere == true }
    }

    struct RowAccount {
        var source: BundleFolder.Source
        var line: UInt32
        /// `kept`, `merged`, `quarantined`, `filtered`.
        var outcome: String
        var rule: String?
        /// The line of the row that stands in its stead.
        var instead: (source: BundleFolder.Source, line: UInt32)?
        var pointer: JSONPointer?
    }

    struct RecordAccount {
        var row: RowAccount
        var lines: ClosedRange<UInt32>
        /// In its line, from 1, where the record does not begin the line.
        var column: Int?
        /// In the unpacked text, from 0.
        var byte: Int
        var raw: String?
        var cells: [CellAccount]
        /// The row's facts in the bundle; `nil` where it has none of it.
        var facts: JSON?
        /// By field of a name that changed: the rule that changed it.
        var renamedBy: [Field: String] = [:]
    }

    struct FindingAccount: Equatable {
        var rule: String
        var severity: String
        var message: String
    }
}

extension WhyAnswer.RowAccount {
    /// What became of the row, in words.
    var fate: String {
        var text = outcome
        if let rule {
            let title = RuleCatalogue.all.first { $0.id == rule }?.title
            text += " by \(rule)" + (title.map { " (\($0.prefix(1).lowercased() + $0.dropFirst()))" } ?? "")
        }
        if let instead { text += "; kept is \(instead.source.name):\(instead.line)" }
        return text
    }
}

extension CellAccount {
    /// The value, with what a number means: `18 mpg (US), fuel1, EPA label`.
    var meaning: String {
        switch value {
        case .text(let text) where field == nil: "id \(text)"
        case .absent: "absent: \(note ?? "")"
        case .fault: note ?? ""
        case .text(let text): "\"\(text)\""
        case .damaged(let text, _): "\"\(text)\", \(note ?? "")"
        case .date(let date): date.text
        case .number(let number):
            if quantity?.unit == .year {
                NumberText.exact(number)
            } else {
                NumberText.exact(number) + (quantity.map { " \($0)" } ?? "")
            }
        }
    }

    /// What the bundle has of it, as `key value`; empty where it has nothing.
    func became(in facts: JSON?) -> String {
        guard let field, let facts else { return "" }
        switch facts[field.key] {
        case .string(let text): return "\(field.key) \"\(text)\""
        case .number(let number): return "\(field.key) \(NumberText.exact(number))"
        default: break
        }
        switch value {
        case .absent, .fault: return ""
        default: return "not published"
        }
    }
}
