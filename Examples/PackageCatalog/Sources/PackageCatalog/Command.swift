import Ashlar
import Foundation

/// Stores the machine's Debian packages as linked objects, and then queries them.
@main struct Command {
  static func main() {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.wantsHelp { return print(Options.help) }
      if options.watches { try Watch.run(options.database ?? Places.database, 8) }
      try run(options)
    } catch let error as OptionError {
      complain("\(error)\n\n" + Options.help)
      exit(2)
    } catch {
      complain((error as? any LocalizedError)?.errorDescription ?? "\(error)")
      exit(1)
    }
  }

  static func run(_ options: Options) throws {
    printSchema()
    let database = options.database ?? Places.database
    let status = options.status ?? Places.status()
    print("Reading   \(status.path)")
    print("Database  \(database.path)")

    let start = ContinuousClock.now
    let realm = try Realm(configuration: Realm.Configuration(fileURL: database, objectTypes: PackageCatalogSchema.objectTypes))
    var importer = Importer(realm: realm, batch: options.batch, pause: options.pause)
    let tally = try importer.run(file: status)
    print("Imported  \(tally), in \(seconds(since: start))")
    print("File      \(size(of: database))")

    let questions = Questions(realm: realm)
    questions.printLargest(10)
    questions.printMostNeeded(10)
    try questions.printNeeding(options.needs)
    try questions.printMatching(options.matching, 5)
    questions.printSections(8)
  }

  private static func printSchema() {
    print("Schema    \(Places.schema.path)")
    if let text = try? String(contentsOf: Places.schema, encoding: .utf8) {
      print("\n" + text.split(separator: "\n", omittingEmptySubsequences: false).map { "  │ " + $0 }.joined(separator: "\n") + "\n")
    }
  }

  private static func complain(_ message: String) {
    FileHandle.standardError.write(Data("PackageCatalog: \(message)\n".utf8))
  }
}
