import AshlarEncryption
import AshlarStore
import Foundation

/// The figures of both engines: nanoseconds for one operation, by workload and round.
final class NodeBench {
  /// How much slower nodes may be.
  private static let bar = 1.2

  private let folder: String
  private let count: Int
  private var names: [String] = []
  private var figures: [String: (trees: [Double], nodes: [Double])] = [:]

  init(folder: String, count: Int) {
    self.folder = folder
    self.count = count
  }

  // MARK: - Workloads

  func run(isNodes: Bool, _ round: Int) throws {
    EngineFactory.use(isNodes ? .nodes : .plain)
    let path = "\(folder)/bench-\(isNodes ? "nodes" : "trees")-\(round)"
    defer {
      for ending in ["", "-lock", ".lock", ".checkpoint"] { unlink(path + ending) }
    }
    do {
      let engine = try EnvironmentRegistry.open(path: path)
      try measure(engine, isNodes)
    }
    EnvironmentRegistry.closeIdleFile(path: path)
  }

  private func measure(_ engine: any StorageEngine, _ isNodes: Bool) throws {
    // Even numbers are stored first; odd ones are inserted between them.
    try time("build from sorted entries", isNodes, count) {
      try commit(engine) { writer in
        for index in 0..<count {
          try Self.withKey(UInt64(index) * 2) { key in try Self.withValue(index) { try writer.put(.postings, key, $0) } }
        }
      }
    }
    try time("build keys (integers)", isNodes, count) {
      try commit(engine) { writer in
        for index in 0..<count { try Self.withValue(index) { try writer.put(.keys, integer: UInt64(index) << 20, $0) } }
      }
    }
    let snapshot = try engine.snapshot(for: SnapshotHolder(.store))
    for (name, among) in [("look-up, all entries", count), ("look-up, among 100,000", min(count, 100_000))] {
      var random = UInt64(1)
      var found = 0
      let looks = 500_000
      for _ in 0..<2 {
        try time(name, isNodes, looks) {
          for _ in 0..<looks {
            let index = Self.next(&random) % UInt64(among)
            try Self.withKey(index * 2) { if try snapshot.value(.postings, $0) != nil { found += 1 } }
          }
        }
      }
      guard found == 2 * looks else { fatalError("a key was not found") }
    }
    var random = UInt64(2)
    var total: UInt64 = 0
    let floors = 500_000
    try time("floor of a key (integer)", isNodes, floors) {
      for _ in 0..<floors {
        let key = Self.next(&random) % (UInt64(count) << 20)
        total &+= try snapshot.floor(.keys, integer: key).entry?.key ?? 0
      }
    }
    let ranges = 20_000
    try time("range of 100 entries, an entry", isNodes, ranges * 100) {
      for _ in 0..<ranges {
        var left = 100
        try Self.withKey(Self.next(&random) % UInt64(max(1, count - 100)) * 2) { start in
          try snapshot.scan(.postings, from: start) { key, value in
            total &+= UInt64(value.count) &+ UInt64(key[key.count - 1])
            left -= 1
            return left > 0
          }
        }
      }
    }
    try time("scan of everything, an entry", isNodes, count) {
      try snapshot.scan(.postings, from: UnsafeRawBufferPointer(start: nil, count: 0)) { key, value in
        total &+= UInt64(value.count) &+ UInt64(key[key.count - 1])
        return true
      }
    }
    let inserts = min(count / 4, 200_000)
    try time("random insert, 1,000 a commit", isNodes, inserts) {
      var left = inserts
      while left > 0 {
        try commit(engine) { writer in
          for _ in 0..<min(left, 1000) {
            try Self.withKey(Self.next(&random) % UInt64(count) * 2 + 1) { key in
              try Self.withValue(left) { try writer.put(.postings, key, $0) }
            }
            left -= 1
          }
        }
      }
    }
    let commits = 20_000
    try time("commit of one insert, not synced", isNodes, commits) {
      for index in 0..<commits {
        try commit(engine) { writer in
          try Self.withKey(Self.next(&random) % UInt64(count) * 2 + 1) { key in
            try Self.withValue(index) { try writer.put(.postings, key, $0) }
          }
        }
      }
    }
    try time("commit and look-up, not synced", isNodes, commits) {
      for index in 0..<commits {
        try commit(engine) { writer in
          try Self.withKey(Self.next(&random) % UInt64(count) * 2 + 1) { key in
            try Self.withValue(index) { try writer.put(.postings, key, $0) }
          }
        }
        try snapshot.renew()
        try Self.withKey(UInt64(index) * 2) { if try snapshot.value(.postings, $0) != nil { total &+= 1 } }
      }
    }
    try time("removal, 1,000 a commit", isNodes, inserts) {
      var index = 0
      while index < inserts {
        try commit(engine) { writer in
          for _ in 0..<min(inserts - index, 1000) {
            try Self.withKey(UInt64(index) * 2) { try writer.remove(.postings, $0) }
            index += 1
          }
        }
      }
    }
    if total == 1 { print("unlikely") }
  }

