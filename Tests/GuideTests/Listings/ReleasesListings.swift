import Ashlar
import Club
import Foundation
import Testing
import TestSupport

@Suite("Guide: releasing a schema")
struct ReleasesListings {
  private let folder: TemporaryFolder
  private var url: URL { folder.url.appendingPathComponent("club.realm") }

  init() throws {
    folder = try TemporaryFolder()
    try writeFirstClub(url)
  }

  @Test("a file of the first release goes through two more")
  func plan() throws {
    let url = url
    // listing: plan
    var configuration = Realm.Configuration(fileURL: url, objectTypes: ClubSchema.objectTypes)
    configuration.migration = ClubSchema.migration(
      player1to2: { old, new, _ in
        let names = old.name.split(separator: " ", maxSplits: 1).map(String.init)
        new.firstName = names.first ?? ""
        new.lastName = names.count > 1 ? names[1] : ""
        new.fee = try old.fee.map { try Decimal128(string: $0) }
      },
      postalAddress2to3: { old, new, _ in
        let parts = old.text.components(separatedBy: ", ")
        new.street = parts[0]
        new.city = parts.dropFirst().joined(separator: ", ")
      })
    let realm = try Realm(configuration: configuration)
    // end
    let ada = try #require(realm.object(ofType: Player.self, forPrimaryKey: 1))
    #expect(ada.firstName == "Ada")
    #expect(ada.lastName == "King Lovelace")
    #expect(ada.fee == 12.5)
    #expect(ada.address?.city == "London")
    #expect(ada.friends.map(\.firstName) == ["Plato"])
  }

  @Test("objects that were made are remembered")
  func made() throws {
    var configuration = Realm.Configuration(fileURL: url, objectTypes: ClubSchema.objectTypes)
    configuration.migration = ClubSchema.migration(
      // listing: made
      player1to2: { old, new, migration in
        let copy = migration.userInfo[old.name] as? ClubSchema.V2.Player ?? migration.create(ClubSchema.V2.Player.self)
        migration.userInfo[old.name] = copy
        copy.number = -old.number
        copy.friends.append(new)
      },
      // end
      postalAddress2to3: { _, _, _ in })
    let realm = try Realm(configuration: configuration)
    #expect(realm.objects(Player.self).count == 4)
    #expect(realm.object(ofType: Player.self, forPrimaryKey: -2)?.friends.map(\.number) == [2])
  }
}
