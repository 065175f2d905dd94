import Ashlar
import AshlarSchema
import TestSupport
import Testing

@testable import AshlarInspection

@Suite("Imports that break rules")
struct ImportRuleTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let model: SchemaModel = {
    var person = EntityModel(
      name: "Person",
      properties: [PropertyModel(name: "email", type: .string, isIndexed: true), PropertyModel(name: "age", type: .int)])
    person.rules = [.unique(UniqueRule(["email"])), .range("age", ValueBounds(low: .int(0)))]
    return SchemaModel(name: "People", version: 1, entities: [person])
  }()

  // Imports JSON lines, and returns the failure; nil if everything was stored.
  private func failure(_ realm: Realm, _ inputs: [(name: String, text: String)]) throws -> String? {
    let sources = inputs.map { ImportSource.lines(JSONLines($0.name, Array($0.text.utf8))) }
    var importer = Importer(realm, try ImportedTypes(realm._types), updates: false)
    do {
      try realm.write { try importer.run(sources, type: "Person") { _, _ in } }
      return nil
    } catch let error as Realm.Error {
      #expect(error.code == .ruleViolated)
      return try #require(importer.failure(error, sources)).description
    }
  }

  @Test("the lines of the objects that break a rule are stated, and nothing is stored")
  func lines() throws {
    let realm = try Realm(storedTypesAt: folder.file("people.realm"), readOnly: false, creating: Self.model)
    #expect(try failure(realm, [("a.jsonl", #"{"email":"ada","age":1}"#)]) == nil)
    let values = try failure(
      realm,
      [
        ("b.jsonl", "{\"email\":\"bob\",\"age\":2}\n\n\n{\"email\":\"eve\",\"age\":-1}\n"),
        ("c.jsonl", "{\"email\":\"cid\",\"age\":3}\n{\"email\":\"dan\",\"age\":-2}\n"),
      ])
    #expect(
      values == """
        b.jsonl:4: the range of 'Person.age' is broken by row 2, which has -1
        c.jsonl:2: the range of 'Person.age' is broken by row 4, which has -2
        """)
    #expect(realm.dynamicObjects("Person").count == 1)
    // Both rows are new: the one with the higher number is stated as the object.
    let twice = try failure(realm, [("d.jsonl", "{\"email\":\"x\",\"age\":2}\n{\"email\":\"y\",\"age\":2}\n{\"email\":\"x\",\"age\":2}\n")])
    #expect(
      twice == "d.jsonl:3: the unique rule over 'Person.email' is broken by row 3, which has \"x\" and conflicts with row 1 (d.jsonl:1)")
    let stored = try failure(realm, [("e.jsonl", #"{"email":"ada","age":2}"#)])
    #expect(stored == "e.jsonl:1: the unique rule over 'Person.email' is broken by row 1, which has \"ada\" and conflicts with row 0")
  }

  private static let accounts: SchemaModel = {
    var account = EntityModel(
      name: "Account",
      properties: [
        PropertyModel(name: "id", type: .int, isIndexed: true, isPrimaryKey: true), PropertyModel(name: "tenant", type: .int),
        PropertyModel(name: "login", type: .string), PropertyModel(name: "note", type: .string, isOptional: true),
      ])
    account.rules = [.unique(UniqueRule(["tenant", "login"]))]
    return SchemaModel(name: "Accounts", version: 1, entities: [account])
  }()

  @Test("records update the objects with their values in the properties of a unique rule")
  func matching() throws {
    let realm = try Realm(storedTypesAt: folder.file("accounts.realm"), readOnly: false, creating: Self.accounts)
    func store(_ lines: String) throws {
      var importer = Importer(realm, try ImportedTypes(realm._types), updates: false, matching: ["tenant", "login"])
      let sources = [ImportSource.lines(JSONLines("a.jsonl", Array(lines.utf8)))]
      try realm.write { try importer.run(sources, type: "Account") { _, _ in } }
    }
    func failure(_ lines: String) throws -> String? {
      do {
        try store(lines)
        return nil
      } catch let failure as ImportFailure {
        return failure.description
      }
    }
    try store(
      """
      {"id":1,"tenant":1,"login":"ann","note":"a"}
      {"id":2,"tenant":2,"login":"ann"}
      {"tenant":1,"login":"ann","note":"b"}
      """)
    try store(#"{"id":2,"tenant":2,"login":"ann","note":"c"}"#)
    let stored = realm.dynamicObjects("Account")
    #expect(stored.map { $0["id"] as? Int } == [1, 2])
    #expect(stored.map { $0["note"] as? String } == ["b", "c"])
    #expect(
      try failure(#"{"id":3,"tenant":2,"login":"ann"}"#)
        == "a.jsonl:1: the 'Account' that matches has another primary key, which cannot change")
    #expect(
      try failure(#"{"id":1,"tenant":9,"login":"new"}"#)
        == "a.jsonl:1: no 'Account' matches, and another one has the primary key of the record")
    // A new object needs a key.
    #expect(try failure(#"{"tenant":9,"login":"new"}"#) == "a.jsonl:1: 'Account.id' is missing")
    #expect(stored.count == 2)
  }
}
