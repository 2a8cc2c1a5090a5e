/// Why a run cannot go on: one typed error, which names the place, what is there, and the way out.
///
/// Wrong *data* is never a `RunError` but a ``Finding``; a broken invariant of ours is a `precondition`.
package struct RunError: Error, Equatable, Sendable {
    /// What kind of trouble it is; decides the exit status.
    package enum Kind: Sendable {
        /// The command line or the pipeline file asks for something that does not exist.
        case usage
        /// A feed cannot be read, is damaged, or is not what the pipeline says it is.
        case input
        /// The bundle may not be, or could not be, published.
        case refused
        /// Another run holds the output folder.
        case locked
        /// A law of ours does not hold: a defect of Marque.
        case internalFault
    }

    package var kind: Kind
    /// A file, `file:line:column`, or an option; `nil` where the trouble has no place.
    package var place: String?
    package var message: String
    /// What the user can do, in a few words.
    package var wayOut: String?

    package init(_ kind: Kind, at place: String? = nil, _ message: String, wayOut: String? = nil) {
        self.kind = kind
        self.place = place
        self.message = message
        self.wayOut = wayOut
    }

    /// The process's exit status: 2 usage, 3 input, 4 refused, 5 locked, 6 internal.
    package var exitStatus: Int32 {
        switch kind {
        case .usage: 2
        case .input: 3
        case .refused: 4
        case .locked: 5
        case .internalFault: 6
        }
    }

    /// `place: error: message`, and the way out on a line of its own.
    package var text: String { text(as: .error) }

    /// The same of another severity: what a run tells on its way and does not end for.
    package func text(as severity: Severity) -> String {
        let first = (place.map { $0 + ": " } ?? "") + severity.rawValue + ": " + message
        return wayOut.map { first + "\n  fix: " + $0 } ?? first
    }
}
