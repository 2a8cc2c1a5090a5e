// Apart from the other helpers, because libxml2's headers and Foundation each bring an ICU of their own.
internal import CLibXML2

/// What libxml2 has to say against an HTML page; elements that are newer than its HTML 4 aside.
public func htmlErrors(_ page: [UInt8]) -> [String] {
    page.withUnsafeBytes { bytes in
        let unknownElement: Int32 = 801
        let quiet = Int32(HTML_PARSE_NONET.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue)
        guard let context = htmlCreateMemoryParserCtxt(bytes.baseAddress, Int32(bytes.count)) else { return ["no memory"] }
        defer { htmlFreeParserCtxt(context) }
        htmlCtxtUseOptions(context, quiet)
        htmlParseDocument(context)
        defer { xmlFreeDoc(context.pointee.myDoc) }
        let error = context.pointee.lastError
        if error.code == 0 || error.code == unknownElement { return [] }
        return ["line \(error.line): " + (error.message.map { String(cString: $0) } ?? "error \(error.code)")]
    }
}
