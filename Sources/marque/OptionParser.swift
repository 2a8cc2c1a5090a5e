internal import CSystem
internal import Pipelines

/// An option of a subcommand: one declaration serves parsing and help.
struct OptionDeclaration: Sendable {
    var name: String
    /// What its value stands for in the help; `nil` for an option without one.
    var value: String?
    var meaning: String
}

/// A subcommand: how it is called and what it does.
struct Subcommand: Sendable {
    var name: String
    /// The operands, as the help shows them.
    var operands: String
    var meaning: String
    var options: [OptionDeclaration]
    /// What the help says behind the options.
    var details: @Sendable () -> String = { "" }
    /// - Returns: the process's exit status.
    var run: @Sendable (ParsedArguments) throws -> Int32

    var help: String {
        let all = options + [OptionDeclaration(name: "help", value: nil, meaning: "show this")]
        let forms = all.map { "--" + $0.name + ($0.value.map { " " + $0 } ?? "") }
        let width = forms.map(\.count).max() ?? 0
        let lines = zip(forms, all).map { form, option in
            "  " + form + String(repeating: " ", count: width - form.count + 2) + option.meaning
        }
        return "usage: marque \(name) \(operands)\n\n\(meaning)\n\n" + lines.joined(separator: "\n") + "\n"
            + (details().isEmpty ? "" : "\n" + details())
    }
}

/// What stood on the command line behind a subcommand.
struct ParsedArguments {
    var operands: [String] = []
    /// By option, in order.
    var values: [String: [String]] = [:]

    func has(_ name: String) -> Bool { values[name] != nil }
    func last(_ name: String) -> String? { values[name]?.last }

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
        let declared = options + [OptionDeclaration(name: "help", value: nil, meaning: "")]
        let takesValue = declared.map { Int32($0.value == nil ? 0 : 1) }
        return try unsafe withCStrings(declared.map(\.name)) { names in
            try unsafe withCStrings([name] + arguments) { words in
                var parsed = ParsedArguments()
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
                message: "option \"\(word)\" lacks its value" + (option?.value.map { ", expected \($0)" } ?? ""))
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
