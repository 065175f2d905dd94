import AshlarSchema
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Rows that may be linked to and are deleted together", .blocking)
struct LinkedDeletionTests {
  private static let (document, item, node, owner) = (0, 1, 2, 3)

  // Items have no links, but other rows and values of any type may link to them. Documents own their nodes.
  private static let model = SchemaModel(
    name: "LinkedDeletions", version: 1,
    entities: [
      EntityModel(
        name: "Document",
        properties: [
          PropertyModel(name: "id", type: .int, isPrimaryKey: true),
          PropertyModel(name: "nodes", type: .object, collection: .list, target: "Node"),
          PropertyModel(name: "first", type: .object, isOptional: true, target: "Node"),
        ]),
      EntityModel(
        name: "Item",
        properties: [PropertyModel(name: "id", type: .int, isPrimaryKey: true), PropertyModel(name: "text", type: .string)]),
      EntityModel(
        name: "Node", kind: .embedded,
        properties: [
          PropertyModel(name: "text", type: .string), PropertyModel(name: "item", type: .object, isOptional: true, target: "Item"),
        ]),
      EntityModel(
        name: "Owner",
        properties: [
          PropertyModel(name: "id", type: .int, isPrimaryKey: true),
          PropertyModel(name: "item", type: .object, isOptional: true, target: "Item"),
          PropertyModel(name: "items", type: .object, collection: .list, target: "Item"),
          PropertyModel(name: "value", type: .any),
        ]),
    ])

  private static func open(_ path: String) throws -> SampleStore {
    try SampleStore(
      EnvironmentRegistry.open(path: path), model: model, ordinals: ["Document": document, "Item": item, "Node": node, "Owner": owner])
  }

  // Sets the value of any type of a new owner.
  private func linkToAny(_ store: SampleStore, from owner: Int64, to item: Int64?) throws {
    let row = try #require(try store.session.makeWritable(LinkedDeletionTests.owner, owner))
    let link = try #require(store.session.table(LinkedDeletionTests.owner)?.links.first { $0.isAny })
    let cell = row.base + row.columns[3].offset + row.slot * Slot.size
    store.session.mark(row, 3)
    let target = item.flatMap { store.session.anyLink(LinkedDeletionTests.item, $0) }
    store.session.storeAny(target.map { .link($0) } ?? .none, at: cell, in: row.base)
    if let target { store.session.noteLink(link, target: target.packed, source: owner, 1) }
  }

  @Test("they leave what they leave one after the other: links, lists, values of any type, and owned rows", arguments: 0..<4)
  func sameAsAlone(_ round: Int) throws {
    let seed = seed() &+ UInt64(round)
    print("linked deletions: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let stores = try ["together", "alone"].map { try LinkedDeletionTests.open(folder.file($0)) }
    for write in 0..<8 {
      for store in stores { try store.session.beginWrite() }
      let items = try stores[0].session.liveKeys(LinkedDeletionTests.item)
      for _ in 0..<(write == 0 ? 400 : random.below(100)) {
        let id = stores[0].session.views[LinkedDeletionTests.item].nextKey
        for store in stores { try store.insert(LinkedDeletionTests.item, [.int(id), .text("item \(id)")]) }
      }
      for _ in 0..<random.below(20) where !items.isEmpty {
        let id = stores[0].session.views[LinkedDeletionTests.owner].nextKey
        let item = CellValue.link(random.pick(items))
        let list = CellValue.list((0..<random.below(9)).map { _ in .link(random.pick(items)) })
        let any = random.chance(50) ? random.pick(items) : nil
        for store in stores {
          let key = try store.insert(LinkedDeletionTests.owner, [.int(id), item, list])
          try linkToAny(store, from: key, to: any)
        }
      }
      for _ in 0..<random.below(20) {
        let id = stores[0].session.views[LinkedDeletionTests.document].nextKey
        let texts = (0..<random.below(6)).map { _ in random.text() }
        let item = items.isEmpty ? CellValue.null : .link(random.pick(items))
        for store in stores {
          let nodes = try texts.map { try CellValue.link(store.insert(LinkedDeletionTests.node, [$0, item])) }
          let first = try texts.isEmpty ? CellValue.null : .link(store.insert(LinkedDeletionTests.node, [.text("first"), .null]))
          try store.insert(LinkedDeletionTests.document, [.int(id), .list(nodes), first])
        }
      }
      if random.chance(30) {
        for store in stores { #expect(try store.contradictions() == [], "seed \(seed), in write \(write)") }
      }
      for table in [LinkedDeletionTests.item, LinkedDeletionTests.document, LinkedDeletionTests.owner] {
        let percent = random.pick([0, 3, 30, 90])
        var gone = try stores[0].session.liveKeys(table).filter { _ in random.chance(percent) }
        gone += gone.prefix(2) + [-1, 1_000_000]
        if random.once(in: 2) { gone.shuffle(using: &random) }
        try stores[0].session.delete(table, gone)
        for key in gone { try stores[1].session.delete(table, key) }
      }
      let isCancelled = random.chance(20)
      for store in stores { if isCancelled { store.session.cancelWrite() } else { try store.session.commitWrite(sync: false) } }
      for table in 0..<4 { #expect(try stores[0].rows(table) == stores[1].rows(table), "seed \(seed), after write \(write)") }
      for store in stores { #expect(try store.contradictions() == [], "seed \(seed), after write \(write)") }
    }
    for name in ["together", "alone"] { try StructureWalk.check(folder.file(name)) }
  }

  @Test("a batch searches each column's index once for each block, and not at all for each row")
  func searches() throws {
    let folder = try TemporaryFolder()
    let store = try LinkedDeletionTests.open(folder.file("store"))
    try store.session.beginWrite()
    for id in 0..<3000 as Range<Int64> { try store.insert(LinkedDeletionTests.item, [.int(id), .text("item")]) }
    let owner = try store.insert(LinkedDeletionTests.owner, [.int(0), .link(1501), .list([.link(1503), .link(2000)])])
    try linkToAny(store, from: owner, to: 1505)
    try store.session.commitWrite(sync: false)
    func searches(_ keys: [Int64]) throws -> Int {
      let before = store.session.backlinkSearches
      try store.session.delete(LinkedDeletionTests.item, keys)
      return store.session.backlinkSearches - before
    }
    try store.session.beginWrite()
    // Columns of owners and nodes.
    #expect(try searches(Array(0..<1500)) <= 8)
    // Three of them are linked to, and looked up on their own as well.
    #expect(try searches(Array(1500..<3000)) <= 40)
    #expect(store.session.count(LinkedDeletionTests.item) == 0)
    try store.session.commitWrite(sync: false)
    #expect(try store.rows(LinkedDeletionTests.owner)[owner]?[1] == .null)
    #expect(try store.rows(LinkedDeletionTests.owner)[owner]?[2] == .list([]))
    #expect(try store.contradictions() == [])
  }
}
