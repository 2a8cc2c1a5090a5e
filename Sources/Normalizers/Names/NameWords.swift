internal import FuelEconomy
internal import PickerKit

/// A name cut into words, folded: `E400 4matic (station wagon)` → `e400`, `4matic`, `station`, `wagon`.
///
/// A list with slashes is one word. A bare number goes with what it counts: `4 door` is one word.
struct NameWords {
    /// The words with a blank between two, then ``RecordBatch/padding``.
    private(set) var bytes: [UInt8] = []
    /// Where the words stand.
    private(set) var fields: [FieldRange] = []

    init(_ name: String) {
        let folded = name.utf8.allSatisfy { $0 < 0x80 } ? name : NameFolding.lettersFolded(name)
        let name = Array(folded.utf8)
        bytes.reserveCapacity(name.count + RecordBatch.padding + 8)
        fields.reserveCapacity(8)
        var start: Int?
        var isBehindNumber = false
        for place in name.indices {
            if Self.isWordByte(name, place) {
                if start == nil {
                    if !bytes.isEmpty { bytes.append(0x20) }
                    start = bytes.count
                }
                bytes.append(name[place] &- 0x41 < 26 ? name[place] | 0x20 : name[place])
                if place + 1 < name.count { continue }
            }
            guard let from = start else { continue }
            start = nil
            if name[place] == 0x22, name[place - 1] &- 0x30 < 10 { bytes += [0x69, 0x6e] }
            if isBehindNumber, Self.counted.contains(String(decoding: bytes[from...], as: UTF8.self)) {
                fields[fields.count - 1].end = UInt32(bytes.count)
                isBehindNumber = false
            } else {
                fields.append(FieldRange(start: UInt32(from), end: UInt32(bytes.count)))
                isBehindNumber = NameLexicon.isNumber(bytes[from...])
            }
        }
        bytes += Self.padding
    }

    var words: [String] { fields.map { String(decoding: bytes[Int($0.start)..<Int($0.end)], as: UTF8.self) } }

    /// A point, a comma or a slash belongs to the word where it has digits or, the slash, anything on both sides.
    private static func isWordByte(_ bytes: [UInt8], _ place: Int) -> Bool {
        let byte = bytes[place]
        if byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte >= 0x80 { return true }
        func isDigit(_ place: Int) -> Bool { bytes.indices.contains(place) && bytes[place] &- 0x30 < 10 }
        switch byte {
        case 0x2b, 0x21, 0x23, 0x3c, 0x3e: return true
        case 0x2e, 0x2c: return isDigit(place - 1) && isDigit(place + 1)
        case 0x2f:
            return place > 0 && place + 1 < bytes.count && bytes[place - 1] != 0x20 && bytes[place + 1] != 0x20
        default: return false
        }
    }

    private static let padding = [UInt8](repeating: 0, count: RecordBatch.padding)

    private static let counted: Set<String> = [
        "door", "doors", "dr", "wheel", "wd", "cyl", "cylinder", "seat", "seats", "passenger", "speed", "series", "class",
    ]

    /// Whether a word says how a car is driven, built or fueled: a word more or less of these is another car.
    static let telling: Set<String> = [
        "awd", "fwd", "rwd", "2wd", "4wd", "4x4", "4x2", "quattro", "xdrive", "sdrive", "edrive", "4matic", "4motion",
        "syncro",
        "convertible", "cabriolet", "cabrio", "conv", "coupe", "coup", "sedan", "wagon", "avant", "sportback", "hatchback",
        "roadster", "spider", "spyder", "targa", "touring", "van", "pickup", "truck", "cargo", "passenger", "conversion",
        "cab",
        "hardtop", "limousine", "limo", "estate", "saloon", "suv", "2door", "4door", "2 door", "3 door", "4 door", "5 door",
        "hybrid", "hev", "phev", "plug", "ev", "electric", "ffv", "cng", "diesel", "tdi", "turbo", "ethanol", "bluetec",
        "etec",
        "l", "lwb", "long", "extended", "xl", "grand", "s", "gt", "gts", "plus", "sport", "se", "le", "xle", "limited",
    ]

    /// Words that have a usual short form.
    static let phrases: [(words: [String], short: String)] = [
        (["station", "wagon"], "wagon"), (["plug", "in", "hybrid"], "phev"), (["plug", "in"], "phev"),
        (["natural", "gas"], "cng"), (["vanden", "plas"], "vdp"), (["john", "cooper", "works"], "jcw"),
        (["sport", "turismo"], "st"), (["touring", "sports"], "ts"), (["gran", "turismo"], "gt"),
        (["range", "extender"], "rex"), (["long", "wheelbase"], "lwb"), (["short", "wheelbase"], "swb"),
        (["flex", "fuel"], "ffv"), (["carrera", "2"], "c2"), (["carrera", "4"], "c4"), (["carrera", "4s"], "c4s"),
        (["4", "matic"], "4matic"), (["4", "motion"], "4motion"),
    ]

    /// By form: the one that stands for all.
    static let forms: [String: String] = [
        "cabrio": "convertible", "cabriolet": "convertible", "conv": "convertible", "convert": "convertible",
        "convrt": "convertible", "cpe": "coupe", "sdn": "sedan", "wgn": "wagon", "sw": "wagon", "hbk": "hatchback",
        "htchbk": "hatchback", "pkup": "pickup", "limo": "limousine", "pass": "passenger", "2dr": "2door", "2 door": "2door",
        "2 dr": "2door", "3 door": "3door", "4dr": "4door", "4 door": "4door", "4 dr": "4door", "5 door": "5door",
        "4x4": "4wd",
        "4x2": "2wd", "flexfuel": "ffv", "hev": "hybrid", "ngv": "cng", "perf": "performance", "exec": "executive",
        "spt": "sport", "mk": "mark", "ii": "2", "iii": "3", "iv": "4", "qtro": "quattro", "4m": "4matic", "without": "no",
        "and": "", "with": "",
    ]
}
