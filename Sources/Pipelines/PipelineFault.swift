internal import FuelEconomy

/// One fault of a pipeline file, with its place. A check reports all of them at once.
package struct PipelineFault: Error, Sendable, Equatable {
    var mark: YAMLMark
    var message: String
    var wayOut: String?

    init(_ mark: YAMLMark, _ message: String, wayOut: String? = nil) {
        self.mark = mark
        self.message = message
        self.wayOut = wayOut
    }

    /// One line that editors parse, and the way out.
    func text(in path: String) -> String {
        RunError(.usage, at: "\(path):\(mark.line):\(mark.column)", message, wayOut: wayOut).text
    }
}

extension [PipelineFault] {
    /// All of them, in the order of the file.
    func texts(in path: String) -> [String] {
        sorted { ($0.mark.line, $0.mark.column) < ($1.mark.line, $1.mark.column) }.map { $0.text(in: path) }
    }
}
