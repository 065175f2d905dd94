import Foundation
import GRDB

/// Keeps results alive, so that no loop is dropped.
@inline(never) func sink(_ value: Int) {
  if value == 0x7A3B_55C1_1234 { print("# sunk") }
}

/// The seconds that `body` takes.
func time(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  let (seconds, parts) = (ContinuousClock.now - start).components
  return Double(seconds) + Double(parts) / 1e18
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

  /// A queue on a new file that syncs nothing, as `durability = .unsynced` does.
  func database() throws -> DatabaseQueue {
    let path = folder.appendingPathComponent("peer.sqlite").path
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    var configuration = Configuration()
    configuration.prepareDatabase { connection in
      try connection.execute(
        sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144; PRAGMA mmap_size = 4294967296")
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// One warm-up and three runs of `body`, which returns the seconds that count.
  func run(_ name: String, operations: Int, _ body: () throws -> Double) rethrows {
    _ = try body()
    let times = try (0..<3).map { _ in try body() }.sorted()
    let scale = 1e9 / Double(max(operations, 1))
    func decimals(_ value: Double, _ count: Int) -> String { String(format: "%.\(count)f", value) }
    print(
      [name, "\(operations)", decimals(times[0], 6), decimals(times[0] * scale, 2), decimals(times[1] * scale, 2)].joined(separator: "\t"))
    fflush(nil)
  }
}

extension DatabaseQueue {
  /// Runs `body` in a transaction that is rolled back.
  func cancelled(_ body: (Database) throws -> Void) throws {
    try writeWithoutTransaction { connection in
      try connection.inTransaction {
        try body(connection)
        return .rollback
      }
    }
  }
}
