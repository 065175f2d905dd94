internal import ArgumentParser
internal import AshlarCommandLine
internal import AshlarGeneration

/// The command `ashlar import`.
struct ImportCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case jsonl, csv
  }

  /// The format that Swift files are converted to.
  enum Target: String, ExpressibleByArgument, CaseIterable {
    case yaml, persisted
  }

  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Stores objects in a database file, or makes a schema of models that are written in Swift.",
    usage: """
      ashlar import <file> <input> ... [--schema <schema>] [--type <type>] [--format <format>] [--update]
      ashlar import <models.swift> ... [--output <path>] [--to <to>] [--overwrite] [--allow-loss]
      """,
    discussion: """
      Objects: all objects of all inputs, which are JSON lines or CSV, are stored in one transaction, or, when one of them is refused, none; the \
      message names its line. Links may lead to objects further down, or in another input. Inputs have the forms that docs/interchange.md \
      states, which 'ashlar export' writes. A file that is not there is made, with the types that --schema says. A file stores the raw values of \
      enums and not their cases: with --schema, values without a case are refused. Of CSV, the input's name is the name of the type. '-' is \
      standard input.

      Models: files that end in .swift become one schema in YAML. What a schema does not hold, such as methods, is written beside it as \
      extensions, in <name>+Extensions.swift; the models themselves stay until you remove them. With '--to persisted', classes in the older style, \
      '@objc dynamic var', are written with '@Persisted' instead. Without --output the result is printed. Whatever is left to you is listed. A \
      property that is stored now and would not be afterwards is an error, and nothing is written, unless --allow-loss is given. \
      docs/guide/ComingFromRealmSwift.md tells more.

      Examples:
        ashlar import people.realm people.jsonl
        ashlar import people.realm Person.csv Dog.csv --update
        ashlar import new.realm people.jsonl --schema Schemas/People
        ashlar export old.realm | ashlar import new.realm - --schema old.realm
        ashlar import Person.swift Dog.swift --output Sources/App/models.yaml
        ashlar import Models/*.swift --to persisted --output Modern

      Exits with 0 when all is stored or said; 1 when an input is refused, or the file is damaged or no database, and nothing was stored, or when \
      something of the models is left to you; 2 on bad usage or a missing file, and when a file would be overwritten.
      """)

  @Argument(help: "A database file; or a Swift file with models.", completion: .file())
  var file: String

  @Argument(
    help: "Files with JSON lines or CSV; or further Swift files.",
    completion: .file(extensions: ["jsonl", "ndjson", "json", "csv", "swift"]))
  var inputs: [String] = []

  @Option(help: "Objects: the type of those that do not say theirs.", completion: .storedTypes)
  var type: String?

  @Option(help: "Objects: as what inputs are read; CSV where the name ends in .csv, else JSON lines.")
  var format: Format?

  @Flag(help: "Objects: give those whose primary key is there already the values of the input.")
  var update = false

  @Option(
    help: "Objects: the types of a file that is made, and the cases of enums: schema files, a folder, a descriptor or a database file.",
    completion: .file(extensions: ["yaml", "yml", "ashlarbin"]))
  var schema: [String] = []

  @Option(help: "Models: the file to write, or with '--to persisted' a folder.", completion: .file())
  var output: String?

  @Option(help: "Models: what to make of them. (default: yaml)")
  var to: Target?

  @Flag(help: "Models: replace files that are there.")
  var overwrite = false

  @Flag(help: "Models: go on where properties would not be stored any more, which is an error otherwise.")
  var allowLoss = false

  @OptionGroup
  var diagnostics: DiagnosticOptions

  func run() throws {
    let paths = [file] + inputs
    let swift = paths.filter { $0.lowercased().hasSuffix(".swift") }
    guard !swift.isEmpty else { return try storeObjects() }
    if let other = paths.first(where: { !$0.lowercased().hasSuffix(".swift") }) {
      throw CommandFailure.usage("'\(other)' is not Swift and '\(swift[0])' is: models and objects are imported one after the other")
    }
    let wrong = [("--type", type != nil), ("--format", format != nil), ("--update", update), ("--schema", !schema.isEmpty)].first { $0.1 }
    if let (option, _) = wrong { throw CommandFailure.usage("'\(option)' is for objects, and '\(swift[0])' holds models") }
    try ModelFiles(
      paths: swift, output: output, target: to ?? .yaml, overwrites: overwrite, allowsLoss: allowLoss, diagnostics: diagnostics
    ).run()
  }

  private func storeObjects() throws {
    let wrong = [("--output", output != nil), ("--to", to != nil), ("--overwrite", overwrite), ("--allow-loss", allowLoss)].first { $0.1 }
    if let (option, _) = wrong { throw CommandFailure.usage("'\(option)' is for models, in files that end in .swift") }
    guard !inputs.isEmpty else {
      throw CommandFailure.usage("name a database file and then inputs, which are JSON lines or CSV; or Swift files with models")
    }
    try ObjectFiles(file: file, inputs: inputs, type: type, format: format, updates: update, schema: schema).run()
  }
}
