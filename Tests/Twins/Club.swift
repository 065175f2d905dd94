// swift-format-ignore-file
// Printed from Schemas/Club. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

public class Player: Object {
  @Persisted(primaryKey: true) public var number: Int
  @Persisted public var firstName: String
  @Persisted public var lastName: String
  @Persisted public var fee: Decimal128?
  @Persisted public var address: PostalAddress?
  @Persisted public var friends: List<Player>
  @Persisted public var team: Team?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class PostalAddress: EmbeddedObject, Codable {
  @Persisted public var street: String
  @Persisted public var city: String

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Team: Object, Codable {
  @Persisted(indexed: true) public var name: String

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}
