internal import ArgumentParser
internal import Ashlar
internal import AshlarCommandLine
internal import AshlarGeneration
internal import AshlarInspection
internal import AshlarSQLite
internal import AshlarSchema

/// The command `ashlar export`.
struct ExportCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case jsonl, csv
  }

  /// The database to which objects are copied.
  enum Target: String, ExpressibleByArgument, CaseIterable {
    case sqlite
  }

  /// The form of dates in an SQLite database.
  enum Dates: String, ExpressibleByArgument, CaseIterable {
    case iso, unix
  }

  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes the objects of a database file as JSON lines, CSV or an SQLite database.",
    usage: """
      ashlar export <file> [<types> ...] [--format <format>] [--output <output>] [--force] [--key-file <file>]
                    [--key-env <name>]
      ashlar export <file> --to sqlite <output> [--dates <dates>] [--schema <schema>] [--force] [--key-file <file>]
                    [--key-env <name>]
      """,
    discussion: """
      Writes the objects of the named types, or of all types of the file if none is named. The command only reads the file, in one \
      version, and other processes may write to it meanwhile. 'ashlar import' reads the output and preserves every value; \
      docs/interchange.md describes the formats.

      JSON lines contain objects of any types. A CSV file contains one type; for several types, the output is a folder with a file for each.

      '--to sqlite' copies all objects to a new SQLite database: a table for each type, foreign keys for links, tables for collections and \
      embedded objects, and a view for each type. docs/guide/Leaving.md describes the tables. SQLite's library must be installed.

      An existing file is replaced only with --force; a database of Ashlar is never replaced. The output is not encrypted, even if the \
      file is.

      Examples:
        ashlar export people.realm > people.jsonl
        ashlar export people.realm Person Dog --output people.jsonl
        ashlar export people.realm Person --format csv > Person.csv
        ashlar export people.realm --format csv --output people
        ashlar export people.realm --to sqlite people.sqlite
        ashlar export people.realm --key-file people.key > people.jsonl

      Exits with 0 on success; 1 if the file is damaged or is not a database, or if SQLite's library is missing or fails; 2 if the \
      arguments are not valid, the file is missing, or the output cannot be written.
      """)

  @Argument(help: "A database file.", completion: .file())
  var file: String

  @Argument(
    help: "The names of types; all types of the file by default. With '--to sqlite', the output file instead.", completion: .storedTypes)
  var types: [String] = []

  @Option(help: "The output format: JSON lines or CSV. (default: jsonl)")
  var format: Format?

  @Option(help: "Copy the objects to a new database of this kind.")
  var to: Target?

  @Option(help: "With '--to sqlite': the form of dates, text or seconds since 1970. (default: iso)")
  var dates: Dates?

  @Option(
    help: "With '--to sqlite': the cases of enums, which a file does not contain: schema files, a folder or a descriptor.",
    completion: .file(extensions: ["yaml", "yml", "ashlarbin"]))
  var schema: [String] = []

  @Option(help: "The output file, or a folder for CSV of several types; standard output by default.", completion: .file())
  var output: String?

  @Flag(help: "Replace existing files. Databases of Ashlar, and the files that belong to them, are never replaced.")
  var force = false

  @OptionGroup
  var key: KeyOptions

  func validate() throws {
    if to == nil {
      if force, output == nil { throw ValidationError("'--force' requires '--output'.") }
      if dates != nil { throw ValidationError("'--dates' requires '--to sqlite'.") }
      if !schema.isEmpty { throw ValidationError("'--schema' requires '--to sqlite'.") }
      return
    }
    if format != nil { throw ValidationError("'--format' cannot be combined with '--to'.") }
    let outputs = types + (output.map { [$0] } ?? [])
    if outputs.count != 1 {
      throw ValidationError("'--to sqlite' copies all types of the file to one database: name the file to write, and no types.")
    }
  }

  func run() throws {
    if to != nil {
      let path = (types + (output.map { [$0] } ?? []))[0]
      return try SQLiteFile(
        file: key.file(file), output: path, schema: schema, dates: dates == .unix ? .unix : .text, replaces: force
      ).run()
    }
    let format = format ?? .jsonl
    let files = OutputGuard(inputs: [file])
    if let output { try files.check(output) }
    let realm = try openToRead(key.file(file))
    let stored = StoredTypes(realm, at: file)
    var chosen = stored.all.filter { $0.kind != .embedded }
    if !types.isEmpty {
      chosen = []
      for name in types {
        let type = try asUsage { try stored.type(named: name) }
        if type.kind == .embedded {
          throw CommandFailure.usage("objects of the embedded type '\(name)' are exported with their owners: name the types of the owners")
        }
        if !chosen.contains(where: { $0.name == name }) { chosen.append(type) }
      }
    }
    for type in chosen { try checkNames(type, format) }
    let total = chosen.reduce(0) { $0 + realm.dynamicObjects($1.name).count }
    let progress = ProgressLine()
    var before = 0
    defer { progress.end() }
    func exporter() -> Exporter {
      Exporter(realm: realm) { [before] done in
        progress.show(before + done, of: total, "\(before + done) of \(total) objects")
      }
    }
    do {
      if format == .jsonl {
        try exporter().writeLines(chosen, to: OutputFile(output, replaces: force))
        return try printOutboxNote(realm, progress)
      }
      if chosen.count == 1 {
        try exporter().writeCSV(chosen[0], to: OutputFile(output, replaces: force))
        return try printOutboxNote(realm, progress)
      }
      guard let output else {
        throw CommandFailure.usage("a CSV file contains one type, not \(chosen.count): name one type, or a folder with '--output'")
      }
      let paths = chosen.map { "\(output)/\($0.name).csv" }
      for path in paths {
        try files.check(path)
        if !force, FileSystem.isTaken(path) { throw PendingFile.taken(path) }
      }
      do throws(FileSystem.Failure) { try FileSystem.makeFolder(output) } catch { throw CommandFailure.files(error) }
      for (type, path) in zip(chosen, paths) {
        try exporter().writeCSV(type, to: OutputFile(path, replaces: force))
        before += realm.dynamicObjects(type.name).count
      }
      try printOutboxNote(realm, progress)
    } catch let error as ValueWriter.TooDeep {
      throw CommandFailure.failed(error.description)
    }
  }

  // Prints the number of objects in the outbox, which belong to no type of the file, to standard error; standard output may contain the
  // exported objects. If types are named, only their objects are expected.
  private func printOutboxNote(_ realm: Realm, _ progress: ProgressLine) throws {
    let count = try realm._outboxCount
    guard types.isEmpty, count > 0 else { return }
    progress.end()
    let objects = count == 1 ? "1 object in the outbox was" : "\(count) objects in the outbox were"
    FileSystem.print("note: \(objects) not exported\n", to: 2)
  }

  // Rejects names that have a special meaning in an export or cannot be file names. This is necessary because stored names may be any text.
  private func checkNames(_ type: EntityModel, _ format: Format) throws(CommandFailure) {
    if let property = type.columns.first(where: { $0.name == "$type" || $0.name == "$row" }) {
      throw .failed("'\(type.name)' has a property '\(property.name)', a name that has another meaning in an export")
    }
    if format == .csv, output != nil, type.name.utf8.contains(UInt8(ascii: "/")) {
      throw .failed("the name of type '\(type.name)' is not a valid file name; export this type to standard output")
    }
  }
}
