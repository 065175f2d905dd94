import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("The index of primary keys", .blocking)
struct KeyChangesTests {
  /// Hashes with their rows, as they should be.
  private typealias Model = [UInt64: Set<UInt64>]

  private static let seeds = (0..<8).map { UInt64($0) &* 7919 &+ 1 }

  @Test("after random changes it has the rows it should have, in runs that do not overlap", arguments: seeds)
  func model(seed: UInt64) throws {
    let engine = try EnvironmentRegistry.openInMemory(identifier: "keys \(UUID().uuidString)")
    var random = SeededGenerator(seed: seed)
    var model: Model = [:]
    var sums = EntrySums()
    let space = UInt64.random(in: 1...300, using: &random)
    for round in 0..<120 {
      var changes = KeyChanges()
      var next = model
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        // Integers near each other, with the same rows or others; hashes of bytes; the last hashes of both.
        let start: UInt64 =
          switch UInt64.random(in: 0..<8, using: &random) {
          case 0: KeyProbe.bytesBit | UInt64.random(in: 0..<20, using: &random)
          case 1: .max - UInt64.random(in: 0..<3, using: &random)
          case 2: KeyProbe.bytesBit - 1 - UInt64.random(in: 0..<20, using: &random)
          default: UInt64.random(in: 0..<space, using: &random)
          }
        let length = UInt64.random(in: 1...40, using: &random)
        let shift = UInt64.random(in: 0..<3, using: &random) * 1000 + 1 << 40
        for hash in (0..<length).map({ start &+ $0 }) where hash >> 63 == start >> 63 {
          let entry = shift + hash & 0xFFFF
          if Bool.random(using: &random), let old = next[hash]?.sorted().first {
            // What the transaction itself added is not in the index yet.
            guard model[hash]?.contains(old) == true else { continue }
            changes.add(hash, old, isAdded: false)
            next[hash]?.remove(old)
          } else if next[hash]?.contains(entry) != true, model[hash]?.contains(entry) != true {
            changes.add(hash, entry, isAdded: true)
            next[hash, default: []].insert(entry)
          }
          if next[hash]?.isEmpty == true { next[hash] = nil }
        }
      }
      model = next
      try engine.lockForWriting()
      try engine.commit(sync: false) { writer in try changes.write(to: writer, &sums) }
      engine.unlockForWriting()
      try check(engine.snapshot(), model, sums, "seed \(seed), round \(round)")
    }
  }

  private func check(_ snapshot: any StorageSnapshot, _ model: Model, _ sums: EntrySums, _ place: Comment) throws {
    var found: Model = [:]
    var added = EntrySums()
    var last: UInt64?
    try snapshot.scan(.keys, prefix: [], from: nil) { key, value in
      let start = key.loadUnaligned(as: UInt64.self)
      #expect(last.map { $0 < start } ?? true, "entries overlap at \(start), \(place)")
      if let run = KeyRun(start, value) {
        #expect(run.count > 1 && start & KeyProbe.bytesBit == 0, place)
        for hash in start..<run.end { found[hash, default: []].insert(run.entry + (hash - start)) }
        last = run.end - 1
      } else {
        found[start] = Set(KeyEntries.all(value))
        last = start
      }
      added.add(.keys, key, value)
      return true
    }
    #expect(found == model, place)
    #expect(added == sums, place)
  }

  @Test("rising integers are one entry, in one commit or in many, and a hole makes two of it")
  func oneRun() throws {
    let engine = try EnvironmentRegistry.openInMemory(identifier: "keys \(UUID().uuidString)")
    var sums = EntrySums()
    func commit(_ rows: Range<UInt64>, isAdded: Bool) throws {
      var changes = KeyChanges()
      for row in rows { changes.add(500 + row, 1 << 40 | row, isAdded: isAdded) }
      try engine.lockForWriting()
      try engine.commit(sync: false) { writer in try changes.write(to: writer, &sums) }
      engine.unlockForWriting()
    }
    func starts() throws -> [UInt64] {
      var result: [UInt64] = []
      try engine.snapshot().scan(.keys, prefix: [], from: nil) { key, _ in
        result.append(key.loadUnaligned(as: UInt64.self))
        return true
      }
      return result
    }
    try commit(0..<10_000, isAdded: true)
    for row in UInt64(10_000)..<10_050 { try commit(row..<row + 1, isAdded: true) }
    #expect(try starts() == [500])
    try commit(4000..<4100, isAdded: false)
    #expect(try starts() == [500, 4600])
    let before = try #require(try engine.snapshot().floor(.keys, integer: 4599).entry)
    #expect(KeyRun(before.key, before.value) == KeyRun(start: 500, entry: 1 << 40, count: 4000))
    let behind = try #require(try engine.snapshot().floor(.keys, integer: .max).entry)
    #expect(KeyRun(behind.key, behind.value)?[10_549] == 10_049)
    #expect(try engine.snapshot().floor(.keys, integer: 499).entry == nil)
  }
}
