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
        ashlar verify people.realm --key-file people.key

      Of an encrypted file, the command checks the pages, and says that the contents were not checked; with its key, it checks everything.

      If the file has features that this release does not know, their pages and checksums are checked, and the command names the \
      contents that it did not check.

      With '--rules', the command then opens the file for reading and compares every object with the rules about values (ranges, lengths, \
      counts, patterns, cases of checked enums, required values and the orders of two properties) and with the unique rules.

      Exits with 0 on success, 1 if the file is damaged, breaks a rule or is not a database, 2 if it cannot be read or has another key.
      """)

  @Argument(help: "A database file.", completion: .file())
  var file: String

  @Flag(help: "Also compare every object with the rules about values and the unique rules.")
  var rules = false

  @OptionGroup
  var key: KeyOptions

  func run() throws {
    let key = try key.key()
    let shows = isProgressShown
    let broken: String
    do throws(StoreError) {
      if rules, key == nil { try checkKey() }
      let found = try FileInspection.read(file, key: key, checksums: true) { done, all in
        if shows { printProgress("\r\(done * 100 / max(1, all)) %") }
      }
      if shows { printProgress("\r") }
      let unchecked = InspectionText.uncheckedNote(found).map { $0 + "\n" } ?? ""
      let rows = found.tables.reduce(0) { $0 + $1.rows }
      let isSealed = InspectionText.isSealed(found)
      printOutput(
        "'\(file)' is intact\(isSealed ? " as far as its pages show" : ""): version \(found.version), "
          + "\(found.fileSize / UInt64(found.pageSize)) pages"
          + (isSealed ? "\n" : ", \(found.tables.count) tables, \(rows) rows\n") + unchecked
          + (found.isRestorePending ? InspectionText.restoreNote(found) + "\n" : ""))
      guard rules else { return }
      let faults = try RuleVerification.faults(file, key: key)
      if faults.isEmpty { return printOutput("Every object satisfies the rules about values and the unique rules.\n") }
      broken = faults.map { "'\(file)': \($0)" }.joined(separator: "\n")
    } catch {
      if shows { printProgress("\r") }
      throw DatabaseFailure(error)
    }
    throw CommandFailure.failed(broken)
  }

  // Throws if the file is encrypted. Without its key, its pages can be checked, but not its rules.
  private func checkKey() throws(StoreError) {
    do throws(StoreError) {
      _ = try FileInspection.schema(file)
    } catch .keyMissing {
      throw .keyMissing(path: file)
    } catch {
      // The check of the pages describes every other error.
    }
  }
}
