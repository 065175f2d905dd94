import Foundation
import Testing
import TestSupport

@testable import Ashlar

@Suite("Migrations to delete rules")
struct DeleteRuleMigrationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.make(UnruledClub.types) { realm in
      let badge = realm.dynamicCreate("ClubBadge", value: ["code": "locked"])
      realm.dynamicCreate("ClubLock", value: ["badge": badge])
      realm.dynamicCreate("ClubMember", value: ["name": "Ada", "address": ["street": "0", "badge": badge]])
    }
  }

  private func counts(_ realm: Realm) -> [Int] {
    ["ClubBadge", "ClubLock", "ClubMember", "ClubAddress"].map { realm.dynamicObjects($0).count }
  }

  private func expectDenied(_ migration: @escaping MigrationBlock, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let error = #expect(throws: (any Error).self, sourceLocation: sourceLocation) {
      _ = try Realm(configuration: folder.release(2, RuledClub.types, migration: migration))
    }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("of 'ClubBadge' cannot be deleted, because 'ClubLock.badge' denies it"), sourceLocation: sourceLocation)
    #expect(try counts(Realm(configuration: folder.release(1, UnruledClub.types))) == [1, 1, 1, 1], sourceLocation: sourceLocation)
  }

  @Test("rules need a higher version, which examines no object")
  func version() throws {
    #expect(throws: Realm.Error.self) { try Realm(configuration: folder.release(1, RuledClub.types)) }
    let realm = try Realm(configuration: folder.release(2, RuledClub.types))
    #expect(counts(realm) == [1, 1, 1, 1])
    realm.beginWrite()
    realm.delete(realm.dynamicObjects("ClubMember"))
    realm.cancelWrite()
    #expect(counts(realm) == [1, 1, 1, 1])
  }

  @Test("a deletion that the new rules deny makes the migration fail, and the file is unchanged")
  func denied() throws {
    try expectDenied { migration, _ in
      migration.enumerateObjects(ofType: "ClubBadge") { _, new in if let new { migration.delete(new) } }
    }
    try expectDenied { migration, _ in migration.deleteData(forType: "ClubBadge") }
    // The address goes with its owner, and its badge with the address.
    try expectDenied { migration, _ in
      migration.enumerateObjects(ofType: "ClubMember") { _, new in if let new { migration.delete(new) } }
    }
  }

  @Test("a deletion in a migration cascades")
  func cascades() throws {
    let realm = try Realm(
      configuration: folder.release(2, RuledClub.types) { migration, _ in
        migration.deleteData(forType: "ClubLock")
        migration.enumerateObjects(ofType: "ClubMember") { _, new in if let new { migration.delete(new) } }
      })
    #expect(counts(realm) == [0, 0, 0, 0])
  }
}
