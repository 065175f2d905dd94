import AshlarSchema
import Foundation
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

/// Rows found by indexes, by scans, and by whatever is chosen must be those that plain Swift finds.
@Suite("Plans compared with plain Swift", .blocking)
struct PlanOracleTests {
  private final class World {
    var rows: [Int: PlainSample] = [:]
    var nextId = 0
    var generator: SeededGenerator
    init(_ seed: UInt64) { generator = SeededGenerator(seed: seed) }

    var ids: [Int] { rows.keys.sorted() }

    func add(_ count: Int, to realm: Realm, _ type: ObjectBase.Type, _ properties: [String]) {
      for _ in 0..<count {
        var row = PlainSample(id: nextId)
        nextId += 1
        for property in properties { row.values[property] = PlainSample.value(of: property, &generator) }
        let stored = row.values.mapValues { $0.stored as Any }.merging(["id": row.id]) { $1 }
        _ = realm.dynamicCreate("Sample", value: stored)
        rows[row.id] = row
      }
    }

    func change(_ count: Int, in realm: Realm, _ properties: [String]) {
      for _ in 0..<count {
        guard let id = rows.keys.sorted().randomElement(using: &generator),
          let object = realm.dynamicObject(ofType: "Sample", forPrimaryKey: id)
        else { continue }
        switch generator.below(10) {
        case 0:
          realm.delete(object)
          rows[id] = nil
          for (other, var row) in rows where row.owner == id || row.friends.contains(id) {
            if row.owner == id { row.owner = nil }
            row.friends.removeAll { $0 == id }
            rows[other] = row
          }
        case 1...3:
          let target = generator.pick(ids)
          rows[id]?.owner = target
          object["owner"] = realm.dynamicObject(ofType: "Sample", forPrimaryKey: target)
        case 4...5:
          let target = generator.pick(ids)
          rows[id]?.friends.append(target)
          if let friend = realm.dynamicObject(ofType: "Sample", forPrimaryKey: target) { object.dynamicList("friends").append(friend) }
        default:
          let property = generator.pick(properties)
          let value = PlainSample.value(of: property, &generator)
          rows[id]?.values[property] = value
          object[property] = value.stored
        }
      }
    }
  }

  private func check(_ realm: Realm, _ world: World, _ properties: [String], _ rounds: Int, _ place: String) {
    let ids = world.ids
    let all = realm.dynamicObjects("Sample")
    for _ in 0..<rounds {
      let condition = PlainCondition.random(
        &world.generator, properties, depth: 2, { realm.dynamicObject(ofType: "Sample", forPrimaryKey: $0) },
        // An object of a frozen Realm equals none.
        ids: realm.isFrozen ? [] : ids)
      let expected = ids.filter { id in world.rows[id].map { condition.holds($0, world.rows) } ?? false }
      for choice in [PlanChoice.cheapest, .search, .scan] {
        realm._core.rules.planChoice = choice
        let found = all.filter(RealmPredicate(format: condition.format, argumentArray: condition.arguments))
        let first = found.first?["id"] as? Int
        let keys: [Int] = found.map { $0["id"] as? Int ?? -1 }
        let again = all.filter(RealmPredicate(format: condition.format, argumentArray: condition.arguments))
        #expect(first == expected.first && again.count == expected.count, "\(choice) \(place): \(condition.format)")
        #expect(
          keys == expected, "\(choice) \(place): \(condition.format) \(condition.arguments), wanted \(expected.count), found \(keys.count)")
      }
      realm._core.rules.planChoice = .cheapest
    }
  }

  private func configuration(_ folder: TemporaryFolder, _ type: ObjectBase.Type, _ version: UInt64) -> Realm.Configuration {
    folder.release(version, [type])
  }

  @Test("rows are the same however they are found", arguments: [31 as UInt64, 32, 33])
  func everyPlan(_ seed: UInt64) throws {
    print("plans: seed \(seed)")
    let world = World(seed)
    let folder = try TemporaryFolder()
    let rounds = rounds(.plans)
    // Clusters of an older layout.
    try {
      let realm = try Realm(configuration: configuration(folder, Era<SampleBefore.Sample>.self, 1))
      try realm.write {
        world.add(900, to: realm, Era<SampleBefore.Sample>.self, PlainSample.atFirst)
        world.change(400, in: realm, PlainSample.atFirst)
      }
      check(realm, world, PlainSample.atFirst, rounds / 4, "at first, seed \(seed)")
    }()
    let realm = try Realm(configuration: configuration(folder, Sample.self, 2))
    for id in world.ids {
      for property in PlainSample.direct where world.rows[id]?.values[property] == nil {
        world.rows[id]?.values[property] = realm.dynamicObject(ofType: "Sample", forPrimaryKey: id).map { Self.plain($0[property]) }
      }
    }
    check(realm, world, PlainSample.direct, rounds / 4, "older layouts, seed \(seed)")
    try realm.write { world.add(900, to: realm, Sample.self, PlainSample.direct) }
    try realm.write { world.change(300, in: realm, PlainSample.direct) }
    check(realm, world, PlainSample.direct, rounds, "committed, seed \(seed)")
    let frozen = realm.freeze()
    check(frozen, world, PlainSample.direct, rounds / 4, "frozen, seed \(seed)")
    let before = (world.rows, world.nextId)
    realm.beginWrite()
    for round in 0..<4 {
      world.change(60, in: realm, PlainSample.direct)
      world.add(20, to: realm, Sample.self, PlainSample.direct)
      check(realm, world, PlainSample.direct, rounds / 4, "in a write, round \(round), seed \(seed)")
    }
    realm.cancelWrite()
    (world.rows, world.nextId) = before
    check(realm, world, PlainSample.direct, rounds / 4, "cancelled, seed \(seed)")
    check(try Realm(configuration: configuration(folder, Sample.self, 2)), world, PlainSample.direct, rounds / 4, "reopened, seed \(seed)")
  }

  private static func plain(_ value: Any?) -> PlainValue {
    switch value {
    case let value as Int: .int(value)
    case let value as Int16: .int(Int(value))
    case let value as Int32: .int(Int(value))
    case let value as String: .text(value)
    case let value as Date: .date(value)
    case let value as ObjectId: .id(value)
    case let value as AnyRealmValue where value != .none: .null
    default: .null
    }
  }
}
