internal import Pipelines

let pickCommand = Subcommand(
    name: "pick",
    operands: "BUNDLE [MAKE [MODEL [YEAR [OPTION]]]]",
    operand: { .folder },
    meaning: "picks a car from a bundle, and says its id and facts",
    options: [
        OptionDeclaration(
            name: "unit", value: .oneOf("UNIT", PickUnit.allCases.map(\.rawValue)),
            meaning: "of economy: mpg, mpg-imperial, l/100km or km/l (each figure's own)"),
        OptionDeclaration(name: "json", value: nil, meaning: "print the answer as JSON"),
    ],
    details: {
        [
            .text(
                "With operands, a word for each level of the bundle's tree, it prints the car; where words end before a choice, "
                    + "what the next level offers. A word is a title, a key, an id, another spelling of a name, or how the words "
                    + "of it begin: \"camry hyb\"."),
            .list(
                "Without them it shows the wheels on the terminal",
                [
                    ("↑ ↓", "turn the wheel, also with page up, page down, home and end"),
                    ("letters", "filter it; backspace and ctrl-U take them back"),
                    ("tab → ←", "go to the next wheel, or back with shift-tab"),
                    ("enter", "choose the row, and on the last wheel the car"),
                    ("esc", "show all rows again; leave where all are shown"),
                ]),
            .text(
                "Wheels of one row are left out. NO_COLOR is obeyed, and so is ESCDELAY. Where input or output is no terminal, or "
                    + "TERM is dumb, it asks for each level in a line: a row's name or its number, an empty line for the default."
            ),
        ]
    },
    exits: [
        ExitStatus("0", "done"),
        ExitStatus("2", "no bundle, a name that is not there or may be several, nothing chosen"), ExitStatus("3", "damaged"),
        ExitStatus("128 + n", "ended by signal n"),
    ],
    run: { arguments in
        guard let folder = arguments.operands.first else {
            throw UsageError(message: "0 operands found, expected a bundle")
        }
        let unit = try arguments.word("unit").flatMap(PickUnit.init(rawValue:))
        let picker = try BundlePicker(folder, unit: unit)
        let words = Array(arguments.operands.dropFirst())
        let isJSON = arguments.has("json")
        guard words.isEmpty else {
            Terminal.output(try picker.answer(words, asJSON: isJSON))
            return 0
        }
        let (answer, exitStatus) = try picker.ask(asJSON: isJSON)
        Terminal.output(answer)
        return exitStatus
    })
