internal import ArgumentParser
internal import AshlarCompiler
internal import AshlarGeneration
internal import AshlarSchemaTools

/// The subcommand `ashlar format`.
struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "format", abstract: "Rewrites schema files in canonical layout and key order; comments are kept.",
    discussion: """
      The files form one schema. If the schema has an error, no file is changed.

      Examples:
        ashlar format Schemas/People
        ashlar format Schemas/People --check

      Exits with 1 if the schema has errors or, with --check, if a file is not in canonical layout; with 2 if the arguments are not valid \
      or files are missing.
      """)

  @Argument(help: "Schema files, or folders with schema files; together they are one schema.", completion: .schemas)
  var paths: [String]

  @Flag(help: "Write nothing; fail if files are not in canonical layout, and list them.")
  var check = false

  @OptionGroup
  var diagnostics: DiagnosticOptions

  /// Returns the YAML files. Throws if one of the paths is that of a Swift file; Swift files in folders are ignored.
  private func readYAML() throws(CommandFailure) -> [SourceFile] {
    // The paths are checked before the files are read, because `SchemaFiles` omits generated Swift files, and all Swift files if
    // `@Persisted` occurs in none of them.
    if let swift = paths.first(where: { SourceFile.isSwift($0) && FileSystem.kind(of: $0) == .file }) {
      throw .usage("'\(swift)' is Swift; 'ashlar format' formats *.yaml and *.yml")
    }
    return try SchemaFiles.read(paths).filter { !$0.isSwift }
  }

  func run() throws {
    let (outcome, found) = SchemaFormatter.format(try readYAML())
    try diagnostics.report(found)
    switch outcome {
    case .refused: throw CommandFailure.refused
    case .unsafe(let path): throw CommandFailure.failed("'\(path)' cannot be formatted without changing its meaning; nothing was written")
    case .formatted(let files):
      if check, !files.isEmpty {
        throw CommandFailure.failed("not in canonical layout: \(files.map(\.path).joined(separator: ", "))")
      }
      do throws(FileSystem.Failure) {
        for file in files { try FileSystem.write(file.bytes, to: file.path) }
      } catch {
        throw CommandFailure.files(error)
      }
    }
  }
}
