import AshlarStore
import Foundation
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

/// A value of any type as plain Swift.
private indirect enum Plain: Equatable {
  case scalar(AnyRealmValue)
  case target(String)
  case list([Plain])
  case dictionary([String: Plain])

  static func random(_ generator: inout SeededGenerator, _ targets: [String], depth: Int = 0) -> Plain {
    switch generator.below(depth < 4 ? 6 : 4) {
    case 0 where !targets.isEmpty: return .target(generator.pick(targets))
    case 4: return .list((0..<generator.below(4)).map { _ in random(&generator, targets, depth: depth + 1) })
    case 5:
      var entries: [String: Plain] = [:]
      for _ in 0..<generator.below(4) { entries[generator.pick(["", "a", "b", "é"])] = random(&generator, targets, depth: depth + 1) }
      return .dictionary(entries)
    default: return .scalar(generator.pick(AnyValueTests.scalars))
    }
  }

  /// The value; objects are looked up in the Realm, or made.
  func value(_ realm: Realm, _ made: inout [String: Target]) -> AnyRealmValue {
    switch self {
    case .scalar(let value): return value
    case .target(let name):
      let object = realm.objects(Target.self).where { $0.name == name }.first ?? made[name] ?? Target(value: [name])
      made[name] = object
      return .object(object)
    case .list(let elements): return .fromArray(elements.map { $0.value(realm, &made) })
    case .dictionary(let entries): return .fromDictionary(entries.mapValues { $0.value(realm, &made) })
    }
  }

  init(_ value: AnyRealmValue) {
    switch value {
    case .object(let object): self = .target((object as? Target)?.name ?? "?")
    case .list(let list): self = .list(list.map { Plain($0) })
    case .dictionary(let map): self = .dictionary(Dictionary(uniqueKeysWithValues: map.map { ($0.key, Plain($0.value)) }))
    default: self = .scalar(value)
    }
  }

  /// What deleting an object leaves.
  func removing(_ name: String) -> Plain {
    switch self {
    case .target(name): .scalar(.none)
    case .list(let elements): .list(elements.filter { $0 != .target(name) }.map { $0.removing(name) })
    case .dictionary(let entries): .dictionary(entries.mapValues { $0.removing(name) })
    default: self
    }
  }

  var targets: [String] {
    switch self {
    case .target(let name): [name]
    case .list(let elements): elements.flatMap(\.targets)
    case .dictionary(let entries): entries.values.flatMap(\.targets)
    default: []
    }
  }
}

private struct Expected: Equatable {
  var any: [Int: Plain] = [:]
  var lists: [Int: [Plain]] = [:]
  var maps: [Int: [String: Plain]] = [:]
  var targets: Set<String> = []

  mutating func remove(_ name: String) {
    any = any.mapValues { $0.removing(name) }
    lists = lists.mapValues { $0.filter { $0 != .target(name) }.map { $0.removing(name) } }
    maps = maps.mapValues { $0.mapValues { $0.removing(name) } }
    targets.remove(name)
  }
}

@Suite("Random values of any type compared with a reference", .blocking)
struct AnyModelTests {
  private static let names = (0..<8).map { "t\($0)" }

