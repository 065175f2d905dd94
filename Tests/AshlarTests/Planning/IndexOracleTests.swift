import AshlarSchema
import AshlarStore
import Foundation
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

/// Rows and orders that indexes of several properties find, compared with those of plain Swift, for random schemas.
@Suite("Indexes of several properties compared with plain Swift", .blocking)
struct IndexOracleTests {
  private final class World {
    var rows: [Int: IndexedRow] = [:]
    var nextId = 0
    var random: SeededGenerator
    /// The properties of the indexes.
    let indexes: [[String]]

    init(_ random: SeededGenerator, _ model: SchemaModel) {
      self.random = random
      indexes = model.entities[0].rules.map(\.properties)
    }

    // Rows are created in the order of their ids, so that equal rows are in that order.
    var inOrder: [IndexedRow] { rows.values.sorted { $0.id < $1.id } }

    func object(_ id: Int, _ realm: Realm) -> DynamicObject? { realm.dynamicObjects("Row").filter("id == %@", id).first }

    func add(_ count: Int, _ realm: Realm) {
      for _ in 0..<count {
        var row = IndexedRow(id: nextId, values: [:])
        nextId += 1
        for name in IndexedRow.names { row.values[name] = IndexedRow.value(name, &random) }
        var stored: [String: Any] = row.values.mapValues { $0.stored as Any }
        stored["id"] = row.id
        if random.chance(60), row.id > 0 {
          let owner = random.below(min(row.id, 6))
          if let object = object(owner, realm) {
            row.owner = owner
            stored["owner"] = object
          }
        }
        _ = realm.dynamicCreate("Row", value: stored)
        rows[row.id] = row
      }
    }

    func change(_ count: Int, _ realm: Realm) {
      for _ in 0..<count {
        let id = random.pick(rows.keys.sorted())
        guard let object = object(id, realm) else { continue }
        if random.chance(15) {
          realm.delete(object)
          rows[id] = nil
          for (other, row) in rows where row.owner == id { rows[other]?.owner = nil }
          continue
        }
        let name = random.pick(IndexedRow.names)
        let value = IndexedRow.value(name, &random)
        object[name] = value.stored
        rows[id]?.values[name] = value
      }
    }
  }

  private func check(_ realm: Realm, _ world: World, _ rounds: Int, _ place: String) {
    let rows = world.inOrder
    // An object of a frozen Realm equals none.
    let owners = realm.isFrozen ? [] : (0..<6).compactMap { id in world.object(id, realm).map { (id: id, object: $0 as Any) } }
    for _ in 0..<rounds {
      let (sample, index) = (world.random.pick(rows), world.random.pick(world.indexes))
      let isRandom = world.random.chance(50)
      let query =
        isRandom
        ? IndexedQuery(&world.random, owners: owners) : IndexedQuery(&world.random, index: index, sample, owners: owners)
      let expected = query.expected(rows)
      let (count, offset) = (world.random.below(60), world.random.chance(50) ? 0 : world.random.below(30))
      for choice in [PlanChoice.cheapest, .search, .scan] {
        realm._core.rules.planChoice = choice
        let comment = Comment(rawValue: "\(choice) \(place): \(query)")
        func ids(_ results: Results<DynamicObject>) -> [Int] { results.map { $0["id"] as? Int ?? -1 } }
        #expect(ids(query.results(realm)) == expected, comment)
        #expect(query.results(realm).first?["id"] as? Int == expected.first, comment)
        let limited = query.results(realm).limited(to: count, offset: offset)
        #expect(ids(limited) == Array(expected.dropFirst(offset).prefix(count)), comment)
        let counted = query.results(realm).limited(to: count, offset: offset)
        #expect(counted.count == max(0, min(count, expected.count - offset)), comment)
        #expect(query.results(realm).limited(to: count, offset: offset).explain().count == counted.count, comment)
      }
      realm._core.rules.planChoice = .search
      checkPages(realm, query, expected, count + 1, place)
    }
    realm._core.rules.planChoice = .cheapest
  }

  // Each page follows the last row of the one before it.
  private func checkPages(_ realm: Realm, _ query: IndexedQuery, _ expected: [Int], _ size: Int, _ place: String) {
    var found: [Int] = []
    var last: DynamicObject?
    for _ in 0..<3 {
      let page = query.results(realm).page(after: last, size: size)
      found += page.map { $0["id"] as? Int ?? -1 }
      guard let next = page.last else { break }
      last = next
    }
    #expect(found == Array(expected.prefix(3 * size)), "pages of \(size) \(place): \(query)")
  }

  @Test("rows and their order are the same however they are found", arguments: [41 as UInt64, 42, 43, 44])
  func everyPlan(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let model = IndexedRow.schema(&random)
    let realm = try Realm(storedTypesAt: folder.file("data.realm"), readOnly: false, creating: model)
    let world = World(random, model)
    let rounds = 24
    try realm.write { world.add(1_300, realm) }
    let before = realm._core.session.visitedPostings
    check(realm, world, rounds, "committed, seed \(seed), \(model.entities[0].rules)")
    #expect(realm._core.session.visitedPostings > before, "some of the queries must be read in the order of an index")
    try realm.write { world.change(200, realm) }
    check(realm, world, rounds, "changed, seed \(seed)")
    check(realm.freeze(), world, rounds / 4, "frozen, seed \(seed)")
    let committed = (world.rows, world.nextId)
    realm.beginWrite()
    check(realm, world, rounds / 4, "in a write without changes, seed \(seed)")
    for _ in 0..<2 {
      world.change(40, realm)
      world.add(15, realm)
      check(realm, world, rounds / 4, "in a write, seed \(seed)")
    }
    realm.cancelWrite()
    (world.rows, world.nextId) = committed
    check(realm, world, rounds / 4, "cancelled, seed \(seed)")
  }
}
