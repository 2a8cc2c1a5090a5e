internal import CSystem
internal import Pipelines

/// What stood on the command line behind a subcommand.
struct ParsedArguments {
    fileprivate let declared: [OptionDeclaration]
    var operands: [String] = []
    /// By option, in order.
    var values: [String: [String]] = [:]

    func has(_ name: String) -> Bool { values[name] != nil }
    func last(_ name: String) -> String? { values[name]?.last }

    /// The value of an option that takes one of some words, which may be written in either case.
    func word(_ name: String) throws -> String? {
        guard let found = last(name), case .oneOf(_, let words)? = declared.first(where: { $0.name == name })?.value
        else { return nil }
        guard let word = words.first(where: { $0.lowercased() == found.lowercased() }) else {
            throw UsageError(message: "--\(name) " + Self.unknown(found, among: words))
        }
        return word
    }

    /// The operand of a subcommand that takes one of some words.
    func operand(among words: [String]) throws -> String? {
        guard let found = operands.first else { return nil }
        guard words.contains(found) else { throw UsageError(message: Self.unknown(found, among: words)) }
        return found
    }

    private static func unknown(_ found: String, among words: [String]) -> String {
        let quoted = words.map { "\"\($0)\"" }
        let expected =
            quoted.count > 4
            ? "one of " + quoted.joined(separator: ", ") : quoted.dropLast().joined(separator: ", ") + " or " + quoted.last!
        return "\"\(found)\" found, expected \(expected)" + Suggestion.hint(found, in: words)
    }

    /// For a subcommand that takes an operand or one of some options, or neither.
    func requireOne(of options: [String]) throws {
        let found = (operands + options.filter(has).map { "--" + $0 }).map { "\"\($0)\"" }
        if found.count > 1 {
            throw UsageError(message: "\(found.joined(separator: " and ")) found, expected one of them")
        }
    }
}

/// A command line that cannot be understood.
struct UsageError: Error {
    var message: String
}

extension Subcommand {
    /// Reads the arguments behind the subcommand. `getopt_long` does the work.
    ///
    /// - Throws: a ``UsageError`` that names the option, and the nearest one there is.
    func parse(_ arguments: [String]) throws -> ParsedArguments {
        let declared = allOptions
        let takesValue = declared.map { Int32($0.value == nil ? 0 : 1) }
        return try unsafe withCStrings(declared.map(\.name)) { names in
            try unsafe withCStrings([name] + arguments) { words in
                var parsed = ParsedArguments(declared: declared)
                var words = unsafe words
                let constant = unsafe names.map { unsafe UnsafePointer($0) }
                let count = unsafe Int32(words.count)
                var next: Int32 = 1
                var isFirst: Int32 = 1
                while true {
                    var value: UnsafePointer<CChar>?
                    let found = unsafe marque_next_option(
                        count, &words, constant, takesValue, Int32(declared.count), isFirst, &value, &next)
                    isFirst = 0
                    if found == -1 { break }
                    guard found >= 0 else {
                        let word = unsafe words[Int(next) - 1].map { unsafe String(cString: $0) } ?? ""
                        throw usageError(isValueMissing: found == -3, word: word, declared)
                    }
                    let text = unsafe value.map { unsafe String(cString: $0) } ?? ""
                    parsed.values[declared[Int(found)].name, default: []].append(text)
                }
                for index in Int(next)..<Int(count) {
                    if let word = unsafe words[index] { unsafe parsed.operands.append(String(cString: word)) }
                }
                return parsed
            }
        }
    }

    private func usageError(isValueMissing: Bool, word: String, _ declared: [OptionDeclaration]) -> UsageError {
        if isValueMissing {
            let option = declared.first { "--" + $0.name == word }
            return UsageError(
                message: "option \"\(word)\" lacks its value" + (option?.value.map { ", expected \($0.placeholder)" } ?? ""))
        }
        let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
        if declared.contains(where: { $0.name == name }) {
            return UsageError(message: "option \"--\(name)\" takes no value")
        }
        return UsageError(
            message: "unknown option \"\(word)\" of \"marque \(self.name)\""
                + Suggestion.hint(name, in: declared.map(\.name), prefix: "--"))
    }
}

/// Texts as C strings that live as long as `body` runs.
private func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) throws -> Result
) rethrows -> Result {
    var bytes: [CChar] = []
    var starts: [Int] = []
    for text in texts {
        starts.append(bytes.count)
        bytes += text.utf8.map { CChar(bitPattern: $0) } + [0]
    }
    return try unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        try unsafe body(starts.map { unsafe buffer.baseAddress! + $0 })
    }
}
