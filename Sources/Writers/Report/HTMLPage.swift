internal import FuelEconomy
internal import Platform

/// HTML as bytes; whatever comes from a feed goes through ``text(_:)``.
struct HTMLPage {
    var bytes: [UInt8] = []

    mutating func raw(_ html: String) { bytes.append(contentsOf: html.utf8) }

    /// All before the body's content.
    ///
    /// The policy lets nothing be fetched or sent, and nothing run or styled but what is written here: a text that got past
    /// ``text(_:)`` would still do nothing.
    ///
    /// - Parameter script: runs after the body; without a blank line, without `</`.
    mutating func open(_ title: String, script: String? = nil) {
        raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '\(hash(reportStyle))'; ")
        raw("script-src \(script.map { "'\(hash($0))'" } ?? "'none'"); base-uri 'none'; form-action 'none'\">\n")
        raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
        text(title)
        raw("</title>\n<style>\(reportStyle)</style>\n</head>\n<body>\n")
    }

    private func hash(_ text: String) -> String { "sha256-" + SHA256(of: Array(text.utf8)).base64 }

    mutating func close(script: String? = nil) {
        if let script { raw("<script>\(script)</script>\n") }
        raw("</body>\n</html>\n")
    }

    mutating func text(_ text: String) {
        let text = Array(shown(text, limit: .max).utf8)
        if !text.contains(where: { $0 == 0x26 || $0 == 0x3c || $0 == 0x3e || $0 == 0x22 }) {
            bytes += text
            return
        }
        for byte in text {
            switch byte {
            case 0x26: raw("&amp;")
            case 0x3c: raw("&lt;")
            case 0x3e: raw("&gt;")
            case 0x22: raw("&quot;")
            default: bytes.append(byte)
            }
        }
    }

    mutating func element(_ name: String, class kind: String? = nil, _ text: String) {
        raw("<\(name)" + (kind.map { " class=\"\($0)\"" } ?? "") + ">")
        self.text(text)
        raw("</\(name.prefix { $0 != " " })>")
    }

    /// A text of the feed, cut where it is endless: whichever way it runs, what stands around it keeps its order.
    mutating func isolated(_ text: String) { element("bdi", shown(text)) }

    /// A table that scrolls by itself where the screen is narrow.
    ///
    /// - Parameter columns: their titles; those of numbers begin with `#`.
    mutating func table(_ caption: String, _ columns: [String], _ rows: (inout HTMLPage) -> Void) {
        raw("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"")
        text(caption)
        raw("\"><table>\n<caption>")
        text(caption)
        raw("</caption>\n<thead><tr>")
        for column in columns {
            let isNumber = column.hasPrefix("#")
            element(
                isNumber ? "th scope=\"col\" class=\"n\"" : "th scope=\"col\"",
                isNumber ? String(column.dropFirst()) : column)
        }
        raw("</tr></thead>\n<tbody>\n")
        rows(&self)
        raw("</tbody></table></div>\n")
    }

    /// A table of two columns: what each text is, and the text.
    mutating func pairs(_ lines: [(name: String, text: String)]) {
        raw("<div class=\"scroll\"><table>\n<tbody>\n")
        for (name, text) in lines {
            raw("<tr>")
            element("th", name)
            element("td", text)
            raw("</tr>\n")
        }
        raw("</tbody></table></div>\n")
    }

    /// A number in a list of them, with what it counts.
    mutating func tile(_ number: Int, _ meaning: String, class kind: String? = nil) {
        raw("<li" + (kind.map { " class=\"\($0)\"" } ?? "") + "><strong>\(NumberText.grouped(number))</strong> ")
        text(meaning)
        raw("</li>\n")
    }

    /// A section with its heading, which names it.
    mutating func section(_ id: String, _ title: String, _ content: (inout HTMLPage) -> Void) {
        raw("<section id=\"\(id)\" aria-labelledby=\"\(id)-title\">\n<h2 id=\"\(id)-title\">")
        text(title)
        raw("</h2>\n")
        content(&self)
        raw("</section>\n")
    }

    /// A drawing with its title and what it shows, in words.
    mutating func figure(_ title: String, _ meaning: String, _ drawing: (inout HTMLPage) -> Void) {
        raw("<figure>\n<figcaption><h3>")
        text(title)
        raw("</h3><p>")
        text(meaning)
        raw("</p></figcaption>\n")
        drawing(&self)
        raw("</figure>\n")
    }

    /// - Parameter isGroup: whether parts of it can be reached one by one.
    mutating func svg(
        _ width: Int, _ height: Int, _ label: String, class kind: String? = nil, isGroup: Bool = false,
        _ drawing: (inout HTMLPage) -> Void
    ) {
        raw("<svg viewBox=\"0 0 \(width) \(height)\" role=\"\(isGroup ? "group" : "img")\" aria-label=\"")
        text(label)
        raw("\"" + (kind.map { " class=\"\($0)\"" } ?? "") + ">\n")
        drawing(&self)
        raw("</svg>\n")
    }

    /// A text in a drawing.
    ///
    /// - Parameter anchor: `start`, `middle` or `end`.
    mutating func label(_ x: Double, _ y: Double, _ words: String, anchor: String = "start", class kind: String? = nil) {
        raw("<text x=\"\(decimal(x))\" y=\"\(decimal(y))\"")
        if anchor != "start" { raw(" text-anchor=\"\(anchor)\"") }
        if let kind { raw(" class=\"\(kind)\"") }
        raw(">")
        text(words)
        raw("</text>\n")
    }

    mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, class kind: String) {
        raw(
            "<line x1=\"\(decimal(x1))\" y1=\"\(decimal(y1))\" x2=\"\(decimal(x2))\" y2=\"\(decimal(y2))\" class=\"\(kind)\"/>\n"
        )
    }

    mutating func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double, class kind: String, title: String? = nil)
    {
        raw(
            "<rect x=\"\(decimal(x))\" y=\"\(decimal(y))\" width=\"\(decimal(width))\" height=\"\(decimal(height))\" class=\"\(kind)\""
        )
        if let title {
            raw(">")
            element("title", title)
            raw("</rect>\n")
        } else {
            raw("/>\n")
        }
    }
}

/// A coordinate, to a tenth.
func decimal(_ value: Double) -> String { NumberText.short((value * 10).rounded() / 10) }
