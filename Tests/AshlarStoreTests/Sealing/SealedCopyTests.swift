@testable import AshlarEncryption
import Foundation
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("What an encrypted copy shows", .blocking)
struct SealedCopyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static var nothing: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

  private static func commit(_ engine: any StorageEngine, _ body: (any StorageWriter) throws -> Void) throws {
    try engine.lockForWriting()
    defer { engine.unlockForWriting() }
    try engine.commit(sync: false, body)
  }

  // Returns a file that is not encrypted, with entries in each space whose entries are in nodes if the file is encrypted. All postings
  // together have `bytes` bytes.
  private func source(bytes: Int) throws -> any FileEngine {
    let engine = try EngineFactory.plain.open(folder.file("source"), EngineOptions(expectedSize: 4 * bytes))
    let value = [UInt8](repeating: 7, count: 1800)
    try SealedCopyTests.commit(engine) { writer in
      try value.withUnsafeBytes { value in
        for number in 0..<UInt64(bytes / value.count) {
          try withUnsafeBytes(of: number.bigEndian) { try writer.append(.postings, $0, value) }
        }
        for number in 0..<400 as Range<UInt64> {
          try withUnsafeBytes(of: number.bigEndian) { try writer.append(.backlinks, $0, value) }
          try writer.put(.keys, integer: number, UnsafeRawBufferPointer(rebasing: value[..<16]))
        }
      }
    }
    var counters = Counters()
    let snapshot = try engine.snapshot()
    for space in KeySpace.indexes {
      try snapshot.scan(space, from: SealedCopyTests.nothing) { key, value in
        counters.sums.add(space, key, value)
        return true
      }
    }
    try SealedCopyTests.commit(engine) { try counters.write(to: $0) }
    return engine
  }

  // The parts of a node that are visible without the key.
  private struct VisibleNode {
    let place: Int
    let identifier: [UInt8]
  }

  // Returns the nodes of a file by their numbers.
  private func nodes(of path: String) throws -> [UInt64: VisibleNode] {
    let forger = Forger(path: path)
    let bytes = try forger.bytes
    var found: [UInt64: VisibleNode] = [:]
    for value in try forger.values() where value.space == .sealed {
      let start = value.range.lowerBound
      let number = value.key.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
      found[number] = VisibleNode(place: start, identifier: Array(bytes[start + 20..<start + 36]))
    }
    return found
  }

  private func copy(_ source: any FileEngine, to path: String) throws {
    var copy = try StoreCopy(of: try source.snapshot(), in: source, into: path, key: try Sealing.encryptionKey()) { _, _ in }
    try copy.run()
  }

  // The correlation of two series of ranks.
  private static func correlation(_ ranks: [Int]) -> Double {
    let middle = Double(ranks.count - 1) / 2
    let (sum, squares) = ranks.enumerated().reduce((0.0, 0.0)) { found, next in
      let (a, b) = (Double(next.offset) - middle, Double(next.element) - middle)
      return (found.0 + a * b, found.1 + a * a)
    }
    return sum / squares
  }

  @Test("the nodes of indexes, keys and backlinks have the identifier of one commit")
  func oneCommit() throws {
    let path = folder.file("copy")
    let source = try source(bytes: 400_000)
    try copy(source, to: path)
    let nodes = try nodes(of: path)
    #expect(nodes.count > 300)
    #expect(Set(nodes.values.map(\.identifier)).count == 1)
    // The copy has all entries.
    let engine = try EngineFactory.plain.open(path, EngineOptions(key: Sealing.encryptionKey()))
    let (old, new) = (try source.snapshot(), try engine.snapshot())
    for space in KeySpace.indexes { #expect(try new.usage(space).entries == old.usage(space).entries) }
    #expect(try Counters.read(new, path: path).sums == Counters.read(old, path: path).sums)
  }

  @Test("nodes are stored in batches of 64 MB, and the order of pages within a batch is not that of keys")
  func batches() throws {
    let path = folder.file("copy")
    try copy(try source(bytes: 66 << 20), to: path)
    let nodes = try nodes(of: path)
    let identifiers = Dictionary(grouping: nodes.values, by: \.identifier).sorted { $0.value.count > $1.value.count }
    try #require(identifiers.count == 2)
    // Some nodes of the first batch were changed by the second.
    let (first, second) = (identifiers[0], identifiers[1])
    #expect(first.value.count > (64 << 20) / 4096 - 100)
    #expect(first.value.count + second.value.count == nodes.count)
    let engine = try EngineFactory.plain.open(path, EngineOptions(key: Sealing.encryptionKey()))
    let snapshot = try #require(try engine.snapshot() as? NodeSnapshot)
    let record = try NodeRecord.read(snapshot, path: path)
    var inOrderOfKeys: [Int] = []
    try snapshot._checkInvariants(
      record.postings,
      { number, _ in
        if let node = nodes[number], node.identifier == first.key { inOrderOfKeys.append(node.place) }
      })
    #expect(inOrderOfKeys.count > 10_000)
    let ranks = Dictionary(inOrderOfKeys.sorted().enumerated().map { ($1, $0) }) { first, _ in first }
    #expect(abs(SealedCopyTests.correlation(inOrderOfKeys.map { ranks[$0] ?? 0 })) < 0.1)
  }
}
