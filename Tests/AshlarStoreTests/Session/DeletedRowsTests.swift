import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Tables whose rows were deleted", .blocking)
struct DeletedRowsTests {
  private static let token = SampleSchema.token
  private let folder: TemporaryFolder
  private let store: SampleStore

  init() throws {
    folder = try TemporaryFolder()
    store = try SampleStore(path: folder.file("store"))
  }

  private func add(_ store: SampleStore, _ count: Int) throws {
    for _ in 0..<count {
      let row = try store.session.insert(DeletedRowsTests.token)
      // No two rows have one primary key.
      let cell = row.base + row.columns[0].offset + row.slot * 12
      cell.copyMemory(from: [UInt64(row.key), .random(in: 0 ... .max)], byteCount: 12)
    }
  }

  // What the session says of rows and their positions, against a look at every key there ever was.
  private func check(_ store: SampleStore, _ note: String) throws {
    let token = DeletedRowsTests.token
    let session = store.session
    let end = Int64(session.clusterCount(token)) << Int64(session.table(token)?.shift ?? 0)
    let keys = try (0..<end).filter { try session.locate(token, $0) != nil }
    #expect(try session.firstKey(token) == keys.first, "\(note)")
    #expect(try session.lastKey(token) == keys.last, "\(note)")
    #expect(try session.liveKeys(token) == keys, "\(note)")
    for position in stride(from: 0, to: keys.count, by: max(1, keys.count / 37)) {
      #expect(try session.key(token, at: position) == keys[position], "\(note)")
      #expect(try session.position(token, of: keys[position]) == position, "\(note)")
    }
    #expect(try session.key(token, at: keys.count) == nil, "\(note)")
    #expect(try session.key(token, at: -1) == nil, "\(note)")
    if session.frozen == nil { try session._checkLiveClusters() }
  }

  @Test("positions equal those counted over all keys, after cancelled writes, commits of others, and in frozen versions")
  func model() throws {
    let seed = seed()
    print("deleted rows: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let token = DeletedRowsTests.token
    let other = try SampleStore(path: folder.file("store"))
    let third = try SampleStore(path: folder.file("store"))
    for round in 0..<40 {
      let note = "round \(round), seed \(seed)"
      let writer = random.once(in: 3) ? other : store
      try writer.session.beginWrite()
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        try add(writer, random.once(in: 5) ? 4000 : Int.random(in: 0..<300, using: &random))
        let keys = try writer.session.liveKeys(token)
        guard let from = keys.indices.randomElement(using: &random) else { continue }
        let doomed = keys[from..<min(keys.count, from + Int.random(in: 1...5000, using: &random))]
        switch Int.random(in: 0..<3, using: &random) {
        case 0: try writer.session.delete(token, Array(doomed))
        case 1: for key in doomed.prefix(300) { try writer.session.delete(token, key) }
        // Few rows of many clusters stay.
        default: try writer.session.delete(token, keys.filter { _ in !random.once(in: 400) })
        }
        if random.once(in: 2) { try check(writer, "inside, \(note)") }
      }
      if random.once(in: 4) { writer.session.cancelWrite() } else { try writer.session.commitWrite(sync: false) }
      try check(writer, note)
      let reader = writer === store ? other : store
      if random.once(in: 2) {
        try reader.session.advance()
        try check(reader, "another session, \(note)")
      }
      if random.once(in: 6) {
        try third.session.advance()
        try check(third, "a session that seldom advances, \(note)")
        let context = AccessContext.allocated()
        defer { context.deallocate() }
        let frozen = try StoreSession(freezing: store.session, context: context)
        #expect(try frozen.liveKeys(token) == store.session.liveKeys(token), "\(note)")
        #expect(try frozen.firstKey(token) == store.session.firstKey(token), "\(note)")
        let middle = frozen.count(token) / 2
        #expect(try frozen.key(token, at: middle) == store.session.key(token, at: middle), "\(note)")
      }
    }
    try StructureWalk.check(folder.file("store"))
  }

  // Many clusters, of which the last few have rows.
  private func churn(_ store: SampleStore, clusters: Int) throws {
    let token = DeletedRowsTests.token
    let capacity = try #require(store.session.table(token)).capacity
    try store.session.beginWrite()
    try add(store, clusters * capacity)
    try store.session.delete(token, Array(0..<Int64(clusters * capacity - 100)))
    try store.session.commitWrite(sync: false)
  }

  @Test("a table that lost nearly all rows costs what its rows cost, not what its keys do", arguments: [100, 2000])
  func churned(_ clusters: Int) throws {
    let token = DeletedRowsTests.token
    try churn(store, clusters: clusters)
    for opened in [store, try SampleStore(path: folder.file("store"))] {
      let session = opened.session
      let before = session.visitedClusters
      #expect(try session.liveKeys(token).count == 100)
      #expect(session.visitedClusters - before == 1)
      _ = try session.firstKey(token)
      _ = try session.lastKey(token)
      _ = try session.key(token, at: 50)
      #expect(session.visitedClusters - before == 4)
    }
    // A reader has to look at what a commit changed, and at nothing else.
    let reader = try SampleStore(path: folder.file("store"))
    _ = try reader.session.liveKeys(token)
    try store.session.beginWrite()
    try add(store, 1)
    try store.session.commitWrite(sync: false)
    try reader.session.advance()
    let before = reader.session.visitedClusters
    #expect(try reader.session.liveKeys(token).count == 101)
    #expect(reader.session.visitedClusters - before == 2)
  }

  @Test("deleting the first row repeatedly reads one cluster each time", arguments: [false, true])
  func drain(_ isFromTheEnd: Bool) throws {
    let token = DeletedRowsTests.token
    let session = store.session
    let capacity = try #require(session.table(token)).capacity
    try session.beginWrite()
    try add(store, 40 * capacity)
    try session.commitWrite(sync: false)
    try session.beginWrite()
    var deleted = 0
    while let key = try isFromTheEnd ? session.lastKey(token) : session.firstKey(token) {
      try session.delete(token, key)
      deleted += 1
    }
    #expect(deleted == 40 * capacity)
    // The first sixteen clusters are walked before the others are known.
    #expect(session.visitedClusters < deleted + 16 * capacity * 16)
    try session._checkLiveClusters()
    session.cancelWrite()
    #expect(try session.firstKey(token) == 0)
    try check(store, "after all")
  }

  @Test("rows found by position, one deleted after each, need one cluster each")
  func positionsInWrite() throws {
    let token = DeletedRowsTests.token
    let session = store.session
    let capacity = try #require(session.table(token)).capacity
    try session.beginWrite()
    try add(store, 60 * capacity)
    try session.delete(token, 5)
    _ = try session.key(token, at: 1000)
    let before = session.visitedClusters
    for _ in 0..<500 {
      let key = try #require(try session.key(token, at: session.count(token) / 2))
      try session.delete(token, key)
    }
    #expect(session.visitedClusters - before == 500)
    try session.commitWrite(sync: false)
    try check(store, "after all")
  }
}
