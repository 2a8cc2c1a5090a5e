/// Why a bundle cannot be used: the file, the place in it, and what was found there.
public struct BundleDamage: Error, Equatable, Sendable, CustomStringConvertible {
    public enum Problem: Equatable, Sendable {
        /// A file that the bundle should have.
        case missing
        /// Written by a Marque of another bundle format.
        case unknownFormat(Int)
        /// Not JSON, or not of the shape that the file has: what was expected at a byte, counted from 0.
        case malformed(byte: Int, expected: String)
        case missingMember(String)
        /// A list of levels that does not end in the options, has nothing above them, or has one twice.
        case unknownLevels([String])
        /// An array that is not as long as those beside it.
        case wrongLength(Int, expected: Int)
        /// A node without children.
        case emptyLevel
        /// A place outside of what it points into, or children that leave a gap or overlap.
        case outOfRange(Int)
        /// A key or an id that stands elsewhere too.
        case duplicate(String)
        case wrongSize(Int, expected: Int)
        case wrongChecksum(String, expected: String)
    }

    /// As the bundle names it; empty where the bytes came without a name.
    public var file: String
    /// A JSON pointer (RFC 6901), such as `/year/first/12`; empty for the file as a whole.
    public var place: String
    public var problem: Problem

    public init(_ problem: Problem, file: String = "", place: String = "") {
        self.problem = problem
        self.file = file
        self.place = place
    }

    public var description: String {
        let at = [file, place].filter { !$0.isEmpty }.joined(separator: "#")
        return at.isEmpty ? problemText : at + ": " + problemText
    }

    /// What was found, without the place.
    package var problemText: String { problem.text }
}

extension BundleDamage.Problem {
    fileprivate var text: String {
        switch self {
        case .missing: "no such file"
        case .unknownFormat(let format): "bundle format \(format) found, expected \(BundleFormat.version)"
        case .malformed(let byte, let expected): "byte \(byte): expected \(expected)"
        case .missingMember(let name): "no member \"\(name)\""
        case .unknownLevels(let names):
            "levels \(names.map { "\"\($0)\"" }.joined(separator: ", ")) found, expected each once and \"option\" last"
        case .wrongLength(let count, let expected): "\(count) entries found, expected \(expected)"
        case .emptyLevel: "nothing below, expected at least one row"
        case .outOfRange(let place): "\(place) found, expected a place that follows on the one before"
        case .duplicate(let key): "\"\(key)\" found twice"
        case .wrongSize(let size, let expected): "\(size) bytes found, expected \(expected)"
        case .wrongChecksum(let sum, let expected): "sha256 \(sum) found, expected \(expected)"
        }
    }
}
