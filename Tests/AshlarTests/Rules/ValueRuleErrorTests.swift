import AshlarStore
import Foundation
import Testing
import TestSupport

@testable import Ashlar

@Suite("Writes that break rules about values")
struct ValueRuleErrorTests {
  private func open() throws -> Realm { try memoryRealm(CheckedTypes.customers) }

  @discardableResult
  private func add(_ login: String, _ age: Int = 1, to realm: Realm) -> CheckedCustomer {
    realm.create(CheckedCustomer.self, value: ["login": login, "age": age, "extra": true] as [String: Any])
  }

  private func refusal(_ body: () throws -> Void) throws -> Realm.Error {
    var thrown: Realm.Error?
    do {
      try body()
    } catch let error as Realm.Error {
      thrown = error
    }
    return try #require(thrown, "the write is refused")
  }

  @Test("the error states the rule, its bounds, the value and the object with the names in Swift; the next write succeeds")
  func commit() throws {
    let realm = try open()
    try realm.write { add("ada", to: realm) }
    let error = try refusal { _ = try realm.write { add("Bob", 151, to: realm) } }
    #expect(error.code == .ruleViolated)
    #expect(error.violations.map(\.rule) == [.range, .pattern])
    #expect(error.violations.map(\.properties) == [["age"], ["login"]])
    #expect(error.violations.map(\.expected) == ["0...150", "[a-z]*"])
    #expect(error.violations.map(\.values) == [["151"], ["\"Bob\""]])
    #expect(error.violations.allSatisfy { $0.type == "CheckedCustomer" && $0.holder == nil })
    #expect(error.violations.map(\.object.primaryKey) == ["Bob", "Bob"])
    #expect(realm.objects(CheckedCustomer.self).count == 1)
    try realm.write { add("bob", 150, to: realm) }
    #expect(realm.objects(CheckedCustomer.self).count == 2)
  }

  @Test("'ruleViolations' of the Realm lists the violations of the open write, which can be corrected")
  func openWrite() throws {
    let realm: Realm = try open()
    realm.beginWrite()
    let ada = add("ada", -1, to: realm)
    #expect(realm.ruleViolations().map(\.values) == [["-1"]])
    #expect(ada.ruleViolations == realm.ruleViolations())
    ada["age"] = 0
    #expect(realm.ruleViolations().isEmpty)
    #expect(ada.ruleViolations.isEmpty)
    try realm.commitWrite()
  }

  @Test("an object returns its violations before and after it is added and when it is frozen, and none once it is deleted")
  func objects() throws {
    let realm = try open()
    let object = CheckedCustomer(value: ["login": "", "age": 200, "tags": ["a", "b", "c"]] as [String: Any])
    let violations = object.ruleViolations
    #expect(violations.map(\.rule) == [.range, .length, .count, .pattern, .required])
    #expect(violations.map(\.values) == [["200"], ["\"\""], ["3 elements"], ["\"\""], ["nil"]])
    #expect(violations.map(\.properties) == [["age"], ["login"], ["tags"], ["login"], ["extra"]])
    #expect(violations.allSatisfy { $0.object.primaryKey == "" && $0.object.row == -1 })
    object["login"] = "eve"
    object["age"] = 7
    object["tags"] = ["a"]
    object["extra"] = 0
    #expect(object.ruleViolations.isEmpty)
    try realm.write { realm.add(object) }
    #expect(object.ruleViolations.isEmpty)
    #expect(object.freeze().ruleViolations.isEmpty)
    realm.beginWrite()
    object["age"] = 151
    #expect(object.ruleViolations.map(\.values) == [["151"]])
    realm.delete(object)
    #expect(object.ruleViolations.isEmpty)
    realm.cancelWrite()
  }

  @Test("embedded objects obey the rules of their type")
  func embedded() throws {
    let realm = try open()
    let error = try refusal {
      _ = try realm.write {
        realm.create(CheckedCustomer.self, value: ["login": "ada", "extra": 1, "home": ["city": ""]] as [String: Any])
      }
    }
    #expect(error.violations.map(\.type) == ["CheckedAddress"])
    #expect(realm.isEmpty)
  }

  @Test("an asymmetric object that breaks a rule of the program refuses the write; its embedded objects count, too")
  func asymmetric() throws {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.outbox(.init(), "data.realm", CheckedTypes.events))
    let good: [String: Any] = ["text": "ab", "first": 1, "last": 1, "numbers": [1, 2, 3], "places": [["floor": 9]]]
    try realm.write { realm.create(CheckedEvent.self, value: good) }
    try realm.write { realm.create(CheckedEvent.self, value: ["first": 0, "last": 1] as [String: Any]) }
    let bad: [(String, Any, Realm.RuleViolation.Rule, String)] = [
      ("text", "a", .length, "CheckedEvent"), ("first", 2, .order, "CheckedEvent"), ("numbers", [1, 2, 3, 4], .count, "CheckedEvent"),
      ("places", [["floor": 9], ["floor": 10]], .range, "CheckedPlace"),
    ]
    for (property, value, rule, type) in bad {
      var values = good
      values[property] = value
      realm.beginWrite()
      realm.create(CheckedEvent.self, value: values)
      // A later object does not make up for it.
      realm.create(CheckedEvent.self, value: good)
      #expect(realm.ruleViolations().map(\.rule) == [rule])
      let error = try refusal { try realm.commitWrite() }
      #expect(error.code == .ruleViolated)
      #expect(error.violations.map(\.rule) == [rule])
      #expect(error.violations.map(\.type) == [type])
      #expect(realm.outboxStatus?.waiting == 2)
    }
  }

  @Test("an asynchronous write without 'onComplete' logs the rule and the object as an error")
  func asynchronous() async {
    await #expect(processExitsWith: .success) {
      let lines = Guarded<[(LogLevel, String)]>([])
      Logger.shared = Logger(level: .warn) { level, text in lines.withLock { $0.append((level, text)) } }
      let place = try RealmQueue(memory(UUID().uuidString, CheckedTypes.customers))
      place.run { realm in
        realm.writeAsync { realm.create(CheckedCustomer.self, value: ["login": "ada", "age": -5, "extra": 1] as [String: Any]) }
      }
      place.settle()
      let found = lines.withLock { $0 }
      #expect(found.map(\.0) == [.error])
      #expect(
        found.first?.1.contains("the range of 'CheckedCustomer.age' is broken by row 0 with the primary key ada, which has -5") == true,
        "\(found)")
      place.run { realm in #expect(realm.isEmpty) }
    }
  }

  @Test("rules are checked for dynamic objects of types that the program does not list, under the file's names")
  func dynamic() throws {
    let folder = try TemporaryFolder()
    do {
      let realm = try Realm(configuration: folder.configuration("data.realm", CheckedTypes.customers))
      try realm.write { add("ada", to: realm) }
    }
    let realm = try Realm(storedTypesAt: folder.url().path, readOnly: false)
    let object = try #require(realm.dynamicObjects("customers").first)
    realm.beginWrite()
    object["age"] = 151
    #expect(object.ruleViolations.map(\.properties) == [["age"]])
    let error = #expect(throws: Realm.Error.self) { try realm.commitWrite() }
    #expect(error?.violations.map(\.type) == ["customers"])
    #expect(object["age"] as? Int == 1)
  }
}
