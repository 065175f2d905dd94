import AshlarSchema
import Foundation
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

/// Deletions in a database of SQLite 3 with foreign keys and triggers, each in a transaction. Elements of lists, sets and maps and embedded
/// objects are rows there; an entry of a map remains when its object is deleted. A line of the fixture has fields between tabs:
/// - the links of three types and of the embedded type, between slashes. Those of a type are one object, a list, a set and a map, each with
///   the number of its target and its rule: `n` none, `c` is deleted with its target, `d` denies the deletion of its target, `o` deletes
///   its target.
/// - the objects of the three types, between slashes and semicolons: id, the ids of the linked objects, and the embedded objects, each with
///   an id and a target; `-` is nil, and `.` an empty collection.
/// - the deletions, each with a type, its objects, and what remains, or `refused`.
@Suite("Deletions of objects with collections in a Realm and in SQLite", .blocking)
struct SQLiteCollectionTests {
  private static let types = ["A", "B", "C"]
  private static let forms: [(name: String, collection: CollectionKind)] = [
    ("one", .none), ("list", .list), ("group", .set), ("map", .map),
  ]

  // MARK: - Reading the fixture

  private func rules(_ name: String, _ word: Substring) -> [EntityRule] {
    switch word.last {
    case "c": [.targetDeleted(name, .cascade)]
    case "d": [.targetDeleted(name, .deny)]
    case "o": [.holderDeleted(name, .cascade)]
    default: []
    }
  }

  private func link(_ name: String, _ collection: CollectionKind, _ word: Substring) throws -> PropertyModel {
    let target = try #require(word.first?.wholeNumberValue)
    return PropertyModel(
      name: name, type: .object, collection: collection, isOptional: collection == .none || collection == .map,
      target: SQLiteCollectionTests.types[target])
  }

  private func model(_ field: Substring) throws -> SchemaModel {
    let fields = field.split(separator: "/")
    try #require(fields.count == 4)
    var entities: [EntityModel] = []
    for (type, words) in zip(SQLiteCollectionTests.types, fields) {
      var entity = EntityModel(name: type, properties: [PropertyModel(name: "id", type: .int, isPrimaryKey: true)])
      for (form, word) in zip(SQLiteCollectionTests.forms, words.split(separator: " ")) {
        entity.properties.append(try link(form.name, form.collection, word))
        entity.rules += rules(form.name, word)
      }
      entity.properties.append(PropertyModel(name: "parts", type: .object, collection: .list, target: "Part"))
      entity.rules = EntityRule.sorted(entity.rules)
      entities.append(entity)
    }
    var part = EntityModel(
      name: "Part", kind: .embedded, properties: [PropertyModel(name: "id", type: .int), try link("link", .none, fields[3])])
    part.rules = rules("link", fields[3])
    return SchemaModel(name: "Graph", version: 1, entities: entities + [part])
  }

  private func numbers(_ word: Substring) -> [Int?] { word == "." ? [] : word.split(separator: ",").map { Int($0) } }

  private func fill(_ realm: Realm, _ model: SchemaModel, _ field: Substring) throws {
    let tables = field.split(separator: "/", omittingEmptySubsequences: false).map { $0.split(separator: ";") }
    func object(_ type: String?, _ id: Int?) -> DynamicObject? {
      guard let type, let id else { return nil }
      return realm.dynamicObject(ofType: type, forPrimaryKey: id)
    }
    try realm.write {
      for (type, rows) in zip(SQLiteCollectionTests.types, tables) {
        for row in rows { realm.dynamicCreate(type, value: ["id": Int(row.prefix { $0 != " " }) ?? -1]) }
      }
      for (type, rows) in zip(SQLiteCollectionTests.types, tables) {
        let entity = try #require(model.entities.first { $0.name == type })
        let partTarget = model.entities.first { $0.name == "Part" }?.properties[1].target
        for row in rows {
          let words = row.split(separator: " ")
          let owner = try #require(object(type, Int(words[0])))
          owner["one"] = object(entity.properties[1].target, Int(words[1]))
          owner["list"] = numbers(words[2]).compactMap { object(entity.properties[2].target, $0) }
          owner["group"] = numbers(words[3]).compactMap { object(entity.properties[3].target, $0) }
          var entries: [String: Any] = [:]
          for (place, id) in numbers(words[4]).enumerated() {
            entries["key \(place)"] = object(entity.properties[4].target, id) ?? NSNull() as Any
          }
          owner["map"] = entries
          let parts = words[5] == "." ? [] : words[5].split(separator: ",")
          owner["parts"] = parts.map { part in
            let sides = part.split(separator: ":")
            return ["id": Int(sides[0]) ?? -1, "link": object(partTarget, Int(sides[1])) ?? NSNull() as Any] as [String: Any]
          }
        }
      }
    }
  }

