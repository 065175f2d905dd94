import AshlarSchema
import AshlarStore
import Foundation
import Testing
import TestSupport

@testable import Ashlar

@Suite("Objects are updated by the values of unique rules")
struct MatchingTests {
  private let realm: Realm

  init() throws { realm = try memoryRealm(MatchedTypes.all) }

  private var contacts: Results<MatchedContact> { realm.objects(MatchedContact.self) }

  @discardableResult
  private func contact(_ email: String?, _ values: [String: Any] = [:], _ policy: Realm.UpdatePolicy = .modified) -> MatchedContact {
    realm.create(
      MatchedContact.self, value: values.merging(["email": email as Any]) { $1 }, update: policy, matching: ["email"])
  }

  @Test("an object with the value is updated, otherwise a new one is created; properties that are not named are unchanged")
  func create() throws {
    try realm.write {
      let first = contact("a", ["name": "Ann", "age": 1, "tags": ["x"]])
      #expect(contact("a", ["age": 2]).isSameObject(as: first))
      #expect(!contact("b").isSameObject(as: first))
    }
    #expect(contacts.map { $0["name"] as? String } == ["Ann", ""])
    #expect(contacts[0]["age"] as? Int == 2)
    #expect((contacts[0]["tags"] as? List<String>)?.count == 1)
    try realm.write {
      contact("a", ["name": "Anna"], .all)
      contact("b", ["best": contacts[0]])
    }
    #expect(contacts.count == 2)
    #expect(contacts[0]["name"] as? String == "Anna")
    #expect(contacts[0]["age"] as? Int == 2)
    #expect(contacts[0].isSameObject(as: contacts[1]["best"] as? MatchedContact))
  }

  @Test("nil matches no object, unless the rule counts nil")
  func null() throws {
    try realm.write {
      contact(nil)
      contact(nil)
      for size in 1...2 {
        for name in [nil, "x"] {
          realm.create(
            MatchedFolder.self, value: ["name": name as Any, "size": size], update: .modified, matching: ["name", "parent"])
        }
      }
    }
    #expect(contacts.count == 2)
    #expect(realm.objects(MatchedFolder.self).map { $0["size"] as? Int } == [2, 2])
  }

  @Test("changes of the open write are found: objects that are new, changed back and forth, or deleted")
  func openWrite() throws {
    try realm.write { for name in ["a", "b", "c"] { contact(name) } }
    try realm.write {
      contacts[0]["email"] = "z"
      #expect(contact("a").isSameObject(as: contacts[3]))
      #expect(contact("z").isSameObject(as: contacts[0]))
      realm.delete(contacts[1])
      let new = contact("b")
      #expect(contacts.count == 4)
      #expect(new.isSameObject(as: contacts.last))
      new["email"] = "y"
      #expect(contact("y").isSameObject(as: new))
      #expect(!contact("b").isSameObject(as: new))
    }
    #expect(Set(contacts.compactMap { $0["email"] as? String }) == ["z", "c", "a", "y", "b"])
  }

  @Test("of several objects that match in the open write, the one that was created first is updated")
  func several() throws {
    realm.beginWrite()
    let first = contact("a")
    let second = contact("b")
    second["email"] = "a"
    #expect(contact("a", ["age": 5]).isSameObject(as: first))
    #expect(second["age"] as? Int == 0)
    second["email"] = "b"
    try realm.commitWrite()
  }

  @Test("objects match by a link and a text; an object nested in the value is found by its own key")
  func composite() throws {
    try realm.write {
      let tenants = ["t", "u"].map { contact($0) }
      for (id, tenant) in tenants.enumerated() {
        realm.create(
          MatchedAccount.self, value: ["id": id, "tenant": tenant, "login": "ann", "note": "\(id)"], update: .modified,
          matching: ["login", "tenant"])
      }
      let known = realm.create(
        MatchedAccount.self, value: ["tenant": tenants[1], "login": "ann", "note": "changed"], update: .modified,
        matching: ["tenant", "login"])
      #expect(known["id"] as? Int == 1)
    }
    #expect(realm.objects(MatchedAccount.self).map { $0["note"] as? String } == ["0", "changed"])
  }