  private func commit(_ engine: any StorageEngine, _ body: (any StorageWriter) throws -> Void) throws {
    try engine.lockForWriting()
    defer { engine.unlockForWriting() }
    try engine.commit(sync: false, body)
  }

  // A key like that of an entry of an index: the column, 14 bytes of a value, and the bound.
  private static func withKey(_ number: UInt64, _ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    try withUnsafeTemporaryAllocation(byteCount: 22, alignment: 8) { bytes in
      bytes.storeBytes(of: UInt64(0x0102_0000_0000_0000).bigEndian, toByteOffset: 0, as: UInt64.self)
      bytes.storeBytes(of: UInt64(0x6162_6364_0000_0000).bigEndian, toByteOffset: 6, as: UInt64.self)
      bytes.storeBytes(of: number.bigEndian, toByteOffset: 10, as: UInt64.self)
      bytes.storeBytes(of: UInt32.max, toByteOffset: 18, as: UInt32.self)
      try body(UnsafeRawBufferPointer(bytes))
    }
  }

  private static func withValue(_ number: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    try withUnsafeBytes(of: UInt64(truncatingIfNeeded: number)) { try body($0) }
  }

  private static func next(_ random: inout UInt64) -> UInt64 {
    random &+= 0x9E37_79B9_7F4A_7C15
    var mixed = random
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  // MARK: - Figures

  private func time(_ name: String, _ isNodes: Bool, _ operations: Int, _ body: () throws -> Void) rethrows {
    let start = DispatchTime.now().uptimeNanoseconds
    try body()
    let each = Double(DispatchTime.now().uptimeNanoseconds - start) / Double(max(1, operations))
    if !names.contains(name) { names.append(name) }
    var found = figures[name] ?? ([], [])
    if isNodes { found.nodes.append(each) } else { found.trees.append(each) }
    figures[name] = found
  }

  /// Prints the lowest figure of each engine, of which noise distorts least. Returns whether all are within the bar.
  func report() -> Bool {
    var holds = true
    print("workload".padded(36) + "trees, ns".padded(12) + "nodes, ns".padded(12) + "ratio")
    for name in names {
      guard let found = figures[name], let trees = found.trees.min(), let nodes = found.nodes.min() else { continue }
      let ratio = nodes / trees
      holds = holds && ratio <= NodeBench.bar
      print(
        name.padded(36) + String(format: "%.1f", trees).padded(12) + String(format: "%.1f", nodes).padded(12)
          + String(format: "%.2f", ratio) + (ratio > NodeBench.bar ? "  above \(NodeBench.bar)" : ""))
    }
    return holds
  }
}

extension String {
  fileprivate func padded(_ size: Int) -> String { padding(toLength: max(size, count + 1), withPad: " ", startingAt: 0) }
}
