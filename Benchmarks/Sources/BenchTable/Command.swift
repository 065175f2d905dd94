import Foundation

/// `bench-table FOLDER [--tsv FILE] [--ratios FILE] [--record FILE TITLE]` reads `<peer>.<round>.tsv` and `<peer>.<round>.log` and prints one
/// table. `--tsv` also writes the figures, `--record` the ratios to SQLite, and `--ratios` compares the ratios with recorded ones.
@main struct Command {
  static func main() {
    do {
      var arguments = CommandLine.arguments.dropFirst()
      guard let folder = arguments.popFirst() else { throw Problem.usage }
      let results = try Results(folder: URL(fileURLWithPath: folder, isDirectory: true))
      results.printTable()
      while let option = arguments.popFirst() {
        guard let path = arguments.popFirst() else { throw Problem.usage }
        let file = URL(fileURLWithPath: path)
        switch option {
        case "--tsv": try results.writeTSV(file)
        case "--ratios": try RecordedRatios(file).printFallen(of: results.ratios)
        case "--record":
          guard let title = arguments.popFirst() else { throw Problem.usage }
          try RecordedRatios(title: title, ratios: results.ratios).write(file)
        default: throw Problem.usage
        }
      }
    } catch {
      FileHandle.standardError.write(Data("bench-table: \(error)\n".utf8))
      exit(1)
    }
  }
}

/// What stops the table.
enum Problem: Error, CustomStringConvertible {
  case usage
  case matchesDiffer(query: String, ashlar: String, lmdb: String)

  var description: String {
    switch self {
    case .usage: "usage: bench-table FOLDER [--tsv FILE] [--ratios FILE] [--record FILE TITLE]"
    case .matchesDiffer(let query, let ashlar, let lmdb): "\(query): Ashlar found \(ashlar) rows, raw LMDB \(lmdb): not the same data"
    }
  }
}
