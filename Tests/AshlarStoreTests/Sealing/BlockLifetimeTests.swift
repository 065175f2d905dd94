@testable import AshlarEncryption
import StoreFixtures
import TestSupport
import Testing

@testable import AshlarStore

/// Each test runs in a process of its own, because the cache belongs to the process.
@Suite("Lifetimes of decrypted values")
struct BlockLifetimeTests {
  private static func open(_ folder: TemporaryFolder, _ name: String = "data") throws -> any FileEngine {
    try EngineFactory.plain.open(folder.file(name), EngineOptions(key: Sealing.encryptionKey()))
  }

  private static func commit(_ engine: any StorageEngine, _ body: (any StorageWriter) throws -> Void) throws {
    try engine.lockForWriting()
    defer { engine.unlockForWriting() }
    try engine.commit(sync: false, body)
  }

  private static func put(_ writer: any StorageWriter, _ space: KeySpace, _ number: Int, _ value: [UInt8]) throws {
    try value.withUnsafeBytes { try writer.put(space, integer: UInt64(number), $0) }
  }

  @Test("The values of a file leave memory when the file is closed, also if a snapshot is released last")
  func closing() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      for isSnapshotLast in [false, true] {
        var engine: (any FileEngine)? = try BlockLifetimeTests.open(folder)
        try BlockLifetimeTests.commit(#require(engine)) { writer in
          for number in 0..<40 { try BlockLifetimeTests.put(writer, .values, number, [UInt8](repeating: 7, count: 5000)) }
        }
        var snapshot: (any StorageSnapshot)? = try engine?.snapshot()
        for number in 0..<40 { #expect(try snapshot?.value(.values, integer: UInt64(number))?.count == 5000) }
        #expect(BlockCache.shared.count.held >= 40)
        if isSnapshotLast {
          engine = nil
          #expect(try snapshot?.value(.values, integer: 39)?.count == 5000)
          snapshot = nil
        } else {
          snapshot = nil
          #expect(engine?.path == folder.file("data"))
          engine = nil
        }
        let isEmpty = BlockCache.shared.count == (0, 0)
        #expect(isEmpty, "the snapshot is released last: \(isSnapshotLast)")
        #expect(BlockCache.shared.allocatedBytes == 0)
      }
    }
  }

  @Test("Commits leave no former values in memory, neither counters nor nodes nor rows")
  func commits() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let engine = try BlockLifetimeTests.open(folder)
      // No snapshot is open: what a commit reads is replaced by it, or is an inner node.
      for round in 0..<1000 {
        try BlockLifetimeTests.commit(engine) { writer in
          try BlockLifetimeTests.put(writer, .values, 1, [UInt8](repeating: UInt8(round % 256), count: 100))
          try BlockLifetimeTests.put(writer, .keys, round % 50, [UInt8](repeating: UInt8(round % 256), count: 8))
        }
      }
      #expect(BlockCache.shared.count.held == 0)
      #expect(BlockCache.shared.count.all <= 10)
      // A session keeps a number of former blocks that does not depend on the number of commits.
      let store = try SampleStore(BlockLifetimeTests.open(folder, "store"))
      try store.session.beginWrite()
      for number in 0..<200 { try store.insert(SampleSchema.token, [.bytes((0..<12).map { UInt8($0 + number % 200) }), .int(7)]) }
      try store.session.commitWrite(sync: false)
      for round in 0..<3000 {
        try store.session.beginWrite()
        try store.set(SampleSchema.token, Int64(round % 200), 1, .int(Int64(round)))
        try store.session.commitWrite(sync: false)
      }
      #expect(BlockCache.shared.count.all <= 1000)
      BlockCache.shared._checkInvariants()
      #expect(try store.contradictions() == [])
    }
  }

  @Test("A reader of an earlier version opens the values again that a commit has discarded")
  func readers() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let engine = try BlockLifetimeTests.open(folder)
      func store(_ value: UInt8) throws {
        try BlockLifetimeTests.commit(engine) { writer in
          for number in 0..<300 {
            try BlockLifetimeTests.put(writer, .values, number, [UInt8](repeating: value, count: 200))
            try BlockLifetimeTests.put(writer, .keys, number, [UInt8](repeating: value, count: 8))
          }
        }
      }
      func isRight(_ snapshot: any StorageSnapshot, _ value: UInt8) throws -> Bool {
        try (0..<300).allSatisfy { number in
          try snapshot.value(.values, integer: UInt64(number))?.elementsEqual([UInt8](repeating: value, count: 200)) == true
            && snapshot.value(.keys, integer: UInt64(number))?.elementsEqual([UInt8](repeating: value, count: 8)) == true
        }
      }
      BlockCache.shared.limit = 0
      try store(1)
      let early = try engine.snapshot()
      #expect(try isRight(early, 1))
      let late = try engine.snapshot()
      for value in (2..<6 as Range<UInt8>) { try store(value) }
      #expect(try isRight(early, 1))
      #expect(try isRight(late, 1))
      // A commit that fails has discarded values that are still current.
      struct Failure: Error {}
      #expect(throws: Failure.self) {
        try BlockLifetimeTests.commit(engine) { writer in
          for number in 0..<300 { try BlockLifetimeTests.put(writer, .values, number, [9]) }
          throw Failure()
        }
      }
      #expect(try isRight(engine.snapshot(), 5))
      #expect(try isRight(late, 1))
      BlockCache.shared._checkInvariants()
    }
  }

  @Test("A commit does not hold the former values of the nodes that it changes")
  func largeCommit() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let engine = try BlockLifetimeTests.open(folder)
      // Some 900 leaves.
      func store(_ value: UInt8) throws -> (all: Int, held: Int) {
        var count = (all: 0, held: 0)
        try BlockLifetimeTests.commit(engine) { writer in
          for number in 0..<12_000 { try BlockLifetimeTests.put(writer, .keys, number * 3, [UInt8](repeating: value, count: 240)) }
          count = BlockCache.shared.count
        }
        return count
      }
      _ = try store(1)
      let count = try store(2)
      // Only inner nodes are held.
      #expect(count.held <= 40 && count.all <= 60, "\(count)")
      #expect(BlockCache.shared.count.held == 0)
      #expect(try engine.snapshot().value(.keys, integer: 300)?.elementsEqual([UInt8](repeating: 2, count: 240)) == true)
    }
  }

  @Test("What a snapshot has returned stays valid while it moves or refuses to move, until former values are released")
  func moves() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let engine = try BlockLifetimeTests.open(folder)
      func store(_ value: UInt8) throws {
        try BlockLifetimeTests.commit(engine) { writer in
          for number in 0..<400 { try BlockLifetimeTests.put(writer, .values, number, [UInt8](repeating: value, count: 200)) }
        }
      }
      func read(_ snapshot: any StorageSnapshot) throws -> [UnsafeRawBufferPointer] {
        try (0..<400).map { try #require(try snapshot.value(.values, integer: UInt64($0))) }
      }
      func isRight(_ values: [UnsafeRawBufferPointer], _ value: UInt8) -> Bool {
        values.allSatisfy { $0.elementsEqual([UInt8](repeating: value, count: 200)) }
      }
      // A block that is released is cleared at once.
      BlockCache.shared.limit = 0
      try store(1)
      let snapshot = try engine.snapshot()
      let first = try read(snapshot)
      try store(2)
      let hasMoved = try snapshot.renew { newer in
        // A session does this if another process has created the tree of a feature.
        try newer.renew()
        #expect(try isRight(read(newer), 2))
        return false
      }
      #expect(!hasMoved && isRight(first, 1))
      try store(3)
      try snapshot.renew()
      #expect(isRight(first, 1))
      let third = try read(snapshot)
      snapshot.releaseFormer()
      #expect(isRight(third, 3))
      #expect(BlockCache.shared.count.held <= 410)
      #expect(snapshot.park())
      try store(4)
      #expect(try snapshot.unpark())
      #expect(isRight(third, 3))
      #expect(try isRight(read(snapshot), 4))
      BlockCache.shared._checkInvariants()
    }
  }

  // The value of a row of `SampleSchema.token`.
  private static func value(_ session: ReadSession, _ key: Int64) throws -> Int64? {
    guard let row = try session.locate(SampleSchema.token, key) else { return nil }
    return (row.base + row.columns[1].offset + row.slot * 8).loadUnaligned(as: Int64.self)
  }

  private static func values(_ session: ReadSession) throws -> [Int64: Int64] {
    var values: [Int64: Int64] = [:]
    for key in try session.liveKeys(SampleSchema.token) { values[key] = try value(session, key) }
    return values
  }

  private static func addTokens(_ store: SampleStore, _ numbers: Range<Int>) throws {
    try store.session.beginWrite()
    for number in numbers { try store.insert(SampleSchema.token, [.bytes(Array("key \(10_000_000 + number)".utf8)), .int(Int64(number))]) }
    try store.session.commitWrite(sync: false)
  }

  private static func set(_ store: SampleStore, _ key: Int64, _ value: Int64) throws {
    try store.session.beginWrite()
    try store.set(SampleSchema.token, key, 1, .int(value))
    try store.session.commitWrite(sync: false)
  }

  @Test("A session releases former values while a frozen session keeps an earlier version")
  func frozen() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let engine = try BlockLifetimeTests.open(folder)
      let (store, other) = (try SampleStore(engine), try SampleStore(engine))
      try BlockLifetimeTests.addTokens(other, 0..<3000)
      try store.session.advance()
      var values = try BlockLifetimeTests.values(store.session)
      #expect(values.count == 3000)
      let context = AccessContext.allocated()
      defer { context.deallocate() }
      let frozen = try ReadSession(freezing: store.session, context: context)
      let before = values
      for round in 1...1500 as ClosedRange<Int64> {
        try BlockLifetimeTests.set(other, round * 7 % 3000, -round)
        values[round * 7 % 3000] = -round
        #expect(try store.session.advance())
        #expect(try BlockLifetimeTests.value(store.session, round * 7 % 3000) == -round)
      }
      #expect(BlockCache.shared.count.held <= 1000, "\(BlockCache.shared.count.held) blocks")
      #expect(try BlockLifetimeTests.values(store.session) == values)
      #expect(try BlockLifetimeTests.values(frozen) == before)
      BlockCache.shared._checkInvariants()
    }
  }

  @Test("Sessions and frozen sessions of many versions read their rows when each released block is cleared at once")
  func versions() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let engine = try BlockLifetimeTests.open(folder)
      let (store, other) = (try SampleStore(engine), try SampleStore(engine))
      BlockCache.shared.limit = 0
      try BlockLifetimeTests.addTokens(other, 0..<2000)
      try store.session.advance()
      let seed = seed()
      var random = SeededGenerator(seed: seed)
      var values = try BlockLifetimeTests.values(other.session)
      var isShared = 0
      var frozen: [(session: ReadSession, context: UnsafeMutablePointer<AccessContext>, values: [Int64: Int64])] = []
      for round in 0..<600 {
        // Either session writes; the other follows later, sometimes after several commits.
        let writer = random.chance(70) ? other : store
        let key = Int64(random.below(2000))
        try BlockLifetimeTests.set(writer, key, Int64(round))
        values[key] = Int64(round)
        if random.chance(60) {
          let before = ObjectIdentifier(store.session.shared)
          try store.session.advance()
          if ObjectIdentifier(store.session.shared) != before { isShared += 1 }
          let key = Int64(random.below(2000))
          #expect(try BlockLifetimeTests.value(store.session, key) == values[key], "seed \(seed), round \(round)")
          if round % 10 == 0 { #expect(try BlockLifetimeTests.values(store.session) == values, "seed \(seed), round \(round)") }
          if random.chance(50) {
            let context = AccessContext.allocated()
            frozen.append((try ReadSession(freezing: store.session, context: context), context, values))
          }
        }
        if frozen.count > 5 || random.chance(10), !frozen.isEmpty {
          let one = frozen.remove(at: random.below(frozen.count))
          #expect(try BlockLifetimeTests.values(one.session) == one.values, "seed \(seed), round \(round), frozen")
          one.context.deallocate()
        }
        if let one = frozen.last {
          let key = Int64(random.below(2000))
          #expect(try BlockLifetimeTests.value(one.session, key) == one.values[key], "seed \(seed), round \(round), frozen")
        }
      }
      // So many that instances of former snapshots were released.
      #expect(isShared > HeldBlocks.mostFormer, "seed \(seed)")
      for one in frozen { one.context.deallocate() }
      frozen = []
      try other.session.advance()
      #expect(try BlockLifetimeTests.values(other.session) == values, "seed \(seed)")
      BlockCache.shared._checkInvariants()
    }
  }
}
