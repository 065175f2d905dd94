import Foundation

/// `bench-table FOLDER [TSV]` reads `<peer>.<round>.tsv` and `<peer>.<round>.log`, prints one table, and writes the TSV.
@main struct Command {
  static func main() {
    do {
      let arguments = CommandLine.arguments.dropFirst()
      guard let folder = arguments.first else { throw Problem.usage }
      let results = try Results(folder: URL(fileURLWithPath: folder, isDirectory: true))
      results.printTable()
      if let path = arguments.dropFirst().first { try results.writeTSV(URL(fileURLWithPath: path)) }
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
    case .usage: "usage: bench-table FOLDER [TSV]"
    case .matchesDiffer(let query, let ashlar, let lmdb): "\(query): Ashlar found \(ashlar) rows, raw LMDB \(lmdb): not the same data"
    }
  }
}
