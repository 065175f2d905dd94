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

      With '--rules', the command then opens the file for reading and compares every object with the rules about values (ranges, lengths, \
      counts, patterns, cases of checked enums, required values and the orders of two properties) and with the unique rules.

      Exits with 0 on success, 1 if the file is damaged, breaks a rule or is not a database, 2 if it cannot be read.
      """)

  @Argument(help: "A database file.", completion: .file())
  var file: String

  @Flag(help: "Also compare every object with the rules about values and the unique rules.")
  var rules = false

  func run() throws {
    let shows = isProgressShown
    let broken: String
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
      guard rules else { return }
      let faults = try RuleVerification.faults(file)
      if faults.isEmpty { return printOutput("Every object satisfies the rules about values and the unique rules.\n") }
      broken = faults.map { "'\(file)': \($0)" }.joined(separator: "\n")
    } catch {
      if shows { printProgress("\r") }
      throw DatabaseFailure(error)
    }
    throw CommandFailure.failed(broken)
  }
}
