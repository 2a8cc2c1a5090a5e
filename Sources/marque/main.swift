internal import Pipelines

Terminal.prepare()
Terminal.exit(MarqueCommand.execute(Array(CommandLine.arguments.dropFirst())))
