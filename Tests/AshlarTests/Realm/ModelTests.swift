import Ashlar
import Foundation
import Kinds
import Testing
import TestSupport
import TestTraits

/// What the database should hold: rows by key, in the order of their making.
private struct Expected {
  struct Row {
    var text: String
    var number: Int?
    var nested: Int?
    var part: String?
    var parts: [String]
    var tags: [String]
  }

  var rows: [Int: Row] = [:]
  var order: [Int] = []

  mutating func remove(_ key: Int) {
    rows[key] = nil
    order.removeAll { $0 == key }
    for other in order where rows[other]?.nested == key { rows[other]?.nested = nil }
  }
}

@Suite("Random operations compared with a dictionary", .blocking)
struct ModelTests {
  private func change(_ realm: Realm, _ model: inout Expected, _ generator: inout SeededGenerator) {
    let key = generator.below(60)
    let text = generator.pick(ScalarValues.texts)
    let number = generator.chance(30) ? nil : generator.below(100)
    let found = realm.object(ofType: OptionalIntKey.self, forPrimaryKey: key)
    guard let row = found, model.rows[key] != nil else {
      let parts = (0..<generator.below(3)).map { "p\($0)" }
      let tags = (0..<generator.below(3)).map { _ in generator.pick(ScalarValues.texts) }
      let value: [String: Any] = ["id": key, "text": text, "number": number as Any, "parts": parts.map { ["label": $0] }, "tags": tags]
      if generator.chance(50) {
        realm.create(OptionalIntKey.self, value: value)
      } else {
        realm.add(OptionalIntKey(value: value), update: generator.pick([.error, .modified, .all]))
      }
      model.rows[key] = .init(text: text, number: number, parts: parts, tags: tags)
      model.order.append(key)
      return
    }
    switch generator.below(12) {
    case 0:
      realm.delete(row)
      model.remove(key)
    case 1, 2:
      row.text = text
      model.rows[key]?.text = text
    case 3:
      row.number = number
      model.rows[key]?.number = number
    case 4, 5:
      let target = generator.chance(20) ? nil : generator.pick(model.order)
      row.nested = target.flatMap { realm.object(ofType: OptionalIntKey.self, forPrimaryKey: $0) }
      model.rows[key]?.nested = target
    case 6:
      row.part = generator.chance(30) ? nil : Part(value: ["label": text])
      model.rows[key]?.part = row.part?.label
    case 7:
      row.parts.append(Part(value: ["label": text, "pieces": [["count": 3]]]))
      model.rows[key]?.parts.append(text)
    case 8 where !row.parts.isEmpty:
      let index = generator.below(row.parts.count)
      if generator.chance(50) { row.parts.remove(at: index) } else { realm.delete(row.parts[index]) }
      model.rows[key]?.parts.remove(at: index)
    case 9:
      let index = generator.below(row.tags.count + 1)
      row.tags.insert(text, at: index)
      model.rows[key]?.tags.insert(text, at: index)
    case 10 where !row.tags.isEmpty:
      let index = generator.below(row.tags.count)
      row.tags.remove(at: index)
      model.rows[key]?.tags.remove(at: index)
    case 11:
      let policy = generator.pick([Realm.UpdatePolicy.modified, .all])
      realm.create(
        OptionalIntKey.self, value: ["id": key, "text": text, "tags": [text, "x"], "parts": [["label": "new"]]] as [String: Any],
        update: policy)
      model.rows[key]?.text = text
      model.rows[key]?.tags = [text, "x"]
      model.rows[key]?.parts = ["new"]
    default: break
    }
  }

  private func compare(_ realm: Realm, _ model: Expected, _ place: String) {
    let all = realm.objects(OptionalIntKey.self)
    #expect(all.map { $0.id ?? -1 } == model.order, "\(place)")
    var wrong: [String] = []
    for row in all {
      guard let key = row.id, let expected = model.rows[key] else { continue }
      if row.text != expected.text || row.number != expected.number || row.nested?.id != expected.nested {
        wrong.append("values of \(key)")
      }
      if row.part?.label != expected.part { wrong.append("part of \(key)") }
      if row.parts.map(\.label) != expected.parts || Array(row.tags) != expected.tags { wrong.append("lists of \(key)") }
      if realm.object(ofType: OptionalIntKey.self, forPrimaryKey: key)?.isSameObject(as: row) != true { wrong.append("key \(key)") }
    }
    #expect(wrong == [], "\(place)")
    let target = model.order.first
    let linked = all.where { $0.nested.id == target && $0.nested != nil }
    #expect(linked.count == model.rows.values.filter { $0.nested == target && target != nil }.count, "\(place)")
    #expect(all.sum(of: \.number) == model.rows.values.compactMap(\.number).reduce(0, +), "\(place)")
    #expect(all.where { $0.parts.label == "new" }.count == model.rows.values.filter { $0.parts.contains("new") }.count, "\(place)")
  }

  @Test("thousands of changes, cancelled and committed, in memory and in a file that is reopened", arguments: [81 as UInt64, 82, 83, 84])
  func random(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let configuration = seed % 2 == 0 ? memory() : folder.configuration()
    var model = Expected()
    var realm = try Realm(configuration: configuration)
    var held: [OptionalIntKey] = []
    let rounds = rounds(.models)
    for round in 0..<rounds {
      let before = model
      realm.beginWrite()
      for _ in 0..<40 { change(realm, &model, &generator) }
      compare(realm, model, "in write \(round), seed \(seed)")
      held = Array(realm.objects(OptionalIntKey.self).shuffled(using: &generator).prefix(10))
      if generator.chance(30) {
        realm.cancelWrite()
        model = before
      } else {
        try realm.commitWrite()
      }
      for row in held where !row.isInvalidated {
        #expect(row.id.map { model.rows[$0]?.text == row.text } == true, "held in round \(round), seed \(seed)")
      }
      compare(realm, model, "after write \(round), seed \(seed)")
      if round % 7 == 6, configuration.fileURL != nil {
        held = []
        realm = try memoryRealm()
        realm = try Realm(configuration: configuration)
        compare(realm, model, "reopened in round \(round), seed \(seed)")
      }
    }
    try realm.write { realm.deleteAll() }
    #expect(realm.isEmpty)
  }
}
