import Ashlar
import Foundation
import Testing
import TestSupport

@Suite("Guide: rules")
struct RulesListings {
  private func club() throws -> Realm {
    let realm = try Realm(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Member.self, Locker.self]))
    try realm.write {
      for id in 1...3 { realm.create(Member.self, value: ["id": id, "email": "\(id)@example.org", "badge": 100 + id]) }
    }
    return realm
  }

  // listing: change
  /// Changes the address of a member. Returns the member who has this address already; nil if the address was changed.
  func setEmail(_ email: String, of member: Member, in realm: Realm) throws -> Member? {
    do {
      try realm.write { member.email = email.lowercased() }
      return nil
    } catch let error as Realm.Error where error.code == .ruleViolated {
      guard let holder = error.violations.first(where: { $0.properties == ["email"] })?.holder else { throw error }
      return realm.object(holder) as? Member
    }
  }
  // end

  @Test("an address that another member has is refused, and the other member is found")
  func change() throws {
    let realm = try club()
    let members = realm.objects(Member.self)
    #expect(try setEmail("2@EXAMPLE.org", of: members[0], in: realm)?.id == 2)
    #expect(members[0].email == "1@example.org")
    #expect(try setEmail("ada@example.org", of: members[0], in: realm) == nil)
    #expect(members[0].email == "ada@example.org")
  }

  // listing: swap
  /// Exchanges the badges of two members.
  func swapBadges(_ a: Member, _ b: Member, in realm: Realm) throws {
    try realm.write {
      let badge = a.badge
      a.badge = b.badge
      b.badge = badge
    }
  }
  // end

  @Test("badges are exchanged in one write")
  func swap() throws {
    let realm = try club()
    let members = realm.objects(Member.self)
    try swapBadges(members[0], members[1], in: realm)
    #expect(members.map(\.badge) == [102, 101, 103])
    try realm.write { for member in members { member.badge = nil } }
    #expect(members.map(\.badge) == [nil, nil, nil])
  }

  // listing: form
  /// Stores a new member. Returns a message for each field whose value is taken; the write is then cancelled.
  func register(_ values: [String: Any], in realm: Realm) throws -> [String: String] {
    realm.beginWrite()
    realm.create(Member.self, value: values)
    var messages: [String: String] = [:]
    for violation in realm.ruleViolations() {
      messages[violation.properties[0]] = "\(violation.values[0]) is taken by member \(violation.holder?.primaryKey ?? "")"
    }
    if messages.isEmpty { try realm.commitWrite() } else { realm.cancelWrite() }
    return messages
  }
  // end

  @Test("a form shows every field whose value is taken")
  func form() throws {
    let realm = try club()
    #expect(try register(["id": 4, "email": "4@example.org", "badge": 104], in: realm) == [:])
    #expect(
      try register(["id": 5, "email": "2@example.org", "badge": 103], in: realm)
        == ["email": "\"2@example.org\" is taken by member 2", "badge": "103 is taken by member 3"])
    #expect(realm.objects(Member.self).count == 4)
    let locker = try realm.write { realm.create(Locker.self, value: ["number": 7]) }
    try realm.write { realm.objects(Member.self)[0].locker = locker }
    let error = #expect(throws: Realm.Error.self) { try realm.write { realm.objects(Member.self)[1].locker = locker } }
    #expect(error?.violations.first?.properties == ["locker"])
  }

  @Test("members with the same address are merged when the rule is added")
  func migration() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("club.realm")
    do {
      let realm = try Realm(
        configuration: Realm.Configuration(fileURL: url, schemaVersion: 1, objectTypes: [OlderMember.self, OlderLocker.self]))
      try realm.write {
        for (id, email) in [(1, "a"), (2, "b"), (3, "A"), (4, "b")] {
          realm.create(OlderMember.self, value: ["id": id, "email": email, "badge": id])
        }
      }
    }
    func refused() throws {
      let error = #expect(throws: Realm.Error.self) {
        try Realm(configuration: Realm.Configuration(fileURL: url, schemaVersion: 2, objectTypes: [Member.self, Locker.self]))
      }
      #expect(error?.code == .ruleViolated)
      #expect(error?.violations.map(\.object.primaryKey) == ["4"])
      #expect(error?.violations.map(\.holder?.primaryKey) == ["2"])
    }
    try refused()
    // listing: migrate
    var configuration = Realm.Configuration(fileURL: url, schemaVersion: 2, objectTypes: [Member.self, Locker.self])
    configuration.migrationBlock = { migration, oldVersion in
      guard oldVersion < 2 else { return }
      migration.enumerateObjects(ofType: "Member") { old, new in new?["email"] = (old?["email"] as? String)?.lowercased() }
      migration.resolveDuplicates(ofType: "Member", by: ["email"], onDuplicate: .keepLast)
    }
    let realm = try Realm(configuration: configuration)
    // end
    #expect(realm.objects(Member.self).map(\.id) == [3, 4])
  }

  // listing: matching
  /// Stores subscribers, of whom some may be known already by their address.
  func store(_ subscribers: [[String: Any]], in realm: Realm) throws {
    try realm.write {
      for values in subscribers { realm.create(Subscriber.self, value: values, update: .modified, matching: ["email"]) }
    }
  }
  // end

  @Test("subscribers are updated by their address")
  func matching() throws {
    let realm = try Realm(
      configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Invoice.self, Client.self, Subscriber.self]))
    try store([["email": "a", "name": "Ann"], ["email": "b", "name": "Bob"]], in: realm)
    try store([["email": "b", "name": "Bobby"], ["email": "c", "name": "Cid"], ["email": "c", "name": "Cyd"]], in: realm)
    #expect(realm.objects(Subscriber.self).map { $0["name"] as? String } == ["Ann", "Bobby", "Cyd"])
  }
}
