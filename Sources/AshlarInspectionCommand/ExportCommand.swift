internal import ArgumentParser
internal import Ashlar
internal import AshlarCommandLine
internal import AshlarGeneration
internal import AshlarInspection
internal import AshlarSchema

/// The command `ashlar export`.
struct ExportCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case jsonl, csv
  }

  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes the objects of a database file as JSON lines or CSV.",
    discussion: """
      Writes the objects of the named types, or of all types of the file if none is named. The command only reads the file, in one \
      version, and other processes may write to it meanwhile. 'ashlar import' reads the output and preserves every value; \
      docs/interchange.md describes the formats.

      JSON lines contain objects of any types. A CSV file contains one type; for several types, the output is a folder with a file for each.

      An existing file is replaced only with --force; a database is never replaced.

      Examples:
        ashlar export people.realm > people.jsonl
        ashlar export people.realm Person Dog --output people.jsonl
        ashlar export people.realm Person --format csv > Person.csv
        ashlar export people.realm --format csv --output people

      Exits with 0 on success, 1 if the file is damaged or is not a database, 2 if the arguments are not valid, the file is missing, or \
      the output cannot be written.
      """)

  @Argument(help: "A database file.", completion: .file())
  var file: String

  @Argument(help: "The names of types; all types of the file by default.", completion: .storedTypes)
  var types: [String] = []

  @Option(help: "The output format: JSON lines or CSV.")
  var format = Format.jsonl

  @Option(help: "The output file, or a folder for CSV of several types; standard output by default.", completion: .file())
  var output: String?

  @Flag(help: "Replace existing files. Databases, and the files that belong to them, are never replaced.")
  var force = false

  func validate() throws {
    if force, output == nil { throw ValidationError("'--force' requires '--output'.") }
  }

  func run() throws {
    let files = OutputGuard(inputs: [file])
    if let output { try files.check(output) }
    let realm = try openToRead(file)
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
    for type in chosen { try checkNames(type) }
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
      if format == .jsonl { return try exporter().writeLines(chosen, to: OutputFile(output, replaces: force)) }
      if chosen.count == 1 { return try exporter().writeCSV(chosen[0], to: OutputFile(output, replaces: force)) }
      guard let output else {
        throw CommandFailure.usage("a CSV file contains one type, not \(chosen.count): name one type, or a folder with '--output'")
      }
      let paths = chosen.map { "\(output)/\($0.name).csv" }
      for path in paths {
        try files.check(path)
        if !force, FileSystem.isTaken(path) { throw OutputFile.taken(path) }
      }
      do throws(FileSystem.Failure) { try FileSystem.makeFolder(output) } catch { throw CommandFailure.files(error) }
      for (type, path) in zip(chosen, paths) {
        try exporter().writeCSV(type, to: OutputFile(path, replaces: force))
        before += realm.dynamicObjects(type.name).count
      }
    } catch let error as ValueWriter.TooDeep {
      throw CommandFailure.failed(error.description)
    }
  }

  // Rejects names that have a special meaning in an export or cannot be file names. This is necessary because stored names may be any text.
  private func checkNames(_ type: EntityModel) throws(CommandFailure) {
    if let property = type.columns.first(where: { $0.name == "$type" || $0.name == "$row" }) {
      throw .failed("'\(type.name)' has a property '\(property.name)', a name that has another meaning in an export")
    }
    if format == .csv, output != nil, type.name.utf8.contains(UInt8(ascii: "/")) {
      throw .failed("the name of type '\(type.name)' is not a valid file name; export this type to standard output")
    }
  }
}
