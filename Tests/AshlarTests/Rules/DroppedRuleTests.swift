import AshlarSchema
import AshlarStore
import Foundation
import Testing
import TestSupport

@testable import Ashlar

// Members with unique rules of one property, of several, and with a condition; and the same type without rules.
private enum Members {
  static let ruled = _LinkedSchema(
    schema([
      .unique(UniqueRule(["email"])), .unique(UniqueRule(["team", "login"])),
      .unique(UniqueRule(["note"], condition: UniqueRule.Condition(property: "isOpen", value: true))),
    ]))
  static let plain = _LinkedSchema(schema([]))

  private static func schema(_ rules: [EntityRule]) -> SchemaModel {
    var email = PropertyModel(name: "email", type: .string, isOptional: true)
    email.isIndexed = !rules.isEmpty
    var member = EntityModel(
      name: "Member",
      properties: [
        PropertyModel(name: "id", type: .int), email,
        PropertyModel(name: "team", type: .object, isOptional: true, target: "Member"),
        PropertyModel(name: "login", type: .string), PropertyModel(name: "note", type: .string),
        PropertyModel(name: "isOpen", type: .bool),
      ])
    member.rules = EntityRule.sorted(rules)
    return SchemaModel(name: rules.isEmpty ? "Plain" : "Ruled", version: 1, entities: [member])
  }
}

private final class RuledMember: Object {
  static let entity = Members.ruled.entity("Member", RuledMember.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(RuledMember(row, own), to: Self.self) }
}

private final class PlainMember: Object {
  static let entity = Members.plain.entity("Member", PlainMember.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(PlainMember(row, own), to: Self.self) }
}

@Suite("A unique rule that another opening drops from the file")
struct DroppedRuleTests {
  // Longer than what the key of an index contains.
  private static let long = String(repeating: "x", count: 2000)

  private let folder: TemporaryFolder
  private let realm: Realm

  init() throws {
    folder = try TemporaryFolder()
    realm = try Realm(configuration: folder.release(1, [RuledMember.self]))
    try realm.write {
      let first = create(["id": 1, "email": "a", "login": "one", "note": "n", "isOpen": false])
      create(["id": 2, "email": DroppedRuleTests.long + "2", "team": first, "login": "two", "note": "n", "isOpen": true])
      create(["id": 3, "email": DroppedRuleTests.long + "3", "team": first, "login": "three", "note": "m", "isOpen": true])
    }
  }

  @discardableResult
  private func create(_ values: [String: Any], matching properties: [String]? = nil) -> RuledMember {
    guard let properties else { return realm.create(RuledMember.self, value: values) }
    return realm.create(RuledMember.self, value: values, update: .modified, matching: properties)
  }

  private func id(_ member: RuledMember) -> Int? { member["id"] as? Int }

  // Opens the file without the rules, and moves the Realm with the rules to that version.
  private func dropRules() throws {
    _ = try Realm(configuration: folder.release(2, [PlainMember.self]))
    realm.refresh()
    let ordinal = RuledMember.entity.ordinal
    try #require(realm._core.session.tupleIndexes(ordinal).isEmpty)
    // The file keeps an index of one property that a schema declared.
    try #require(realm._core.session.hasIndex(ordinal, 1))
  }

  @Test("objects with the values are still found and updated, although the file has lost indexes", arguments: [false, true])
  func matching(areRulesDropped: Bool) throws {
    if areRulesDropped { try dropRules() }
    try realm.write {
      let first = realm.objects(RuledMember.self)[0]
      #expect(id(create(["email": "a", "login": "uno"], matching: ["email"])) == 1)
      #expect(id(create(["email": DroppedRuleTests.long + "3", "login": "three"], matching: ["email"])) == 3)
      #expect(id(create(["team": first, "login": "two", "note": "x"], matching: ["login", "team"])) == 2)
      #expect(id(create(["note": "x", "isOpen": true], matching: ["note"])) == 2)
      #expect(realm.objects(RuledMember.self).count == 3)
      // Neither a nil, nor an object for which the condition of the rule is false, matches.
      create(["id": 4, "email": nil as String? as Any, "login": "four"], matching: ["email"])
      create(["id": 5, "email": nil as String? as Any, "login": "five"], matching: ["email"])
      create(["id": 6, "note": "n", "isOpen": true], matching: ["note"])
      create(["id": 7, "email": DroppedRuleTests.long + "7"], matching: ["email"])
      // Objects of the open write are found, too.
      #expect(id(create(["email": DroppedRuleTests.long + "7", "login": "seven"], matching: ["email"])) == 7)
    }
    #expect(realm.objects(RuledMember.self).map { $0["login"] as? String } == ["uno", "two", "three", "four", "five", "", "seven"])
  }

  @Test("a Realm that is opened with the rules before another process drops them enforces those of the file")
  func enforced() throws {
    #expect(throws: Realm.Error.self) { try realm.write { create(["id": 8, "email": "a"]) } }
    try dropRules()
    try realm.write { create(["id": 8, "email": "a"]) }
    #expect(realm.objects(RuledMember.self).count == 4)
    try realm.write { #expect(id(create(["email": "a"], matching: ["email"])) == 1) }
  }
}
