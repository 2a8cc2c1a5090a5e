internal import CPages
internal import Platform

/// The page that shows a bundle's pickers: one file, which asks nobody for anything.
///
/// What comes from feeds is packed, so none of it stands in the page as markup; and the policy lets nothing run or be styled but what
/// is written here.
///
/// - Parameters:
///   - catalog: the text of `catalog.json`.
///   - facts: what ``previewFacts(_:fields:ids:about:)`` gives.
package func previewPage(catalog: [UInt8], facts: [UInt8]) -> [UInt8] {
    let style = unsafe text(marque_preview_style)
    let script = unsafe oneScript(text(marque_preview_script))
    let markup = unsafe text(marque_preview_markup)
    let head = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '\(hash(style))'; \
        script-src '\(hash(script))'; base-uri 'none'; form-action 'none'">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <meta name="color-scheme" content="light dark">
        <title>Pickers</title>
        <style>\(style)</style>
        </head>
        <body>
        \(markup)
        """
    var page = Array(head.utf8)
    for (name, data) in [("catalog", catalog), ("facts", facts)] {
        page += Array("<script type=\"application/octet-stream\" id=\"\(name)-data\">".utf8)
        page += base64(gzipped(data))
        page += Array("</script>\n".utf8)
    }
    page += Array("<script type=\"module\">\(script)</script>\n</body>\n</html>\n".utf8)
    return page
}

private func hash(_ text: String) -> String { "sha256-" + SHA256(of: Array(text.utf8)).base64 }

private func text(_ text: marque_text) -> String {
    unsafe String(decoding: UnsafeBufferPointer(start: text.bytes, count: text.count), as: UTF8.self)
}

/// Modules that stand behind each other as one: without what they import of each other, and what they export.
private func oneScript(_ modules: String) -> String {
    let export = "export "
    return modules.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> Substring? in
        if line.hasPrefix("import ") || line.hasPrefix(export + "{") { return nil }
        return line.hasPrefix(export) ? line.dropFirst(export.count) : line
    }.joined(separator: "\n")
}
