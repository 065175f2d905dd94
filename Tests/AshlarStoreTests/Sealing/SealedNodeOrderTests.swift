import AshlarSchema
import Foundation
import StoreFixtures
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

/// A reader without the key sees the page of each node, its number, and, in its nonce, the order in which a commit has encrypted its nodes.
/// If one of these followed the order of keys, a later commit, which changes a cluster and a node together, would reveal the rank of the
/// value of a row.
@Suite("The order of the nodes of an encrypted index", .blocking)
struct SealedNodeOrderTests {
  private let folder: TemporaryFolder
  private let path: String
  private let key: EncryptionKey

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("sealed")
    key = try Sealing.encryptionKey()
  }

  private func open() throws -> any FileEngine { try EngineFactory.plain.open(path, EngineOptions(key: key)) }

  private func commit(_ engine: any StorageEngine, _ body: (any StorageWriter) throws -> Void) throws {
    try engine.lockForWriting()
    defer { engine.unlockForWriting() }
    try engine.commit(sync: false, body)
  }

  // Keys of 20 bytes, in ascending order.
  private static func key(_ number: Int) -> [UInt8] { Array("a key of an index ".utf8) + [UInt8(number >> 8), UInt8(number & 255)] }

  private func put(_ writer: any StorageWriter, _ space: KeySpace, _ number: Int, _ byte: UInt8 = 1) throws {
    try SealedNodeOrderTests.key(number).withUnsafeBytes { key in
      try [UInt8](repeating: byte, count: 60).withUnsafeBytes { try writer.put(space, key, $0) }
    }
  }

  @Test("is not that of their keys after entries were stored in ascending order", arguments: [1, 20])
  func ascending(commits: Int) throws {
    do {
      let engine = try open()
      let count = 24_000 / commits
      for round in 0..<commits {
        try commit(engine) { writer in
          for number in round * count..<(round + 1) * count {
            try put(writer, .postings, number)
            try [UInt8](repeating: 2, count: 64).withUnsafeBytes { try writer.put(.keys, integer: UInt64(number) << 40, $0) }
          }
        }
      }
    }
    for space in [KeySpace.postings, .keys] {
      let leaves = try StoredLeaves(space, path, key)
      leaves.expectUnrelated("\(space), \(commits) commits", least: 300)
      #expect(leaves.byCommit.count <= commits)
    }
  }

  @Test("is not that of their keys after commits that change entries in ascending order, among others")
  func changes() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    do {
      let engine = try open()
      try commit(engine) { writer in for number in 0..<24_000 { try put(writer, .postings, number) } }
      for round in 0..<60 {
        let changed = (0..<12).map { _ in random.below(24_000) }.sorted()
        try commit(engine) { writer in for number in changed { try put(writer, .postings, number, UInt8(round + 2)) } }
      }
    }
    let leaves = try StoredLeaves(.postings, path, key)
    leaves.expectUnrelated("seed \(seed)", least: 350)
    #expect(leaves.byCommit.count > 50)
  }

  @Test("is not that of their keys after an index was built, in the file, in a copy, and after compaction")
  func indexes() throws {
    let rows = 12_000
    // Nodes contain only once what the beginnings of their keys have in common.
    func text(_ number: Int) -> CellValue { .text("\(100_000 + number)" + String(repeating: ", a value of a row", count: 5)) }
    do {
      let store = try SampleStore(EnvironmentRegistry.open(path: path, key: key))
      for start in stride(from: 0, to: rows, by: 3000) {
        try store.session.beginWrite()
        for number in start..<start + 3000 { try store.insert(SampleSchema.wide, (0..<12).map { $0 == 0 ? text(number) : .text("") }) }
        try store.session.commitWrite(sync: false)
      }
      var model = SampleSchema.model
      model.version = 2
      model.entities[4].properties[0].isIndexed = true
      let engine = try EnvironmentRegistry.open(path: path, key: key)
      let indexed = try SampleStore(engine, model: model, ordinals: SampleSchema.ordinals)
      try indexed.session.writeCopy(to: folder.file("copy"), key: key)
    }
    try StoredLeaves(.postings, path, key).expectUnrelated("the file", least: 200)
    try StoredLeaves(.postings, folder.file("copy"), key).expectUnrelated("the copy", least: 200)
    do { _ = try EnvironmentRegistry.open(path: path, key: key) { _, _ in true } }
    try folder.closeIdleFiles()
    try StoredLeaves(.postings, path, key).expectUnrelated("the compacted file", least: 200)
  }

  @Test("is that of their keys in a file whose numbers of nodes are not permuted: the test finds what it looks for")
  func ordered() {
    let leaves = (0..<300).map { StoredLeaves.Leaf(number: UInt64($0), page: UInt64(900 - $0), commit: [1], counter: UInt32($0)) }
    #expect(StoredLeaves(leaves).relations.allSatisfy { abs($0) > 15 })
    #expect(StoredLeaves(leaves.shuffled()).relations.allSatisfy { abs($0) < 6 })
  }
}
