internal import ArgumentParser
internal import AshlarCompiler

/// `ashlar graph`.
struct GraphCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case mermaid
  }

  static let configuration = CommandConfiguration(
    commandName: "graph", abstract: "Prints the picture of a schema: types, properties and links.",
    discussion: """
      Example:
        ashlar graph Schemas/People > people.mmd
      """)

  @Argument(help: "Schema files, or folders with schema files.")
  var paths: [String]

  @Option(help: "The language of the picture; the formats dot, svg and html are not supported yet.")
  var format = Format.mermaid

  @OptionGroup
  var diagnostics: DiagnosticOptions

  func run() throws {
    let result = SchemaCompiler(needsName: false).check(try SchemaFiles.read(paths))
    try diagnostics.report(result.diagnostics)
    guard let schema = result.schema else { throw CommandFailure.refused }
    FileSystem.print(MermaidDiagram.text(for: schema.model), to: 1)
  }
}
