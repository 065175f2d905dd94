import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

private func openStore(_ path: String, _ features: String = "") throws -> SampleStore {
  try SampleStore(
    EnvironmentRegistry.open(path: path), model: SampleSchema.model, ordinals: SampleSchema.ordinals,
    features: InventedFeatures.named(features))
}

private func addDog(_ name: String, _ store: SampleStore) throws {
  try store.session.beginWrite()
  try store.insert(SampleSchema.dog, [.text(name), .null, .list([.text("sit")])])
  try store.session.commitWrite(sync: false)
}

// Stores an entry in the tree of a feature, as a commit of a release would that maintains the feature.
private func put(_ key: UInt64, _ text: String, in space: KeySpace, _ engine: any StorageEngine) throws {
  try engine.lockForWriting()
  defer { engine.unlockForWriting() }
  var counters = try Counters.read(engine.completeSnapshot(), path: engine.path)
  try engine.commit(sync: false) { writer in
    var value = [0, 0, 0, 0] + Array(text.utf8)
    try withUnsafeBytes(of: key) { name in
      let crc = value.withUnsafeMutableBytes { FeatureEntry.seal(name, $0) }
      try value.withUnsafeBytes { value in
        if space.hasIntegerKeys { try writer.put(space, integer: key, value) } else { try writer.put(space, name, value) }
      }
      counters.sums.add(space, name, crc: crc)
    }
    try counters.write(to: writer)
  }
}

private func texts(_ space: KeySpace, _ snapshot: any StorageSnapshot) throws -> [String] {
  var found: [String] = []
  try snapshot.scan(space, prefix: [], from: nil) { _, value in
    found.append(String(decoding: value.dropFirst(FeatureEntry.headerSize), as: UTF8.self))
    return true
  }
  return found
}

