internal import AshlarSchema
internal import ArgumentParser
internal import AshlarCompiler
internal import AshlarGeneration
internal import AshlarSchemaTools

/// Runs the command `ashlar` with the arguments of the process. Ends the process if the command fails or only prints help.
///
/// - Parameter databases: The subcommands for database files, and the function that reads the schema of such a file.
package func runAshlar(_ databases: DatabaseSupport) {
  DatabaseSupport.current = databases
  CommandLineTool.main()
}

/// The command `ashlar`.
struct CommandLineTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ashlar",
    abstract: "Compiles data schemas into Swift models.",
    discussion: """
      Examples:
        ashlar init Sources/People
        ashlar check Schemas
        ashlar generate Schemas/People --output Sources/People/Generated --name People
        ashlar diff old.yaml new.yaml
        ashlar graph Schemas/People > people.mmd
        ashlar query people.realm Person 'age >= 18'

      Completion in the shell:
        source <(ashlar --generate-completion-script bash)
      and likewise for zsh and fish; docs/command.md describes how to install it permanently.

      Exits with 0 on success, 1 if a schema has errors or a check failed, 2 if the arguments are not valid or files are missing.
      """,
    version: AshlarVersion.current,
    subcommands: [
      InitCommand.self, GenerateCommand.self, CheckCommand.self, DiffCommand.self, ReleaseCommand.self, FormatCommand.self,
      DumpCommand.self, SQLCommand.self,
      GraphCommand.self, EditorSchemaCommand.self, ExplainCommand.self, PluginCommand.self,
    ] + (DatabaseSupport.current?.commands ?? []))

  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let failure as CommandFailure {
      failure.end()
    } catch let failure as DatabaseFailure {
      failure.commandFailure.end()
    } catch {
      // The parser would report unexpected arguments, although the mistake is the name of the subcommand.
      if let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-"), !names.contains(word) {
        let nearest = SchemaCompiler.nearestName(to: word, in: names).map { "; did you mean '\($0)'?" } ?? ""
        let name = PrintableText.escaped(word)
        FileSystem.print("error: unknown subcommand '\(name)'\(nearest)\n'ashlar --help' lists all subcommands.\n", to: 2)
        exit(withCode: 2)
      }
      let isHelp = exitCode(for: error) == .success
      FileSystem.print(fullMessage(for: error) + "\n", to: isHelp ? 1 : 2)
      exit(withCode: isHelp ? 0 : 2)
    }
  }

  private static var names: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"] }

  private static func exit(withCode code: Int32) -> Never { exit(withError: ExitCode(code)) }
}
