import Ashlar
import AshlarSchema
import TestSupport
import Testing

@testable import AshlarInspection

@Suite("Keys of maps in imports and edits")
struct MapKeyTests {
  private let realm: Realm
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let bag = EntityModel(
      name: "Bag",
      properties: [
        PropertyModel(name: "map", type: .int, collection: .map), PropertyModel(name: "maps", type: .any, collection: .list),
      ])
    realm = try Realm(
      storedTypesAt: folder.file("bags.realm"), readOnly: false, creating: SchemaModel(name: "Bags", version: 1, entities: [bag]))
  }

  // The accent makes one character of itself and the byte before it.
  static let refused = ["$a", "$", "$\u{301}", "a.b", ".", ".\u{301}"]

  @Test("a key that maps cannot have is refused, whatever follows its first byte", arguments: refused)
  func imports(key: String) throws {
    for line in ["{\"map\":{\"\(key)\":1}}", "{\"maps\":[{\"a\":{\"\(key)\":1}}]}", "{\"maps\":[{\"\(key)\":1}]}"] {
      var importer = Importer(realm, try ImportedTypes(realm._types), updates: false)
      #expect(throws: ImportFailure.self, "\(line)") {
        try realm.write { try importer.run([.lines(JSONLines("bags.jsonl", Array(line.utf8)))], type: "Bag") { _, _ in } }
      }
      #expect(realm.isEmpty)
    }
  }

  @Test("an edit with such a key is refused", arguments: refused)
  func edits(key: String) throws {
    let reader = try EditReader(realm)
    let member = JSONValue.Member(name: key, value: .bool(true))
    for property in realm._types[0].properties {
      let value = property.name == "map" ? JSONValue.object([member]) : .array([.object([member])])
      #expect(throws: ValueFailure.self, "\(property.name)") { _ = try reader.value(value, property) }
    }
  }

  @Test("keys with a dollar sign or an accent elsewhere are stored")
  func accepted() throws {
    let line = "{\"map\":{\"a$\":1,\"e\u{301}\":2,\"\":3}}"
    var importer = Importer(realm, try ImportedTypes(realm._types), updates: false)
    try realm.write { try importer.run([.lines(JSONLines("bags.jsonl", Array(line.utf8)))], type: "Bag") { _, _ in } }
    #expect(!realm.isEmpty)
  }
}
