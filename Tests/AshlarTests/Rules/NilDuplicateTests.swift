import AshlarSchema
import Foundation
import Testing
import TestSupport

@testable import Ashlar

// Folders of a tree, whose names are unique among those of one parent. Roots have no parent.
private enum Tree {
  static let plain = _LinkedSchema(schema("PlainTree", []))
  static let strict = _LinkedSchema(schema("StrictTree", [.unique(UniqueRule(["parent", "name"], nilCounts: true))]))
  static let lenient = _LinkedSchema(schema("LenientTree", [.unique(UniqueRule(["parent", "name"]))]))

  static func schema(_ name: String, _ rules: [EntityRule]) -> SchemaModel {
    var folder = EntityModel(
      name: "TreeFolder",
      properties: [
        PropertyModel(name: "id", type: .int), PropertyModel(name: "name", type: .string, isOptional: true),
        PropertyModel(name: "parent", type: .object, isOptional: true, target: "TreeFolder"),
      ])
    folder.rules = rules
    return SchemaModel(name: name, version: 1, entities: [folder])
  }
}

private final class PlainFolder: Object {
  static let entity = Tree.plain.entity("TreeFolder", PlainFolder.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(PlainFolder(row, own), to: Self.self) }
}

private final class StrictFolder: Object {
  static let entity = Tree.strict.entity("TreeFolder", StrictFolder.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(StrictFolder(row, own), to: Self.self) }
}

private final class LenientFolder: Object {
  static let entity = Tree.lenient.entity("TreeFolder", LenientFolder.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(LenientFolder(row, own), to: Self.self) }
}

@Suite("Duplicates by properties that are nil")
struct NilDuplicateTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(
    _ type: ObjectBase.Type, version: UInt64, memory: Int = .max, _ migration: MigrationBlock? = nil
  ) throws -> Realm {
    var configuration = folder.release(version, [type], migration: migration)
    configuration.migrationMemory = memory
    return try Realm(configuration: configuration)
  }

  // Two roots "a", each with a child "x", which has a child "z"; two roots without a name; a root "b".
  private func fill() throws {
    let realm = try open(PlainFolder.self, version: 1)
    try realm.write {
      var made: [Int: DynamicObject] = [:]
      for (id, name, parent) in [
        (1, "a", nil), (2, "a", nil), (3, "x", 1), (4, "x", 2), (5, "y", 2), (6, "z", 4), (7, "z", 3), (8, nil, nil), (9, nil, nil),
        (10, "b", nil),
      ] as [(Int, String?, Int?)] {
        let object = realm.dynamicCreate("TreeFolder", value: ["id": id, "name": name as Any])
        object["parent"] = parent.flatMap { made[$0] }
        made[id] = object
      }
    }
  }

  private func ids(_ realm: Realm, _ condition: String = "TRUEPREDICATE") -> [Int] {
    realm.dynamicObjects("TreeFolder").filter(condition).compactMap { $0["id"] as? Int }.sorted()
  }

  private func merging(by properties: [String], _ resolution: Migration.DuplicateResolution) -> MigrationBlock {
    { migration, _ in migration.resolveDuplicates(ofType: "TreeFolder", by: properties, onDuplicate: resolution) }
  }

  @Test("are merged if nil counts in the rule, and so are those that become equal when links are redirected", arguments: [Int.max, 0])
  func counting(memory: Int) throws {
    try fill()
    let error = #expect(throws: Realm.Error.self) { try open(StrictFolder.self, version: 2, memory: memory) }
    #expect(error?.code == .ruleViolated)
    // The order of the properties is not that of the rule.
    let realm = try open(StrictFolder.self, version: 2, memory: memory, merging(by: ["name", "parent"], .keepFirst))
    #expect(ids(realm) == [1, 3, 5, 6, 8, 10])
    #expect(ids(realm, "parent.id == 1") == [3, 5])
    #expect(ids(realm, "parent.id == 3") == [6])
    #expect(ids(realm, "parent == nil") == [1, 8, 10])
    #expect(throws: Realm.Error.self) { try realm.write { _ = realm.dynamicCreate("TreeFolder", value: ["id": 11]) } }
  }

  @Test("keep the last object of each group if requested")
  func last() throws {
    try fill()
    let realm = try open(StrictFolder.self, version: 2, merging(by: ["parent", "name"], .keepLast))
    #expect(ids(realm) == [2, 4, 5, 7, 9, 10])
    #expect(ids(realm, "parent.id == 2") == [4, 5])
    #expect(ids(realm, "parent.id == 4") == [7])
  }

  @Test("remain if nil does not count in the rule, or if the rule has other properties")
  func notCounting() throws {
    try fill()
    do {
      let realm = try open(LenientFolder.self, version: 2, merging(by: ["parent", "name"], .keepFirst))
      #expect(ids(realm) == Array(1...10))
    }
    // Names alone are the properties of no rule: the two objects without a name remain, and break the rule.
    let error = #expect(throws: Realm.Error.self) { try open(StrictFolder.self, version: 3, merging(by: ["name"], .keepFirst)) }
    #expect(error?.code == .ruleViolated)
    #expect(error?.violations.map(\.values) == [["nil", "nil"]])
  }
}
