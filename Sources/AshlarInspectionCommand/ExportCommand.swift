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
      All of a type, or of several; without a type, the whole file. The file is only read, in one version, and other processes may write to \
      it meanwhile. 'ashlar import' reads what this writes, and every value comes back as it was; docs/interchange.md states the forms.

      JSON lines hold objects of any types. A file of CSV holds one type: of several types, the output is a folder with a file for each.

      Files that exist are left alone unless --force is given; databases are never replaced.

      Examples:
        ashlar export people.realm > people.jsonl
        ashlar export people.realm Person Dog --output people.jsonl
        ashlar export people.realm Person --format csv > Person.csv
        ashlar export people.realm --format csv --output people

      Exits with 0 when all is well, 1 when the file is damaged or no database, 2 on bad usage, a missing file, or an output that cannot be \
      written.
      """)

  @Argument(help: "A database file.", completion: .file())
  var file: String

  @Argument(help: "Names of types; all of the file's by default.", completion: .storedTypes)
  var types: [String] = []

  @Option(help: "As JSON lines, or as CSV.")
  var format = Format.jsonl

  @Option(help: "A file, or of several types as CSV a folder; standard output by default.", completion: .file())
  var output: String?

  @Flag(help: "Replace files that exist. Databases, and the files beside them, are never replaced.")
  var force = false

  func validate() throws {
    if force, output == nil { throw ValidationError("'--force' is for '--output'.") }
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
          throw CommandFailure.usage("objects of the embedded type '\(name)' are written with the objects that own them")
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
        throw CommandFailure.usage("CSV holds one type, and these are \(chosen.count): name one, or a folder with '--output'")
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
      throw .failed("'\(type.name)' has a property '\(property.name)', a name that stands for something else in an export")
    }
    if format == .csv, output != nil, type.name.utf8.contains(UInt8(ascii: "/")) {
      throw .failed("a type cannot be a file's name: '\(type.name)'; write it to standard output")
    }
  }
}
