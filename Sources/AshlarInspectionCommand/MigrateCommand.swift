internal import ArgumentParser
internal import Ashlar
internal import AshlarCommandLine
internal import AshlarGeneration
internal import AshlarSchema
internal import AshlarStore

/// The command `ashlar migrate`.
struct MigrateCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Tells what opening a database file under a schema would do, or does it to a copy.",
    discussion: """
      With --dry-run the file is only read. What differs is told, integers that do not fit a narrower type, primary keys that several \
      objects would have, objects that cannot become embedded, and what needs code. Code in Swift runs in your program alone: a file that needs \
      it is not migrated by this command. Nobody may write to the file meanwhile.

      Examples:
        ashlar migrate people.realm Schemas/People --dry-run
        ashlar migrate people.realm Schemas/People --dry-run --format json
        ashlar migrate people.realm Schemas/People --on-copy people-new.realm

      Exits with 0 when all is well, 1 when opening would fail, the schema has errors or the file is damaged, 2 on bad usage or missing \
      files.
      """)

  @Argument(help: "A database file.", completion: .file())
  var file: String

  @Argument(
    help: "Schema files, or folders with schema files; together they are one schema.", completion: .file(extensions: ["yaml", "yml"]))
  var schemas: [String]

  @Flag(help: "Only read, and tell.")
  var dryRun = false

  @Option(help: "A file to be made: a copy under the schema.", completion: .file())
  var onCopy: String?

  @Option(help: "As text, or as one JSON object.")
  var format = Format.text

  func validate() throws {
    if dryRun == (onCopy != nil) { throw ValidationError("Give either '--dry-run' or '--on-copy <file>'.") }
  }

  func run() throws {
    if let onCopy { try OutputGuard(inputs: [file] + schemas).check(onCopy) }
    let (model, history) = try readSchema(schemas)
    let forecast: MigrationForecast
    do throws(StoreError) {
      forecast = try MigrationPreparation.forecast(file, model, history)
    } catch {
      throw DatabaseFailure(error)
    }
    printOutput(format == .text ? ForecastText.text(forecast) : ForecastText.json(forecast))
    if forecast.fails { throw CommandFailure.refused }
    guard let onCopy else { return }
    if let code = forecast.lines.first(where: { $0.work == .code }) {
      throw CommandFailure.failed("'\(file)' needs your program: \(code.text) Nothing was written.")
    }
    do {
      try Realm._migrateCopy(of: file, to: onCopy, model, history)
    } catch let error as Realm.Error {
      throw DatabaseFailure.failed(error.description)
    }
    printOutput("Wrote '\(onCopy)' under schema version \(forecast.to).\n")
  }
}
