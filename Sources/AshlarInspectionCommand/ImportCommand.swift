internal import ArgumentParser
internal import AshlarCommandLine
internal import AshlarGeneration
internal import AshlarSQLite

/// The command `ashlar import`.
struct ImportCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case jsonl, csv
  }

  /// The format that Swift files are converted to.
  enum Target: String, ExpressibleByArgument, CaseIterable {
    case yaml, persisted
  }

  /// The treatment of a link without a target.
  enum Dangling: String, ExpressibleByArgument, CaseIterable {
    case refused
    case null = "nil"
  }

  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Stores objects in a database file, or converts models written in Swift to a schema.",
    usage: """
      ashlar import <file> <input> ... [--schema <schema>] [--type <type>] [--format <format>] [--update]
                    [--match <properties>] [--key-file <file>] [--key-env <name>]
      ashlar import <database> --schema <schema> --output <path> [--dates <dates>] [--dangling <dangling>]
                    [--batch <rows>] [--key-file <file>] [--key-env <name>]
      ashlar import <models.swift> ... [--output <path>] [--to <to>] [--overwrite] [--allow-loss]
      """,
    discussion: """
      Objects: The objects of all inputs, which are JSON lines or CSV, are stored in one transaction. If one of them is rejected, nothing \
      is stored, and the message states its line. Links may refer to objects on later lines or in another input. 'ashlar export' writes \
      the formats, and docs/interchange.md describes them. If the file does not exist, it is created with the types of --schema. A file \
      stores the raw values of enums, not their cases: with --schema, a value that is not the raw value of a case is rejected. The type of \
      a CSV input is its name without '.csv'. '-' is standard input. With a key, a new file is encrypted; the key is also that of an \
      encrypted file that --schema names.

      SQLite: The rows of an SQLite database are stored in a new file, with the types of --schema, which 'ashlar schema --from' drafts. \
      All rows are stored in one transaction. If a value does not fit, nothing is stored, and the message states the table, the rowid and \
      the reason. With --batch, each transaction stores at most that many rows, in '<output>.partial'; if the command is ended, the same \
      command continues. With a key, the new file is encrypted. The command lists the tables and columns that it has not imported. docs/guide/MovingFromSQLite.md describes the \
      conversion.

      Models: Files that end in .swift are converted to one schema in YAML. Code that a schema cannot contain, such as methods, is written \
      to <name>+Extensions.swift beside it; the models themselves remain until you remove them. With '--to persisted', classes in the \
      older style, '@objc dynamic var', are rewritten with '@Persisted' instead. Without --output, the result is printed. The command \
      lists the changes that you have to make yourself. If a property that is stored now would no longer be stored, the command reports an \
      error and writes nothing, unless --allow-loss is given. docs/guide/ComingFromRealmSwift.md describes the conversion.

      Examples:
        ashlar import people.realm people.jsonl
        ashlar import people.realm Person.csv Dog.csv --update
        ashlar import accounts.realm Account.csv --match tenant,login
        ashlar import new.realm people.jsonl --schema Schemas/People
        ashlar import new.realm people.jsonl --schema Schemas/People --key-file people.key
        ashlar export old.realm | ashlar import new.realm - --schema old.realm
        ashlar import store.sqlite --schema store.yaml --output store.realm
        ashlar import large.sqlite --schema large.yaml --output large.realm --batch 100000
        ashlar import Person.swift Dog.swift --output Sources/App/models.yaml
        ashlar import Models/*.swift --to persisted --output Modern

      Exits with 0 on success; 1 if an input is rejected, if the file is damaged or is not a database, or if you have to complete the \
      models yourself; 2 if the arguments are not valid, a file is missing, or a file would be overwritten.
      """)

  @Argument(help: "A database file; or an SQLite database; or a Swift file with models.", completion: .file())
  var file: String

  @Argument(
    help: "Files with JSON lines or CSV; or further Swift files.",
    completion: .file(extensions: ["jsonl", "ndjson", "json", "csv", "swift"]))
  var inputs: [String] = []

  @Option(help: "Objects: the type of the objects that do not name their type.", completion: .storedTypes)
  var type: String?

  @Option(help: "Objects: the format of the inputs; by default CSV if the name ends in .csv, otherwise JSON lines.")
  var format: Format?

  @Flag(help: "Objects: update the existing objects with the same primary keys.")
  var update = false

  @Option(
    help: "Objects: update the existing objects with equal values in the properties of a unique rule, whose names commas separate.")
  var match: String?

  @Option(
    help: "Objects: the types of a new file, and the cases of enums: schema files, a folder, a descriptor or a database file.",
    completion: .file(extensions: ["yaml", "yml", "ashlarbin"]))
  var schema: [String] = []

  @Option(help: "SQLite: the meaning of numbers in columns of dates.")
  var dates: NumericDates?

  @Option(help: "SQLite: whether a link without a target is refused with its row, or is nil. (default: refused)")
  var dangling: Dangling?

  @Option(help: "SQLite: store this many rows in a transaction, so that the same command continues an import that was ended.")
  var batch: Int?

  @Option(help: "SQLite: the new file. Models: the output file, or with '--to persisted' a folder.", completion: .file())
  var output: String?

  @Option(help: "Models: the form of the output. (default: yaml)")
  var to: Target?

  @Flag(help: "Models: replace existing files.")
  var overwrite = false

  @Flag(help: "Models: report properties that would no longer be stored as warnings, not as errors.")
  var allowLoss = false

  @OptionGroup
  var diagnostics: DiagnosticOptions

  @OptionGroup
  var key: KeyOptions

  func validate() throws {
    if let batch, batch < 1 { throw ValidationError("'--batch' is a number of rows, at least 1.") }
  }

  func run() throws {
    let paths = [file] + inputs
    if let database = paths.first(where: SQLiteRows.isDatabase) { return try storeRows(of: database) }
    let onlySQLite = [("--dates", dates != nil), ("--dangling", dangling != nil), ("--batch", batch != nil)].first { $0.1 }
    let swift = paths.filter { $0.lowercased().hasSuffix(".swift") }
    if swift.isEmpty, inputs.isEmpty, onlySQLite != nil || output != nil && !schema.isEmpty { throw noDatabase() }
    if let (option, _) = onlySQLite { throw CommandFailure.usage("'\(option)' applies to SQLite databases, and '\(file)' is none") }
    guard !swift.isEmpty else { return try storeObjects() }
    if let other = paths.first(where: { !$0.lowercased().hasSuffix(".swift") }) {
      throw CommandFailure.usage("'\(other)' is not a Swift file, and '\(swift[0])' is one: import models and objects separately")
    }
    let wrong = [
      ("--type", type != nil), ("--format", format != nil), ("--update", update), ("--match", match != nil), ("--schema", !schema.isEmpty),
      ("--key-file", key.keyFile != nil), ("--key-env", key.keyEnv != nil),
    ].first { $0.1 }
    if let (option, _) = wrong { throw CommandFailure.usage("'\(option)' applies to objects, and '\(swift[0])' contains models") }
    try ModelFiles(
      paths: swift, output: output, target: to ?? .yaml, overwrites: overwrite, allowsLoss: allowLoss, diagnostics: diagnostics
    ).run()
  }

  // Returns the error for a file that should be an SQLite database.
  private func noDatabase() -> CommandFailure {
    let bytes: [UInt8]
    switch FileSystem.kind(of: file) {
    case .nothing: return .usage("'\(file)' does not exist")
    case .folder: return .usage("'\(file)' is a folder, not an SQLite database")
    case .other(let what): return .usage("'\(file)' is \(what), not an SQLite database")
    case .file:
      do throws(FileSystem.Failure) { bytes = try FileSystem.read(file, limit: 16) } catch { return .files(error) }
    }
    if bytes.isEmpty { return .failed("'\(file)' is not an SQLite database: it is empty") }
    return .failed(
      "'\(file)' is not an SQLite database, or is an encrypted one: a database begins with 'SQLite format 3'. Decrypt an encrypted "
        + "database with the program that wrote it")
  }

  private func storeRows(of database: String) throws {
    guard inputs.isEmpty else {
      throw CommandFailure.usage("'\(database)' is an SQLite database: import it alone, with '--schema' and the new file as '--output'")
    }
    let wrong = [
      ("--type", type != nil), ("--format", format != nil), ("--update", update), ("--match", match != nil), ("--to", to != nil),
      ("--overwrite", overwrite),
      ("--allow-loss", allowLoss),
    ].first { $0.1 }
    if let (option, _) = wrong { throw CommandFailure.usage("'\(option)' does not apply to SQLite databases, such as '\(database)'") }
    guard let output, !schema.isEmpty else {
      throw CommandFailure.usage(
        "name the new file with '--output' and its types with '--schema'; 'ashlar schema --from \(database)' drafts a schema")
    }
    let rows = SQLiteRows(
      database: database, schema: schema, output: try key.file(output), dates: dates, danglingIsNil: dangling == .null)
    guard let batch else { return try rows.run() }
    try SQLiteBatches(rows: rows, size: batch).run()
  }

  private func storeObjects() throws {
    let wrong = [("--output", output != nil), ("--to", to != nil), ("--overwrite", overwrite), ("--allow-loss", allowLoss)].first { $0.1 }
    if let (option, _) = wrong { throw CommandFailure.usage("'\(option)' applies to models, which are files that end in .swift") }
    guard !inputs.isEmpty else {
      throw CommandFailure.usage("name a database file and its inputs, which are JSON lines or CSV, or name Swift files with models")
    }
    let matching = match.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
    try key.checkStandardInput(inputs)
    try ObjectFiles(
      file: key.file(file), inputs: inputs, type: type, format: format, updates: update, matching: matching, schema: schema
    ).run()
  }
}
