internal import ArgumentParser
internal import AshlarCompiler
internal import AshlarGeneration
internal import AshlarSchemaTools

/// The subcommand `ashlar diff`.
struct DiffCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Lists what changed between two schemas.",
    discussion: """
      Each line describes a change: its group, its old and its new position, and the change. The groups are
        automatic   existing files are converted without code
        migration   data would be lost or become invalid
        api         only Swift code is affected
      A schema is a folder with schema files, one schema file, a descriptor, or a database file. The key is that of each database file \
      that is encrypted.

      Examples:
        ashlar diff People-1.0.ashlarbin Schemas/People
        ashlar diff old.yaml new.yaml --format json

      Exits with 0 whatever the changes are, with 1 if a schema has errors or a file is damaged, with 2 if the arguments are not valid or \
      files are missing.
      """)

  @Argument(help: "The older schema.", completion: .schemaSources)
  var old: String

  @Argument(help: "The newer schema.", completion: .schemaSources)
  var new: String

  @Option(help: "The output format: text, or one JSON object per line.")
  var format = Format.text

  @OptionGroup
  var diagnostics: DiagnosticOptions

  @OptionGroup
  var key: KeyOptions

  func run() throws {
    let input = SchemaInput(diagnostics: diagnostics, key: SharedKey(key))
    let before = try input.readStored([old])
    let now = try input.readStored([new])
    try input.key.checkUse()
    let lines = SchemaChange.between(before, now).map { change in
      switch format {
      case .text: change.text(oldPath: old, newPath: new)
      case .json: change.json(oldPath: old, newPath: new)
      }
    }
    FileSystem.print(lines.joined(), to: 1)
  }
}
