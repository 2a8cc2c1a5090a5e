internal import FeedReaders
internal import FuelEconomy
internal import Normalizers

extension Layout {
    /// The built-in layout that has a name for most of the columns, and finds all that it needs.
    static func fitting(_ stream: FeedStream, _ sniffer: FormSniffer) -> Layout? {
        var best: (layout: Layout, matches: Int)?
        for layout in all {
            if case .fixedWidth(let found) = sniffer.form {
                if layout.forms.contains(where: { $0.fits(found, stream.first) }) { return layout }
                continue
            }
            let drift = ColumnDrift(sniffer.columns, wanted: layout.wanted)
            let unknown = drift.findings.count { $0.rule.id == ReaderRules.unknownColumn.id }
            guard drift.lacking.isEmpty, drift.matches > 1, unknown * 2 < sniffer.columns.count else { continue }
            if drift.matches > best?.matches ?? 0 { best = (layout, drift.matches) }
        }
        return best?.layout
    }

    /// Where the layout's records stand in XML.
    var recordPaths: [String] {
        forms.flatMap { form in if case .xml(let xml) = form { xml.records } else { [String]() } }
    }
}

extension FeedForm {
    /// Whether a fixed-width text of such columns can be read by this form: by its heading, or else column for column.
    fileprivate func fits(_ found: FixedWidth, _ text: [UInt8]) -> Bool {
        guard case .fixedWidth(let own) = self else { return false }
        if let heading = own.heading { return text.starts(with: heading.utf8) }
        return own.columns.count == found.columns.count
            && zip(own.columns, found.columns).allSatisfy {
                $0.start <= $1.start && ($1.end ?? .max) <= ($0.end ?? .max)
            }
    }
}
