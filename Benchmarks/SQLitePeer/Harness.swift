import CSQLite
import Foundation

/// Keeps results alive, so that no loop is dropped.
@inline(never) func sink(_ value: Int) {
  if value == 0x7A3B_55C1_1234 { print("# sunk") }
}

/// The seconds that `body` takes.
func time(_ body: () throws -> Void) rethrows -> Double {
  let start = bench_now()
  try body()
  return bench_now() - start
}

/// Random numbers, the same each time.
struct XorShift {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed | 1 }

  mutating func below(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(limit))
  }
}

/// How workloads are run and printed: as Ashlar's client does it.
struct Harness {
  var rows: Int
  var folder: URL

  func database(_ name: String = "peer") throws -> Database { try Database(folder.appendingPathComponent(name + ".sqlite").path) }

  /// One warm-up and three runs of `body`, which returns the seconds that count.
  func run(_ name: String, operations: Int, _ body: () throws -> Double) rethrows {
    _ = try body()
    report(name, operations: operations, try (0..<3).map { _ in try body() })
  }

  /// One warm-up and three runs of each of two bodies, in turns, as Ashlar's client runs them.
  func alternately(
    _ first: String, _ second: String, operations: Int, _ body: () throws -> Double, _ other: () throws -> Double
  ) rethrows {
    var (times, others) = ([Double](), [Double]())
    for _ in 0..<4 {
      times.append(try body())
      others.append(try other())
    }
    report(first, operations: operations, Array(times.dropFirst()))
    report(second, operations: operations, Array(others.dropFirst()))
  }

  /// `name⇥bytes⇥bytes⇥megabytes⇥MB`, as Ashlar's client prints sizes.
  func reportBytes(_ name: String, _ bytes: Int) {
    print([name, "\(bytes)", "bytes", String(format: "%.2f", Double(bytes) / 1e6), "MB"].joined(separator: "\t"))
    fflush(nil)
  }

  private func report(_ name: String, operations: Int, _ measured: [Double]) {
    let times = measured.sorted()
    let scale = 1e9 / Double(max(operations, 1))
    func decimals(_ value: Double, _ count: Int) -> String { String(format: "%.\(count)f", value) }
    print(
      [name, "\(operations)", decimals(times[0], 6), decimals(times[0] * scale, 2), decimals(times[1] * scale, 2)].joined(separator: "\t"))
    fflush(nil)
  }
}

/// `sqlite-peer rows folder workloads`, as the C clients, for the workloads that those do not have.
@main struct Command {
  static func main() {
    do {
      let arguments = CommandLine.arguments
      guard arguments.count == 4, let rows = Int(arguments[1]), rows > 0 else {
        throw SQLiteError(description: "usage: sqlite-peer ROWS FOLDER WORKLOADS")
      }
      let folder = URL(fileURLWithPath: arguments[2], isDirectory: true)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let harness = Harness(rows: rows, folder: folder)
      let wanted = Set(arguments[3].split(separator: ","))
      if wanted.contains("W13") { try harness.creates() }
      if wanted.contains("W14") { try harness.collections() }
      if wanted.contains("W15") { try harness.churn() }
      if wanted.contains("W16") { try harness.migrations() }
      if wanted.contains("W18") { try harness.conditions() }
      if wanted.contains("W24") { try harness.rules() }
      if wanted.contains("W25") { try harness.compound() }
      if wanted.contains("W26") { try harness.cliffs() }
    } catch {
      FileHandle.standardError.write(Data("sqlite-peer: \(error)\n".utf8))
      exit(1)
    }
  }
}