/// The features are those of later releases: this release simulates one that knows them, but stores nothing in them by itself.
@Suite("Features that are added to a file", .enabled(if: Sealing.isOptional))
struct FeatureTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("store"))
  }

  // MARK: - Switching on

  @Test("a commit adds the name, the tree and its sum, and raises the revision")
  func switchingOn() throws {
    try InventedFeatures.knowing("unique,history,vectors") {
      let first = try openStore(path)
      let engine = first.session.engine
      #expect(try Catalog.read(engine)?.storedFormat == StoredFormat(8))
      let revision = try #require(try Catalog.read(engine)?.revision)
      let version = engine.newestVersion
      do { _ = try openStore(path, "unique,history") }
      #expect(engine.newestVersion == version + 1)
      let catalog = try #require(try Catalog.read(engine))
      #expect(catalog.storedFormat == StoredFormat(8, [.unique, .history]))
      #expect(catalog.revision == revision + 1)
      let counters = try Counters.read(engine.snapshot(), path: path)
      #expect(counters.furtherSums == [Counters.FurtherSum(tree: 7, sum: 0)])
      #expect(try engine.snapshot().reaches(.history))
      #expect(try !engine.snapshot().reaches(.derived))
      // A second opening with one of the features changes nothing.
      do { _ = try openStore(path, "unique") }
      #expect(engine.newestVersion == version + 1)
      #expect(try first.session.advance())
      try addDog("rex", first)
      #expect(try first.contradictions() == [])
      try folder.closeIdleFiles()
    }
  }

  @Test("a process that knows none of them is refused by name")
  func refused() throws {
    try InventedFeatures.knowing("derived,history,sequences") {
      let store = try openStore(path, "derived,history,sequences")
      try put(5, "five", in: .derived, store.session.engine)
    }
    try folder.closeIdleFiles()
    let error = StoreError.unknownFeatures(path: path, names: ["derived", "history", "sequences"])
    #expect(throws: error) { try EnvironmentRegistry.open(path: path) }
    InventedFeatures.knowing("derived") {
      let error = StoreError.unknownFeatures(path: path, names: ["history", "sequences"])
      _ = #expect(throws: error) { try EnvironmentRegistry.open(path: path) }
    }
    // It verifies the tree, which it does not know.
    let found = try FileInspection.read(path, checksums: true)
    #expect(found.features.map(\.name) == ["derived", "history", "sequences"])
    #expect(found.trees.first { $0.name == "derived" }?.entries == 1)
    try InventedFeatures.knowing("derived,history,sequences") {
      let store = try openStore(path)
      #expect(try texts(.derived, store.session.shared.snapshot) == ["five"])
    }
  }

  @Test("a changed value of a tree is found even if another feature makes the counters unreadable")
  func changedValue() throws {
    try InventedFeatures.knowing("derived,vectors") {
      let store = try openStore(path, "derived,vectors")
      try put(5, "a value of a tree", in: .derived, store.session.engine)
    }
    try folder.closeIdleFiles()
    #expect(try !FileInspection.read(path, checksums: true).isReadable)
    var bytes = try Data(contentsOf: URL(filePath: path))
    let value = try #require(bytes.range(of: Data("a value of a tree".utf8)))
    bytes[value.lowerBound] ^= 1
    try bytes.write(to: URL(filePath: path))
    #expect(throws: StoreError.self) { try FileInspection.read(path, checksums: true) }
  }

  @Test("layouts are added to a file of format 7 first")
  func oldest() throws {
    try FileManager.default.copyItem(
      at: Repository.folder.appending(path: "Tests/AshlarStoreTests/Fixtures/format-7.ashlar"), to: URL(filePath: path))
    try InventedFeatures.knowing("keys") {
      let plain = try openStore(path)
      #expect(try Catalog.read(plain.session.engine)?.storedFormat == StoredFormat(7))
      let store = try openStore(path, "keys")
      #expect(try Catalog.read(store.session.engine)?.storedFormat == StoredFormat(8, [.keys]))
      #expect(try store.contradictions() == [])
    }
    try folder.closeIdleFiles()
    _ = try FileInspection.read(path, checksums: true)
  }

  @Test("in any order, with writes between, the list and the rows are the same, and a copy drops what is not needed")
  func orders() throws {
    var orders: [[String]] = [[]]
    for group in ["unique,indexes", "history", "derived", "vectors"] {
      orders = orders.flatMap { order in (0...order.count).map { Array(order[..<$0]) + [group] + Array(order[$0...]) } }
    }
    #expect(orders.count == 24)
    let all = "unique,indexes,history,derived,vectors"
    for (number, order) in orders.enumerated() {
      let (path, copy) = (folder.file("store\(number)"), folder.file("copy\(number)"))
      try InventedFeatures.knowing(all) {
        var digest: UInt64 = 0
        do {
          var store = try openStore(path)
          for (step, features) in order.enumerated() {
            try addDog("dog \(step)", store)
            store = try openStore(path, features)
            if features == "derived" { try put(1, "one", in: .derived, store.session.engine) }
            try store.session.advance()
          }
          #expect(try Catalog.read(store.session.engine)?.storedFormat == StoredFormat(8, InventedFeatures.named(all)), "\(order)")
          #expect(try store.contradictions() == [], "\(order)")
          digest = try store.digest()
          try store.session.writeCopy(to: copy)
        }
        try folder.closeIdleFiles()
        #expect(try FileInspection.read(path, checksums: true).features.count == 5)
        // The catalog contains no rule and no index of several columns, and the tree of 'history' is empty. Nothing states whether a file
        // uses 'vectors'.
        #expect(try FileInspection.read(copy, checksums: true).features.map(\.name) == ["derived", "vectors"])
        #expect(try openStore(copy).digest() == digest, "\(order)")
        try folder.closeIdleFiles()
      }
    }
  }

  @Test("a compacted file that needs no features has no list, so that releases of format 8 open it")
  func compaction() throws {
    try InventedFeatures.knowing("indexes,history") {
      do {
        let store = try openStore(path, "indexes,history")
        for number in 0..<300 { try addDog("dog \(number)", store) }
        // A value of the history, which the copy lacks as well.
        let engine = store.session.engine
        try engine.lockForWriting()
        defer { engine.unlockForWriting() }
        try engine.commit(sync: false) { writer in
          try writer.putNamed(.meta, "history consumers", [1])
          try writer.putNamed(.meta, "other", [2])
        }
        _ = try store.session.advance()
      }
      do {
        let store = try openStore(path)
        try store.session.beginWrite()
        for key in try store.session.liveKeys(SampleSchema.dog) where key % 2 == 0 { try store.session.delete(SampleSchema.dog, key) }
        try store.session.commitWrite(sync: false)
      }
      try folder.closeIdleFiles()
      do {
        let engine = try EnvironmentRegistry.open(path: path) { _, _ in true }
        #expect(try Catalog.read(engine)?.storedFormat == StoredFormat(8))
        #expect(try Counters.read(engine.snapshot(), path: path).hasFurtherSums == false)
        #expect(try !engine.snapshot().reaches(.history))
        #expect(try engine.snapshot().named(.meta, "history consumers") == nil)
        #expect(try engine.snapshot().named(.meta, "other").map(Array.init) == [2])
      }
      try folder.closeIdleFiles()
    }
    let store = try openStore(path)
    #expect(store.session.count(SampleSchema.dog) == 150)
    #expect(try store.contradictions() == [])
    #expect(try FileInspection.read(path, checksums: true).format == 8)
  }

  @Test("a copied migration retains the features that have contents")
  func copiedMigration() throws {
    try InventedFeatures.knowing("history,indexes") {
      do {
        let store = try openStore(path, "history,indexes")
        try put(3, "three", in: .history, store.session.engine)
        try addDog("rex", store)
      }
      try folder.closeIdleFiles()
      var model = SampleSchema.model
      model.version = 2
      let wanted = WantedSchema(model, ordinals: SampleSchema.ordinals, unlisted: UnlistedOrdinals(from: 5).ordinal)
      try MigrationPreparation.migrate(path, to: folder.file("copy"), MigrationHop(to: wanted, version: 2, with: NoCode()))
      let engine = try EnvironmentRegistry.open(path: folder.file("copy"))
      #expect(try Catalog.read(engine)?.storedFormat == StoredFormat(8, [.history]))
      #expect(try texts(.history, engine.snapshot()) == ["three"])
    }
    try folder.closeIdleFiles()
    _ = try FileInspection.read(folder.file("copy"), checksums: true)
  }

  // MARK: - Trees that come later

  @Test("an older version finds a tree that came later empty, a writer made before it writes to it, and newer versions read it")
  func laterTree() throws {
    try InventedFeatures.knowing("history,derived") {
      let store = try openStore(path)
      let engine = store.session.engine
      // The engine keeps the writer of this commit.
      try addDog("rex", store)
      let old = try engine.snapshot()
      let other = try openStore(path)
      do { _ = try openStore(path, "history,derived") }
      for number in 0..<50 as Range<UInt64> {
        try put(number, "\(number)", in: .history, engine)
        try put(number.byteSwapped, "\(number)", in: .derived, engine)
      }
      for space in KeySpace.ofFeatures {
        #expect(try texts(space, old) == [])
        #expect(try old.usage(space).entries == 0)
        #expect(try old.value(space, integer: 5) == nil)
        #expect(try old.floor(space, integer: 5).entry == nil)
        #expect(!old.reaches(space))
      }
      #expect(try other.session.advance())
      #expect(try texts(.history, other.session.shared.snapshot).count == 50)
      #expect(try texts(.derived, other.session.shared.snapshot).first == "0")
      try old.renew()
      #expect(try texts(.history, old).count == 50)
      #expect(try texts(.sealed, old) == [])
    }
    try folder.closeIdleFiles()
    _ = try FileInspection.read(path, checksums: true)
  }

  @Test("a commit that fails after it created a tree leaves none, and the next one creates it")
  func failedCommit() throws {
    struct Failure: Error {}
    try InventedFeatures.knowing("history") {
      let store = try openStore(path)
      let engine = store.session.engine
      for _ in 0..<3 {
        try engine.lockForWriting()
        defer { engine.unlockForWriting() }
        #expect(throws: Failure.self) {
          try engine.creatingTrees {
            try engine.commit(sync: false) { writer in
              try writer.createTree(.history)
              throw Failure()
            }
          }
        }
        #expect(try !engine.snapshot().reaches(.history))
      }
      try addDog("rex", store)
      do { _ = try openStore(path, "history") }
      try put(1, "one", in: .history, engine)
      #expect(try texts(.history, engine.snapshot()) == ["one"])
    }
    try folder.closeIdleFiles()
    _ = try FileInspection.read(path, checksums: true)
  }

  @Test("frozen sessions and readers of other threads continue while a tree is added")
  func threads() throws {
    try InventedFeatures.knowing("history") {
      let store = try openStore(path)
      let engine = store.session.engine
      try addDog("rex", store)
      let path = path
      let isOver = Guarded(false)
      let context = AccessContext.allocated()
      defer { context.deallocate() }
      let session = try ReadSession(freezing: store.session, context: context)
      // A frozen session is read by any number of threads.
      nonisolated(unsafe) let frozen = session.shared.snapshot
      DispatchQueue.concurrentPerform(iterations: 4) { number in
        do {
          if number == 0 {
            defer { isOver.withLock { $0 = true } }
            try InventedFeatures.knowing("history") { _ = try openStore(path, "history") }
            for number in 0..<200 as Range<UInt64> { try put(number, "\(number)", in: .history, engine) }
            return
          }
          // At least one round after the last entry came.
          var isLast = false
          repeat {
            isLast = isOver.withLock { $0 }
            let snapshot = try engine.completeSnapshot()
            let sum = try Counters.read(snapshot, path: engine.path).furtherSums.first?.sum ?? 0
            let entries = try texts(.history, snapshot).count
            if try !texts(.history, frozen).isEmpty { Issue.record("a frozen session finds entries of a later version") }
            if (sum == 0) != (entries == 0) { Issue.record("a reader of version \(snapshot.version) finds \(entries) entries") }
          } while !isLast
        } catch {
          Issue.record(error)
        }
      }
      #expect(try texts(.history, frozen) == [])
      withExtendedLifetime(session) {}
      #expect(try store.session.advance())
      #expect(try texts(.history, store.session.shared.snapshot).count == 200)
    }
  }
}
