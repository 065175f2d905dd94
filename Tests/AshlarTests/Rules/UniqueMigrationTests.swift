import AshlarSchema
import AshlarStore
import Foundation
import Testing
import TestSupport

@testable import Ashlar

@Suite("Unique rules that a release adds")
struct UniqueMigrationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ emails: [String?], _ types: [ObjectBase.Type] = RuledTypes.plain, version: UInt64 = 1) throws {
    let realm = try Realm(configuration: folder.release(version, types))
    try realm.write {
      for (number, email) in emails.enumerated() {
        realm.dynamicCreate("RuledAccount", value: ["id": UUID(), "email": email as Any, "number": number])
      }
    }
  }

  private func open(_ version: UInt64 = 2, _ migration: MigrationBlock? = nil, memory: Int? = nil) throws -> Realm {
    var configuration = folder.release(version, RuledTypes.all, migration: migration)
    if let memory { configuration.migrationMemory = memory }
    return try Realm(configuration: configuration)
  }

  private func verify() throws { _ = try FileInspection.read(folder.file("data.realm"), checksums: true) }

  @Test("duplicates make opening fail with the rows in Swift's names, as the plan reports in advance")
  func refused() throws {
    try write(["a", "b", "a", nil, nil, "a"])
    let configuration = folder.release(2, RuledTypes.all)
    let plan = try Realm.migrationPlan(for: configuration)
    let error = #expect(throws: Realm.Error.self) { try open() }
    #expect(error?.code == .ruleViolated)
    #expect(error?.moreViolations == 1)
    #expect(
      error?.localizedDescription.contains("cannot be converted: the unique rule over 'RuledAccount.email' is broken by row 2") == true)
    let violation = try #require(error?.violations.first)
    #expect(violation.type == "RuledAccount")
    #expect(violation.properties == ["email"])
    #expect(violation.values == ["\"a\""])
    #expect(violation.object.row == 2)
    #expect(violation.holder?.row == 0)
    #expect(plan.wouldFail)
    #expect(plan.failure == nil)
    let lines = plan.lines.filter { $0.failure != nil }
    #expect(lines.map(\.text) == ["A unique rule over 'accounts.mail' has been added."], "\(plan)")
    #expect(lines.map(\.objects) == [6], "\(plan)")
    let text = try #require(lines.first?.failure)
    #expect(text.contains(": the unique rule over 'accounts.mail' is broken by row 2 with the primary key "))
    #expect(text.contains(", which has \"a\" and conflicts with row 0 with the primary key "))
    #expect(text.contains(", and 1 more row breaks it. Change or delete such rows first, or in the migration, or call 'resolveDuplicates("))
    // The file is as it was.
    let realm = try Realm(configuration: folder.release(1, RuledTypes.plain))
    #expect(realm.dynamicObjects("RuledAccount").count == 6)
    try verify()
  }

  @Test("a rule without duplicates is added, and applies to the next write")
  func added() throws {
    try write(["a", "b", nil, nil])
    let plan = try Realm.migrationPlan(for: folder.release(2, RuledTypes.all))
    #expect(!plan.wouldFail)
    #expect(plan.lines.contains { $0.text == "A unique rule over 'accounts.mail' has been added." && $0.objects == 4 })
    let realm = try open()
    let error = #expect(throws: Realm.Error.self) {
      try realm.write { realm.dynamicCreate("RuledAccount", value: ["id": UUID(), "email": "b"]) }
    }
    #expect(error?.violations.first?.holder?.row == 1)
    try verify()
  }

  @Test("a migration block may make values unique, and may not make them equal", arguments: [Int.max, 0])
  func code(memory: Int) throws {
    try write((0..<2000).map { "\($0 % 1000)" })
    let makeUnique: MigrationBlock = { migration, _ in
      migration.enumerateObjects(ofType: "RuledAccount") { old, new in
        // The old object has the names of the file.
        new?["email"] = "\(old?["mail"] as? String ?? "") \(new?["number"] as? Int ?? 0)"
      }
    }
    do {
      let realm = try open(2, makeUnique, memory: memory)
      #expect(realm.dynamicObjects("RuledAccount").count == 2000)
    }
    try verify()
    // The rule exists, and the code breaks it.
    let error = #expect(throws: Realm.Error.self) {
      try open(
        3,
        { migration, _ in
          migration.enumerateObjects(ofType: "RuledAccount") { _, new in
            if let number = new?["number"] as? Int, number >= 1998 { new?["email"] = "equal" }
          }
        }, memory: memory)
    }
    #expect(error?.code == .ruleViolated)
    #expect(error?.violations.first?.values == ["\"equal\""])
    #expect(error?.violations.first?.holder?.row == 1998)
    // Values may be equal in between, also in pieces that are committed one by one.
    let realm = try open(
      3,
      { migration, _ in
        migration.enumerateObjects(ofType: "RuledAccount") { _, new in new?["email"] = "equal" }
        migration.enumerateObjects(ofType: "RuledAccount") { _, new in new?["email"] = "\(new?["number"] as? Int ?? 0)" }
      }, memory: memory)
    #expect(realm.dynamicObjects("RuledAccount").filter("email == '1999'").count == 1)
    let broken = #expect(throws: Realm.Error.self) {
      try realm.write { realm.dynamicCreate("RuledAccount", value: ["id": UUID(), "email": "7"]) }
    }
    #expect(broken?.violations.first?.holder?.row == 7)
    try verify()
  }

  @Test(
    "objects with equal values are merged by a list of properties, and links refer to the one that remains",
    arguments: [Migration.DuplicateResolution.keepFirst, .keepLast])
  func resolved(resolution: Migration.DuplicateResolution) throws {
    try write(["a", "b", "a", nil, nil, "b", "a"])
    do {
      let realm = try Realm(configuration: folder.release(1, RuledTypes.plain))
      let accounts = realm.dynamicObjects("RuledAccount")
      // Links from objects that stay to one that does not, for either resolution.
      try realm.write {
        accounts[3]["partner"] = accounts[2]
        accounts[4]["partner"] = accounts[resolution == .keepFirst ? 5 : 1]
      }
    }
    let realm = try open(
      2,
      { migration, _ in
        migration.resolveDuplicates(ofType: "RuledAccount", by: ["number", "email"], onDuplicate: .keepFirst)
        migration.resolveDuplicates(ofType: "RuledAccount", by: ["email"], onDuplicate: resolution)
      })
    let accounts = realm.dynamicObjects("RuledAccount")
    let expected = resolution == .keepFirst ? [0, 1, 3, 4] : [3, 4, 5, 6]
    #expect(accounts.map { $0["number"] as? Int } == expected)
    let partners: [Int] = accounts.compactMap { ($0["partner"] as? Object)?["number"] as? Int }
    #expect(partners == (resolution == .keepFirst ? [0, 1] : [6, 5]))
    try verify()
  }

  @Test("a list with an unknown property, or with one whose values cannot be unique, fails the migration")
  func wrongLists() throws {
    try write(["a", "b"])
    for properties in [["mail"], ["emails"], []] {
      #expect(throws: (any Error).self) {
        try open(
          2,
          { migration, _ in
            migration.resolveDuplicates(ofType: "RuledAccount", by: properties, onDuplicate: .keepFirst)
          })
      }
    }
    _ = try open()
  }

  @Test("a read-only Realm ignores rules of the file that its types lack")
  func readOnly() throws {
    try write(["a"], RuledTypes.all, version: 1)
    var configuration = folder.release(1, RuledTypes.plain)
    configuration.readOnly = true
    #expect(try Realm(configuration: configuration).dynamicObjects("RuledAccount").count == 1)
    configuration.readOnly = false
    #expect(throws: Realm.Error.self) { try Realm(configuration: configuration) }
  }
}
