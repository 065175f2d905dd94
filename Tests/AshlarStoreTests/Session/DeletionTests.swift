import AshlarSchema
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Rows that are deleted together", .blocking)
struct DeletionTests {
  // Cells of every width, and texts in cells and in lists. Nothing links to anything.
  private static let model = SchemaModel(
    name: "Deletions", version: 1,
    entities: [
      EntityModel(
        name: "Row",
        properties: [
          PropertyModel(name: "id", type: .int, isPrimaryKey: true),
          PropertyModel(name: "flag", type: .bool, isOptional: true),
          PropertyModel(name: "small", type: .int16),
          PropertyModel(name: "middle", type: .float),
          PropertyModel(name: "moment", type: .date, isOptional: true),
          PropertyModel(name: "uuid", type: .uuid, isOptional: true),
          PropertyModel(name: "group", type: .string, isIndexed: true),
          PropertyModel(name: "text", type: .string, isOptional: true),
          PropertyModel(name: "words", type: .string, collection: .list),
        ])
    ])

  private static func open(_ path: String) throws -> SampleStore {
    let store = try SampleStore(EnvironmentRegistry.open(path: path), model: model, ordinals: ["Row": 0])
    store.session.patchLimit = 0
    return store
  }

  private static func values(_ id: Int64, _ random: inout SeededGenerator) -> [CellValue] {
    func bytes(_ count: Int) -> CellValue { .bytes((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }) }
    return [
      .int(id), random.once(in: 2) ? .null : .bytes([1]), bytes(2), bytes(4), random.once(in: 3) ? .null : bytes(12),
      random.once(in: 3) ? .null : bytes(16), .text("group \(Int.random(in: 0..<5, using: &random))"),
      random.once(in: 3) ? .null : random.text(),
      .list((0..<Int.random(in: 0..<4, using: &random)).map { _ in random.text() }),
    ]
  }

  @Test("they leave the cells and index entries that they leave one after the other", arguments: [1, 2, 3])
  func cells(_ part: UInt64) throws {
    let seed = seed() + part
    print("deletions: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let together = try DeletionTests.open(folder.file("together"))
    let alone = try DeletionTests.open(folder.file("alone"))
    var keys: [Int64] = []
    for round in 0..<8 {
      for store in [together, alone] { try store.session.beginWrite() }
      for _ in 0..<(round == 0 ? 900 : Int.random(in: 0..<60, using: &random)) {
        let key = together.session.views[0].nextKey
        let values = DeletionTests.values(key, &random)
        for store in [together, alone] { #expect(try store.insert(0, values) == key) }
        keys.append(key)
      }
      for key in keys.shuffled(using: &random).prefix(round == 0 ? 0 : 20) {
        let text = random.text()
        for store in [together, alone] { try store.set(0, key, 7, text) }
      }
      // From single rows to nearly all; some that are not there, some twice, in any order.
      let density = [2, 30, 300, 600, 1000][round % 5]
      var gone = keys.filter { _ in Int.random(in: 0..<1000, using: &random) < density }
      keys.removeAll(where: Set(gone).contains)
      gone += gone.prefix(3) + [-1, 100_000]
      if random.once(in: 2) { gone.shuffle(using: &random) }
      try together.session.delete(0, gone)
      for key in gone { try alone.session.delete(0, key) }
      for overlay in together.session.transaction?.overlays ?? [] { overlay._checkInvariants() }
      #expect(try together.session.liveKeys(0) == keys, "in write \(round), seed \(seed)")
      for store in [together, alone] { try store.session.commitWrite(sync: false) }
      try expectSame(together, alone, "write \(round), seed \(seed)")
      #expect(try together.session.liveKeys(0) == keys, "after write \(round), seed \(seed)")
      for key in gone { #expect(try together.find(0, .int(key)) == nil, "seed \(seed)") }
      for key in keys.prefix(50) { #expect(try together.find(0, .int(key))?.key == key, "seed \(seed)") }
    }
    try StructureWalk.check(folder.file("together"))
  }

  private func expectSame(_ one: SampleStore, _ other: SampleStore, _ comment: String) throws {
    let table = try #require(one.session.table(0))
    #expect(one.session.count(0) == other.session.count(0), "\(comment)")
    #expect(one.session.counters.sums == other.session.counters.sums, "\(comment)")
    for number in 0..<one.session.clusterCount(0) {
      let bytes = try [one, other].map { store in
        try store.session.shared.snapshot.cluster(table.clusterKey(number)).map { base in
          Array(UnsafeRawBufferPointer(start: base, count: Cluster(base).heapOffset + Cluster(base).heapSize))
        }
      }
      let difference = zip(bytes[0] ?? [], bytes[1] ?? []).enumerated().first { $1.0 != $1.1 }?.offset
      #expect(bytes[0]?.count == bytes[1]?.count, "cluster \(number), \(comment)")
      #expect(difference == nil, "byte of cluster \(number), \(comment)")
    }
    #expect(try one.rows(0) == other.rows(0), "\(comment)")
  }

  @Test("they are there again when the write is cancelled")
  func cancelled() throws {
    let folder = try TemporaryFolder()
    let store = try DeletionTests.open(folder.file("store"))
    var random = SeededGenerator(seed: 5)
    try store.session.beginWrite()
    for id in 0..<600 { try store.insert(0, DeletionTests.values(Int64(id), &random)) }
    try store.session.commitWrite(sync: false)
    let before = try store.rows(0)
    try store.session.beginWrite()
    try store.session.delete(0, Array(stride(from: 0, to: 600, by: 2)))
    #expect(store.session.count(0) == 300)
    store.session.cancelWrite()
    #expect(try store.rows(0) == before)
    #expect(store.session.count(0) == 600)
  }
}