  private func change(_ realm: Realm, _ model: inout Expected, _ generator: inout SeededGenerator) {
    let id = generator.below(6)
    var made: [String: Target] = [:]
    let plain = Plain.random(&generator, Self.names)
    let object = realm.object(ofType: Anything.self, forPrimaryKey: id)
    guard let object else {
      let added = Anything(value: ["id": id])
      added.any = plain.value(realm, &made)
      added.list.append(added.any)
      if generator.chance(50) { realm.add(added) } else { realm.create(Anything.self, value: added) }
      model.any[id] = plain
      model.lists[id] = [plain]
      model.maps[id] = [:]
      model.targets.formUnion(plain.targets)
      return
    }
    switch generator.below(10) {
    case 0:
      realm.delete(object)
      (model.any[id], model.lists[id], model.maps[id]) = (nil, nil, nil)
    case 1 where !model.targets.isEmpty:
      // One, or several at once.
      let names = (0..<generator.pick([1, 1, 4])).map { _ in generator.pick(model.targets.sorted()) }
      realm.delete(realm.objects(Target.self).where { $0.name.in(names) })
      for name in names { model.remove(name) }
    case 2, 3:
      object.any = plain.value(realm, &made)
      model.any[id] = plain
      model.targets.formUnion(plain.targets)
    case 4, 5:
      let index = generator.below(object.list.count + 1)
      object.list.insert(plain.value(realm, &made), at: index)
      model.lists[id]?.insert(plain, at: index)
      model.targets.formUnion(plain.targets)
    case 6 where !object.list.isEmpty:
      let index = generator.below(object.list.count)
      object.list.remove(at: index)
      model.lists[id]?.remove(at: index)
    case 7:
      let key = generator.pick(["k", "l", ""])
      object.map[key] = plain.value(realm, &made)
      model.maps[id]?[key] = plain
      model.targets.formUnion(plain.targets)
    case 8:
      guard let list = object.any.listValue, case .list(var expected)? = model.any[id] else { return }
      let index = generator.below(list.count + 1)
      if index < list.count, generator.chance(50) {
        list.remove(at: index)
        expected.remove(at: index)
      } else {
        list.insert(plain.value(realm, &made), at: index)
        expected.insert(plain, at: index)
        model.targets.formUnion(plain.targets)
      }
      model.any[id] = .list(expected)
    default:
      guard let index = object.list.firstIndex(where: { $0.dictionaryValue != nil }), let map = object.list[index].dictionaryValue,
        case .dictionary(var expected)? = model.lists[id]?[index]
      else { return }
      map["x"] = plain.value(realm, &made)
      expected["x"] = plain
      model.lists[id]?[index] = .dictionary(expected)
      model.targets.formUnion(plain.targets)
    }
  }

  private func state(_ realm: Realm) -> Expected {
    var state = Expected()
    for object in realm.objects(Anything.self) {
      state.any[object.id] = Plain(object.any)
      state.lists[object.id] = object.list.map { Plain($0) }
      state.maps[object.id] = Dictionary(uniqueKeysWithValues: object.map.map { ($0.key, Plain($0.value)) })
    }
    state.targets = Set(realm.objects(Target.self).map(\.name))
    return state
  }

  // Who links to which target, how often, as the index of backlinks has it and as the rows have it.
  private func expectBacklinks(_ realm: Realm, _ comment: Comment) throws {
    let session = realm._core.session
    let links = try #require(session.table(Anything._entity.ordinal)).links.filter(\.isAny)
    // By source and target.
    var indexed: [String: Int] = [:]
    for target in realm.objects(Target.self) {
      let packed = try #require(session.anyLink(Target._entity.ordinal, target._rowAccess.key)).packed
      for link in links {
        for source in try session.sources(link, of: packed) { indexed["\(source.key) \(target.name)", default: 0] += source.count }
      }
    }
    var stored: [String: Int] = [:]
    for object in realm.objects(Anything.self) {
      let values = [object.any] + Array(object.list) + object.map.map(\.value)
      for target in values.flatMap({ Plain($0).targets }) { stored["\(object._rowAccess.key) \(target)", default: 0] += 1 }
    }
    #expect(indexed == stored, comment)
  }

  @Test("hundreds of changes, cancelled and committed, with reopening", arguments: [21 as UInt64, 22, 23, 24])
  func random(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let configuration = folder.configuration("any.realm", ValueSchema.types)
    var realm = try Realm(configuration: configuration)
    var model = Expected()
    for round in 0..<40 {
      let before = model
      realm.beginWrite()
      for step in 0..<12 {
        change(realm, &model, &generator)
        if step % 4 == 3 {
          #expect(state(realm) == model, "seed \(seed), write \(round), step \(step)")
          if round % 3 == 0 { try expectBacklinks(realm, "seed \(seed), write \(round), step \(step)") }
        }
      }
      if generator.chance(30) {
        realm.cancelWrite()
        model = before
      } else {
        try realm.commitWrite()
      }
      #expect(state(realm) == model, "seed \(seed), after write \(round)")
      try expectBacklinks(realm, "seed \(seed), after write \(round)")
      if round % 8 == 7 {
        realm = try valueRealm()
        realm = try Realm(configuration: configuration)
        #expect(state(realm) == model, "seed \(seed), reopened in round \(round)")
      }
    }
  }
}
