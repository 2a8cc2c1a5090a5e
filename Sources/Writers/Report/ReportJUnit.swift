internal import FuelEconomy

/// `report/junit.xml`: a suite a severity, a case a rule that had something to look at; in the form that Jenkins, GitLab and
/// others read.
///
/// A rule fails where it has new findings of the severity that refuses a run; other rules pass and say what they found.
func writeReportJUnit(_ content: BundleContent, to output: BundleOutput) throws {
    var xml = XMLText()
    let entries = content.audit.entries
    let failing = entries.filter { fails($0, content) }.count
    xml.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites")
    xml.attribute("name", "marque " + content.name)
    xml.raw(" tests=\"\(entries.count)\" failures=\"\(failing)\" errors=\"0\">\n")
    for severity in Severity.allCases.reversed() {
        let suite = entries.filter { $0.rule.severity == severity }
        if suite.isEmpty { continue }
        xml.raw("  <testsuite")
        xml.attribute("name", severity.rawValue)
        xml.raw(" tests=\"\(suite.count)\" failures=\"\(suite.filter { fails($0, content) }.count)\" errors=\"0\">\n")
        for entry in suite { writeCase(entry, content, &xml) }
        xml.raw("  </testsuite>\n")
    }
    xml.raw("</testsuites>\n")
    try output.write(xml.bytes)
}

private func fails(_ entry: AuditResult.Entry, _ content: BundleContent) -> Bool {
    entry.new > 0 && entry.rule.severity >= content.failOn
}

private func writeCase(_ entry: AuditResult.Entry, _ content: BundleContent, _ xml: inout XMLText) {
    xml.raw("    <testcase")
    xml.attribute("classname", "marque.\(content.name).\(entry.rule.severity.rawValue)")
    xml.attribute("name", entry.rule.id)
    if entry.count + entry.fixed == 0 { return xml.raw("/>\n") }
    xml.raw(">\n")
    if fails(entry, content) {
        xml.raw("      <failure")
        xml.attribute("type", entry.rule.severity.rawValue)
        xml.attribute("message", "\(NumberText.grouped(entry.new)) new: \(inSentence(entry.rule.title))")
        xml.raw(">")
        writeNew(entry, content, &xml)
        xml.raw("</failure>\n")
    }
    xml.raw("      <system-out>")
    xml.text(
        "\(NumberText.grouped(entry.new)) new, \(NumberText.grouped(entry.known)) known, "
            + "\(NumberText.grouped(entry.waived)) waived, \(NumberText.grouped(entry.fixed)) fixed\n")
    if !fails(entry, content) { writeNew(entry, content, &xml) }
    xml.raw("</system-out>\n    </testcase>\n")
}

private func writeNew(_ entry: AuditResult.Entry, _ content: BundleContent, _ xml: inout XMLText) {
    if entry.new == 0 { return }
    let items = entry.newItems.prefix(sampleLimit)
    for item in items {
        xml.text(content.place(of: item.finding).map { $0 + ": " } ?? "")
        xml.text(shown(content.message(item.finding, of: entry.rule)) + "\n")
    }
    if entry.new > items.count { xml.text("and \(NumberText.grouped(entry.new - items.count)) more\n") }
    xml.text("fix: \(entry.rule.fix)\n")
}

/// XML 1.0 as bytes; characters that it forbids become U+FFFD.
struct XMLText {
    private(set) var bytes: [UInt8] = []

    mutating func raw(_ xml: String) { bytes.append(contentsOf: xml.utf8) }

    mutating func attribute(_ name: String, _ value: String) {
        raw(" \(name)=\"")
        text(value, isAttribute: true)
        raw("\"")
    }

    mutating func text(_ text: String) { self.text(text, isAttribute: false) }

    private mutating func text(_ text: String, isAttribute: Bool) {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: raw("&amp;")
            case 0x3c: raw("&lt;")
            // Always, so that no "]]>" can come of it.
            case 0x3e: raw("&gt;")
            case 0x22: raw("&quot;")
            // A parser would make other white space of them.
            case 0x0d: raw("&#13;")
            case 0x09, 0x0a: raw(isAttribute ? "&#\(scalar.value);" : String(scalar))
            case ..<0x20, 0xfffe, 0xffff: raw("\u{fffd}")
            default: bytes.append(contentsOf: UTF8.encode(scalar)!)
            }
        }
    }
}
