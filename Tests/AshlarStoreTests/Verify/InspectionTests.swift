import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Inspection of a file that is not opened", .blocking)
struct InspectionTests {
  /// A file with rows in several tables, and the rows of each.
  private func make(_ path: String, seed: UInt64) throws -> [String: Int] {
    var random = SeededGenerator(seed: seed)
    let store = try SampleStore(path: path)
    try store.fill(&random, people: 700)
    return Dictionary(uniqueKeysWithValues: SampleSchema.ordinals.map { ($0.key, store.session.count($0.value)) })
  }

  @Test("tables with their rows, trees with their pages, and the schema")
  func content() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a")
    let rows = try make(path, seed: 3)
    let found = try FileInspection.read(path, checksums: true)
    #expect(Dictionary(uniqueKeysWithValues: found.tables.map { ($0.name, Int($0.rows)) }) == rows)
    #expect(found.tables.allSatisfy { ($0.rows == 0) == ($0.clusters == 0) && $0.bytes >= UInt64($0.clusters) * 128 })
    #expect(found.trees.first { $0.name == "clusters" }?.entries == UInt64(found.tables.reduce(0) { $0 + $1.clusters }))
    #expect(found.schema?.entities == SampleSchema.model.storedForm.entities && found.schema?.version == 1)
    #expect(try FileInspection.schema(path) == found.schema)
    #expect(found.fileSize % UInt64(found.pageSize) == 0 && found.freePages < found.fileSize / UInt64(found.pageSize))
  }

  @Test("no file is created beside it, and no byte of it changes")
  func readOnly() throws {
    let folder = try TemporaryFolder()
    let (path, copy) = (folder.file("a"), folder.file("b/c"))
    _ = try make(path, seed: 4)
    try FileManager.default.createDirectory(at: folder.url.appending(path: "b"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: copy)
    let before = try Data(contentsOf: URL(fileURLWithPath: copy))
    var told: [UInt64] = []
    _ = try FileInspection.read(copy, checksums: true) { done, all in told.append(done * 100 / all) }
    #expect(told.last == 100 && told == told.sorted())
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("b")) == ["c"])
  }

  @Test("a changed byte in a cluster is found, whichever it is", .enabled(if: Sealing.isOptional), arguments: [5 as UInt64, 6])
  func damage(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let (path, copy) = (folder.file("a"), folder.file("b"))
    _ = try make(path, seed: seed)
    let intact = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let file = try PageFile(path, isWritable: false)
    let meta = try FileHeader.read(file).newest
    let pages = try FilePages(file, meta)
    var values: [Range<Int>] = []
    let record = try #require(MainTree(meta.main, pages).trees[.clusters])
    try TreeWalk.run(record, "clusters", pages) { entry throws(StoreError) in
      let start = Int(entry.page.overflowPage(entry.index)) * meta.pageSize + TreePage.headerSize
      // Behind the heap is room that nothing refers to.
      let used = intact.withUnsafeBytes { bytes in
        Int(bytes.loadUnaligned(fromByteOffset: start + ClusterHeader.heapOffsetOffset, as: UInt32.self))
          + Int(bytes.loadUnaligned(fromByteOffset: start + ClusterHeader.heapSizeOffset, as: UInt32.self))
      }
      values.append(start..<start + used)
      return nil
    }
    for _ in 0..<120 {
      var bytes = intact
      let value = try #require(values.randomElement(using: &random))
      let place = Int.random(in: value, using: &random)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      try Data(bytes).write(to: URL(fileURLWithPath: copy))
      #expect(throws: StoreError.self, "seed \(seed), byte \(place - value.lowerBound) of \(value.count)") {
        try FileInspection.read(copy, checksums: true)
      }
    }
  }
}
