internal import Pipelines

let pickCommand = Subcommand(
    name: "pick",
    operands: "BUNDLE [MAKE [MODEL [YEAR [OPTION]]]]",
    meaning: "picks a car from a bundle, and says its id and facts",
    options: [
        OptionDeclaration(
            name: "unit", value: "UNIT", meaning: "of economy: mpg, mpg-imperial, l/100km or km/l (each figure's own)"),
        OptionDeclaration(name: "json", value: nil, meaning: "print the answer as JSON"),
    ],
    details: {
        """
        With operands, a word for each level of the bundle's tree, it prints the car; where words end before a choice, what the next
        level offers. A word is a title, a key, an id, another spelling of a name, or how the words of it begin: "camry hyb".

        Without them it shows the wheels on the terminal:
          ↑ ↓           turn the wheel, also with page up, page down, home and end
          letters       filter it; backspace and ctrl-U take them back
          tab → ←       go to the next wheel, or back with shift-tab
          enter         choose the row, and on the last wheel the car
          esc           show all rows again; leave where all are shown
        Wheels of one row are left out. NO_COLOR is obeyed, and so is ESCDELAY: the milliseconds that a key's bytes may take on a
        slow line (50). Where input or output is no terminal, or TERM is dumb, it asks for each level in a line: a row's name or its
        number, an empty line for the default.

        exit status: 0 done · 2 no bundle, a name that is not there or may be several, nothing chosen · 3 damaged · 128 + n ended by
                     signal n

        """
    },
    run: { arguments in
        guard let folder = arguments.operands.first else {
            throw UsageError(message: "0 operands found, expected a bundle")
        }
        let units = PickUnit.allCases.map(\.rawValue)
        let unit = try arguments.last("unit").map { name in
            guard let unit = PickUnit(rawValue: name.lowercased()) else {
                throw UsageError(
                    message: "--unit \"\(name)\" found, expected "
                        + units.dropLast().map { "\"\($0)\"" }.joined(separator: ", ") + " or \"\(units.last!)\""
                        + Suggestion.hint(name, in: units))
            }
            return unit
        }
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
