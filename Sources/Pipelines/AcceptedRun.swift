internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

/// Makes a run the one that later runs are held against: what it found is known from then on.
public struct AcceptedRun {
    /// What was done, in a line.
    public let text: String

    /// - Parameters:
    ///   - bundle: published, or rejected and looked at.
    ///   - path: the baseline to write; the one beside the published bundle where it is left out.
    /// - Throws: a ``RunFailure`` where the folder is no bundle, or its baseline is not as the run wrote it.
    public init(_ bundle: String, into path: String?) throws(RunFailure) {
        do throws(RunError) {
            text = try Self.accept(bundle, into: path)
        } catch {
            throw RunFailure(error)
        }
    }

    private static func accept(_ bundle: String, into path: String?) throws(RunError) -> String {
        let source = bundle + "/" + BundleFormat.reportBaseline
        guard PublishedBundle.isThere(bundle), Folder.exists(source) else {
            throw RunError(
                .usage, at: bundle, "is no bundle with a report: it has no \(BundleFormat.reportBaseline)",
                wayOut: "name the folder that marque run has published, or the rejected one beside it")
        }
        let bytes = try contents(of: source)
        try requireListed(bytes, as: BundleFormat.reportBaseline, in: bundle)
        let run = try Baseline.read(source)
        let target = if let path { path } else { try BundlePlace(ofBundle: bundle).accepted }
        let before = Folder.exists(target) ? try Baseline.read(target) : nil
        try replaceFile(target, with: bytes)
        let findings = run.rules.map(\.count).reduce(0, +)
        return
            "accepted   \(bundle), of \(run.shownDate), with \(NumberText.grouped(findings)) findings, in \(target)"
            + (before.map { " (before: \($0.shownDate))" } ?? "") + "\n"
    }

    /// A file that is not what the run wrote accepts findings that nobody has seen.
    private static func requireListed(_ bytes: [UInt8], as path: String, in bundle: String) throws(RunError) {
        let sha256 = SHA256(of: bytes).hexadecimal
        if try PublishedBundle.checksums(of: bundle).contains(where: { $0 == (sha256, path) }) { return }
        throw RunError(
            .input, at: bundle + "/" + path,
            "is not the file that the run wrote: its SHA-256 is not that of \(BundleFormat.checksums)",
            wayOut: "run the pipeline again")
    }
}
