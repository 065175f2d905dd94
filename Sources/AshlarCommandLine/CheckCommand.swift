internal import ArgumentParser
internal import AshlarCompiler

/// `ashlar check`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Reports every mistake of a schema and writes nothing.",
    discussion: """
      With --against, a schema that is right is also checked as the next version of another: its version must have been raised \
      where files need it, and no change may lose data or leave it wrong.

      Examples:
        ashlar check Schemas/People
        ashlar check people.yaml pets.yaml --diagnostic-format json
        ashlar check Schemas/People --against People-1.0.ashlarbin
        ashlar check Schemas/People --against People-1.0.ashlarbin --allow-data-loss

      Exits with 1 when the schema has errors or a change is not allowed, with 2 on bad usage or missing files.
      """)

  @Argument(help: "Schema files, or folders with schema files.", completion: .schemas)
  var paths: [String]

  @Option(
    help: ArgumentHelp(
      "The schema before: a descriptor, a folder, a schema file or a database file. Given several times for several files.",
      valueName: "old"),
    completion: .schemaSources)
  var against: [String] = []

  @Flag(help: "Allow changes that lose data, or leave it wrong, without a migration block.")
  var allowDataLoss = false

  @OptionGroup
  var diagnostics: DiagnosticOptions

  func validate() throws {
    if allowDataLoss, against.isEmpty { throw ValidationError("'--allow-data-loss' needs '--against'.") }
  }

  func run() throws {
    let input = SchemaInput(diagnostics: diagnostics)
    let new = try input.compile(SchemaFiles.read(paths), path: paths.joined(separator: " "))
    guard !against.isEmpty else { return }
    let old = try input.read(against)
    try diagnostics.report(EvolutionCheck(allowsDataLoss: allowDataLoss).diagnostics(from: old, to: new))
  }
}
