internal import Ashlar
internal import AshlarCommandLine
internal import AshlarGeneration
internal import AshlarInspection
internal import AshlarSchema
internal import AshlarSQLite

/// Copies the objects of a database file to a new SQLite database.
struct SQLiteFile {
  var file: KeyedFile
  var output: String
  var schema: [String]
  var dates: DateForm
  var replaces: Bool

  func run() throws {
    try OutputGuard(inputs: [file.path] + schema).check(output)
    try checkCompanions()
    let model = schema.isEmpty ? nil : try readSchemaOrDatabase(schema, key: file.key)
    let realm = try openToRead(file)
    let types = try asUsage { try ImportedTypes(realm._types, schema: model, path: file.path) }.models.values.sorted {
      $0.name.isBefore($1.name)
    }
    let pending = try PendingFile(output, replaces: replaces)
    let total = realm._types.reduce(0) { $0 + ($1.kind == .object ? realm.dynamicObjects($1.name).count : 0) }
    let progress = ProgressLine()
    let start = ContinuousClock.now
    defer { progress.end() }
    let export = SQLiteExport(realm, types: types, enums: model?.enums ?? [], dates: dates) { count in
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      progress.show(count, of: total, ImportProgress.text(objects: count, done: count, of: total, seconds: seconds))
    }
    let summary: SQLiteExport.Summary
    do {
      summary = try export.write(to: pending.temporary, named: output)
    } catch {
      switch error {
      case let error as SQLiteError: throw CommandFailure.failed(error.description)
      case let error as SQLiteExport.Failure: throw CommandFailure.failed("\(error). Nothing was written.")
      case let error as ValueWriter.TooDeep: throw CommandFailure.failed("\(error.description). Nothing was written.")
      default: throw error
      }
    }
    try pending.finish(syncing: true)
    progress.end()
    let objects = "\(summary.objects) \(summary.objects == 1 ? "object" : "objects")"
    printOutput((["Copied \(objects) to '\(output)'."] + summary.notes).map { $0 + "\n" }.joined())
  }

  // SQLite would apply to the new database a log or a journal that remains from an earlier database of the same name.
  private func checkCompanions() throws(CommandFailure) {
    let path = FileSystem.resolved(output)
    for suffix in ["-wal", "-journal"] where FileSystem.isTaken(path + suffix) {
      throw .usage(
        "'\(output)\(suffix)' belongs to an SQLite database of this name, and SQLite would apply it to the new one; nothing was written. "
          + "Remove it, or choose another file")
    }
  }
}
