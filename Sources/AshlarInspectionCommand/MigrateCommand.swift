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
    commandName: "migrate", abstract: "Reports what opening a database file under a schema would do, or migrates a copy.",
    discussion: """
      With --dry-run, the command only reads the file. It lists the differences between the file and the schema, and reports integers that \
      do not fit a narrower type, primary keys that several objects would share, objects that cannot become embedded, and changes that \
      need migration code. Such code runs only in your program, so this command does not migrate a file that needs it. Do not write to the \
      file while the command runs. The copy of an encrypted file has the same key.

      Examples:
        ashlar migrate people.realm Schemas/People --dry-run
        ashlar migrate people.realm Schemas/People --dry-run --format json
        ashlar migrate people.realm Schemas/People --on-copy people-new.realm

      Exits with 0 on success, 1 if opening would fail, the schema has errors or the file is damaged, 2 if the arguments are not valid or \
      a file or its key is missing.
      """)

  @Argument(help: "A database file.", completion: .file())
  var file: String

  @Argument(
    help: "Schema files, or folders with schema files; together they are one schema.", completion: .file(extensions: ["yaml", "yml"]))
  var schemas: [String]

  @Flag(help: "Only report the changes; write nothing.")
  var dryRun = false

  @Option(help: "The path of the copy to create and migrate.", completion: .file())
  var onCopy: String?

  @Option(help: "The output format: text, or one JSON object.")
  var format = Format.text

  @OptionGroup
  var key: KeyOptions

  func validate() throws {
    if dryRun == (onCopy != nil) { throw ValidationError("Specify either '--dry-run' or '--on-copy <file>'.") }
  }

  func run() throws {
    if let onCopy { try OutputGuard(inputs: [file] + schemas).check(onCopy) }
    let (model, history) = try readSchema(schemas)
    let key = try key.key()
    let forecast: MigrationForecast
    do throws(StoreError) {
      forecast = try MigrationPreparation.forecast(file, key: key, model, history)
    } catch {
      throw DatabaseFailure(error)
    }
    printOutput(format == .text ? ForecastText.text(forecast) : ForecastText.json(forecast))
    if forecast.fails { throw CommandFailure.refused }
    guard let onCopy else { return }
    if let code = forecast.lines.first(where: { $0.work == .code }) {
      throw CommandFailure.failed("only your program can migrate '\(file)': \(code.text) Nothing was written.")
    }
    do {
      try Realm._migrateCopy(of: file, key: key, to: onCopy, model, history)
    } catch let error as Realm.Error {
      throw DatabaseFailure.failed(error.description)
    }
    printOutput("Wrote '\(onCopy)' under schema version \(forecast.to).\n")
  }
}
