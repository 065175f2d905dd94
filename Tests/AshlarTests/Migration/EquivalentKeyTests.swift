import AshlarSchema
import Foundation
import Testing
import TestSupport

@testable import Ashlar

private enum First {
  static let schema = shelves(
    2,
    [
      property("scores", .int, .map), property("sizes", .int32, .map), property("extra", .any),
      property("parts", .object, .map, target: "Part"),
    ])
  enum Shelf: EraType { static let entity = schema.entity("Shelf", Era<Shelf>.self) }
  enum Part: EraType { static let entity = schema.entity("Part", EmbeddedEra<Part>.self) }
  static let types: [ObjectBase.Type] = [Era<Shelf>.self, EmbeddedEra<Part>.self]
}

/// The same with wider sizes, and with a copy of each other property.
private enum Second {
  static let schema = shelves(
    3,
    [
      property("scores", .int, .map), property("sizes", .int, .map), property("extra", .any),
      property("parts", .object, .map, target: "Part"), property("copiedScores", .int, .map), property("copiedExtra", .any),
      property("copiedParts", .object, .map, target: "Part"),
    ])
  enum Shelf: EraType { static let entity = schema.entity("Shelf", Era<Shelf>.self) }
  enum Part: EraType { static let entity = schema.entity("Part", EmbeddedEra<Part>.self) }
  static let types: [ObjectBase.Type] = [Era<Shelf>.self, EmbeddedEra<Part>.self]
}

private func shelves(_ version: UInt64, _ properties: [PropertyModel]) -> _LinkedSchema {
  _LinkedSchema(
    SchemaModel(
      name: "Shelves", version: version,
      entities: [
        EntityModel(name: "Shelf", properties: properties),
        EntityModel(name: "Part", kind: .embedded, properties: [property("number", .int)]),
      ]))
}

@Suite("Migrated maps whose keys are equal as Swift strings")
struct EquivalentKeyTests {
  private let folder: TemporaryFolder
  private let composed = "\u{e9}"
  private let decomposed = "e\u{301}"

  init() throws {
    folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.release(2, First.types))
    let scores = Map<String, Int>()
    let sizes = Map<String, Int32>()
    let inner = Map<String, AnyRealmValue>()
    for (key, number) in [(composed, 1), (decomposed, 2)] {
      scores[key] = number
      sizes[key] = Int32(number)
      inner[key] = .int(number)
    }
    try realm.write {
      let parts = _MapEntries([(composed, ["number": 1]), (decomposed, ["number": 2])])
      realm.dynamicCreate(
        "Shelf",
        value: ["scores": scores, "sizes": sizes, "extra": AnyRealmValue.fromArray([.dictionary(inner)]), "parts": parts] as [String: Any])
    }
  }

  private func migrated(_ block: @escaping MigrationBlock) throws -> DynamicObject {
    let realm = try Realm(configuration: folder.release(3, Second.types, migration: block))
    return try #require(realm.dynamicObjects("Shelf").first)
  }

  /// The values in the order of the keys' bytes, in which the decomposed letter comes first.
  private func expect(_ keys: [String], _ comment: Comment) {
    #expect(keys.map { Array($0.utf8) } == [Array(decomposed.utf8), Array(composed.utf8)], comment)
  }

  @Test("a block that copies a map keeps all of its entries")
  func copied() throws {
    let shelf = try migrated { migration, _ in
      migration.enumerateObjects(ofType: "Shelf") { old, new in
        new!["copiedScores"] = old!["scores"]
        new!["copiedExtra"] = old!["extra"]
        new!["copiedParts"] = old!["parts"]
      }
    }
    let scores = try #require(shelf["copiedScores"] as? Map<String, Int>)
    expect(scores.keys, "scores")
    #expect(scores.values == [2, 1])
    let extra = try #require(shelf["copiedExtra"] as? List<AnyRealmValue>)
    let inner = try #require(extra.first?.dictionaryValue)
    expect(inner.keys, "a dictionary in a value of any type")
    #expect(inner.values == [.int(2), .int(1)])
    let parts = shelf.dynamicMap("copiedParts") as Map<String, DynamicObject?>
    expect(parts.keys, "embedded objects")
    #expect(parts.values.map { $0?["number"] as? Int } == [2, 1])
  }

  @Test("a new object that is created from an old one has all entries")
  func created() throws {
    let realm = try Realm(
      configuration: folder.release(3, Second.types) { migration, _ in
        migration.enumerateObjects(ofType: "Shelf") { old, _ in
          migration.create("Shelf", value: ["copiedScores": old!["scores"] as Any])
        }
      })
    let copy = try #require(realm.dynamicObjects("Shelf").last)
    expect(try #require(copy["copiedScores"] as? Map<String, Int>).keys, "scores")
  }

  @Test("a map whose values become wider keeps all of its entries")
  func widened() throws {
    let shelf = try migrated { _, _ in }
    let sizes = try #require(shelf["sizes"] as? Map<String, Int>)
    expect(sizes.keys, "sizes")
    #expect(sizes.values == [2, 1])
  }

  @Test("encoding a map with such keys throws, because a dictionary has room for one of them")
  func encoded() throws {
    let map = Map<String, Int>()
    map[composed] = 1
    #expect(try String(decoding: JSONEncoder().encode(map), as: UTF8.self) == "{\"\(composed)\":1}")
    map[decomposed] = 2
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(map) }
  }
}
