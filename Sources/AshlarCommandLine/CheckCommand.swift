internal import ArgumentParser
internal import AshlarCompiler
internal import AshlarGeneration
internal import AshlarSchemaTools
internal import AshlarSchema

/// The subcommand `ashlar check`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Reports every error in a schema and writes nothing.",
    discussion: """
      With --against, a schema without errors is also checked as the next version of an older schema: its version must have been \
      raised if files have to be migrated, and no change may lose or invalidate data.

      Examples:
        ashlar check Schemas/People
        ashlar check people.yaml pets.yaml --diagnostic-format json
        ashlar check Schemas/People --against People-1.0.ashlarbin
        ashlar check Schemas/People --against People-1.0.ashlarbin --allow-data-loss
        ashlar check Schemas/People --against people.realm --key-file people.key

      Exits with 1 when the schema has errors or a change is not allowed, with 2 if the arguments are not valid or files are missing.
      """)

  @Argument(help: "Schema files, or folders with schema files.", completion: .schemas)
  var paths: [String]

  @Option(
    help: ArgumentHelp(
      "The older schema: a descriptor, a folder, a schema file or a database file. Repeat the option for several files.",
      valueName: "old"),
    completion: .schemaSources)
  var against: [String] = []

  @Flag(help: "Allow changes that lose or invalidate data.")
  var allowDataLoss = false

  @OptionGroup
  var diagnostics: DiagnosticOptions

  @OptionGroup
  var key: KeyOptions

  func validate() throws {
    if allowDataLoss, against.isEmpty { throw ValidationError("'--allow-data-loss' needs '--against'.") }
    if key.source != nil, against.isEmpty { throw ValidationError("'--key-file' and '--key-env' need '--against'.") }
  }

  func run() throws {
    let input = SchemaInput(diagnostics: diagnostics, key: SharedKey(key))
    let files = try SchemaFiles.read(paths)
    let new = try input.compile(files, path: paths.joined(separator: " "), history: HistoryFiles.read(paths))
    if !against.isEmpty {
      let old = try input.readStored(against)
      try input.key.checkUse()
      _ = try SchemaInput.stored(new)
      try diagnostics.report(EvolutionCheck(allowsDataLoss: allowDataLoss).diagnostics(from: old, to: new))
    }
    // Scripts expect no output; on a terminal, the command prints a confirmation.
    if FileSystem.isTerminal(1), diagnostics.diagnosticFormat == .text {
      FileSystem.print("no errors in \(Self.count(files.count, "file")): \(Self.counts(of: new))\n", to: 1)
    }
  }

  private static func counts(of schema: SchemaSource) -> String {
    let model = schema.model
    let counts = [
      (model.entities.count { $0.kind == .object }, "object type"), (model.entities.count { $0.kind == .embedded }, "embedded type"),
      (model.entities.count { $0.kind == .asymmetric }, "asymmetric type"), (model.enums.count, "enum"),
      (model.projections.count, "projection"), (model.entities.reduce(0) { $0 + $1.properties.count }, "property"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { count($0.0, $0.1) }
    return parts.isEmpty ? "no types" : parts.joined(separator: ", ")
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun.hasSuffix("y") ? String(noun.dropLast()) + "ies" : noun + "s")"
  }
}
