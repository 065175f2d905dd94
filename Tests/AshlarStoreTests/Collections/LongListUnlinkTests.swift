import AshlarSchema
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

/// Counts the segments that deletions of listed rows read. A list of 20,000 links has about twenty.
@Suite("Deleting rows that a long list links to", .blocking)
struct LongListUnlinkTests {
  private static let model = SchemaModel(
    name: "Nodes", version: 1,
    entities: [
      EntityModel(
        name: "Node",
        properties: [
          PropertyModel(name: "id", type: .int, isPrimaryKey: true),
          PropertyModel(name: "nodes", type: .object, collection: .list, target: "Node"),
        ])
    ])
  private static let count: Int64 = 20_000
  private static let nodes = 1

  // The row 0 links to all rows in the given order.
  private func filled(_ folder: TemporaryFolder, _ order: [Int64]) throws -> SampleStore {
    let store = try SampleStore(
      EnvironmentRegistry.open(path: folder.file("store")), model: LongListUnlinkTests.model, ordinals: ["Node": 0])
    try store.session.beginWrite()
    for id in 0..<LongListUnlinkTests.count { try store.insert(0, [.int(id), .list([])]) }
    try store.set(0, 0, LongListUnlinkTests.nodes, .list(order.map(CellValue.link)))
    try store.session.commitWrite(sync: false)
    return store
  }

  private func buffer(_ store: SampleStore) throws -> SegmentBuffer {
    let row = try #require(try store.session.locate(0, 0))
    return try #require(store.session.segmentBuffer(Slot(at: row.base + row.columns[LongListUnlinkTests.nodes].offset)))
  }

  private func links(_ store: SampleStore) throws -> [Int64] {
    guard case .list(let links)? = try store.session.locate(0, 0).map({ store.value(0, $0, LongListUnlinkTests.nodes) }) else { return [] }
    return links.compactMap { if case .link(let key) = $0 { key } else { nil } }
  }

  @Test("in a list in the order of the rows reads few segments and copies one", arguments: [7, 10_000, 19_999] as [Int64])
  func ascending(_ gone: Int64) throws {
    let folder = try TemporaryFolder()
    let store = try filled(folder, Array(0..<LongListUnlinkTests.count))
    try store.session.beginWrite()
    try store.session.delete(0, gone)
    let segments = try buffer(store).segments
    #expect(segments.count > 15)
    #expect(segments.filter { $0.start != nil }.count <= 8)
    #expect(segments.filter(\.isOwn).count == 1)
    try store.session.commitWrite(sync: false)
    #expect(try links(store) == (0..<LongListUnlinkTests.count).filter { $0 != gone })
    try StructureWalk.check(folder.file("store"))
  }

  @Test("in the order of a shuffled list reads the segment of the previous one again")
  func inOrderOfTheList() throws {
    var random = SeededGenerator(seed: 5)
    let folder = try TemporaryFolder()
    let order = (1..<LongListUnlinkTests.count).shuffled(using: &random)
    let store = try filled(folder, order)
    try store.session.beginWrite()
    for gone in order.prefix(200) { try store.session.delete(0, gone) }
    let segments = try buffer(store).segments
    #expect(segments.filter { $0.start != nil }.count == 1)
    #expect(try links(store) == Array(order.dropFirst(200)))
    // A row of the last segment: whether other segments are read depends on the order, but the link is removed.
    let last = try #require(order.last)
    try store.session.delete(0, last)
    #expect(try links(store) == Array(order.dropFirst(200).dropLast()))
    store.session.cancelWrite()
    #expect(try links(store) == order)
  }

  @Test("removes each of several links, near to each other and far from each other")
  func repeated() throws {
    let folder = try TemporaryFolder()
    let order = Array(1..<LongListUnlinkTests.count)
    let store = try filled(folder, order + [5, 5] + order + [12_000, 5])
    try store.session.beginWrite()
    try store.session.delete(0, 5)
    try store.session.delete(0, 12_000)
    let rest = order.filter { $0 != 5 && $0 != 12_000 }
    #expect(try links(store) == rest + rest)
    try store.session.commitWrite(sync: false)
    #expect(try links(store) == rest + rest)
    try StructureWalk.check(folder.file("store"))
  }
}