  @Test("a rule with a condition concerns the objects that satisfy it")
  func condition() throws {
    func account(_ id: Int, _ values: [String: Any]) -> MatchedAccount {
      realm.create(
        MatchedAccount.self, value: values.merging(["id": id, "note": "n", "login": "\(id)"]) { $1 }, update: .modified, matching: ["note"])
    }
    try realm.write {
      let closed = account(1, ["closed": Date()])
      let open = account(2, [:])
      #expect(!open.isSameObject(as: closed))
      #expect(account(2, ["closed": Date()]).isSameObject(as: open))
      #expect(!account(3, [:]).isSameObject(as: open))
    }
    #expect(realm.objects(MatchedAccount.self).count == 3)
  }

  @Test("long texts with equal beginnings are compared whole")
  func longTexts() throws {
    let start = String(repeating: "x", count: 300)
    try realm.write { for letter in ["a", "b", "a"] { contact(start + letter) } }
    #expect(contacts.count == 2)
  }

  @Test("an object is added, or becomes an accessor of the one that matches; a managed object is unchanged")
  func add() throws {
    func unmanaged(_ email: String, _ age: Int) -> MatchedContact {
      let object = MatchedContact()
      object["email"] = email
      object["age"] = age
      return object
    }
    try realm.write {
      let first = unmanaged("a", 1)
      realm.add(first, update: .modified, matching: ["email"])
      let second = unmanaged("a", 2)
      realm.add(second, update: .modified, matching: ["email"])
      #expect(first.isSameObject(as: second))
      #expect(first["age"] as? Int == 2)
      realm.add(second, update: .modified, matching: ["email"])
      realm.add([unmanaged("b", 3), unmanaged("a", 4), unmanaged("b", 5)], update: .all, matching: ["email"])
    }
    #expect(contacts.map { $0["age"] as? Int } == [4, 5])
  }

  @Test("types can also be named by strings")
  func dynamic() throws {
    try realm.write {
      for age in 1...2 {
        realm.dynamicCreate("Contact", value: ["email": "a", "name": "n", "age": age], update: .modified, matching: ["email"])
      }
    }
    #expect(contacts.map { $0["age"] as? Int } == [2])
  }

  @Test("a primary key that differs from that of the matching object is refused, and nothing changes")
  func otherKey() throws {
    let values: [String: Any] = ["id": 1, "login": "a", "note": "n"]
    try realm.write {
      let tenant = contact("t")
      realm.create(MatchedAccount.self, value: values.merging(["tenant": tenant]) { $1 })
    }
    func write(_ id: Int, _ login: String) throws {
      try realm.write {
        _ = realm.create(
          MatchedAccount.self, value: ["id": id, "tenant": contacts[0], "login": login, "note": "changed"], update: .modified,
          matching: ["tenant", "login"])
      }
    }
    let other = #expect(throws: Realm.Error.self) { try write(2, "a") }
    #expect(other?.code == .invalidInput)
    #expect(other?.localizedDescription.contains("matches has the primary key '1', and the value has '2'") == true)
    // No object matches, and the key is that of another one.
    let taken = #expect(throws: Realm.Error.self) { try write(1, "b") }
    #expect(taken?.code == .invalidInput)
    #expect(taken?.localizedDescription.contains("another one has the primary key '1'") == true)
    let accounts = realm.objects(MatchedAccount.self)
    #expect(accounts.count == 1)
    #expect(accounts[0]["note"] as? String == "n")
    #expect(accounts[0]["login"] as? String == "a")
    try write(1, "a")
    #expect(accounts[0]["note"] as? String == "changed")
  }

