@testable import AshlarEncryption
import Foundation
import StoreFixtures
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

/// The file has entries in every space. Those of a last commit are not entries of the store: each map of nodes has several nodes and long
/// values, and the trees of features have entries.
@Suite("Encrypted nodes and entries of features that were changed without their key", .blocking)
struct SealedNodeTamperingTests {
  private let folder: TemporaryFolder
  private let path: String
  private let key: EncryptionKey

  private var forger: Forger { Forger(path: path) }

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("sealed"))
    key = try Sealing.encryptionKey()
    try InventedFeatures.knowing("derived,history,sealed") { try SealedNodeTamperingTests.fill(path, key) }
    try folder.closeIdleFiles()
  }

  private static func fill(_ path: String, _ key: EncryptionKey) throws {
    var random = SeededGenerator(seed: 3)
    let engine = try EnvironmentRegistry.open(path: path, key: key)
    let store = try SampleStore(
      engine, model: SampleSchema.model, ordinals: SampleSchema.ordinals, features: InventedFeatures.named("derived,history"))
    try store.fill(&random, people: 60)
    // Small changes of a large cluster are patches.
    try store.session.beginWrite()
    for row in 0..<3 as Range<Int64> { try store.set(SampleSchema.person, row, 1, .int(row)) }
    try store.session.commitWrite(sync: false)
    try engine.lockForWriting()
    defer { engine.unlockForWriting() }
    var counters = try Counters.read(engine.completeSnapshot(), path: path)
    try engine.commit(sync: false) { writer in
      for number in 0..<400 as Range<UInt64> {
        // A few are too long for a node.
        let value = [UInt8](repeating: UInt8(number & 255), count: number % 100 == 7 ? 2500 : 50)
        let key = Array("key \(1000 + number)".utf8)
        for space in [KeySpace.postings, .backlinks] {
          try key.withUnsafeBytes { key in try value.withUnsafeBytes { try writer.put(space, key, $0) } }
        }
        try value.withUnsafeBytes { try writer.put(.keys, integer: 1 << 60 + number, $0) }
      }
      for number in 0..<20 as Range<UInt64> {
        for space in [KeySpace.derived, .history] {
          try SealedNodeTamperingTests.put(number, in: space, writer, &counters)
        }
      }
      try counters.write(to: writer)
    }
  }

  // Stores an entry in the tree of a feature.
  private static func put(_ number: UInt64, in space: KeySpace, _ writer: any StorageWriter, _ counters: inout Counters) throws {
    var value = [0, 0, 0, 0] + Array("an entry of a feature \(number)".utf8)
    try withUnsafeBytes(of: number) { key in
      let crc = value.withUnsafeMutableBytes { FeatureEntry.seal(key, $0) }
      try value.withUnsafeBytes { value in
        if space.hasIntegerKeys { try writer.put(space, integer: number, value) } else { try writer.put(space, key, value) }
      }
      counters.sums.add(space, key, crc: crc)
    }
  }

  private func knowing<Result>(_ body: () throws -> Result) rethrows -> Result {
    try InventedFeatures.knowing("derived,history,sealed", body)
  }

  // The values of the tree of nodes: those of each map, and the long ones.
  private func nodes() throws -> [[Forger.Value]] {
    let snapshot = try #require(try EngineFactory.plain.read(path, key).completeSnapshot() as? NodeSnapshot)
    let values = Dictionary(
      uniqueKeysWithValues: try forger.values().filter { $0.space == .sealed }.map { value in
        (value.key.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }, value)
      })
    var long: [Forger.Value] = []
    var maps: [[Forger.Value]] = []
    for root in try NodeRecord.read(snapshot, path: path).roots {
      var numbers: [UInt64] = []
      try snapshot._checkInvariants(root, { number, _ in numbers.append(number) })
      let found = try numbers.map { number in try #require(values[number]) }
      // Values of 2,500 bytes are longer than the nodes that are filled in random order.
      let isLong = try numbers.map { number in
        let bytes = try snapshot.longValue(number)
        return bytes.count == 2500 && Set(bytes).count == 1
      }
      maps.append(zip(found, isLong).filter { !$0.1 }.map(\.0))
      long += zip(found, isLong).filter(\.1).map(\.0)
    }
    return maps + [long]
  }

  // One value of each kind: the smallest of each space, and of the nodes the root and a leaf of each map, and a long value.
  private func samples() throws -> [Forger.Value] {
    let others = Dictionary(grouping: try forger.values().filter { $0.space != .sealed }, by: \.space).values
      .compactMap { $0.min { $0.range.count < $1.range.count } }
    let nodes = try nodes().flatMap { [$0.first, $0.last].compactMap(\.self) }
    return (others + nodes).sorted { ($0.space.index, $0.range.lowerBound) < ($1.space.index, $1.range.lowerBound) }
  }

  // The keys of the file.
  private func sealedFile() throws -> SealedFile {
    let bytes = try #require(try forger.values(isPlain: true).first { Array(SealRecord.key.utf8) == $0.key })
    let record = try forger.bytes[bytes.range].withUnsafeBytes { try SealRecord($0, path: path) }
    return try SealedFile(path: path, record, owner: key.bytes)
  }

  @Test("There are several nodes of each map, long values, and values in every other space")
  func samplesOfAll() throws {
    try knowing {
      #expect(try nodes().allSatisfy { $0.count > 3 })
      let spaces = Set(try samples().map(\.space))
      // The entries of the other three are in nodes.
      #expect(spaces == Set(KeySpace.allCases).subtracting([.keys, .postings, .backlinks]))
      try StructureWalk.check(path, key: key)
    }
  }

  @Test("Each changed bit of a value of each space, of nodes of each map and of long values is found when the value is opened")
  func bits() throws {
    try knowing {
      let file = try sealedFile()
      let intact = try forger.bytes
      let most = rounds(.sealedBytes)
      for value in try samples() {
        var bytes = Array(intact[value.range])
        var room = [UInt8](repeating: 0, count: bytes.count - SealedValue.overhead)
        func opens() -> Bool {
          bytes.withUnsafeBytes { sealed in
            value.key.withUnsafeBytes { key in
              room.withUnsafeMutableBytes { room in (try? file.open(sealed, value.space, key, into: room)) != nil }
            }
          }
        }
        #expect(opens(), "\(value.name)")
        // The first bytes are the tag, the header and the nonce.
        for place in bytes.indices where place < 104 || bytes.count <= most || place % (bytes.count / most + 1) == 0 {
          for bit in 0..<8 {
            bytes[place] ^= 1 << UInt8(bit)
            if opens() { Issue.record("\(value.name) opens after bit \(bit) of byte \(place) was changed") }
            bytes[place] ^= 1 << UInt8(bit)
          }
        }
        #expect(opens(), "\(value.name)")
      }
    }
  }

  @Test("Nodes of a map, nodes of two maps, and entries of two features that were exchanged are errors, also in a process that has both")
  func exchanged() throws {
    try knowing {
      let intact = try forger.bytes
      let contents = try forger.contents(key)
      let engine = try EngineFactory.plain.open(path, EngineOptions(key: key))
      let held = try engine.completeSnapshot()
      #expect(try Forger.contents(held) == contents)
      let nodes = try nodes()
      let features = try [KeySpace.derived, .history].map { space in try forger.values().filter { $0.space == space } }
      var pairs: [(Forger.Value, Forger.Value)] = []
      for group in nodes + features { pairs += zip(group, group.dropFirst()).filter { $0.range.count == $1.range.count }.prefix(4) }
      for (first, second) in [(0, 1), (1, 2), (0, 2), (0, 3), (2, 3)] { pairs += zip(nodes[first], nodes[second]).prefix(3) }
      pairs += zip(features[0], features[1]).prefix(3)
      pairs = pairs.filter { $0.range.count == $1.range.count && $0 != $1 }
      #expect(pairs.count > 20)
      for (first, second) in pairs {
        let what = "\(first.name) and \(second.name)"
        try forger.changing(intact[second.range], at: first.range.lowerBound) {
          try forger.changing(intact[first.range], at: second.range.lowerBound) {
            #expect(throws: StoreError.self, "\(what)") { try forger.mapped(key) }
            #expect(throws: StoreError.self, "\(what), in the process that has both") { try Forger.contents(engine.completeSnapshot()) }
          }
        }
      }
      #expect(try Forger.contents(engine.completeSnapshot()) == contents)
    }
  }

  @Test("A node of each map, a long value and an entry of a feature that were removed, or stored under another number, are found")
  func removed() throws {
    try knowing {
      let intact = try forger.bytes
      let contents = try forger.contents(key)
      let allowed = [contents]
      let values = try samples().filter { $0.space == .sealed || $0.space.isOfFeature }
      for value in values {
        let bytes = Array(intact[value.range])
        for isMoved in [false, true] {
          try forger.commit { writer in
            try value.key.withUnsafeBytes { try writer.remove(value.space, $0) }
            guard isMoved else { return }
            let other = [UInt8](value.key.dropLast()) + [(value.key.last ?? 0) ^ 1]
            try other.withUnsafeBytes { key in try bytes.withUnsafeBytes { try writer.put(value.space, key, $0) } }
          }
          let what = "\(value.name), \(isMoved ? "moved" : "removed")"
          if !isMoved { #expect(throws: SealedCounters.incompleteness(path), "\(what)") { try StructureWalk.check(path, key: key) } }
          if let found = try? forger.mapped(key) {
            // Only a removed entry of a feature is not noticed without the sum.
            #expect(value.space.isOfFeature && !isMoved, "\(what)")
            for (space, entries) in found {
              for (entry, value) in entries { #expect(allowed.contains { $0[space]?[entry] == value }, "\(what): '\(space)' \(entry)") }
            }
          }
          try forger.write(intact, at: 0)
        }
      }
      #expect(try forger.contents(key) == contents)
    }
  }
}
