import AshlarSchema
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Changes of an open write that an index does not contain", .blocking)
struct IndexChangesTests {
  private static let model = SchemaModel(
    name: "Changes", version: 1,
    entities: [
      EntityModel(
        name: "Row",
        properties: [
          PropertyModel(name: "id", type: .int, isPrimaryKey: true), PropertyModel(name: "group", type: .int, isIndexed: true),
        ])
    ])
  private static let count: Int64 = 20_000
  private static let group = 1

  private func filled(_ folder: TemporaryFolder) throws -> SampleStore {
    let store = try SampleStore(
      EnvironmentRegistry.open(path: folder.file("store")), model: IndexChangesTests.model, ordinals: ["Row": 0])
    try store.session.beginWrite()
    for id in 0..<IndexChangesTests.count { try store.insert(0, [.int(id), .int(id % 1_000)]) }
    try store.session.commitWrite(sync: false)
    return store
  }

  private func rows(_ store: SampleStore, _ group: Int64) throws -> [Int64] {
    let value = IndexedValue.integer(group)
    return try store.session.indexedRows(0, IndexChangesTests.group) { buffer in
      buffer.copyBytes(from: value)
      return value.count
    }
  }

  @Test("are computed for the rows that were stored to since the look-up before, in any number of clusters")
  func recorded() throws {
    let folder = try TemporaryFolder()
    let store = try filled(folder)
    let session = store.session
    try session.beginWrite()
    #expect(session.canSearchIndex(0, IndexChangesTests.group))
    #expect(session.visitedChanges == 0)
    var moved: [Int64] = []
    for id in stride(from: 3, to: IndexChangesTests.count, by: 200) {
      try store.set(0, id, IndexChangesTests.group, .int(5_000))
      moved.append(id)
      #expect(session.canSearchIndex(0, IndexChangesTests.group))
      #expect(try rows(store, 5_000) == moved)
    }
    #expect(session.visitedChanges == moved.count)
    // Back to the former value, deleted, inserted, and stored to after it was looked up.
    try store.set(0, 3, IndexChangesTests.group, .int(3))
    try session.delete(0, 203)
    let new = try store.insert(0, [.int(IndexChangesTests.count), .int(5_000)])
    #expect(try rows(store, 5_000) == Array(moved.dropFirst(2)) + [new])
    // All other rows of this value were moved.
    #expect(try rows(store, 3) == [3])
    try store.set(0, new, IndexChangesTests.group, .int(5_001))
    #expect(try rows(store, 5_000) == Array(moved.dropFirst(2)))
    #expect(try rows(store, 5_001) == [new])
    #expect(session.visitedChanges == moved.count + 4)
    try session.delete(0, [new, 403])
    #expect(try rows(store, 5_001) == [])
    #expect(try rows(store, 5_000) == Array(moved.dropFirst(3)))
    try session.commitWrite(sync: false)
    #expect(try rows(store, 5_000) == Array(moved.dropFirst(3)))
    try StructureWalk.check(folder.file("store"))
  }

  @Test("changes of a write that changed most rows are computed once scans in place of look-ups have cost as much")
  func refused() throws {
    let folder = try TemporaryFolder()
    let store = try filled(folder)
    let session = store.session
    try session.beginWrite()
    for id in 0..<IndexChangesTests.count { try store.set(0, id, IndexChangesTests.group, .int(id % 7)) }
    var refusals = 0
    while !session.canSearchIndex(0, IndexChangesTests.group), refusals < 1_000 { refusals += 1 }
    #expect(refusals == 99)
    #expect(session.visitedChanges == Int(IndexChangesTests.count))
    #expect(try rows(store, 6) == Array(stride(from: 6, to: IndexChangesTests.count, by: 7)))
    #expect(try rows(store, 900).isEmpty)
    session.cancelWrite()
    #expect(session.canSearchIndex(0, IndexChangesTests.group))
    #expect(try rows(store, 6) == Array(stride(from: 6, to: IndexChangesTests.count, by: 1_000)))
  }
}
