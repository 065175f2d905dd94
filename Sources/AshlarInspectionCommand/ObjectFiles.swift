internal import Ashlar
internal import AshlarCommandLine
internal import AshlarGeneration
internal import AshlarInspection
internal import AshlarSchema
internal import AshlarStore

/// Stores the objects of input files in a database file.
struct ObjectFiles {
  /// The file, and its key or the key of a new file.
  var file: KeyedFile
  var inputs: [String]
  var type: String?
  var format: ImportCommand.Format?
  var updates: Bool
  /// The names of the properties of a unique rule by which objects are found; empty if primary keys find them.
  var matching: [String]
  var schema: [String]

  private var path: String { file.path }

  func run() throws {
    let isNew = FileSystem.kind(of: path) == .nothing
    if isNew, schema.isEmpty { throw CommandFailure.usage("'\(path)' does not exist; to create it, specify its types with '--schema'") }
    if !isNew { try checkNotEmpty() }
    if isNew { try OutputGuard(inputs: inputs + schema).check(path) }
    let model = schema.isEmpty ? nil : try readSchemaOrDatabase(schema, key: file.key)
    do {
      var count = 0
      if isNew {
        // The file is written under a temporary name until everything is stored, so that a rejected import leaves neither a file nor lock
        // files.
        try NewFile.make(at: path, .new, like: nil) { count = try store(model, at: $0) }
      } else {
        count = try store(model, at: path)
      }
      printOutput("Stored \(count) \(count == 1 ? "object" : "objects") in '\(path)'.\n")
    } catch {
      switch error {
      case let error as ImportFailure: throw CommandFailure.failed("\(error). Nothing was stored.")
      case let error as StoreError: throw DatabaseFailure(error)
      case let error as CatalogError: throw DatabaseFailure.failed(error.description)
      case let error as Realm.Error: throw DatabaseFailure.failed(error.description)
      default: throw error
      }
    }
  }

  // Rejects an empty file, because opening it would turn it into a database without types.
  private func checkNotEmpty() throws(CommandFailure) {
    do throws(FileSystem.Failure) {
      guard try FileSystem.read(path, limit: 1).isEmpty else { return }
    } catch {
      throw .files(error)
    }
    throw .usage("'\(path)' is empty: remove it, and specify the types of a new file with '--schema'")
  }

  // This is a separate function, so that the file is closed when it returns.
  private func store(_ model: SchemaModel?, at place: String) throws -> Int {
    // Unreadable inputs are reported before a file is created.
    let contents = try inputs.map { ($0, try bytes($0)) }
    let realm = try Realm(writing: KeyedFile(path: place, key: file.key), creating: model)
    let stored = StoredTypes(realm, at: path)
    if let type { _ = try asUsage { try stored.type(named: type) } }
    let types = try asUsage { try ImportedTypes(stored.all, schema: model, path: path) }
    try checkMatching(types.models)
    let sources = try contents.map { try source($0.0, $0.1, stored, types.models) }
    let total = contents.reduce(0) { $0 + $1.1.count }
    let progress = ProgressLine()
    let start = ContinuousClock.now
    defer { progress.end() }
    var importer = Importer(realm, types, updates: updates, matching: matching)
    do {
      try realm.write {
        try importer.run(sources, type: type) { done, count in
          guard count & 0xFF == 0 else { return }
          let seconds = (ContinuousClock.now - start) / .seconds(1)
          progress.show(done, of: total, ImportProgress.text(objects: count, done: done, of: total, seconds: seconds))
        }
      }
    } catch let error as Realm.Error {
      // The commit has failed: every record was read.
      throw importer.failure(error, sources) ?? error
    }
    return importer.count
  }

  // Throws unless a unique rule has exactly the properties that '--match' names, or if one of them is a link: links are set after all
  // objects have been stored.
  private func checkMatching(_ types: [String: EntityModel]) throws(CommandFailure) {
    if matching.isEmpty { return }
    let names = matching.map { "'\($0)'" }.joined(separator: ", ")
    let ruled = types.values.filter { type in
      type.rules.contains { rule in
        if case .unique(let rule) = rule { rule.properties.count == matching.count && Set(rule.properties) == Set(matching) } else { false }
      }
    }
    if ruled.isEmpty { throw .usage("no type in '\(path)' has a unique rule over exactly \(names), which '--match' names") }
    for type in ruled.sorted(by: { $0.name < $1.name }) {
      for property in type.columns where matching.contains(property.name) && property.type == .object {
        throw .usage("'\(type.name).\(property.name)' is a link, which '--match' cannot compare")
      }
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
    if type == nil, input == "-" { throw CommandFailure.usage("standard input has no name that states the type: specify it with '--type'") }
    let model = try asUsage { try stored.type(named: type ?? String(name)) }
    return .csv(try CSVRecords(input, bytes, model, types))
  }
}
