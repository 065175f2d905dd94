internal import ArgumentParser
internal import Ashlar
internal import AshlarCommandLine
internal import AshlarGeneration
internal import AshlarInspection
internal import AshlarSQLite
internal import AshlarSchema
internal import AshlarStore

/// Stores the rows of an SQLite database in a new file.
struct SQLiteRows {
  var database: String
  var schema: [String]
  /// The new file, and its key if it is to be encrypted.
  var output: KeyedFile
  var dates: NumericDates?
  var danglingIsNil: Bool

  /// Returns whether a file begins with the header of an SQLite database.
  static func isDatabase(_ path: String) -> Bool {
    guard FileSystem.kind(of: path) == .file, let bytes = try? FileSystem.read(path, limit: 16) else { return false }
    // `read` returns a byte beyond the limit.
    return bytes.prefix(16).elementsEqual("SQLite format 3\0".utf8)
  }

  func run() throws {
    if FileSystem.isTaken(output.path) {
      throw CommandFailure.usage("'\(output.path)' already exists, and rows are stored in a new file; choose another '--output'")
    }
    try OutputGuard(inputs: [database] + schema).check(output.path)
    let model = try readSchemaOrDatabase(schema, key: output.key)
    do {
      var summary: SQLiteImport.Summary?
      // The file is written under a temporary name until everything is stored.
      try NewFile.make(at: output.path, .new, like: nil) { summary = try store(model, at: $0) }
      if let summary { report(summary) }
    } catch {
      throw Self.failure(error, "Nothing was stored.")
    }
  }

  /// Returns the error to report for an error of an import.
  /// - Parameter consequence: A sentence that follows the reasons why rows were rejected.
  static func failure(_ error: any Error, _ consequence: String) -> any Error {
    switch error {
    case let error as SQLiteError: CommandFailure.failed(error.description)
    case let error as SQLiteImport.Refused: CommandFailure.failed("\(error). \(consequence)")
    case let error as ImportFailure: CommandFailure.failed("\(error). \(consequence)")
    case let error as RequestFailure: CommandFailure.usage(error.description)
    case let error as StoreError: DatabaseFailure(error)
    case let error as CatalogError: DatabaseFailure.failed(error.description)
    case let error as Realm.Error: DatabaseFailure.failed(error.description)
    default: error
    }
  }

  // This is a separate function, so that the file is closed when it returns.
  private func store(_ model: SchemaModel, at path: String) throws -> SQLiteImport.Summary {
    let realm = try Realm(writing: KeyedFile(path: path, key: output.key), creating: model)
    let progress = ProgressLine()
    let start = ContinuousClock.now
    defer { progress.end() }
    return try SQLiteImport(database, dates: dates, danglingIsNil: danglingIsNil).store(in: realm, schema: model) { done, total, count in
      guard count & 0xFF == 0 else { return }
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      progress.show(done, of: total, ImportProgress.text(objects: count, done: done, of: total, seconds: seconds))
    }
  }

  func report(_ summary: SQLiteImport.Summary) {
    var lines = ["Stored \(summary.objects) \(summary.objects == 1 ? "object" : "objects") in '\(output.path)'."]
    if summary.dangling > 0 {
      lines.append(summary.dangling == 1 ? "1 link had no target and is nil." : "\(summary.dangling) links had no target and are nil.")
    }
    lines += summary.omitted
    lines += summary.missing.map { "The database has no column for \($0)." }
    lines += summary.notImported.map { "Not imported: \($0)." }
    printOutput(lines.map { $0 + "\n" }.joined())
  }
}

extension NumericDates: ExpressibleByArgument {}
