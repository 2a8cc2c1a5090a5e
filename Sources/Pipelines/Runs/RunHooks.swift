internal import FuelEconomy
internal import Platform
internal import Writers

/// Commands that a pipeline wants to be called when a run has ended.
struct RunHooks: Sendable {
    /// What they may be called for, in the order of `marque check --help`.
    static let events: [RunRecord.Result] = [.published, .unchanged, .refused, .failed]

    /// By what became of the run: the command and its arguments.
    var commands: [RunRecord.Result: [String]] = [:]
    /// In seconds.
    var timeout = 60.0

    /// Calls the command for a run, if there is one. It is given the run's account as JSON on standard input, and `MARQUE_RESULT`
    /// and `MARQUE_BUNDLE` in its environment.
    ///
    /// - Returns: what went wrong with the command; the run has ended as it has.
    func call(for record: RunRecord) -> RunError? {
        guard let command = commands[record.result], let name = command.first else { return nil }
        let place = "publish.hooks." + record.result.rawValue
        func fault(_ message: String) -> RunError {
            RunError(
                .refused, at: place, "\"\(name)\" " + message,
                wayOut: "the run ended as it says; see what the command wrote")
        }
        do throws(RunError) {
            let ending = try ChildProcess.run(
                command, input: record.json.document,
                environment: ["MARQUE_RESULT": record.result.rawValue, "MARQUE_BUNDLE": record.folder], limit: timeout)
            switch ending {
            case .exit(0): return nil
            case .exit(let status): return fault("ended with status \(status), expected 0")
            case .signal(let signal): return fault("was ended by signal \(signal)")
            case .timeout: return fault("took longer than \(NumberText.short(timeout)) s and was ended")
            }
        } catch {
            return RunError(error.kind, at: place, "\"\(name)\" cannot be run: " + error.message, wayOut: error.wayOut)
        }
    }
}

extension RunRecord.Result {
    /// `a run that …`
    var meaning: String {
        switch self {
        case .published: "has published a bundle"
        case .unchanged: "found nothing new"
        case .refused: "findings or a gate kept from publishing"
        case .failed: "could not go on"
        case .interrupted: "was interrupted"
        case .rolledBack: "was rolled back"
        }
    }
}
