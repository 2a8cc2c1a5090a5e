internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

/// Proves a bundle: that its files are what was published, that they are of the shapes that their schemas say, that every path
/// of the tree leads to an id, and that all shapes hold the same.
///
/// Each check works on what is there: a bundle of few shapes has few to compare.
public struct BundleVerification: Sendable {
    /// 0 sound · 1 sound, and above a budget · 3 damaged.
    public let exitStatus: Int32
    /// What was proven, a line a check; and each fault with its file and place.
    public let text: String
    public let json: String

    /// How many faults are printed.
    private static let most = 20

    /// - Throws: a ``RunFailure`` where the folder is no bundle, or one of another format.
    public init(_ folder: String) throws(RunFailure) {
        do {
            let bundle = try VerifiedBundle(folder)
            self.init(try bundle.checked(jobs: Machine.processors), folder: folder, bundle)
        } catch {
            throw RunFailure(error)
        }
    }

    private init(_ checks: [VerifyCheck], folder: String, _ bundle: VerifiedBundle) {
        let faults = checks.flatMap(\.faults)
        let isDamaged = faults.contains { !$0.isBudget }
        exitStatus = isDamaged ? 3 : faults.isEmpty ? 0 : 1
        var text = faults.prefix(Self.most).map { "\(folder)/\($0.text)\n  fix: \($0.wayOut)\n" }.joined()
        if faults.count > Self.most { text += "\(folder): error: \(faults.count - Self.most) more\n" }
        for check in checks {
            for line in check.proven { text += check.name.padded(to: 11) + line + "\n" }
        }
        let verdict = isDamaged ? "damaged" : faults.isEmpty ? "sound" : "above budget"
        text += "\(verdict.padded(to: 11))\(folder): bundle \"\(bundle.name)\", data version \(bundle.dataVersion)\n"
        self.text = text
        json = String(
            decoding: JSON.object([
                "bundle": .string(bundle.name), "dataVersion": .string(bundle.dataVersion), "verdict": .string(verdict),
                "checks": .array(
                    checks.map { .object(["name": .string($0.name), "proven": .array($0.proven.map(JSON.string))]) }),
                "faults": .array(
                    faults.map {
                        .object([
                            "file": .string($0.file), "place": .string($0.place), "message": .string($0.message),
                            "check": .string($0.isBudget ? "budget" : "damage"),
                        ])
                    }),
            ]).document, as: UTF8.self)
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}

/// Something that a bundle should not have.
struct VerifyFault: Sendable {
    var file: String
    /// A JSON pointer, or a line; empty for the file as a whole.
    var place = ""
    var message: String
    var isBudget = false

    var text: String { file + (place.isEmpty ? "" : "#" + place) + ": error: " + message }
    var wayOut: String {
        isBudget ? "raise publish.budgets, or write less" : "copy the bundle again, or run the pipeline again"
    }
}

/// One check: what it proved, and what it found wrong.
struct VerifyCheck: Sendable {
    let name: String
    var proven: [String] = []
    private(set) var faults: [VerifyFault] = []
    /// Of one file; a damaged file has as many faults as rows.
    private static let most = 5

    init(_ name: String) { self.name = name }

    mutating func fault(_ file: String, _ place: String = "", _ message: String) {
        add(VerifyFault(file: file, place: place, message: message))
    }

    mutating func fault(_ damage: BundleDamage) { fault(damage.file, damage.place, damage.problemText) }

    mutating func overBudget(_ file: String, _ message: String) {
        add(VerifyFault(file: file, message: message, isBudget: true))
    }

    private mutating func add(_ fault: VerifyFault) {
        let told = faults.count { $0.file == fault.file }
        if told < Self.most {
            faults.append(fault)
        } else if told == Self.most {
            faults.append(VerifyFault(file: fault.file, message: "more of this kind"))
        }
    }
}

/// The bundle under proof, and its files as they are needed.
struct VerifiedBundle: Sendable {
    let folder: String
    let name: String
    let dataVersion: String
    let manifest: BundleManifest
    let manifestJSON: JSON
    /// What `catalog.json` has, or why it cannot be used; `nil` where it is not there.
    let catalogText: Result<PickerCatalog, BundleDamage>?
    /// For checks that have nothing to say where it is damaged: the tree's check tells that.
    var catalog: PickerCatalog? { try? catalogText?.get() }

    /// In the order in which they are told; the slow ones first would be no faster, for they share no work.
    static let checks: [(name: String, run: @Sendable (VerifiedBundle, inout VerifyCheck) throws -> Void)] = [
        ("files", { try $0.checkFiles(&$1) }),
        ("schemas", { try $0.checkSchemas(&$1) }),
        ("tree", { try $0.checkTree(&$1) }),
        ("shapes", { try $0.checkShapes(&$1) }),
        ("names", { try $0.checkNames(&$1) }),
        ("deltas", { try $0.checkDeltas(&$1) }),
        ("budgets", { try $0.checkBudgets(&$1) }),
    ]

    init(_ folder: String) throws(RunError) {
        self.folder = folder
        try BundleFolder.requireBundle(folder)
        let path = folder + "/" + BundleFormat.manifest
        let text = try contents(of: path)
        do {
            manifest = try BundleManifest(text)
            manifestJSON = try JSON(text)
        } catch {
            let message = (error as? BundleDamage)?.problemText ?? "damaged"
            let place = (error as? BundleDamage).map { $0.place.isEmpty ? "" : "#" + $0.place } ?? ""
            throw RunError(.input, at: path + place, message, wayOut: "copy the bundle again, or run the pipeline again")
        }
        name = manifest.name
        dataVersion = manifest.dataVersion
        let catalog = folder + "/" + BundleFormat.catalog
        let isThere = manifest.files.contains { $0.path == BundleFormat.catalog } && Folder.exists(catalog)
        let bytes = isThere ? try contents(of: catalog) : []
        catalogText = isThere ? Result { () throws(BundleDamage) in try PickerCatalog(bytes) } : nil
    }

    /// What all checks found, in the order of the checks, whichever ends first.
    func checked(jobs: Int) throws -> [VerifyCheck] {
        try parallelMap(Self.checks.count, jobs: jobs) { place in
            var check = VerifyCheck(Self.checks[place].name)
            try Self.checks[place].run(self, &check)
            return check
        }
    }

    func has(_ path: String) -> Bool { manifest.files.contains { $0.path == path } }

    func bytes(of path: String) throws(RunError) -> [UInt8] { try contents(of: folder + "/" + path) }
}
