import Ashlar
import Foundation

/// What stops a benchmark.
enum BenchError: Error, CustomStringConvertible {
  case rowMissing(Int)
  case countsDiffer(String, counted: Int, collected: Int)
  case badNumber(String)
  case noUsage
  case rowsRemain(String, counted: Int, expected: Int)
  case processFailed(String)
  case notEvicted

  var description: String {
    switch self {
    case .rowMissing(let id): "row \(id) is not in the file"
    case .countsDiffer(let name, let counted, let collected): "\(name): counted \(counted), collected \(collected)"
    case .rowsRemain(let name, let counted, let expected): "\(name): \(counted) rows remain, not \(expected)"
    case .processFailed(let arguments): "the process with '\(arguments)' failed"
    case .notEvicted: "the pages of the file cannot be removed from the system's cache"
    case .noUsage: "the system does not say how much memory was used"
    case .badNumber(let text): "'\(text)' is no number of rows"
    }
  }
}

/// `bench [rows] [work folder] [comma list of workloads]`, as the C clients; `bench --checksum [rows]` for the generator alone;
/// `bench --growth [rows] [work folder]` for the cost of operations at one size; `bench --touch [rows]` touches the memory that so
/// many rows will take; `bench --migrate FILE` migrates a file on a copy and says how much memory that took; `bench --delete` deletes what
/// W24 does and says the same; `bench --watch FILE` prints when each commit of others was told. If the environment contains
/// `BENCH_ENCRYPTED`, files are encrypted, except those of workloads with types of their own.
@main struct Command {
  static func main() {
    do {
      try run()
    } catch {
      FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run() throws {
    var arguments = CommandLine.arguments.dropFirst()
    let wantsChecksum = arguments.first == "--checksum"
    let wantsGrowth = arguments.first == "--growth"
    let wantsTouch = arguments.first == "--touch"
    if arguments.first == "--watch" { try watchAlone(path: arguments.dropFirst().first ?? "") }
    if arguments.first == "--migrate" { return try migrateAlone(path: arguments.dropFirst().first ?? "") }
    if arguments.first == "--delete" { return try deleteAlone(Array(arguments.dropFirst())) }
    if wantsChecksum || wantsGrowth || wantsTouch { arguments = arguments.dropFirst() }
    let text = arguments.popFirst() ?? (wantsChecksum ? "100000" : "1000000")
    guard let rows = Int(text), rows > 0 else { throw BenchError.badNumber(text) }
    if wantsChecksum {
      print(String(format: "%016llx", Generator.checksum(rows: rows)))
      return
    }
    // A row takes some 350 bytes: in the write, in LMDB's pages and in the system's.
    if wantsTouch { return touchMemory(bytes: rows * 700) }
    let folder = URL(fileURLWithPath: arguments.popFirst() ?? "ashlar-bench", isDirectory: true)
    let only = Set((arguments.popFirst() ?? "").split(separator: ","))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let isEncrypted = ProcessInfo.processInfo.environment["BENCH_ENCRYPTED"] != nil
    let harness = Harness(rows: rows, folder: folder, only: only, encryptionKey: isEncrypted ? Data(0..<64) : nil)
    try harness.readUntracked()
    if wantsGrowth { try harness.growth() } else { try run(harness) }
  }

  private static func run(_ harness: Harness) throws {
    if harness.wants("W0") {
      harness.plainReads()
      harness.generateOnly()
    }
    if harness.wants("W1") { try harness.inserts() }
    if ["W2", "W4", "W5", "W6", "W7"].contains(where: { harness.wants($0) }) {
      try harness.insertAll(into: "full", .unsynced)
      let realm = try harness.open("full", .unsynced)
      if harness.wants("W2") {
        try harness.hotReadsOfOne(realm)
        harness.iterations(realm)
      }
      if harness.wants("W4") { try harness.scans(realm) }
      if harness.wants("W5") {
        harness.lookups(realm)
        harness.indexed(realm)
      }
      if harness.wants("W6") { harness.aggregates(realm) }
      if harness.wants("W7") { harness.sorts(realm) }
    }
    if harness.wants("W4") { try harness.unindexedScan() }
    if harness.wants("W3") { try harness.writes() }
    if harness.wants("W8") { try harness.smallCommits() }
    if harness.wants("W9") {
      harness.linksAtLeast()
      try harness.links()
    }
    if harness.wants("W10") { try harness.observing() }
    if harness.wants("W11") { try harness.files() }
    if harness.wants("W12") { try harness.deletes() }
    if harness.wants("W13") { try harness.creates() }
    if harness.wants("W14") { try harness.collections() }
    if harness.wants("W15") { try harness.churn() }
    if harness.wants("W16") { try harness.migrations() }
    if harness.wants("W18") { try harness.conditions() }
    if harness.wants("W21") { try harness.tasks() }
    if harness.wants("W23") { try harness.handwritten() }
    if harness.wants("W24") { try harness.rules() }
    if harness.wants("W25") { try harness.compound() }
    if harness.wants("W26") { try harness.cliffs() }
    if harness.wants("W27") { try harness.firstScans() }
    for name in ["full", "unindexed", "writes", "commits", "links", "collections", "churn", "entries", "observed", "tasks"] {
      try harness.remove(name)
    }
  }
}
