internal import ArgumentParser
internal import AshlarCompiler

/// `ashlar check`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Reports every mistake of a schema and writes nothing.",
    discussion: """
      Examples:
        ashlar check Schemas/People
        ashlar check people.yaml pets.yaml --diagnostic-format json
      """)

  @Argument(help: "Schema files, or folders with schema files.")
  var paths: [String]

  @OptionGroup
  var diagnostics: DiagnosticOptions

  func run() throws {
    let files = try SchemaFiles.read(paths)
    try diagnostics.report(SchemaCompiler(needsName: false).check(files).diagnostics)
  }
}
