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

      Of an encrypted file, the command shows what its pages contain; with its key, it shows the same as of any other file.

      Exits with 0 on success, 1 if the file is damaged or is not a database, 2 if it cannot be read or has another key.
      """)

  @Argument(help: "A database file.", completion: .file())
  var file: String

  @Option(help: "The output format: text, or one JSON object.")
  var format = Format.text

  @OptionGroup
  var key: KeyOptions

  func run() throws {
    let key = try key.key()
    do throws(StoreError) {
      let found = try FileInspection.read(file, key: key)
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
