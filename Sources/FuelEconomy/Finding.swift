/// A named value of a finding, kept as data: reports print it, comparisons read it.
package struct FindingValue: Sendable, Equatable {
    package enum Payload: Sendable, Equatable {
        case text(String)
        case number(Double)
    }

    package var name: String
    package var payload: Payload

    package init(_ name: String, _ text: String) {
        self.name = name
        payload = .text(text)
    }

    package init(_ name: String, _ number: Double) {
        self.name = name
        payload = .number(number)
    }

    package init(_ name: String, _ number: Int) {
        self.init(name, Double(number))
    }

    package var text: String {
        switch payload {
        case .text(let text): text
        case .number(let number): NumberText.short(number)
        }
    }
}

/// Something that a rule has to say about a record, a vehicle, a name or the tree.
package struct Finding: Sendable, Equatable {
    /// Where it is, and which vehicle it is about, as far as there is one.
    package struct Place: Sendable, Equatable {
        /// The number of the source in the run's list.
        package var source: Int?
        package var line: UInt32?
        package var vehicle: UInt64?
        /// The names that it is about, or those of the vehicle.
        package var make, model: String?

        package init(
            source: Int? = nil, line: UInt32? = nil, vehicle: UInt64? = nil, make: String? = nil, model: String? = nil
        ) {
            self.source = source
            self.line = line
            self.vehicle = vehicle
            self.make = make
            self.model = model
        }
    }

    package var place: Place
    /// From 1, in bytes.
    package var column: Int?
    package var values: [FindingValue]
    /// The raw record around the place, where the reader has it.
    package var excerpt: Excerpt?

    /// A piece of a record, and where in it the finding's column stands.
    package struct Excerpt: Sendable, Equatable {
        package var text: String
        /// From 1, in characters; `nil` where the whole record is meant.
        package var caret: Int?

        package init(text: String, caret: Int? = nil) {
            self.text = text
            self.caret = caret
        }

        /// How many bytes of a record are shown.
        static let limit = 160

        /// How a raw record begins.
        init(record: ArraySlice<UInt8>) {
            let isWhole = record.count <= Self.limit
            text = Self.printable(record.prefix(Self.limit)) + (isWhole ? "" : "…")
        }

        /// Without line ends and other control characters, so that a record takes one line.
        static func printable(_ bytes: ArraySlice<UInt8>) -> String {
            String(decoding: bytes.map { $0 < 0x20 || $0 == 0x7f ? 0x20 : $0 }, as: UTF8.self)
        }
    }

    package init(at place: Place = Place(), values: [FindingValue]) {
        self.place = place
        self.values = values
    }
}

extension VehicleTable {
    /// Where a row stands, for findings about it.
    package func place(of row: Int) -> Finding.Place {
        Finding.Place(source: Int(sources[row]), line: lines[row], vehicle: ids[row])
    }
}
