internal import ArgumentParser
internal import AshlarCommandLine
internal import AshlarGeneration
internal import AshlarStore

/// The command `ashlar verify`.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Checks every page and every byte of a database file.",
    discussion: """
      The command only reads the file: it does not open it as a database, lock it, upgrade it or create files beside it. Another process \
      may use the file meanwhile.

      Example:
        ashlar verify people.realm

      If the file has features that this release does not know, their pages and checksums are checked, and the command names the \
      contents that it did not check.

      Exits with 0 on success, 1 if the file is damaged or is not a database, 2 if it cannot be read.
      """)

  @Argument(help: "A database file.", completion: .file())
  var file: String

  func run() throws {
    let shows = isProgressShown
    do throws(StoreError) {
      let found = try FileInspection.read(file, checksums: true) { done, all in
        if shows { printProgress("\r\(done * 100 / max(1, all)) %") }
      }
      if shows { printProgress("\r") }
      let unchecked = InspectionText.uncheckedNote(found).map { $0 + "\n" } ?? ""
      let rows = found.tables.reduce(0) { $0 + $1.rows }
      printOutput(
        "'\(file)' is intact: version \(found.version), \(found.fileSize / UInt64(found.pageSize)) pages, "
          + "\(found.tables.count) tables, \(rows) rows\n" + unchecked
          + (found.isRestorePending ? InspectionText.restoreNote(found) + "\n" : ""))
    } catch {
      if shows { printProgress("\r") }
      throw DatabaseFailure(error)
    }
  }
}
