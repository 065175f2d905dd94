import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Indexes against the rows of their tables")
struct IndexCountTests {
  @Test("an index of primary keys that lacks a row is found, though all sums are right")
  func lostKey() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    do {
      let store = try SampleStore(path: path)
      var random = SeededGenerator(seed: 4)
      try store.fill(&random, people: 300)
    }
    #expect(try FileInspection.read(path, checksums: true).tables.contains { $0.name == "Dog" && $0.rows > 0 })
    // As one of two writers leaves it that did not see each other: the entry of a row is gone, and nothing else is wrong.
    do {
      let engine = try EnvironmentRegistry.open(path: path)
      let snapshot = try engine.snapshot()
      var counters = try Counters.read(snapshot, path: path)
      var key: UInt64?
      try snapshot.scan(.keys, prefix: [], from: nil) { name, value in
        guard value.count == 8 else { return true }
        key = name.loadUnaligned(as: UInt64.self)
        counters.sums.remove(.keys, number: EntrySums.number(.keys, name, value))
        return false
      }
      let gone = try #require(key)
      try engine.commit(sync: false) { writer in
        try writer.remove(.keys, integer: gone)
        try counters.write(to: writer)
      }
    }
    try StructureWalk.check(path)
    let error = #expect(throws: StoreError.self) { try FileInspection.read(path, checksums: true) }
    #expect(error?.description.contains("rows, and its index of primary keys") == true, "\(String(describing: error))")
  }
}
