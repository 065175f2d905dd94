internal import ArgumentParser
internal import AshlarCommandLine
internal import AshlarCompiler
internal import AshlarGeneration
internal import AshlarSQLite
internal import AshlarSchemaTools

/// The command `ashlar schema`.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Drafts a schema for the rows of an SQLite database.",
    discussion: """
      Prints a schema with a type for each table, links for foreign keys, collections for tables that only join two others, keys, indexes, \
      unique rules, conditions and delete rules. Types are proposed from the declarations of the columns and from up to 2,000 rows of each table. \
      Comments state what the database does not determine. The tables of Core Data and SwiftData are recognized; names of attributes, \
      which a store contains in capitals, have their own case if --model names the compiled model. 'ashlar import' stores the rows with the completed schema; \
      docs/guide/MovingFromSQLite.md describes both. The command only reads the database, and SQLite's library must be installed.

      Examples:
        ashlar schema --from store.sqlite > store.yaml
        ashlar schema --from store.sqlite --output Sources/Store/store.yaml --name Store
        ashlar schema --from store.sqlite --embed > store.yaml
        ashlar schema --from App.sqlite --model App.momd > app.yaml

      Exits with 0 on success, 1 if the file is not an SQLite database or SQLite's library is missing, 2 if the arguments are not valid or \
      a file is missing or exists already.
      """)

  @Option(help: "An SQLite database.", completion: .file())
  var from: String

  @Option(help: "The schema to write; standard output by default.", completion: .file(extensions: ["yaml", "yml"]))
  var output: String?

  @Option(help: "The name of the schema; by default that of the database, if it is a valid name.")
  var name: String?

  @Flag(help: "Make rows embedded objects if each belongs to one other row, is deleted with it, and is referred to by none.")
  var embed = false

  @Option(help: "Core Data: the compiled model of the store, a .momd folder or a .mom file.", completion: .file())
  var model: String?

  @Flag(help: "Replace an existing file.")
  var force = false

  func validate() throws {
    if force, output == nil { throw ValidationError("'--force' requires '--output'.") }
  }

  func run() throws {
    if let name, !SchemaCompiler.isValidName(name) {
      throw CommandFailure.usage("'\(name)' is not a valid name for a schema: use letters, digits and underscores")
    }
    if let output { try OutputGuard(inputs: [from]).check(output) }
    guard FileSystem.kind(of: from) == .file else { throw CommandFailure.usage("'\(from)' does not exist, or is not a file") }
    let models = try model.map(Self.models) ?? []
    let text: String
    do throws(SQLiteError) {
      text = try SchemaDraft(try SQLiteDatabase(from, .reading), name: name ?? Self.name(of: from), embeds: embed, models: models).text
    } catch {
      throw CommandFailure.failed(error.description)
    }
    var file = SourceFile(path: output ?? "draft.yaml", bytes: Array(text.utf8))
    if case .formatted(let files) = SchemaFormatter.format([file]).outcome, let formatted = files.first { file = formatted }
    let destination = try OutputFile(output, replaces: force)
    try destination.write { $0 += file.bytes }
    try destination.finish()
  }

  // Returns the contents of a compiled model, or of all versions in a folder.
  private static func models(_ path: String) throws(CommandFailure) -> [[UInt8]] {
    do throws(FileSystem.Failure) {
      guard FileSystem.kind(of: path) == .folder else { return [try FileSystem.read(path)] }
      var models: [[UInt8]] = []
      for name in try FileSystem.names(in: path) where name.hasSuffix(".mom") || name.hasSuffix(".omo") {
        models.append(try FileSystem.read("\(path)/\(name)"))
      }
      if models.isEmpty { throw FileSystem.Failure("read", path, reason: "the folder contains no .mom file") }
      return models
    } catch {
      throw .files(error)
    }
  }

  // Returns the name of a file without its folders and its extension; `Store` if that is not a valid name.
  private static func name(of path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    let stem = String(file.prefix { $0 != "." })
    let name = stem.prefix(1).uppercased() + stem.dropFirst()
    return SchemaCompiler.isValidName(name) ? name : "Store"
  }
}
