import AshlarSchema
import AshlarStore
import Foundation
import Testing
import TestSupport

@testable import Ashlar

@Suite("Errors of writes that break rules")
struct RuleErrorTests {
  private let realm: Realm

  init() throws { realm = try memoryRealm(RuledTypes.all) }

  @discardableResult
  private func add(_ email: String?, _ number: Int? = nil, id: UUID = UUID()) -> RuledAccount {
    realm.create(RuledAccount.self, value: ["id": id, "email": email as Any, "number": number as Any])
  }

  private var accounts: Results<RuledAccount> { realm.objects(RuledAccount.self) }

  @Test("the error has Swift's names, the values, the object and the holder of the value, which can be found")
  func fields() throws {
    let (first, second) = (UUID(), UUID())
    try realm.write { add("ada@example.org", 7, id: first) }
    let error = #expect(throws: Realm.Error.self) {
      try realm.write {
        add("grace@example.org", 7, id: second)
      }
    }
    #expect(error?.code == .ruleViolated)
    #expect(error?.code.rawValue == 1002)
    #expect(error?.moreViolations == 0)
    #expect(error?.differences.isEmpty == true)
    let violation = try #require(error?.violations.first)
    #expect(error?.violations.count == 1)
    #expect(violation.rule == .unique)
    #expect(violation.type == "RuledAccount")
    #expect(violation.properties == ["number"])
    #expect(violation.values == ["7"])
    #expect(violation.expected == "")
    #expect(violation.more == 0)
    #expect(violation.object.type == "RuledAccount")
    #expect(violation.object.row == 1)
    #expect(violation.object.primaryKey == second.uuidString)
    let holder = try #require(violation.holder)
    #expect(holder.row == 0)
    #expect(holder.primaryKey == first.uuidString)
    #expect(realm.object(holder) as? RuledAccount == accounts.first)
    // The new object is gone, and another one may get its row.
    #expect(realm.object(violation.object) == nil)
    try realm.write { add("grace@example.org", 8) }
    #expect(realm.object(violation.object) == nil)
    let text = try #require(error).localizedDescription
    #expect(
      text.contains(
        "the write was not stored, because it breaks rules of the schema.\n- the unique rule over 'RuledAccount.number' is broken by row 1 "
          + "with the primary key \(second.uuidString), which has 7 and conflicts with row 0 with the primary key \(first.uuidString)"))
    #expect(violation.description.contains("'RuledAccount.number'"))
    #expect("\(holder)" == "RuledAccount, row 0, primary key \(first.uuidString)")
    do {
      try realm.write { add("x", 7) }
      Issue.record("the number is taken")
    } catch Realm.Error.ruleViolated {}
  }

  @Test("an object without a primary key that a failed write created is not confused with a later one in its row")
  func withoutKey() throws {
    try realm.write { realm.create(RuledNote.self, value: ["title": "a", "age": 1]) }
    let error = #expect(throws: Realm.Error.self) {
      try realm.write { realm.create(RuledNote.self, value: ["title": "a", "age": 2]) }
    }
    let violation = try #require(error?.violations.first)
    #expect(violation.object.primaryKey == nil)
    #expect(violation.object.row == 1)
    try realm.write { realm.create(RuledNote.self, value: ["title": "b", "age": 3]) }
    #expect(realm.object(violation.object) == nil)
    let holder = try #require(violation.holder)
    #expect((realm.object(holder) as? RuledNote)?["age"] as? Int == 1)
    // A stored object that breaks the rule by a new value is found after the failure.
    let changed = #expect(throws: Realm.Error.self) { try realm.write { realm.objects(RuledNote.self)[1]["title"] = "a" } }
    let object = try #require(changed?.violations.first?.object)
    #expect((realm.object(object) as? RuledNote)?["age"] as? Int == 3)
    try realm.write { realm.delete(realm.objects(RuledNote.self)[1]) }
    #expect(realm.object(object) == nil)
  }

  @Test("a failed write changes nothing, its new objects are invalid, and observers are not called")
  func unchanged() throws {
    try realm.write { add("a", 1) }
    let stored = try #require(accounts.first)
    let calls = Calls()
    let token = accounts.observe { [calls] in calls.add($0) }
    realm.refresh()
    #expect(calls.take() == ["initial"])
    var added: RuledAccount?
    #expect(throws: Realm.Error.self) {
      try realm.write {
        stored["email"] = "changed"
        added = add("b", 1)
      }
    }
    #expect(stored["email"] as? String == "a")
    #expect(added?.isInvalidated == true)
    #expect(accounts.count == 1)
    #expect(!realm.isInWriteTransaction)
    realm.refresh()
    #expect(calls.take() == [])
    try realm.write {
      stored["number"] = 2
      add("b", 1)
    }
    #expect(accounts.map { $0["number"] as? Int } == [2, 1])
    realm.refresh()
    #expect(calls.take() == ["-[] +[1] ~[0]"])
    token.invalidate()
  }

  @Test("a unique link is one-to-one, and nil equals nothing")
  func links() throws {
    try realm.write { for number in 0..<4 { add(nil, number) } }
    try realm.write { accounts[0]["partner"] = accounts[1] }
    let error = #expect(throws: Realm.Error.self) { try realm.write { accounts[2]["partner"] = accounts[1] } }
    #expect(error?.violations.first?.properties == ["partner"])
    #expect(error?.violations.first?.values == ["row 1"])
    try realm.write {
      accounts[0]["partner"] = accounts[3]
      accounts[2]["partner"] = accounts[1]
    }
    try realm.write { realm.delete(accounts[1]) }
    #expect(accounts.map { $0["partner"] == nil } == [false, true, true])
  }

  @Test("the violations of an open write are known before its commit")
  func before() throws {
    try realm.write { add("a", 1) }
    #expect(realm.ruleViolations() == [])
    realm.beginWrite()
    let new = add("a", 1)
    let violations = realm.ruleViolations()
    #expect(Set(violations.map { $0.properties[0] }) == ["email", "number"])
    #expect(violations.allSatisfy { realm.object($0.object) as? RuledAccount == new })
    #expect(realm.ruleViolations() == violations)
    new["email"] = "b"
    #expect(realm.ruleViolations().map(\.properties) == [["number"]])
    new["number"] = nil as Int?
    #expect(realm.ruleViolations() == [])
    try realm.commitWrite()
    #expect(accounts.count == 2)
  }

  @Test("objects that are added, created without a class, or set by key are checked in the same way")
  func doors() throws {
    try realm.write { add("a", 1) }
    func expectBroken(_ body: () -> Void) {
      let error = #expect(throws: Realm.Error.self) { try realm.write(body) }
      #expect(error?.violations.map(\.properties) == [["email"]])
      #expect(accounts.count == 1)
    }
    expectBroken { realm.dynamicCreate("RuledAccount", value: ["id": UUID(), "email": "a"]) }
    expectBroken { add(nil).setValue("a", forKey: "email") }
    expectBroken {
      let object = RuledAccount()
      object["id"] = UUID()
      object["email"] = "a"
      realm.add(object)
    }
    expectBroken {
      add(nil)
      accounts.setValue("a", forKey: "email")
    }
  }

  @Test("a copy of an open write that breaks a rule is not written")
  func copies() throws {
    let folder = try TemporaryFolder()
    try realm.write { add("a", 1) }
    realm.beginWrite()
    let new = add("a", 2)
    let error = #expect(throws: Realm.Error.self) { try realm.writeCopy(toFile: folder.url("copy.realm")) }
    #expect(error?.code == .ruleViolated)
    #expect(error?.violations.map(\.properties) == [["email"]])
    #expect(!FileManager.default.fileExists(atPath: folder.url("copy.realm").path))
    new["email"] = "b"
    try realm.writeCopy(toFile: folder.url("copy.realm"))
    try realm.commitWrite()
  }

  @Test("asynchronous writes and pools throw the same error, each for its own block")
  func asynchronous() async throws {
    let name = UUID().uuidString
    let pool = try RealmPool(memory(name, RuledTypes.all))
    func write(_ number: Int) async throws {
      try await pool.write { realm in _ = realm.create(RuledAccount.self, value: ["id": UUID(), "number": number]) }
    }
    try await write(1)
    let error = await #expect(throws: Realm.Error.self) { try await write(1) }
    #expect(error?.code == .ruleViolated)
    #expect(error?.violations.map(\.properties) == [["number"]])
    try await write(2)
    #expect(try pool.read { $0.objects(RuledAccount.self).count } == 2)
    let realm = try await Realm.open(configuration: memory(name, RuledTypes.all))
    let other = await #expect(throws: Realm.Error.self) {
      try await realm.asyncWrite { _ = realm.create(RuledAccount.self, value: ["id": UUID(), "number": 2]) }
    }
    #expect(other?.violations.first?.type == "RuledAccount")
  }

  @Test("the schema states which properties are unique")
  func schema() throws {
    let properties = try #require(realm.schema["RuledAccount"]?.properties)
    #expect(properties.filter(\.isUnique).map(\.name) == ["id", "email", "number", "partner"])
    #expect(realm.schema["RuledNote"]?.properties.filter(\.isUnique).map(\.name) == ["title"])
    let plain = try memoryRealm(RuledTypes.plain)
    #expect(plain.schema["RuledAccount"]?.properties.filter(\.isUnique).map(\.name) == ["id"])
  }
}
