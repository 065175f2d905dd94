internal import ArgumentParser
internal import AshlarCompiler
internal import AshlarGeneration
internal import AshlarSchema
internal import AshlarSchemaTools

/// The subcommand `ashlar release`.
struct ReleaseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "release", abstract: "Records the schema as a release, from which files can be migrated to later ones.",
    discussion: """
      Writes History/<version>.ashlarbin to the folder of the schema. Commit this file and never change it: the migration to the next \
      release is generated from it. From then on, every build compares the schema with its releases, assigns its version if it states \
      'version: history', and requires code if values would be lost. The command also prints the changes since the last release.

      Examples:
        ashlar release Schemas/People
        ashlar release Schemas/People --dry-run

      Exits with 0 even if there is nothing to release, with 1 if the schema has errors or a release was changed, with 2 if the arguments \
      are not valid or files are missing.
      """)

  @Argument(help: "Schema files, or folders with schema files; together they are one schema.", completion: .schemas)
  var paths: [String]

  @Flag(help: "Print what would be released, and write nothing.")
  var dryRun = false

  @OptionGroup
  var diagnostics: DiagnosticOptions

  func run() throws {
    let files = try SchemaFiles.read(paths)
    let folder = try HistoryFiles.folder(of: paths)
    let history = try HistoryFiles.read(folder: folder)
    let schema = try SchemaInput.stored(
      SchemaInput(diagnostics: diagnostics).compile(files, path: paths.joined(separator: " "), history: history))
    let newest = history.releases.last
    if let newest, Fingerprint.storage(of: newest.model) == Fingerprint.storage(of: schema.model) {
      return FileSystem.print("Nothing to release: files have the same form as in release \(newest.version).\n", to: 1)
    }
    // The compiler accepts added and removed types without a new version, but each release needs one.
    if let newest, newest.version == schema.model.version {
      throw CommandFailure.failed("release \(newest.version) already exists; raise 'version', or write 'version: history'")
    }
    let path = "\(folder)/\(schema.model.version)\(SchemaHistory.fileEnding)"
    let changes = newest.map { SchemaChange.between(SchemaSource(path: "release \($0.version)", model: $0.model), schema) } ?? []
    FileSystem.print(
      changes.map { $0.text(oldPath: "release \(newest?.version ?? 0)", newPath: paths.joined(separator: " ")) }.joined()
        + Self.steps(newest?.model, schema.model), to: 1)
    if dryRun { return FileSystem.print("Would write '\(path)'.\n", to: 1) }
    let predecessor = newest.map { Predecessor(version: $0.version, checksum: $0.checksum) }
    do throws(FileSystem.Failure) {
      try FileSystem.makeFolder(folder)
      guard try FileSystem.create(Release.descriptor(of: schema.model, after: predecessor), at: path) else {
        throw FileSystem.Failure("write", path, reason: "the file already exists")
      }
    } catch {
      throw CommandFailure.files(error)
    }
    FileSystem.print("Wrote '\(path)'. Commit it.\n", to: 1)
  }

  /// Returns a line of text for each migration step that must be written in Swift.
  private static func steps(_ old: SchemaModel?, _ new: SchemaModel) -> String {
    guard let old else { return "" }
    return MigrationStep.between(old, new).map { step in
      let name = new.entities.first { $0.storedName == step.newType }?.name ?? step.newType
      return "'\(name)' needs migration code from version \(step.from) to \(step.to): see '\(new.name)Schema.migration'.\n"
    }.joined()
  }
}
