import AshlarSchema
import Foundation
import TestSupport

@testable import Ashlar

/// The types of the club's first release.
private enum FirstClub {
  static let schema: _LinkedSchema = {
    do {
      let file = Repository.folder.appending(path: "Schemas/Club/History/1.ashlarbin")
      return _LinkedSchema(try DescriptorReader.read(Array(Data(contentsOf: file))))
    } catch {
      fatalError("\(error)")
    }
  }()

  final class Player: Object {
    static let entity = schema.entity("Player", Player.self)
    override class var _entity: _Entity { entity }
    override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Player(row, own), to: Self.self) }
  }

  final class PostalAddress: EmbeddedObject {
    static let entity = schema.entity("PostalAddress", PostalAddress.self)
    override class var _entity: _Entity { entity }
    override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(PostalAddress(row, own), to: Self.self) }
  }
}

/// Writes a file of that release, with two players.
func writeFirstClub(_ url: URL) throws {
  let realm = try Realm(
    configuration: Realm.Configuration(fileURL: url, objectTypes: [FirstClub.Player.self, FirstClub.PostalAddress.self]))
  try realm.write {
    let plato = realm.dynamicCreate("Player", value: ["number": 2, "name": "Plato", "joined": Date(timeIntervalSince1970: 0)])
    realm.dynamicCreate(
      "Player",
      value: [
        "number": 1, "name": "Ada King Lovelace", "fee": "12.5", "joined": Date(timeIntervalSince1970: 0),
        "address": ["text": "12 St James's Square, London"], "friends": [plato],
      ])
  }
}
