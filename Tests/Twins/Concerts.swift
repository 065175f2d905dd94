// swift-format-ignore-file
// Printed from Schemas/Concerts. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

public enum Instrument: String, PersistableEnum, Codable {
  case violin = "violin"
  case viola = "viola"
  case cello = "cello"
  case piano = "piano"
  case voice = "voice"
}

public enum Seating: Int, PersistableEnum, Codable {
  case none = 0
  case rows = 1
  case free = 2
}

/// It has one half of the coding, and a property whose type is out of use.
public class Desk: Object {
  @Persisted public var sold: List<Ticket>
  @Persisted public var last: Ticket?
  @Persisted public var name: String

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

/// Somebody on the stage.
public class Musician: Object {
  @Persisted(primaryKey: true) public var id: UUID
  @Persisted public var firstName: String
  @Persisted public var familyName: String = ""
  @Persisted public var nickname: String?
  @Persisted public var born: Date?
  @Persisted public var instruments: List<Instrument>
  @Persisted public var favourite: Instrument?
  @Persisted public var seating: Seating
  @Persisted public var fee: Decimal128
  @Persisted public var home: Venue?
  @Persisted public var teacher: Musician?
  @Persisted public var pupils: List<Musician>
  @Persisted public var picture: Data?
  @Persisted(originProperty: "players") public var performances: LinkingObjects<Performance>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Performance: Object {
  @Persisted public var number: Int
  @Persisted public var remark: String?
  @Persisted(indexed: true) public var title: String
  @Persisted public var begins: Date
  @Persisted public var minutes: Int = 90
  @Persisted public var venue: Venue?
  @Persisted public var encores: List<String>
  @Persisted public var players: List<Musician>
  @Persisted public var conductor: Musician?
  @Persisted public var internalNote: String?
  @Persisted public var `class`: Double = 1.5
  @Persisted public var guests: MutableSet<Musician>
  @Persisted public var tags: MutableSet<String>
  @Persisted public var prices: Map<String, Int>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

/// Old paper.
public class Ticket: Object, Codable {
  @Persisted public var price: Int

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Venue: EmbeddedObject {
  @Persisted public var city: String
  @Persisted public var street: String?
  @Persisted public var seats: Int = 100
  @Persisted public var architect: Musician?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}
