internal import Pipelines

let inspectCommand = Subcommand(
    name: "inspect",
    operands: "FILE [--entry NAME] [--encoding NAME] [--draft]",
    meaning: "says what a file is, and drafts a pipeline that reads it",
    options: [
        OptionDeclaration(
            name: "entry", value: .text("NAME"), meaning: "of a zip archive with several entries: the one meant"),
        OptionDeclaration(
            name: "encoding", value: .oneOf("NAME", Inspection.encodings),
            meaning: "what the text is, where its bytes do not tell: windows-1252 …"),
        OptionDeclaration(name: "draft", value: nil, meaning: "print the draft of a pipeline and nothing else"),
    ],
    run: { arguments in
        guard arguments.operands.count == 1 else {
            throw UsageError(message: "\(arguments.operands.count) files found, expected 1")
        }
        let encoding = try arguments.word("encoding")
        let inspection = try Inspection(of: arguments.operands[0], entry: arguments.last("entry"), encoding: encoding)
        Terminal.output(arguments.has("draft") ? inspection.draft : inspection.text)
        return 0
    })