  @Test("a generated primary key that was not read does not conflict with that of the object that matches")
  func generatedKey() throws {
    let realm = try memoryRealm([KeyedContact.self])
    func unmanaged(_ name: String) -> KeyedContact {
      let object = KeyedContact()
      object["email"] = "a"
      object["name"] = name
      return object
    }
    try realm.write { realm.add(unmanaged("first"), update: .modified, matching: ["email"]) }
    let id = realm.objects(KeyedContact.self)[0]["id"] as? UUID
    try realm.write { realm.add(unmanaged("second"), update: .modified, matching: ["email"]) }
    try realm.write { realm.create(KeyedContact.self, value: ["email": "a"], update: .modified, matching: ["email"]) }
    let stored = realm.objects(KeyedContact.self)
    #expect(stored.count == 1)
    #expect(stored[0]["id"] as? UUID == id)
    #expect(stored[0]["name"] as? String == "second")
    let read = unmanaged("third")
    _ = read["id"]
    let error = #expect(throws: Realm.Error.self) { try realm.write { realm.add(read, update: .modified, matching: ["email"]) } }
    #expect(error?.code == .invalidInput)
  }

  @Test("random upserts, changes and deletions have the results of a dictionary", arguments: [51 as UInt64, 52, 53])
  func model(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var expected: [String: Int] = [:]
    var age = 0
    for _ in 0..<20 {
      let before = expected
      realm.beginWrite()
      for _ in 0..<random.below(60) {
        let email = "\(random.below(40))"
        age += 1
        switch random.below(8) {
        case 0:
          realm.delete(contacts.filter("email == %@", email))
          expected[email] = nil
        case 1:
          let other = "\(random.below(40))"
          guard let object = contacts.filter("email == %@", email).first, expected[other] == nil else { continue }
          object["email"] = other
          expected[other] = expected[email]
          expected[email] = nil
        default:
          contact(email, ["age": age], random.chance(50) ? .modified : .all)
          expected[email] = age
        }
      }
      if random.chance(20) {
        realm.cancelWrite()
        expected = before
      } else {
        try realm.commitWrite()
      }
      let found = Dictionary(contacts.map { ($0["email"] as? String ?? "", $0["age"] as? Int ?? 0) }) { first, _ in first }
      #expect(found == expected, "seed \(seed)")
      #expect(contacts.count == expected.count, "seed \(seed)")
    }
  }

  @Test("a loop of 100,000 calls computes a few changes for each object, not for each pair of them")
  func linear() throws {
    let session = realm._core.session
    let count = 100_000
    let before = session.visitedChanges
    try realm.write {
      for number in 0..<count {
        // Each object is created, and updated by the next call.
        realm.create(MatchedContact.self, value: ["email": "\(number / 2)", "age": number], update: .modified, matching: ["email"])
      }
    }
    #expect(session.visitedChanges - before <= 3 * count)
    #expect(contacts.count == count / 2)
    let stored = session.visitedChanges
    try realm.write {
      for number in 0..<1_000 {
        realm.create(MatchedContact.self, value: ["email": "\(number)", "age": -1], update: .modified, matching: ["email"])
      }
    }
    #expect(session.visitedChanges - stored <= 3 * 1_000)
  }

  @Test("a loop over a rule of several properties is linear as well")
  func linearComposite() throws {
    let session = realm._core.session
    let count = 10_000
    try realm.write { contact("t") }
    let tenant = contacts[0]
    let before = session.visitedChanges
    try realm.write {
      for number in 0..<2 * count {
        realm.create(
          MatchedAccount.self, value: ["id": number % count, "tenant": tenant, "login": "\(number % count)", "note": "\(number % count)"],
          update: .modified, matching: ["tenant", "login"])
      }
    }
    #expect(session.visitedChanges - before <= 3 * 2 * count)
    #expect(realm.objects(MatchedAccount.self).count == count)
  }
}

@Suite("Misuse of 'matching'")
struct MatchingMisuseTests {
  @Test("the properties must be those of a unique rule")
  func noRule() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(MatchedTypes.all)
      try realm.write {
        _ = realm.create(MatchedAccount.self, value: ["id": 1], update: .modified, matching: ["tenant"])
      }
    }
    #expect(errorText(result).contains("No unique rule of 'Account' is over exactly 'tenant'."))
  }

  @Test("a policy that updates is required")
  func policy() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(MatchedTypes.all)
      try realm.write { _ = realm.create(MatchedContact.self, value: ["email": "a"], update: .error, matching: ["email"]) }
    }
    #expect(errorText(result).contains("Pass 'update: .modified' or 'update: .all' with it."))
  }
}
