import Foundation

/// `grdb-peer ROWS FOLDER WORKLOADS`, as the other clients, for what a user of Swift would compare.
@main struct Command {
  struct UsageError: Error, CustomStringConvertible {
    var description: String { "usage: grdb-peer ROWS FOLDER WORKLOADS" }
  }

  static func main() {
    do {
      let arguments = CommandLine.arguments
      guard arguments.count == 4, let rows = Int(arguments[1]), rows > 0 else { throw UsageError() }
      let folder = URL(fileURLWithPath: arguments[2], isDirectory: true)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let harness = Harness(rows: rows, folder: folder)
      let wanted = Set(arguments[3].split(separator: ","))
      if !wanted.isDisjoint(with: ["W1", "W2", "W5"]) { try harness.items(wanted) }
      if wanted.contains("W10") { try harness.observing() }
      if wanted.contains("W13") { try harness.creates() }
      if wanted.contains("W14") { try harness.collections() }
      if wanted.contains("W15") { try harness.churn() }
      if wanted.contains("W26") { try harness.cliffs() }
    } catch {
      FileHandle.standardError.write(Data("grdb-peer: \(error)\n".utf8))
      exit(1)
    }
  }
}
