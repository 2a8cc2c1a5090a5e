internal import FeedReaders
internal import FuelEconomy
internal import PickerKit
internal import Platform
internal import Writers

extension VerifiedBundle {
    /// Each file is as long and has the SHA-256 that the manifest says, `SHA256SUMS` says the same, and nothing else lies there.
    func checkFiles(_ check: inout VerifyCheck) throws {
        var sums: [String: String] = [:]
        let listed = try bytes(of: BundleFormat.checksums)
        for (place, line) in listed.split(separator: 0x0a, omittingEmptySubsequences: false).dropLast().enumerated() {
            let text = String(decoding: line, as: UTF8.self)
            let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, parts[0].utf8.count == 64, parts[1].hasPrefix(" "),
                sums[String(parts[1].dropFirst())] == nil
            else {
                check.fault(
                    BundleFormat.checksums, "line \(place + 1)",
                    "\"\(text)\" found, expected a SHA-256, two blanks and a file")
                continue
            }
            sums[String(parts[1].dropFirst())] = parts[0]
        }
        if listed.last != 0x0a { check.fault(BundleFormat.checksums, "", "no line end at the end") }
        var expected = manifest.files.map { (path: $0.path, size: Optional($0.size), sha256: Optional($0.sha256)) }
        expected.append((BundleFormat.manifest, nil, nil))
        var size = 0
        for file in expected {
            guard let sum = sums.removeValue(forKey: file.path) else {
                check.fault(BundleFormat.checksums, "", "has no line for \"\(file.path)\"")
                continue
            }
            if let sha256 = file.sha256, sha256 != sum {
                check.fault(
                    BundleFormat.checksums, "",
                    "sha256 \(sum) of \"\(file.path)\" found, expected \(sha256) as the manifest says")
            }
            guard Folder.exists(folder + "/" + file.path) else {
                check.fault(BundleDamage(.missing, file: file.path))
                continue
            }
            let length = try OpenFile.reading(folder + "/" + file.path).size
            size += length
            if let wanted = file.size, wanted != length {
                check.fault(BundleDamage(.wrongSize(length, expected: wanted), file: file.path))
            }
            let found = try SHA256(ofFile: folder + "/" + file.path).hexadecimal
            if found != sum { check.fault(BundleDamage(.wrongChecksum(found, expected: sum), file: file.path)) }
        }
        for path in sums.keys.sorted() {
            check.fault(BundleFormat.checksums, "", "\"\(path)\" found, which the manifest does not name")
        }
        let known = Set(expected.map(\.path) + [BundleFormat.checksums])
        for path in files(in: "").sorted() where !known.contains(path) {
            check.fault(path, "", "is no file of the bundle")
        }
        check.proven.append("\(expected.count) files of \(NumberText.grouped(size)) bytes are as published")
        try checkPacked(&check)
    }

    /// All files below a folder of the bundle.
    private func files(in path: String) -> [String] {
        Folder.names(in: folder + "/" + path).flatMap { name -> [String] in
            let inner = path.isEmpty ? name : path + "/" + name
            return Folder.isFolder(folder + "/" + inner) ? files(in: inner) : [inner]
        }
    }

    /// Files in gzip unpack to the files beside them.
    private func checkPacked(_ check: inout VerifyCheck) throws {
        let suffix = ".gz"
        var count = 0
        for file in manifest.files where file.path.hasSuffix(suffix) {
            let plain = String(file.path.dropLast(suffix.count))
            guard Folder.exists(folder + "/" + file.path), let original = manifest.files.first(where: { $0.path == plain })
            else {
                continue
            }
            do {
                let digest = try GzipFile.digest(of: folder + "/" + file.path)
                if digest == original.sha256 {
                    count += 1
                } else {
                    check.fault(file.path, "", "unpacks to other bytes than \"\(plain)\"")
                }
            } catch let error as RunError {
                check.fault(file.path, "", error.message)
            }
        }
        if count > 0 { check.proven.append("\(count) files in gzip unpack to those beside them") }
    }

    /// What the pipeline file allows each file, as the manifest says it.
    func checkBudgets(_ check: inout VerifyCheck) throws {
        guard case .object(let budgets) = manifestJSON["budgets"] ?? .null else { return }
        for (path, budget) in budgets.sorted(by: { $0.key < $1.key }) {
            guard let file = manifest.files.first(where: { $0.path == path }), Folder.exists(folder + "/" + path) else {
                continue
            }
            let bytes = try bytes(of: path)
            var told: [String] = []
            func hold(_ value: Double, _ limit: JSON?, _ text: (Double) -> String) {
                guard let limit = limit?.number else { return }
                told.append("\(text(value)) of \(text(limit))")
                if value > limit { check.overBudget(path, "\(text(value)) found, expected at most \(text(limit))") }
            }
            hold(Double(file.size), budget["size"]) { "\(NumberText.grouped(Int($0))) bytes" }
            if budget["gzip"] != nil {
                hold(Double(gzipped(bytes).count), budget["gzip"]) { "\(NumberText.grouped(Int($0))) bytes in gzip" }
            }
            if budget["decode"] != nil {
                hold(decodeTime(path, bytes), budget["decode"]) { "\(Int($0.rounded(.up))) ms to decode" }
            }
            if !told.isEmpty { check.proven.append("\(path): " + told.joined(separator: ", ")) }
        }
    }

    /// Milliseconds that a file takes to be read as PickerKit reads it, or as JSON where PickerKit has no reader; the best of three,
    /// so that a busy machine counts for little.
    private func decodeTime(_ path: String, _ bytes: [UInt8]) -> Double {
        (0..<3).map { _ in
            let start = Machine.seconds
            switch path {
            case BundleFormat.catalog: _ = try? PickerCatalog(bytes)
            case BundleFormat.vehicles: _ = try? PickerVehicles(bytes)
            case BundleFormat.makes: _ = try? PickerShards(bytes)
            default: _ = try? JSON(bytes)
            }
            return (Machine.seconds - start) * 1000
        }.min()!
    }
}
