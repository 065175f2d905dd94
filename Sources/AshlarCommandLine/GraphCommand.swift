internal import ArgumentParser
internal import AshlarCompiler
internal import AshlarGeneration
internal import AshlarSchemaTools
internal import AshlarSchema

/// The subcommand `ashlar graph`.
struct GraphCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case mermaid, dot, svg, html
  }

  static let configuration = CommandConfiguration(
    commandName: "graph", abstract: "Prints a diagram of a schema: types, properties and links.",
    discussion: """
      A schema is schema files, folders with schema files, a descriptor, or a database file.

      Examples:
        ashlar graph Schemas/People > people.mmd
        ashlar graph Schemas/People --format svg > people.svg
        ashlar graph Schemas/People --format html > people.html
        ashlar graph people.realm --format html > people.html

      Exits with 1 if the schema has errors or a file is damaged, with 2 if the arguments are not valid or files are missing.
      """)

  @Argument(help: "Schema files, or folders with schema files; or one descriptor or database file.", completion: .schemaSources)
  var paths: [String]

  @Option(help: "Text for Mermaid or Graphviz (dot), an image (svg), or a page with the diagram and all documentation (html).")
  var format = Format.mermaid

  @Option(help: "The title; by default the schema's name, or else the name of its file or folder.")
  var name: String?

  @OptionGroup
  var diagnostics: DiagnosticOptions

  @OptionGroup
  var key: KeyOptions

  func run() throws {
    let input = SchemaInput(diagnostics: diagnostics, key: SharedKey(key))
    let schema = try input.read(paths)
    try input.key.checkUse()
    var model = schema.model
    if let name { model.name = name } else if model.name.isEmpty { model.name = title }
    let text =
      switch format {
      case .mermaid: MermaidDiagram.text(for: model)
      case .dot: DotDiagram.text(for: model)
      case .svg: SVGDiagram.text(for: model)
      case .html: HTMLPage.text(for: model, documentation: schema.documentation)
      }
    FileSystem.print(text, to: 1)
  }

  /// The name of the file or folder, without its extension; for several paths, the name of the folder that contains the first.
  private var title: String {
    guard paths.count > 1, let first = paths.first else { return SchemaInput.stem(of: FileSystem.resolved(paths.first ?? "")) }
    return SchemaInput.stem(of: FileSystem.resolved(first).split(separator: "/").dropLast().joined(separator: "/"))
  }
}
