import AshlarSchema
import Testing
import TestSupport

/// What a file holds, in the simplest form: by type and property, which value it was given at first.
private typealias Contents = [String: [String: Int]]

@Suite("A file that skips releases")
struct ReleasePathTests {
  /// What becomes of the contents under the next schema, told without the code that is tested: one property after the other.
  private static func brought(_ contents: Contents, from old: SchemaModel, to new: SchemaModel) -> Contents {
    var result = contents
    for entity in new.entities {
      let isThere = old.entities.contains { $0.name == entity.name }
      let former =
        isThere
        ? entity.name
        : entity.was.first { name in
          old.entities.contains { $0.name == name } && !new.entities.contains { $0.name == name }
        }
      guard let former, let before = old.entities.first(where: { $0.name == former }), let values = contents[former] else {
        result[entity.name] = [:]
        continue
      }
      var kept: [String: Int] = [:]
      for column in entity.properties {
        let isSame = before.properties.contains { $0.name == column.name }
        let name =
          isSame
          ? column.name
          : column.was.first { name in
            before.properties.contains { $0.name == name } && !entity.properties.contains { $0.name == name }
          }
        guard let name, let was = before.properties.first(where: { $0.name == name }), was.type == column.type else { continue }
        kept[column.name] = values[name]
      }
      if former != entity.name { result[former] = nil }
      result[entity.name] = kept
    }
    return result
  }

  private static func next(_ schema: SchemaModel, _ random: inout SeededGenerator) -> SchemaModel {
    var entities = schema.entities
    for index in entities.indices {
      entities[index].was = []
      for column in entities[index].properties.indices { entities[index].properties[column].was = [] }
    }
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let index = Int.random(in: entities.indices, using: &random)
      let name = "p\(Int.random(in: 0..<5, using: &random))"
      let isFree = !entities[index].properties.contains { $0.name == name || $0.was == [name] }
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where isFree:
        entities[index].properties.append(PropertyModel(name: name, type: Bool.random(using: &random) ? .int : .string))
      case 1 where entities[index].properties.count > 1:
        entities[index].properties.remove(at: Int.random(in: entities[index].properties.indices, using: &random))
      case 2, 3:
        guard isFree, let column = entities[index].properties.indices.randomElement(using: &random),
          entities[index].properties[column].was.isEmpty
        else { continue }
        let old = entities[index].properties[column].name
        // Who renames twice may forget the first name.
        entities[index].properties[column].was = [old]
        entities[index].properties[column].name = name
        entities[index].properties[column].storedName = name
      case 4:
        guard let column = entities[index].properties.indices.randomElement(using: &random) else { continue }
        entities[index].properties[column].type = entities[index].properties[column].type == .int ? .string : .int
      default:
        let type = "T\(Int.random(in: 0..<4, using: &random))"
        guard !entities.contains(where: { $0.name == type || $0.was == [type] }), entities[index].was.isEmpty else { continue }
        entities[index].was = [entities[index].name]
        entities[index].name = type
        entities[index].storedName = type
      }
    }
    return SchemaModel(name: "s", version: schema.version + 1, entities: entities)
  }

  @Test("a file has the values that it would have after each release in turn")
  func sameContents() {
    let seed = seed()
    let rounds = rounds(.releasePaths)
    var skipping = 0
    for round in 0..<rounds {
      let outcome = Self.outcome(seed: seed &+ UInt64(round))
      if case .differs(let text) = outcome { Issue.record("seed \(seed &+ UInt64(round)): \(text)") }
      if case .same = outcome { skipping += 1 }
    }
    // The others have to go through each release.
    #expect(skipping > rounds / 2)
  }

  private enum Outcome {
    case same
    case goesThroughEach
    case differs(String)
  }

  private static func outcome(seed: UInt64) -> Outcome {
    var random = SeededGenerator(seed: seed)
    let first = SchemaModel(
      name: "s", version: 1,
      entities: ["T0", "T1"].map { EntityModel(name: $0, properties: (0..<3).map { PropertyModel(name: "p\($0)", type: .int) }) })
    var contents: Contents = [:]
    var number = 0
    for entity in first.entities {
      for column in entity.properties {
        number += 1
        contents[entity.name, default: [:]][column.name] = number
      }
    }
    var releases: [SchemaModel] = []
    var through = contents
    var state = first
    for _ in 0..<Int.random(in: 2...5, using: &random) {
      let next = next(releases.last ?? first, &random)
      through = brought(through, from: state, to: next)
      state = ReleasePath.following(state, next)
      releases.append(next)
    }
    let target = releases.removeLast()
    guard let direct = ReleasePath.direct(from: first, through: releases, to: target) else { return .goesThroughEach }
    let skipped = brought(contents, from: first, to: direct)
    for entity in target.entities where skipped[entity.name] != through[entity.name] {
      return .differs("\(entity.name) has \(skipped[entity.name] ?? [:]), not \(through[entity.name] ?? [:])")
    }
    return .same
  }

  private static func schema(_ version: UInt64, _ name: String, was: [String] = [], type: ValueType = .int) -> SchemaModel {
    var property = PropertyModel(name: name, type: type)
    property.was = was
    return SchemaModel(name: "s", version: version, entities: [EntityModel(name: "T", properties: [property])])
  }

  @Test("former names add up, also where the last release forgot the first of them")
  func addedUp() throws {
    let direct = ReleasePath.direct(
      from: Self.schema(1, "a"), through: [Self.schema(2, "b", was: ["a"])], to: Self.schema(3, "c", was: ["b"]))
    #expect(direct?.entities[0].properties[0].was == ["a", "b"])
  }

  // A value of the file is read by one property, whatever the order of the properties.
  @Test("a former name that was used again counts only for the property that has the file's values", arguments: [false, true])
  func claimedTwice(isReversed: Bool) throws {
    var again = Self.schema(3, "b")
    again.entities[0].properties.append(PropertyModel(name: "a", type: .int))
    var target = Self.schema(4, "b")
    target.entities[0].properties.append(Self.schema(4, "c", was: ["a"]).entities[0].properties[0])
    if isReversed { target.entities[0].properties.reverse() }
    let direct = try #require(
      ReleasePath.direct(from: Self.schema(1, "a"), through: [Self.schema(2, "b", was: ["a"]), again], to: target))
    let formerNames = Dictionary(uniqueKeysWithValues: direct.entities[0].properties.map { ($0.name, $0.was) })
    #expect(formerNames == ["b": ["a"], "c": []])
  }

  @Test("a name that has come again for something else has to be reached through each release")
  func again() {
    var empty = Self.schema(2, "a")
    empty.entities[0].properties = []
    #expect(ReleasePath.direct(from: Self.schema(1, "a"), through: [empty], to: Self.schema(3, "a")) == nil)
  }
}
