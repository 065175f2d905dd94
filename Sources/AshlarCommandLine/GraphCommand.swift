internal import ArgumentParser
internal import AshlarCompiler

/// `ashlar graph`.
struct GraphCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case mermaid, dot, svg, html
  }

  static let configuration = CommandConfiguration(
    commandName: "graph", abstract: "Prints the picture of a schema: types, properties and links.",
    discussion: """
      Examples:
        ashlar graph Schemas/People > people.mmd
        ashlar graph Schemas/People --format svg > people.svg
        ashlar graph Schemas/People --format html > people.html

      Exits with 1 when the schema has errors, with 2 on bad usage or missing files.
      """)

  @Argument(help: "Schema files, or folders with schema files.", completion: .schemas)
  var paths: [String]

  @Option(help: "Text for Mermaid or Graphviz (dot), a picture (svg), or a page with the picture and all documentation (html).")
  var format = Format.mermaid

  @OptionGroup
  var diagnostics: DiagnosticOptions

  func run() throws {
    let result = SchemaCompiler(needsName: false).check(try SchemaFiles.read(paths))
    try diagnostics.report(result.diagnostics)
    guard let schema = result.schema else { throw CommandFailure.refused }
    FileSystem.print(text(for: schema), to: 1)
  }

  private func text(for schema: ResolvedSchema) -> String {
    switch format {
    case .mermaid: MermaidDiagram.text(for: schema.model)
    case .dot: DotDiagram.text(for: schema.model)
    case .svg: SVGDiagram.text(for: schema.model)
    case .html: HTMLPage.text(for: schema.model, documentation: schema.documentation)
    }
  }
}
