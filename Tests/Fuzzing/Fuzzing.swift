import FeedReaders
import Foundation
import FuelEconomy
import Normalizers
import PickerKit
import Pipelines

typealias FuzzTarget = @convention(c) (UnsafePointer<UInt8>, Int) -> CInt

/// libFuzzer's own loop, for programs that bring their own `main`.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ target: FuzzTarget
) -> CInt

/// What the package manager takes for the program's `main`.
@_cdecl("fuzzing_main")
public func fuzzingMain(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
    var count = count
    var arguments = arguments
    return runFuzzer(&count, &arguments, fuzzOneInput)
}

/// What libFuzzer calls with each input. `Scripts/fuzz TARGET` says in the environment which target is meant.
@_cdecl("marque_fuzz_one_input")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    target(Array(UnsafeBufferPointer(start: data, count: size)))
    return 0
}

private let target: @Sendable ([UInt8]) -> Void = {
    let targets: [String: @Sendable ([UInt8]) -> Void] = [
        "gzip": fuzzPacking, "zip": fuzzPacking, "csv": fuzzCSV, "xml": fuzzXML, "pipeline": fuzzPipeline,
        "bundle": fuzzBundle,
    ]
    let name = ProcessInfo.processInfo.environment["MARQUE_FUZZ_TARGET"] ?? ""
    guard let target = targets[name] else { fatalError("no fuzz target \"\(name)\"") }
    return target
}()

/// Bytes in pieces of some sizes, for ever the same.
private final class Pieces: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let size: Int

    init(_ bytes: ArraySlice<UInt8>, size: Int) {
        rest = bytes
        self.size = size
    }

    func read(into bytes: inout [UInt8], at offset: Int, count: Int) -> Int {
        let part = rest.prefix(min(count, size))
        bytes.replaceSubrange(offset..<offset + part.count, with: part)
        rest = rest.dropFirst(part.count)
        return part.count
    }
}

/// What came of a text: its rows and oddities, or the error that ended it.
private struct Outcome: Equatable {
    var rows: [[String]] = []
    var oddities: [String] = []
    var tally = RecordBatch.Tally()
    var isRefused = false

    init(isRefused: Bool) { self.isRefused = isRefused }

    /// - Parameter open: makes the reader; both it and the reader may throw.
    init(_ columns: Int, _ open: () throws -> any RecordReader) {
        do {
            let reader = try open()
            while let batch = try reader.next() {
                for record in 0..<batch.recordCount {
                    rows.append((0..<columns).map { batch.text(record, column: $0) })
                    for slot in 0..<columns { _ = batch.sight(of: record, slot: slot) }
                }
                oddities += batch.anomalies.map { "\($0.line) \($0.rule.id)" }
                tally.read += batch.tally.read
                tally.blank += batch.tally.blank
                tally.ragged += batch.tally.ragged
                tally.footnotes += batch.tally.footnotes
                precondition(
                    batch.tally.read
                        == batch.recordCount + batch.tally.blank + batch.tally.ragged + batch.tally.footnotes,
                    "each record is counted once")
            }
            _ = try reader.drift
        } catch let fault as RunError {
            precondition(fault.kind == .input, "only the input is at fault")
            // A run that fails publishes nothing, so how far it came does not matter; nor which of several faults was met
            // first by an inflater that looks ahead.
            self = Outcome(isRefused: true)
        } catch {
            fatalError("\(error)")
        }
    }
}

/// The outcome may not depend on how the bytes arrive.
private func requireSame(_ columns: Int, _ bytes: ArraySlice<UInt8>, _ open: (any ByteSource) throws -> any RecordReader) {
    let whole = Outcome(columns) { try open(Pieces(bytes, size: .max)) }
    for size in [1, 7] {
        let cut = Outcome(columns) { try open(Pieces(bytes, size: size)) }
        precondition(cut == whole, "the same in pieces of \(size)")
    }
}

private let columns = WantedColumns(
    layout: "fuzz", names: [["id"], ["make", "Make"], ["x"]], required: [0], ignored: ["y"])

/// The first byte chooses the dialect.
private func fuzzCSV(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let form = FeedForm.Delimited(
        delimiter: first & 1 == 0 ? 0x2c : 0x3b, preambleLines: Int(first >> 1 & 1), headerRows: Int(first >> 2 & 3) % 3,
        hasFootnotes: first & 0x10 != 0)
    let wanted =
        form.headerRows == 0
        ? WantedColumns(layout: "fuzz", names: [["1"], ["2"], ["3"]], required: [0], ignored: []) : columns
    requireSame(3, bytes.dropFirst()) { try CSVReader($0, path: "fuzz", form: form, columns: wanted) }
    guard
        let stream = try? FeedStream(
            FeedSource(feed: "fuzz", path: "fuzz"), of: Pieces(bytes.dropFirst(), size: .max))
    else { return }
    guard let sniffer = try? FormSniffer(stream, records: []) else { return }
    let names = WantedColumns(layout: "fuzz", names: sniffer.columns.map { [$0] }, required: [], ignored: [])
    _ = Outcome(sniffer.columns.count) { try RecordReaders.open(stream, forms: [sniffer.form], columns: names) }
}

private func fuzzXML(_ bytes: [UInt8]) {
    let form = FeedForm.XML(records: ["cars/car", "car"])
    let wanted = WantedColumns(layout: "fuzz", names: [["id"], ["make", "a/b"], ["@x"]], required: [0], ignored: [])
    requireSame(3, bytes[...]) { XMLReader($0, path: "fuzz", form: form, columns: wanted) }
}

/// Whatever is packed in whatever, down to typed rows.
private func fuzzPacking(_ bytes: [UInt8]) {
    let limits = UnpackLimits(size: 1 << 20, ratio: 1000)
    requireSame(3, bytes[...]) { source in
        let stream = try FeedStream(
            FeedSource(feed: "fuzz", path: "fuzz"), of: source, limits: limits)
        return try RecordReaders.open(
            stream, forms: [.delimited(.init()), .xml(.init(records: ["cars/car"]))], columns: columns)
    }
}

private func fuzzPipeline(_ bytes: [UInt8]) {
    switch PipelineFile.load(bytes, path: "fuzz.yaml") {
    case .pipeline(let file): precondition(!file.feedNames.isEmpty)
    case .faults(let faults): precondition(!faults.isEmpty && faults.allSatisfy { $0.hasPrefix("fuzz.yaml:") })
    }
}

/// A catalog that decodes can be walked from end to end, and what it was made of put together again.
private func fuzzBundle(_ bytes: [UInt8]) {
    if let vehicles = try? PickerVehicles(bytes) {
        for id in vehicles.ids { precondition(vehicles[id] != nil) }
    }
    if let patch = try? CatalogPatch(bytes) { _ = try? patch.apply(to: Array("{}".utf8)) }
    guard let catalog = try? PickerCatalog(bytes), let text = try? CatalogText(bytes) else { return }
    if let again = try? CatalogText(text.json) { precondition(again == text) }
    var options = 0
    func walk(_ path: [Int]) {
        let titles = catalog.titles(below: path)
        precondition(titles.count == catalog.count(below: path) && !catalog.options(below: path).isEmpty || path.isEmpty)
        if path.count == catalog.levels.count {
            precondition(catalog.defaultID(at: path) != nil)
            options += titles.count
        } else {
            for row in 0..<titles.count { walk(path + [row]) }
        }
    }
    walk([])
    precondition(options == catalog.options.id.count)
}
