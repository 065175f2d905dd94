internal import ArgumentParser
internal import Ashlar
internal import AshlarCommandLine
internal import AshlarGeneration
internal import AshlarSchema
internal import AshlarStore

/// `ashlar import`.
struct ImportCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case jsonl, csv
  }

  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Stores objects from JSON lines or CSV in a database file.",
    discussion: """
      All objects of all inputs are stored in one transaction, or, when one of them is refused, none; the message names its line. Links may lead \
      to objects further down, or in another input. Inputs have the forms that docs/interchange.md states, which 'ashlar export' writes.

      A file that is not there is made, with the types that --schema says. Of CSV, the input's name is the name of the type. '-' is standard \
      input.

      Examples:
        ashlar import people.realm people.jsonl
        ashlar import people.realm Person.csv Dog.csv --update
        ashlar import new.realm people.jsonl --schema Schemas/People
        ashlar export old.realm | ashlar import new.realm - --schema old.realm

      Exits with 0 when all is stored; 1 when an input is refused, or the file is damaged or no database, and nothing was stored; 2 on bad usage \
      or a missing file.
      """)

  @Argument(help: "A database file.", completion: .file())
  var file: String

  @Argument(help: "Files with JSON lines or CSV.", completion: .file(extensions: ["jsonl", "ndjson", "json", "csv"]))
  var inputs: [String]

  @Option(help: "The type of objects that do not say theirs.", completion: .storedTypes)
  var type: String?

  @Option(help: "As what inputs are read; CSV where the name ends in .csv, else JSON lines.")
  var format: Format?

  @Flag(help: "Give objects whose primary key is there already the values of the input.")
  var update = false

  @Option(
    help: "The types of a file that is made: schema files, a folder, a descriptor or a database file.",
    completion: .file(extensions: ["yaml", "yml", "ashlarbin"]))
  var schema: [String] = []

  func run() throws {
    let isNew = FileSystem.kind(of: file) == .nothing
    if isNew, schema.isEmpty { throw CommandFailure.usage("'\(file)' is not there; '--schema' says which types a new file has") }
    if !isNew { try checkNotEmpty() }
    if !isNew, !schema.isEmpty { throw CommandFailure.usage("'\(file)' is there and has types of its own: leave out '--schema'") }
    let model = isNew ? try readSchemaOrDatabase(schema) : nil
    do {
      let count = try store(model)
      printOutput("Stored \(count) \(count == 1 ? "object" : "objects") in '\(file)'.\n")
    } catch {
      // What was made for nothing goes again.
      if isNew { _ = try? EnvironmentRegistry.delete(path: file) }
      switch error {
      case let error as ImportFailure: throw CommandFailure.failed("\(error). Nothing was stored.")
      case let error as StoreError: throw DatabaseFailure(error)
      case let error as CatalogError: throw DatabaseFailure.failed(error.description)
      case let error as Realm.Error: throw DatabaseFailure.failed(error.description)
      default: throw error
      }
    }
  }

  // Opening an empty file would make it a database without types.
  private func checkNotEmpty() throws(CommandFailure) {
    do throws(FileSystem.Failure) {
      guard try FileSystem.read(file, limit: 1).isEmpty else { return }
    } catch {
      throw .files(error)
    }
    throw .usage("'\(file)' is empty: remove it, and '--schema' says which types a new file has")
  }

  // Apart, so that the file is closed when it returns.
  private func store(_ model: SchemaModel?) throws -> Int {
    // What cannot be read is said before a file is made.
    let contents = try inputs.map { ($0, try bytes($0)) }
    let realm = try Realm(storedTypesAt: file, readOnly: false, creating: model)
    let stored = StoredTypes(realm, at: file)
    if let type { _ = try stored.type(named: type) }
    let types = Dictionary(uniqueKeysWithValues: stored.all.map { ($0.name, $0) })
    let sources = try contents.map { try source($0.0, $0.1, stored, types) }
    let total = contents.reduce(0) { $0 + $1.1.count }
    let progress = ProgressLine()
    defer { progress.end() }
    return try realm.write {
      var importer = Importer(realm, updates: update)
      try importer.run(sources, type: type) { done, count in
        if count & 0xFF == 0 { progress.show(done, of: total, "\(count) objects") }
      }
      return importer.count
    }
  }

  private func bytes(_ input: String) throws(CommandFailure) -> [UInt8] {
    do throws(FileSystem.Failure) {
      return try input == "-" ? FileSystem.readStandardInput() : FileSystem.read(input)
    } catch {
      throw .files(error)
    }
  }

  private func source(
    _ input: String, _ bytes: [UInt8], _ stored: StoredTypes, _ types: [String: EntityModel]
  ) throws -> ImportSource {
    guard (format ?? (input.lowercased().hasSuffix(".csv") ? .csv : .jsonl)) == .csv else { return .lines(JSONLines(input, bytes)) }
    let name = input.split(separator: "/").last.map { $0.lowercased().hasSuffix(".csv") ? $0.dropLast(4) : $0 } ?? ""
    if type == nil, input == "-" { throw CommandFailure.usage("standard input has no name that says the type: use '--type'") }
    let model = try stored.type(named: type ?? String(name))
    return .csv(try CSVRecords(input, bytes, model, types))
  }
}