  // MARK: - Comparing

  // The objects of a Realm as the fixture writes them.
  private func contents(_ realm: Realm) -> String {
    func id(_ object: Any?) -> Int? { untyped(object)?["id"] as? Int }
    func text(_ ids: [Int?]) -> String { ids.isEmpty ? "." : ids.map { $0.map { "\($0)" } ?? "-" }.joined(separator: ",") }
    return SQLiteCollectionTests.types.map { type in
      let objects = realm.dynamicObjects(type).map { (id: id($0) ?? -1, object: $0) }.sorted { $0.id < $1.id }
      return objects.map { number, object in
        let list = (object["list"] as? List<DynamicObject>)?.map { id($0) } ?? []
        let group = (object["group"] as? MutableSet<DynamicObject>)?.compactMap { id($0) }.sorted() ?? []
        let map = object["map"] as? Map<String, DynamicObject?>
        let entries = map?.keys.sorted().map { id(map?[$0] ?? nil) } ?? []
        let parts = (object["parts"] as? List<DynamicObject>)?.map { "\(text([id($0)])):\(text([id($0["link"])]))" } ?? []
        let words = [text([number]), text([id(object["one"])]), text(list), text(group), text(entries)]
        return (words + [parts.isEmpty ? "." : parts.joined(separator: ",")]).joined(separator: " ")
      }.joined(separator: ";")
    }.joined(separator: "/")
  }

  @Test("the same deletions are refused, and the same objects, elements and embedded objects remain")
  func histories() throws {
    let folder = try TemporaryFolder()
    var (refused, deleted) = (0, 0)
    let lines = try Repository.text("Tests/AshlarStoreTests/Fixtures/deletions-sqlite-collections.tsv").split(separator: "\n")
    for (number, line) in lines.enumerated() {
      let fields = line.split(separator: "\t")
      let model = try model(fields[0])
      let realm = try Realm(storedTypesAt: folder.file("\(number).realm"), readOnly: false, creating: model)
      try fill(realm, model, fields[1])
      #expect(contents(realm) == String(fields[1]), "line \(number + 1)")
      for field in fields.dropFirst(2) {
        let note: Comment = "line \(number + 1), deletion \(field)"
        let sides = field.split(separator: "=")
        let words = sides[0].split(separator: " ")
        let type = SQLiteCollectionTests.types[try #require(Int(words[0]))]
        let objects = words[1].split(separator: ",").compactMap { realm.dynamicObject(ofType: type, forPrimaryKey: Int($0) ?? -1) }
        let before = contents(realm)
        let refusal = realm.refusal(ofDeleting: objects)
        realm.beginWrite()
        realm.delete(objects)
        if sides[1] == "refused" {
          refused += 1
          #expect(refusal?.rule == .denied, note)
          #expect(throws: Realm.Error.self, note) { try realm.commitWrite() }
          #expect(contents(realm) == before, note)
        } else {
          deleted += 1
          #expect(refusal == nil, note)
          try realm.commitWrite()
          #expect(contents(realm) == String(sides[1]), note)
        }
      }
    }
    #expect(refused > 100)
    #expect(deleted > 100)
  }
}
