internal import Ashlar
internal import AshlarCommandLine
internal import AshlarGeneration
internal import AshlarInspection
internal import AshlarSQLite
internal import AshlarSchema

extension SQLiteBatches {
  /// Returns the result of an import with the same conditions that was interrupted after its file had been renamed, and removes the files
  /// that remain from it. Returns nil if there was none.
  func completed() throws -> SQLiteImport.Summary? {
    guard FileSystem.kind(of: log) == .file, !FileSystem.isTaken(partial) else { return nil }
    let model = try readSchemaOrDatabase(rows.schema, key: rows.output.key)
    let expected = try conditions(model)
    do {
      let text = String(decoding: try FileSystem.read(log, limit: 1 << 20), as: UTF8.self)
      guard text.hasPrefix(expected), let mark = ImportMark(text.dropFirst(expected.count)) else { return nil }
      let realm = try openToRead(rows.output)
      let summary = try SQLiteImport(rows.database, dates: rows.dates, danglingIsNil: rows.danglingIsNil)
        .summary(of: realm, schema: model, after: mark)
      try removeLocks()
      try removeLog()
      return summary
    } catch let error as FileSystem.Failure {
      throw CommandFailure.files(error)
    } catch {
      throw SQLiteRows.failure(error, "All rows are in '\(rows.output.path)'.")
    }
  }

  private func removeLocks() throws(FileSystem.Failure) {
    for path in [partial + "-lock", partial + ".lock"] where FileSystem.isTaken(path) { try FileSystem.remove(path) }
  }

  /// Removes the partial file and the log if the file contains no objects. Returns whether it removed them.
  func removeEmpty() -> Bool {
    do {
      if FileSystem.isTaken(partial) {
        guard try isEmpty() else { return false }
        try FileSystem.remove(partial)
      }
      try removeLocks()
      if FileSystem.isTaken(log) { try removeLog() }
      return true
    } catch {
      return false
    }
  }

  // This is a separate function, so that the file is closed when it returns.
  private func isEmpty() throws -> Bool {
    let realm = try openToRead(partialFile)
    return realm._types.allSatisfy { $0.kind != .object || realm.dynamicObjects($0.name).isEmpty }
  }

  /// Removes the log, and the temporary files of processes that were killed while they wrote the log.
  func removeLog() throws(FileSystem.Failure) {
    let folder = log.lastIndex(of: "/").map { $0 == log.startIndex ? "/" : String(log[..<$0]) } ?? "."
    let prefix = String(log.split(separator: "/").last ?? "") + "."
    for name in try FileSystem.names(in: folder) where name.hasPrefix(prefix) && name.hasSuffix(".tmp") {
      try FileSystem.remove("\(folder)/\(name)")
    }
    try FileSystem.remove(log)
  }
}
