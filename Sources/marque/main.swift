internal import Pipelines

Terminal.exit(MarqueCommand.execute(Array(CommandLine.arguments.dropFirst())))
