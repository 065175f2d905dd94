import Ashlar
import AshlarSchema
import TestSupport
import Testing

@testable import AshlarInspection

@Suite("Elements of sets in imports")
struct SetElementTests {
  private let realm: Realm
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let bag = EntityModel(
      name: "Bag",
      properties: [
        PropertyModel(name: "set", type: .any, collection: .set), PropertyModel(name: "list", type: .any, collection: .list),
      ])
    realm = try Realm(
      storedTypesAt: folder.file("bags.realm"), readOnly: false, creating: SchemaModel(name: "Bags", version: 1, entities: [bag]))
  }

  private func add(_ source: ImportSource) throws {
    var importer = Importer(realm, try ImportedTypes(realm._types), updates: false)
    try realm.write { try importer.run([source], type: "Bag") { _, _ in } }
  }

  @Test("a list or a map in a set is refused with the line, and nothing is stored", arguments: ["[]", "{}", "[1,[2]]", #"{"a":[]}"#])
  func collections(element: String) throws {
    let lines = "{\"list\":[\(element)],\"set\":[1]}\n{\"set\":[\"a\",\(element)]}\n"
    let failure = #expect(throws: ImportFailure.self) { try add(.lines(JSONLines("bags.jsonl", Array(lines.utf8)))) }
    #expect(failure?.description == "bags.jsonl:2: 'Bag.set': a list or a map cannot be an element of a set")
    #expect(realm.isEmpty)
    let types = Dictionary(uniqueKeysWithValues: realm._types.map { ($0.name, $0) })
    let bag = try #require(types["Bag"])
    let quoted = element.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    let csv = try CSVRecords("bags.csv", Array("set\n\"[\(quoted)]\"\n".utf8), bag, types)
    #expect(throws: ImportFailure.self) { try add(.csv(csv)) }
    #expect(realm.isEmpty)
  }

  @Test("an edit that adds a list or a map to a set is refused")
  func edits() throws {
    let reader = try EditReader(realm)
    let set = try #require(realm._types[0].properties.first { $0.name == "set" })
    for element in [JSONValue.array([]), .object([])] {
      let failure = #expect(throws: ValueFailure.self) { try reader.value(.array([.bool(true), element]), set) }
      #expect(failure?.message == "a list or a map cannot be an element of a set")
    }
    #expect(try reader.value(.array([.bool(true)]), set) is [Any])
  }
}
