internal import Ashlar
internal import AshlarCommandLine
internal import AshlarGeneration
internal import AshlarInspection
internal import AshlarSQLite
internal import AshlarSchema
internal import AshlarStore

/// Stores the rows of an SQLite database in several transactions, and continues an interrupted import.
///
/// Until all rows are stored, they are in a file next to the output, whose name ends in `.partial`. Another file, whose name ends in
/// `.progress`, contains the database's state, the schema and the options, which must be the same in each run, and the last mark. It is
/// created before the first transaction and removed after the partial file has been renamed. Each mark is synced before its transaction is
/// committed: after a loss of power, a transaction without its mark could not be distinguished from one that another import has stored.
struct SQLiteBatches {
  let rows: SQLiteRows
  /// The number of rows of a transaction.
  let size: Int

  var partial: String { rows.output.path + ".partial" }
  /// The partial file, with the key of the output.
  var partialFile: KeyedFile { KeyedFile(path: partial, key: rows.output.key) }
  var log: String { rows.output.path + ".progress" }

  func run() throws {
    if FileSystem.isTaken(rows.output.path) {
      if let summary = try completed() { return rows.report(summary) }
      throw CommandFailure.usage("'\(rows.output.path)' already exists, and rows are stored in a new file; choose another '--output'")
    }
    let inputs = OutputGuard(inputs: [rows.database] + rows.schema)
    for path in [rows.output.path, log] { try inputs.check(path) }
    // The partial file of an interrupted import is a database, which this import may continue to write.
    try inputs.check(partial, replacing: FileSystem.kind(of: log) == .file ? partial : nil)
    let model = try readSchemaOrDatabase(rows.schema, key: rows.output.key)
    let expected = try conditions(model)
    let mark = try readMark(expected)
    do {
      let summary = try store(model, mark, expected)
      try NewFile.install(partial, at: rows.output.path)
      try removeLog()
      rows.report(summary)
    } catch let error as FileSystem.Failure {
      throw CommandFailure.files(error)
    } catch {
      // Errors of the schema are usually found before the first transaction.
      if mark == nil, removeEmpty() { throw SQLiteRows.failure(error, "Nothing was stored.") }
      throw SQLiteRows.failure(
        error,
        "The rows of earlier transactions are in '\(partial)'. To begin again, remove it and '\(log)'; if nothing that it was made of has "
          + "changed, the same command continues.")
    }
  }

  // This is a separate function, so that the file is closed when it returns.
  private func store(_ model: SchemaModel, _ mark: ImportMark?, _ conditions: String) throws -> SQLiteImport.Summary {
    var log = SavedLog(path: self.log, conditions: conditions)
    if mark == nil { try log.save("") }
    var isChecked = mark == nil
    let realm = try Realm(writing: partialFile, creating: model)
    let progress = ProgressLine()
    let start = ContinuousClock.now
    var first: Int?
    defer { progress.end() }
    let store = SQLiteImport(rows.database, dates: rows.dates, danglingIsNil: rows.danglingIsNil)
    return try store.store(in: realm, schema: model, batch: size, after: mark) { mark in
      // The rows are those of a version that was read after the conditions. It is the one of earlier runs if these still hold.
      if !isChecked, try self.conditions(model) != conditions { throw changed(["the database '\(rows.database)' has changed"]) }
      isChecked = true
      try log.save(mark.text)
    } progress: { done, total, count in
      guard count & 0xFF == 0 || first == nil else { return }
      let begin = first ?? done
      first = begin
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      // The rate is that of this run.
      let text = ImportProgress.text(objects: count - begin, done: done - begin, of: total - begin, seconds: seconds)
      progress.show(done, of: total, begin > 1 ? "\(text), after \(begin)" : text)
    }
  }

  // MARK: - The log

  private struct SavedLog {
    let path: String
    let conditions: String
    // The mark that this process has saved last; nil if it has saved none.
    private var mark: String?

    init(path: String, conditions: String) {
      self.path = path
      self.conditions = conditions
    }

    mutating func save(_ mark: String) throws(CommandFailure) {
      do throws(FileSystem.Failure) {
        if let before = self.mark {
          var text = ""
          if FileSystem.kind(of: path) == .file { text = String(decoding: try FileSystem.read(path, limit: 1 << 20), as: UTF8.self) }
          if text != conditions + before { throw FileSystem.Failure("write", path, reason: "another process has continued this import") }
        }
        try FileSystem.write(Array((conditions + mark).utf8), to: path, syncing: true)
        self.mark = mark
      } catch {
        throw .files(error)
      }
    }
  }

  // Returns the lines that must be the same in each run: the state of the database, the fingerprint of the schema, and the options.
  func conditions(_ model: SchemaModel) throws(CommandFailure) -> String {
    let log = SQLiteDatabase.logPath(of: rows.database)
    var files = ""
    do throws(FileSystem.Failure) {
      files = try FileSystem.state(of: rows.database)
      // A process that only reads a database may create an empty log, which remains if the process is killed.
      if FileSystem.kind(of: log) == .file {
        let state = try FileSystem.state(of: log)
        if !state.hasPrefix("0 ") { files += " " + state }
      }
    } catch {
      throw .files(error)
    }
    return """
      Ashlar import 1
      database \(files)
      schema \(String(Fingerprint.source(of: model), radix: 16))
      options \(rows.dates?.rawValue ?? "none") \(rows.danglingIsNil ? "nil" : "refused")

      """
  }

  // Returns the mark of an interrupted import; nil if there is none. Throws if that import had a different database, schema or options, or
  // if its log is missing or damaged.
  private func readMark(_ conditions: String) throws(CommandFailure) -> ImportMark? {
    guard FileSystem.isTaken(partial) else { return nil }
    guard FileSystem.kind(of: log) == .file else {
      throw .usage("'\(partial)' exists without '\(log)', which states how far an import has come: remove it, or choose another '--output'")
    }
    let bytes: [UInt8]
    do throws(FileSystem.Failure) { bytes = try FileSystem.read(log, limit: 1 << 20) } catch { throw .files(error) }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix(conditions), let mark = ImportMark(text.dropFirst(conditions.count)) else {
      let now = conditions.split(separator: "\n")
      let before = text.split(separator: "\n")
      let reasons = [
        "", "the database '\(rows.database)' has changed", "the schema is another one", "'--dates' or '--dangling' differs",
      ]
      let changed = zip(zip(now, before), reasons).filter { $0.0 != $0.1 && !$1.isEmpty }.map { $1 }
      throw self.changed(changed.isEmpty ? ["the file is damaged"] : changed)
    }
    return mark
  }

  private func changed(_ reasons: [String]) -> CommandFailure {
    .usage(
      "the import that '\(log)' describes cannot be continued: \(reasons.joined(separator: ", and ")). To begin again, remove '\(log)' and "
        + "'\(partial)'")
  }
}
