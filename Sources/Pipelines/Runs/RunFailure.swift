internal import FuelEconomy
internal import PickerKit

/// Why a run ended without a bundle: what to print, and the status to exit with.
public struct RunFailure: Error, Sendable {
    /// `place: error: message`, then the way out on a line of its own.
    public let text: String
    /// 2 usage or pipeline file · 3 input · 4 refused · 5 locked · 6 internal.
    public let exitStatus: Int32
    /// What happened; `nil` where it is ``faults`` of a pipeline file.
    let error: RunError?
    /// Each as text.
    let faults: [String]

    /// A pipeline file with faults, each as text.
    init(faults: [String]) {
        text = faults.joined(separator: "\n")
        exitStatus = 2
        error = nil
        self.faults = faults
    }

    init(_ error: RunError) {
        text = error.text
        exitStatus = error.exitStatus
        self.error = error
        faults = []
    }

    /// Why a bundle could not be used.
    init(_ error: any Error, ofBundle folder: String) {
        guard let damage = error as? BundleDamage else {
            self.init(error)
            return
        }
        self.init(RunError(.input, at: folder, shownLine("\(damage)"), wayOut: "run the pipeline again"))
    }

    /// What any other error would be: a defect.
    init(_ error: any Error) {
        self.init(
            error as? RunError
                ?? RunError(.internalFault, "\(error)", wayOut: "nothing was published; please report this"))
    }
}
