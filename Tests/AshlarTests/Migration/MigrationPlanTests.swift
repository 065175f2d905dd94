import AshlarSchema
import AshlarStore
import Club
import Foundation
import Testing
import TestSupport

@testable import Ashlar

@Suite("Code between the releases of a schema")
struct MigrationPlanTests {
  private struct Refused: Error, Equatable {}

  private static let count = 300
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("data.realm")
  }

  /// Members of which each is a friend of the one before; every third has an address.
  private func writeFirst() throws {
    let realm = try Realm(configuration: folder.release(1, FirstClub.types))
    try realm.write {
      var before: DynamicObject?
      for number in 0..<Self.count {
        let fee: Any? = number % 2 == 0 ? "\(number).50" : nil
        let address: Any? = number % 3 == 0 ? ["text": "\(number) Main Street, Town \(number)"] : nil
        before = realm.dynamicCreate(
          "Player",
          value: [
            "number": number, "name": "First\(number) Last\(number)", "fee": fee as Any,
            "joined": Date(timeIntervalSince1970: Double(number)),
            "address": address as Any,
            "friends": before.map { [$0] } ?? [],
          ])
      }
    }
  }

  private func writeSecond() throws {
    let realm = try Realm(configuration: folder.release(2, SecondClub.types))
    try realm.write {
      realm.dynamicCreate(
        "Player",
        value: [
          "number": 7, "firstName": "Ada", "lastName": "Lovelace", "fee": Decimal128(1), "joined": Date(),
          "address": ["text": "12 St James's Square, London"], "friends": [],
        ])
    }
  }

  private static func plan(
    player1to2: @escaping @Sendable (ClubSchema.V1.Player, ClubSchema.V2.Player, Migration) throws -> Void = { old, new, _ in
      let names = old.name.split(separator: " ")
      (new.firstName, new.lastName) = (String(names[0]), String(names[1]))
      new.fee = try old.fee.map { try Decimal128(string: $0) }
    }
  ) -> MigrationPlan {
    ClubSchema.migration(
      player1to2: player1to2,
      postalAddress2to3: { old, new, _ in
        let parts = old.text.components(separatedBy: ", ")
        (new.street, new.city) = (parts[0], parts[1])
      })
  }

  private func open(_ plan: MigrationPlan?, _ change: (inout Realm.Configuration) -> Void = { _ in }) throws -> Realm {
    var configuration = Realm.Configuration(fileURL: folder.url("data.realm"), objectTypes: ClubSchema.objectTypes)
    configuration.migration = plan
    change(&configuration)
    return try Realm(configuration: configuration)
  }

  @Test("a file of the first release goes through all of them")
  func all() throws {
    try writeFirst()
    let realm = try open(Self.plan())
    let members = Array(realm.objects(Player.self).sorted(by: \.number))
    try #require(members.count == Self.count)
    for (number, member) in members.enumerated() {
      #expect(member.firstName == "First\(number)")
      #expect(member.lastName == "Last\(number)")
      let fee: Decimal128? = number % 2 == 0 ? try Decimal128(string: "\(number).50") : nil
      #expect(member.fee == fee)
      let city: String? = number % 3 == 0 ? "Town \(number)" : nil
      #expect(member.address?.city == city)
      let friend: Int? = number == 0 ? nil : number - 1
      #expect(member.friends.first?.number == friend)
    }
    #expect(realm.object(ofType: Player.self, forPrimaryKey: 299)?.firstName == "First299")
  }

  @Test("the file is right afterwards, and has the newest version")
  func verifies() throws {
    try writeFirst()
    _ = try open(Self.plan())
    _ = try FileInspection.read(path, checksums: true)
    #expect(try schemaVersionAtURL(folder.url("data.realm")) == 3)
  }

  @Test("a file of a later release goes through the rest")
  func rest() throws {
    try writeSecond()
    let realm = try open(Self.plan(player1to2: { _, _, _ in throw Refused() }))
    let ada = try #require(realm.object(ofType: Player.self, forPrimaryKey: 7))
    #expect(ada.lastName == "Lovelace")
    #expect(ada.address?.street == "12 St James's Square")
    #expect(ada.address?.city == "London")
  }

  @Test("an error that a step throws is thrown by opening, and the file is unchanged", arguments: [1, 2])
  func thrown(_ step: Int) throws {
    try writeFirst()
    let before = try Data(contentsOf: folder.url("data.realm"))
    let plan =
      step == 1
      ? Self.plan(player1to2: { _, _, _ in throw Refused() })
      : ClubSchema.migration(player1to2: { _, _, _ in }, postalAddress2to3: { _, _, _ in throw Refused() })
    #expect(throws: Refused()) { try open(plan) }
    #expect(try Data(contentsOf: folder.url("data.realm")) == before)
    #expect(try folder.names().filter { $0.hasPrefix("data.realm.") && !$0.hasSuffix("lock") } == [])
  }

  @Test("without the code, and without a block, a file that needs it is refused")
  func missing() throws {
    try writeFirst()
    let error = try #require(throws: Realm.Error.self) { try open(nil) }
    #expect(
      error.localizedDescription.contains(
        "has schema version 1, and its values must be converted by code: set 'migration' in the configuration to "
          + "'ClubSchema.migration(…)'. The file was left as it was."
      ))
  }

  @Test("a Realm in memory that has to pass several releases is refused with the reason, and remains usable")
  func inMemory() throws {
    let name = UUID().uuidString
    let first = try Realm(configuration: Realm.Configuration(inMemoryIdentifier: name, schemaVersion: 1, objectTypes: FirstClub.types))
    try first.write { first.dynamicCreate("Player", value: ["number": 1, "name": "Ada Lovelace"]) }
    var configuration = Realm.Configuration(inMemoryIdentifier: name, objectTypes: ClubSchema.objectTypes)
    let withoutCode = try #require(throws: Realm.Error.self) { try Realm(configuration: configuration) }
    #expect(withoutCode.localizedDescription.hasPrefix("'\(name)' has schema version 1, and its values must be converted by code:"))
    configuration.migration = Self.plan()
    let error = try #require(throws: Realm.Error.self) { try Realm(configuration: configuration) }
    #expect(error.code == .alreadyOpen)
    #expect(
      error.localizedDescription.hasSuffix(
        "' is in memory, and a migration through several schema versions requires a file that can be copied. Close all of its Realms, "
          + "which deletes its contents, and open it again."))
    try first.write { first.dynamicCreate("Player", value: ["number": 2, "name": "Bo Cy"]) }
    #expect(first.dynamicObjects("Player").count == 2)
  }

  @Test("a block runs last, and knows the version that the file had")
  func block() throws {
    try writeFirst()
    let realm = try open(Self.plan()) {
      $0.migrationBlock = { migration, oldVersion in
        migration.enumerateObjects(ofType: "Player") { old, new in new?["lastName"] = "\(old?["lastName"] ?? "") \(oldVersion)" }
      }
    }
    #expect(realm.object(ofType: Player.self, forPrimaryKey: 5)?.lastName == "Last5 1")
  }

  @Test("old objects are only read")
  func oldObjects() throws {
    try writeFirst()
    let error = try #require(throws: Realm.Error.self) { try open(Self.plan(player1to2: { old, _, _ in old.name = "" })) }
    #expect(error.localizedDescription.contains("name"))
    #expect(try schemaVersionAtURL(folder.url("data.realm")) == 1)
  }

  @Test("of objects with one key, the one that a step names stays")
  func duplicates() throws {
    try writeFirst()
    let realm = try open(
      Self.plan(player1to2: { old, new, migration in
        (new.firstName, new.lastName) = (old.name, "")
        new.number = old.number / 100
        migration.resolveDuplicates(of: ClubSchema.V2.Player.self, onDuplicate: .keepLast)
      }))
    #expect(realm.objects(Player.self).map(\.firstName).sorted() == ["First199 Last199", "First299 Last299", "First99 Last99"])
    #expect(realm.object(ofType: Player.self, forPrimaryKey: 1)?.friends.map(\.number) == [1])
  }

  @Test("objects of one release are found in the other, made, deleted and remembered")
  func objects() throws {
    try writeFirst()
    let realm = try open(
      Self.plan(player1to2: { old, new, migration in
        (new.firstName, new.lastName) = (old.name, "")
        if let friend = old.friends.first, let becomes = ClubSchema.V2.Player(friend) { new.lastName = becomes.firstName }
        if old.number == 0 {
          let made = migration.create(ClubSchema.V2.Player.self)
          made.number = 1000
          migration.userInfo["made"] = made
        }
        if old.number == 1, let made = migration.userInfo["made"] as? ClubSchema.V2.Player { made.friends = [new, made] }
        if old.number == 9, let eighth = old.friends.first.flatMap({ ClubSchema.V2.Player($0) }) { migration.delete(eighth) }
      }))
    #expect(realm.objects(Player.self).count == Self.count)
    #expect(realm.object(ofType: Player.self, forPrimaryKey: 8) == nil)
    #expect(realm.object(ofType: Player.self, forPrimaryKey: 5)?.lastName == "First4 Last4")
    #expect(realm.object(ofType: Player.self, forPrimaryKey: 1000)?.friends.map(\.number) == [1, 1000])
  }

  @Test("a file with two names cannot go through several releases, and says why")
  func twoNames() throws {
    try writeFirst()
    try FileManager.default.linkItem(at: folder.url("data.realm"), to: folder.url("other.realm"))
    let error = try #require(throws: Realm.Error.self) { try open(Self.plan()) }
    #expect(error.code == .alreadyOpen)
    #expect(error.localizedDescription.contains("It has 2 names, of which the copy could replace only one: remove the others first."))
    #expect(try schemaVersionAtURL(folder.url("data.realm")) == 1)
  }

  @Test("a file that is open here cannot go through several releases")
  func openHere() throws {
    try writeFirst()
    let first = try Realm(configuration: folder.release(1, FirstClub.types))
    // A Realm that was never read holds no version.
    #expect(!first.isEmpty)
    let error = try #require(throws: Realm.Error.self) { try open(Self.plan()) }
    #expect(error.code == .alreadyOpen)
    #expect(error.localizedDescription.contains("It is open elsewhere: close it there first."))
    #expect(first.dynamicObjects("Player").count == Self.count)
  }

  @Test("a file that has a release's version and not its types is refused with what differs")
  func otherTypes() throws {
    let realm = try Realm(
      configuration: folder.release(1, SecondClub.types))
    try realm.write {}
    realm.invalidate()
    let error = try #require(throws: Realm.Error.self) { try open(Self.plan()) }
    #expect(error.localizedDescription.contains("has schema version 1, but its types are not those of that release of schema 'Club'"))
    #expect(error.localizedDescription.contains("'Player.firstName'"))
  }

  @Test("a new file is made at the newest version")
  func newFile() throws {
    let realm = try open(Self.plan())
    #expect(realm.isEmpty)
    #expect(try schemaVersionAtURL(folder.url("data.realm")) == 3)
  }

  @Test("a plan names what code says, without running it")
  func described() throws {
    try writeFirst()
    var configuration = Realm.Configuration(fileURL: folder.url("data.realm"), objectTypes: ClubSchema.objectTypes)
    configuration.migration = Self.plan(player1to2: { _, _, _ in throw Refused() })
    let plan = try Realm.migrationPlan(for: configuration)
    #expect(!plan.wouldFail)
    #expect(
      plan.lines.filter(\.needsCode).map(\.text).suffix(2) == [
        "'Player' needs migration code from version 1 to 2.", "'PostalAddress' needs migration code from version 2 to 3.",
      ])
    configuration.migration = nil
    #expect(try Realm.migrationPlan(for: configuration).failure?.contains("'ClubSchema.migration(…)'") == true)
  }
}
