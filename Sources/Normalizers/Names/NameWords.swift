internal import FuelEconomy
internal import PickerKit

/// A name cut into words, folded: `E400 4matic (station wagon)` → `e400`, `4matic`, `station`, `wagon`.
///
/// A list with slashes is one word. A bare number goes with what it counts: `4 door` is one word.
struct NameWords {
    private(set) var words: [String] = []
    /// Where the bare numbers stand: `SL 500` and `500 SL` are of the same words, and may be two cars.
    private(set) var numberPlaces = ""
    private var hasList = false
    private var hasInches = false

    init(_ name: String) {
        let bytes = NameFolding.foldedBytes(name)
        var start = 0
        for place in bytes.indices {
            if Self.isWordByte(bytes, place) { continue }
            let isInchMark = bytes[place] == 0x22 && place > start && bytes[place - 1] &- 0x30 < 10
            add(bytes[start..<place] + (isInchMark ? Array("in".utf8) : []))
            start = place + 1
        }
        add(bytes[start...])
        bindCounts()
        for (place, word) in words.enumerated() where Self.isNumber(word) {
            numberPlaces += (place == 0 ? "" : words[place - 1]) + ">" + word + " "
        }
    }

    /// A point, a comma or a slash belongs to the word where it has digits or, the slash, anything on both sides.
    private static func isWordByte(_ bytes: [UInt8], _ place: Int) -> Bool {
        let byte = bytes[place]
        if byte &- 0x30 < 10 || byte &- 0x61 < 26 || byte >= 0x80 { return true }
        func isDigit(_ place: Int) -> Bool { bytes.indices.contains(place) && bytes[place] &- 0x30 < 10 }
        switch byte {
        case 0x2b, 0x21, 0x23, 0x3c, 0x3e: return true
        case 0x2e, 0x2c: return isDigit(place - 1) && isDigit(place + 1)
        case 0x2f:
            return place > 0 && place + 1 < bytes.count && bytes[place - 1] != 0x20 && bytes[place + 1] != 0x20
        default: return false
        }
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>) {
        if bytes.isEmpty { return }
        words.append(String(decoding: bytes, as: UTF8.self))
        hasList = hasList || bytes.contains(0x2f)
        // in, inch, inches, and such behind digits
        let unit = bytes.drop { $0 &- 0x30 < 10 }
        hasInches = hasInches || (unit.first == 0x69 && unit.dropFirst().first == 0x6e && [2, 4, 6].contains(unit.count))
    }

    private static let counted: Set<String> = [
        "door", "doors", "dr", "wheel", "wd", "cyl", "cylinder", "seat", "seats", "passenger", "speed", "series", "class",
    ]

    private mutating func bindCounts() {
        var place = 0
        while place + 1 < words.count {
            if Self.isNumber(words[place]), Self.counted.contains(words[place + 1]) {
                words[place] += " " + words.remove(at: place + 1)
            }
            place += 1
        }
    }

    static func isNumber(_ word: String) -> Bool { word.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 == 0x2e || $0 == 0x2c } }

    /// The same for all names of the same words.
    var orderKey: String { Self.key(words) }

    /// The same for all names of the same words, also where a list stands in another order: by the words that are lists, and
    /// by the lists' items of several words; empty without a list.
    var listKeys: [String] {
        guard hasList else { return [] }
        let byWord = Self.key(words.map { $0.split(separator: "/").sorted().joined(separator: "/") })
        let items = words.joined(separator: " ").split(separator: "/").map {
            Self.key($0.split(separator: " ").map(String.init))
        }
        return [byWord, items.sorted().joined(separator: "/")]
    }

    /// The words with inches in one form; `nil` without any.
    var unitKey: String? {
        guard hasInches else { return nil }
        var alike: [String] = []
        var isChanged = false
        for word in words {
            if Self.appendInches(word, to: &alike) { isChanged = true } else { alike.append(word) }
        }
        return isChanged ? Self.key(alike) : nil
    }

    /// The words with lists taken apart; `nil` without a list.
    var slashlessKey: String? {
        guard hasList else { return nil }
        return Self.key(words.flatMap { $0.split(separator: "/").map(String.init) })
    }

    /// The same for all names that agree once usual short forms are alike; `nil` where there is none.
    var expandedKey: String? {
        guard hasInches || words.contains(where: { Self.phrases[$0] != nil || Self.forms[$0] != nil }) else { return nil }
        var expanded: [String] = []
        var isChanged = false
        var place = 0
        while place < words.count {
            if let phrase = Self.phrases[words[place]]?.first(where: { words[place...].dropFirst().starts(with: $0.rest) }) {
                expanded.append(phrase.short)
                place += phrase.rest.count
                isChanged = true
            } else if hasInches, Self.appendInches(words[place], to: &expanded) {
                isChanged = isChanged || expanded.last != words[place]
            } else if let form = Self.forms[words[place]] {
                if !form.isEmpty { expanded.append(form) }
                isChanged = true
            } else {
                expanded.append(words[place])
            }
            place += 1
        }
        return isChanged ? Self.key(expanded) : nil
    }

    private static func key(_ words: [String]) -> String {
        words.count == 1 ? words[0] : words.sorted().joined(separator: " ")
    }

    /// Adds `20in` for `20in`, `20inch`, and for `inch` behind `20`, which it takes in.
    ///
    /// - Returns: `false` for a word of another kind.
    private static func appendInches(_ word: String, to list: inout [String]) -> Bool {
        let number = word.prefix { $0.isASCII && $0.isNumber }
        guard ["in", "inch", "inches"].contains(word.dropFirst(number.utf8.count)) else { return false }
        if !number.isEmpty {
            list.append(number + "in")
            return true
        }
        guard let last = list.last, isNumber(last) else { return false }
        list[list.count - 1] = last + "in"
        return true
    }

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

    /// By first word: the words behind it, and the usual short form of all.
    private static let phrases: [String: [(rest: [String], short: String)]] = [
        "station": [(["wagon"], "wagon")], "plug": [(["in", "hybrid"], "phev"), (["in"], "phev")],
        "natural": [(["gas"], "cng")], "vanden": [(["plas"], "vdp")], "john": [(["cooper", "works"], "jcw")],
        "sport": [(["turismo"], "st")], "touring": [(["sports"], "ts")], "gran": [(["turismo"], "gt")],
        "range": [(["extender"], "rex")], "long": [(["wheelbase"], "lwb")], "short": [(["wheelbase"], "swb")],
        "flex": [(["fuel"], "ffv")], "carrera": [(["2"], "c2"), (["4"], "c4"), (["4s"], "c4s")],
        "4": [(["matic"], "4matic"), (["motion"], "4motion")],
    ]

    /// By form: the one that stands for all.
    private static let forms: [String: String] = [
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
