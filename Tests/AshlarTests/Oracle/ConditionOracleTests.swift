import AshlarSchema
import Foundation
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

@Suite("Random conditions on random schemas compared with plain Swift", .blocking)
struct ConditionOracleTests {
  private struct Run {
    let world: OracleWorld
    let seed: UInt64
    var mistakes = 0

    // The rows that a condition leaves of some, said in each way.
    mutating func check<Objects: RealmCollection>(
      _ condition: OracleCondition, _ all: Objects, _ rows: [OracleWorld.Row], _ place: String, style: Int, object: (String, Int) -> Any?
    ) where Objects.Element == DynamicObject {
      let wanted = rows.filter(condition.holds).map(\.id)
      let (text, arguments) = condition.format(style, object)
      func check(_ found: Results<DynamicObject>, _ how: String) {
        let count = found.count
        let found: [Int] = found.map { $0["id"] as? Int ?? -1 }
        if found == wanted, count == wanted.count { return }
        mistakes += 1
        if mistakes < 20 {
          let wrong = Set(found).symmetricDifference(wanted).sorted()
          let row = rows.first { $0.id == wrong.first }
          let shown = row.map { row in
            row.values.filter { text.contains($0.key) }.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
          }
          let types = row.map { row in
            world.entity(row.type).properties.filter { text.contains($0.name) }.map { "\($0.name): \($0.type)" }
          }
          Issue.record(
            """
            \(text) \(condition.values), \(place), \(how), seed \(seed): found \(count), wanted \(wanted.count), wrong \(wrong.prefix(5)), \
            the first of which has \(shown ?? []) of types \(types ?? [])
            """)
        }
      }
      check(all.filter(RealmPredicate(format: text, argumentArray: arguments)), "as text")
      guard let query = condition.query?(object) else { return }
      check(all.where { _ in query }, "in 'where'")
      let (printed, values) = query._constructPredicate()
      check(all.filter(RealmPredicate(format: printed, argumentArray: values)), "printed as \(printed)")
    }
  }

  // Conditions on the rows of one schema, in every place where they are asked. Returns how many.
  private func run(_ seed: UInt64, isIndexed: Bool, conditions: Int) throws -> Int {
    let world = OracleWorld(seed, isIndexed: isIndexed)
    let folder = try TemporaryFolder()
    let realm = try Realm(storedTypesAt: folder.path + "/data.realm", readOnly: false, creating: world.model)
    var run = Run(world: world, seed: seed)
    try realm.write { world.add(70, to: realm) }
    try realm.write { world.change(60, in: realm) }
    var done = 0
    for round in 0..<4 {
      let isWriting = round % 2 == 1
      if isWriting {
        realm.beginWrite()
        world.change(15, in: realm)
        world.add(3, to: realm)
      }
      for _ in 0..<conditions / 4 {
        let type = world.generator.pick(["Alpha", "Beta"])
        var generator = world.generator
        let depth = generator.below(3)
        let condition = OracleCondition.random(world, type, &generator, depth: depth)
        let inner = OracleCondition.random(world, type, &generator, depth: 1)
        world.generator = generator
        let rows = world.ids(type).compactMap { world.row(type, $0) }
        let all = realm.dynamicObjects(type)
        func object(_ type: String, _ id: Int) -> Any? { realm.dynamicObject(ofType: type, forPrimaryKey: id) }
        let style = done % 3
        switch world.generator.below(6) {
        case 0:
          let (text, arguments) = inner.format(style, object)
          let some = all.filter(RealmPredicate(format: text, argumentArray: arguments))
          run.check(condition, some, rows.filter(inner.holds), "results of results", style: style, object: object)
        case 1:
          run.check(
            condition, all.sorted(byKeyPath: "id", ascending: false), rows.reversed(), "sorted", style: style, object: object)
        case 2 where !isWriting:
          let frozen = realm.freeze()
          run.check(condition, frozen.dynamicObjects(type), rows, "frozen", style: style) { type, id in
            frozen.dynamicObject(ofType: type, forPrimaryKey: id)
          }
        case 3:
          let owners = ["Alpha", "Beta"].filter { owner in
            world.entity(owner).properties.contains { $0.name == "links" && $0.target == type }
          }
          guard let owner = owners.first, let id = world.ids(owner).randomElement(using: &world.generator), let row = world.row(owner, id),
            case .list(let links)? = row.values["links"], let list = realm.dynamicObject(ofType: owner, forPrimaryKey: id)
          else { fallthrough }
          let elements = links.compactMap { link in
            if case .link(let type, let id) = link { world.row(type, id) } else { nil }
          }
          run.check(condition, list.dynamicList("links"), elements, "a list", style: style, object: object)
        default: run.check(condition, all, rows, isWriting ? "in a write" : "all", style: style, object: object)
        }
        done += 1
      }
      if isWriting { try realm.commitWrite() }
    }
    return done
  }

  @Test(
    "as text in both dialects, in 'where' and printed, with and without indexes, on everything that has objects",
    arguments: Soak.isOn ? [0 as UInt64] : [5_000, 6_000])
  func everywhere(_ start: UInt64) throws {
    let first = Soak.isOn ? seed() : start
    let conditions = rounds(.allConditions)
    var done = 0
    var next = first
    while done < conditions {
      done += try run(next, isIndexed: next % 2 == 0, conditions: 100)
      next += 1
      if Soak.isOn, (next - first) % 50 == 0 { print("conditions: \(done), seeds \(first) to \(next)") }
    }
  }
}
