/// A model year that a text names, and where: `XC40, MY22`, `Defender, 20MY`, `Civic 2021`, `(AM 2022)`.
///
/// British `MY22`, `20MY`, `20.5MY`, `Model Year 2020.5`; French `AM 2022`, `AM22`; and a year of this century as the last of
/// several words. Half model years belong to the year that they are a half of.
struct ModelYearMention {
    /// `nil` where the text only bounds the year: `Model Year Pre 2021`.
    var year: Int?
    /// Whether the text says that the figure is a model year.
    var isMarked: Bool
    /// In the text's UTF-8, with the mark and the parentheses around it.
    var range: Range<Int>

    /// The text without the mention; `nil` where nothing would be left.
    func removed(from text: String) -> String? {
        let bytes = Array(text.utf8)
        let rest = bytes[..<range.lowerBound] + bytes[range.upperBound...]
        var kept = rest[...]
        while let last = kept.last, last == 0x20 || last == 0x2c || last == 0x2d { kept.removeLast() }
        while kept.first == 0x20 { kept.removeFirst() }
        return kept.isEmpty ? nil : String(decoding: kept, as: UTF8.self)
    }

    static func find(in text: String) -> ModelYearMention? {
        let bytes = Array(text.utf8)
        guard mayMention(bytes) else { return nil }
        var words: [Range<Int>] = []
        var isOpen = false
        for (place, byte) in bytes.enumerated() {
            let isWord = byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x2e || byte >= 0x80
            if isWord, isOpen {
                words[words.count - 1] = words[words.count - 1].lowerBound..<place + 1
            } else if isWord {
                words.append(place..<place + 1)
            }
            isOpen = isWord
        }
        func word(_ place: Int) -> Substring {
            words.indices.contains(place) ? Substring(decoding: bytes[words[place]], as: UTF8.self) : ""
        }
        func mention(_ year: Int?, _ from: Int, _ to: Int, isMarked: Bool = true) -> ModelYearMention {
            var range = words[from].lowerBound..<words[to].upperBound
            if range.lowerBound > 0, bytes[range.lowerBound - 1] == 0x28, range.upperBound < bytes.count,
                bytes[range.upperBound] == 0x29
            {
                range = range.lowerBound - 1..<range.upperBound + 1
            }
            return ModelYearMention(year: year, isMarked: isMarked, range: range)
        }
        for place in words.indices {
            let text = word(place)
            for mark in ["MY", "AM"] {
                if text.hasPrefix(mark), let year = year(text.dropFirst(2)) { return mention(year, place, place) }
                if mark == "MY", text.hasSuffix(mark), let year = year(text.dropLast(2)) {
                    return mention(year, place, place)
                }
                if text == mark, let year = year(word(place + 1)) { return mention(year, place, place + 1) }
            }
            if text == "Model", word(place + 1) == "Year" {
                if let year = year(word(place + 2)) { return mention(year, place, place + 2) }
                let isBound = ["Pre", "Post"].contains(word(place + 2))
                if isBound, let digit = word(place + 3).utf8.first, digit &- 0x30 < 10 {
                    return mention(nil, place, place + 3)
                }
            }
        }
        // A year without a mark is the last of several words, `Civic 2021`; but the 2008 is a Peugeot.
        guard words.count > 1, let last = words.last, last.upperBound == bytes.count, last.lowerBound > 0,
            bytes[last.lowerBound - 1] == 0x20, isThisCentury(word(words.count - 1)), word(words.count - 1) != "2008",
            let year = year(word(words.count - 1)),
            !words.indices.dropLast().contains(where: { isThisCentury(word($0)) })
        else { return nil }
        return mention(year, words.count - 1, words.count - 1, isMarked: false)
    }

    /// Nearly all names end here, at once.
    private static func mayMention(_ text: [UInt8]) -> Bool {
        var last: UInt8 = 0
        var isBehindMark = false
        var digits = 0
        for byte in text {
            // MY, Year, and AM in front of no letter: AMG is none.
            if (last == 0x4d && byte == 0x59) || (last == 0x59 && byte == 0x65) { return true }
            if isBehindMark, (byte | 0x20) &- 0x61 >= 26 { return true }
            isBehindMark = last == 0x41 && byte == 0x4d
            digits = byte &- 0x30 < 10 ? digits + 1 : 0
            last = byte
        }
        return digits == 4
    }

    private static func isThisCentury(_ word: Substring) -> Bool { word.utf8.count == 4 && word.hasPrefix("20") }

    private static func year(_ digits: Substring) -> Int? {
        let whole = digits.prefix { $0 != "." }
        guard digits.utf8.allSatisfy({ $0 < 0x3a }), let number = Int(whole) else { return nil }
        if whole.utf8.count == 2 { return 2000 + number }
        return whole.utf8.count == 4 && (1950...2099).contains(number) ? number : nil
    }
}
