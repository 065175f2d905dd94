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
    commandName: "inspect", abstract: "Shows the contents of a database file: tables, rows, bytes, indexes, free pages, readers.",
    discussion: """
      The file is only read: nothing is upgraded or written. The schema that it was made with is printed by \
      'ashlar diff FILE schema.yaml', as differences to another.

      Examples:
        ashlar inspect people.realm
        ashlar inspect people.realm --format json

      Exits with 0 when all is well, 1 when the file is damaged or no database, 2 when it cannot be read.
      """)

  @Argument(help: "A database file.", completion: .file())
  var file: String

  @Option(help: "As text, or as one JSON object.")
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
