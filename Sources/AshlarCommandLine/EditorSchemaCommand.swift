internal import ArgumentParser
internal import AshlarCompiler
internal import AshlarGeneration
internal import AshlarSchemaTools

/// The subcommand `ashlar editor-schema`.
struct EditorSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "editor-schema", abstract: "Prints the JSON Schema of the schema language, for completion and hover in editors.",
    discussion: """
      Examples:
        ashlar editor-schema > ashlar.schema.json

      With the YAML language server, the first line of a schema then is
        # yaml-language-server: $schema=ashlar.schema.json
      """)

  func run() { FileSystem.print(EditorSchema.text(), to: 1) }
}
