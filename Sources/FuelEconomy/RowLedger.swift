/// Where every input row went: for each stage and source, in = kept + merged + quarantined + filtered.
///
/// Two ledgers of parts of a run merge by addition.
package struct RowLedger: Sendable, Equatable {
    package enum Stage: String, CaseIterable, Sendable {
        case read, normalize, dedupe, tree
    }

    package struct Entry: Sendable, Equatable {
        package var read = 0
        package var kept = 0
        /// By rule id, each.
        package var merged: [String: Int] = [:]
        package var quarantined: [String: Int] = [:]
        package var filtered: [String: Int] = [:]

        package init() {}

        package var mergedCount: Int { merged.values.reduce(0, +) }
        package var quarantinedCount: Int { quarantined.values.reduce(0, +) }
        package var filteredCount: Int { filtered.values.reduce(0, +) }
        package var isClosed: Bool { read == kept + mergedCount + quarantinedCount + filteredCount }

        package mutating func add(_ other: Entry) {
            read += other.read
            kept += other.kept
            merged.merge(other.merged, uniquingKeysWith: +)
            quarantined.merge(other.quarantined, uniquingKeysWith: +)
            filtered.merge(other.filtered, uniquingKeysWith: +)
        }
    }

    /// A stage of one source.
    package struct Place: Hashable, Sendable {
        package var stage: Stage
        package var source: Int
    }

    private var entries: [Place: Entry] = [:]

    package init() {}

    package subscript(stage: Stage, source: Int) -> Entry {
        get { entries[Place(stage: stage, source: source)] ?? Entry() }
        set { entries[Place(stage: stage, source: source)] = newValue }
    }

    /// Counts rows into a stage's `read` or `kept`, by their source.
    package mutating func count(_ sources: [UInt8], at stage: Stage, into counter: WritableKeyPath<Entry, Int>) {
        var counts = [Int](repeating: 0, count: 256)
        for source in sources { counts[Int(source)] += 1 }
        for (source, count) in counts.enumerated() where count > 0 { self[stage, source][keyPath: counter] += count }
    }

    package var sources: [Int] { Set(entries.keys.map(\.source)).sorted() }

    package mutating func merge(_ other: RowLedger) {
        for (place, entry) in other.entries { entries[place, default: Entry()].add(entry) }
    }

    /// The whole run: what the first stage read, what the last one kept, and what was lost on the way between.
    package var total: Entry {
        var total = Entry()
        for source in sources {
            total.read += self[.read, source].read
            total.kept += self[.tree, source].kept
            for stage in Stage.allCases {
                let entry = self[stage, source]
                total.merged.merge(entry.merged, uniquingKeysWith: +)
                total.quarantined.merge(entry.quarantined, uniquingKeysWith: +)
                total.filtered.merge(entry.filtered, uniquingKeysWith: +)
            }
        }
        return total
    }

    /// Checks that nothing vanished: each stage closes, and each takes in what the one before it kept.
    ///
    /// - Throws: an internal fault that names the stage and both sums.
    package func requireClosed() throws(RunError) {
        for source in sources {
            var handedOn: Int?
            for stage in Stage.allCases {
                let entry = self[stage, source]
                guard entry.isClosed, handedOn == nil || handedOn == entry.read else {
                    throw RunError(
                        .internalFault,
                        "the row ledger does not close: stage \"\(stage.rawValue)\" of source \(source) took in "
                            + "\(entry.read) of \(handedOn ?? entry.read) rows and accounts for "
                            + "\(entry.kept + entry.mergedCount + entry.quarantinedCount + entry.filteredCount)",
                        wayOut: "nothing was published; please report this with the feed's first lines")
                }
                handedOn = entry.kept
            }
        }
    }
}
