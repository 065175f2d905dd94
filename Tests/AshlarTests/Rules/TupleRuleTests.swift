import AshlarSchema
import AshlarStore
import Foundation
import Testing
import TestSupport

@testable import Ashlar

// Members of clubs, whose names in the file are different from those in Swift. Only the members that have not left have unique logins.
private enum Club {
  static let schema = _LinkedSchema(clubSchema(isUnique: true))
  static let plain = _LinkedSchema(clubSchema(isUnique: false))

  static func clubSchema(isUnique: Bool) -> SchemaModel {
    var member = EntityModel(
      name: "ClubMember", storedName: "members",
      properties: [
        PropertyModel(name: "id", type: .int, isPrimaryKey: true), PropertyModel(name: "login", storedName: "name", type: .string),
        PropertyModel(name: "club", type: .int), PropertyModel(name: "left", storedName: "gone", type: .date, isOptional: true),
        PropertyModel(name: "mentor", type: .object, isOptional: true, target: "ClubMember"),
      ])
    if isUnique {
      member.rules = EntityRule.sorted([
        .unique(UniqueRule(["club", "name"], condition: UniqueRule.Condition(property: "gone", value: nil))),
        .unique(UniqueRule(["mentor", "name"], nilCounts: false)), .index(["club", "gone"]),
      ])
    }
    return SchemaModel(name: isUnique ? "Club" : "PlainClub", version: 1, entities: [member])
  }
}

private final class ClubMember: Object {
  static let entity = Club.schema.entity("ClubMember", ClubMember.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(ClubMember(row, own), to: Self.self) }
}

private final class PlainMember: Object {
  static let entity = Club.plain.entity("ClubMember", PlainMember.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(PlainMember(row, own), to: Self.self) }
}

@Suite("Unique rules of several properties")
struct TupleRuleTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(
    _ types: [ObjectBase.Type] = [ClubMember.self], version: UInt64 = 1, _ migration: MigrationBlock? = nil, memory: Int? = nil
  ) throws -> Realm {
    var configuration = folder.release(version, types, migration: migration)
    if let memory { configuration.migrationMemory = memory }
    return try Realm(configuration: configuration)
  }

  @discardableResult
  private func add(_ realm: Realm, _ id: Int, _ login: String, club: Int = 1, left: Date? = nil) -> Object {
    realm.dynamicCreate("ClubMember", value: ["id": id, "login": login, "club": club, "left": left as Any])
  }

  private func verify() throws { _ = try FileInspection.read(folder.file("data.realm"), checksums: true) }

  @Test("the error has all properties of the rule under Swift's names, with their values; values may be equal within a write")
  func fields() throws {
    let realm = try open()
    try realm.write {
      add(realm, 1, "ada")
      add(realm, 2, "ada", left: Date(timeIntervalSince1970: 0))
    }
    let error = #expect(throws: Realm.Error.self) {
      try realm.write {
        add(realm, 3, "ada")
      }
    }
    #expect(error?.code == .ruleViolated)
    let violation = try #require(error?.violations.first)
    #expect(error?.violations.count == 1)
    #expect(violation.rule == .unique)
    #expect(violation.properties == ["club", "login", "left"])
    #expect(violation.values == ["1", "\"ada\"", "nil"])
    #expect(violation.object.primaryKey == "3")
    #expect(violation.holder?.primaryKey == "1")
    #expect(
      violation.description.contains("the unique rule over 'ClubMember.club', 'login' of objects whose 'left' is nil is broken by row 2"))
    let members = realm.dynamicObjects("ClubMember")
    // The member who left returns, and the other one leaves.
    try realm.write {
      members[1]["left"] = nil
      #expect(realm.ruleViolations().map(\.object.primaryKey) == ["2"])
      members[0]["left"] = Date(timeIntervalSince1970: 1)
      #expect(realm.ruleViolations().isEmpty)
    }
    try realm.write { add(realm, 3, "ada", club: 2) }
    try verify()
  }

  @Test(
    "duplicates make opening fail, and are merged by the properties of the rule, in place and on a copy", arguments: [Int.max, 0] as [Int])
  func migration(memory: Int) throws {
    do {
      let realm = try open([PlainMember.self])
      try realm.write {
        for id in 0..<400 { add(realm, id, "login \(id % 200)", club: id < 200 ? id / 100 : (id - 200) / 100) }
      }
    }
    let error = #expect(throws: Realm.Error.self) { try open(version: 2, memory: memory) }
    #expect(error?.code == .ruleViolated)
    #expect(error?.moreViolations == 199)
    #expect(error?.violations.first?.properties == ["club", "login", "left"])
    do {
      let realm = try open(
        version: 2,
        { migration, _ in
          migration.resolveDuplicates(ofType: "ClubMember", by: ["club", "login"], onDuplicate: .keepLast)
        }, memory: memory)
      let members = realm.dynamicObjects("ClubMember")
      #expect(members.map { $0["id"] as? Int } == Array(200..<400))
      let broken = #expect(throws: Realm.Error.self) {
        try realm.write {
          add(realm, 400, "login 7", club: 0)
        }
      }
      #expect(broken?.violations.first?.holder?.primaryKey == "207")
    }
    try verify()
  }
}
