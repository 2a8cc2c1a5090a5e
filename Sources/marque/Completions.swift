internal import Pipelines

/// A shell, and what makes it complete the command line: from the declarations of subcommands and options.
enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish

    /// Where a user puts the script.
    var place: String {
        switch self {
        case .bash: "~/.local/share/bash-completion/completions/marque"
        case .zsh: "~/.zfunc/_marque, a folder of $fpath"
        case .fish: "~/.config/fish/completions/marque.fish"
        }
    }

    func completions(of commands: [Subcommand]) -> String {
        let first =
            "\(rawValue) completion of marque \(PipelineRun.version), as \"marque completions \(rawValue)\" prints it\n"
        switch self {
        case .bash: return "# " + first + Self.bash(commands)
        case .zsh: return "#compdef marque\n# " + first + Self.zsh(commands)
        case .fish: return "# " + first + Self.fish(commands)
        }
    }

    private static let ownOptions = ["--help", "--version"]

    private static func bash(_ commands: [Subcommand]) -> String {
        func kind(_ value: OptionValue) -> String {
            switch value {
            case .file: ":file"
            case .folder: ":folder"
            case .feed, .text: ":none"
            case .oneOf(_, let words): words.joined(separator: " ")
            }
        }
        let cases = commands.map { command in
            let values = command.options.compactMap { option in
                option.value.map { "        --\(option.name)) values=\"\(kind($0))\" ;;\n" }
            }
            return """
                    \(command.name))
                        options="\(command.allOptions.map { "--" + $0.name }.joined(separator: " "))" operands="\(kind(command.operand()))"

                """
                    + (values.isEmpty ? "" : "        case $before in\n\(values.joined())        esac\n") + "        ;;\n"
        }
        return """
            _marque() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} options= operands= values= path=
                # The shell makes "=" a word of its own: of --option=VALUE, and of NAME=PATH.
                if [[ $word == "=" ]]; then
                    word= path=yes
                elif [[ $before == "=" ]]; then
                    before=${COMP_WORDS[COMP_CWORD - 2]} path=yes
                fi
                [[ -z $path || $before == --* ]] || values=:file
                if ((COMP_CWORD == 1)); then
                    operands="\(commands.map(\.name).joined(separator: " "))" options="\(ownOptions.joined(separator: " "))"
                else
                    case ${COMP_WORDS[1]} in
            \(cases.joined())        esac
                fi
                if [[ -z $values ]]; then
                    if [[ $word == -* ]]; then values=$options; else values=$operands; fi
                fi
                COMPREPLY=()
                case $values in
                :none) ;;
                :file | :folder)
                    local IFS=$'\\n'
                    if [[ $values == :file ]]; then COMPREPLY=($(compgen -f -- "$word")); else COMPREPLY=($(compgen -d -- "$word")); fi
                    compopt -o filenames 2>/dev/null
                    ;;
                *) COMPREPLY=($(compgen -W "$values" -- "$word")) ;;
                esac
            }
            complete -F _marque marque

            """
    }

    private static func zsh(_ commands: [Subcommand]) -> String {
        func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
        func action(_ value: OptionValue) -> String {
            switch value {
            case .file: "_files"
            case .folder: "_files -/"
            case .feed: "_marque_feed"
            case .oneOf(_, let words): "(" + words.joined(separator: " ") + ")"
            case .text: ""
            }
        }
        let cases = commands.map { command in
            let options = command.allOptions.map { option in
                let meaning = option.meaning.replacing("[", with: "\\[").replacing("]", with: "\\]")
                let value = option.value.map { "=[\(meaning)]:\($0.placeholder):" + action($0) } ?? "[\(meaning)]"
                return quoted("*--" + option.name + value)
            }
            let operand = command.operand()
            return "    \(command.name))\n        _arguments \\\n"
                + (options + [quoted("*:\(operand.placeholder):" + action(operand))]).map { "            " + $0 }
                .joined(separator: " \\\n") + " ;;\n"
        }
        return """
            _marque_feed() {
                compset -P '*=' && _files
            }
            _marque() {
                local -a commands
                commands=(
            \(commands.map { "        " + quoted($0.name + ":" + $0.meaning) }.joined(separator: "\n"))
                )
                if (( CURRENT == 2 )); then
                    if [[ $PREFIX == -* ]]; then compadd -- \(ownOptions.joined(separator: " ")); else _describe -t commands command commands; fi
                    return
                fi
                shift words
                (( CURRENT-- ))
                case $words[1] in
            \(cases.joined())    esac
            }
            if [[ $funcstack[1] == _marque ]]; then _marque "$@"; else compdef _marque marque; fi

            """
    }

    private static func fish(_ commands: [Subcommand]) -> String {
        func quoted(_ text: String) -> String { "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'" }
        func argument(_ value: OptionValue) -> String {
            switch value {
            case .file: " -r -F"
            case .folder: " -x -a '(__fish_complete_directories)'"
            case .feed: " -r -F"
            case .oneOf(_, let words): " -x -a " + quoted(words.joined(separator: " "))
            case .text: " -x"
            }
        }
        var lines = [
            """
            function __marque_command
                set -l words (commandline -opc)
                test (count $words) -gt 1; and test "$words[2]" = "$argv[1]"
            end
            complete -c marque -f
            complete -c marque -n __fish_is_first_arg -l help -d 'show the commands'
            complete -c marque -n __fish_is_first_arg -l version -d 'print the version'
            """
        ]
        for command in commands {
            let own = "complete -c marque -n " + quoted("__marque_command " + command.name)
            lines.append(
                "complete -c marque -n __fish_is_first_arg -a \(command.name) -d " + quoted(command.meaning))
            switch command.operand() {
            case .oneOf(_, let words): lines.append(own + " -a " + quoted(words.joined(separator: " ")))
            case .folder: lines.append(own + " -a '(__fish_complete_directories)'")
            default: lines.append(own + " -F")
            }
            for option in command.allOptions {
                lines.append(
                    own + " -l " + option.name + (option.value.map(argument) ?? "") + " -d " + quoted(option.meaning))
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
