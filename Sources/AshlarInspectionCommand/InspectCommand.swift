internal import ArgumentParser
internal import AshlarCommandLine
internal import AshlarGeneration
internal import AshlarStore

/// The command `ashlar inspect`.
struct InspectCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Shows the contents of a database file: tables, rows, bytes, rules, free pages, readers.",
    discussion: """
      The command only reads the file: it upgrades and writes nothing. 'ashlar dump FILE' prints the schema that the file was written \
      with, and 'ashlar diff FILE schema.yaml' compares it with another schema.

      Examples:
        ashlar inspect people.realm
        ashlar inspect people.realm --format json

      Exits with 0 on success, 1 if the file is damaged or is not a database, 2 if it cannot be read.
      """)

  @Argument(help: "A database file.", completion: .file())
  var file: String

  @Option(help: "The output format: text, or one JSON object.")
  var format = Format.text

  func run() throws {
    do throws(StoreError) {
      let found = try FileInspection.read(file)
      // No process has the file open if a restore is pending.
      let readers = found.isRestorePending ? [] : try ReaderList.read(file)
      switch format {
      case .text: printOutput(InspectionText.text(found, readers))
      case .json: printOutput(InspectionText.json(found, readers))
      }
    } catch {
      throw DatabaseFailure(error)
    }
  }
}
