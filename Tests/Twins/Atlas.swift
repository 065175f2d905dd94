// swift-format-ignore-file
// Printed from Schemas/Atlas. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

/// Whether a place can be visited. Files of newer versions may hold more.
public enum PlaceStatus: String, PersistableEnum, Codable {
  case open = "open"
  case closed = "closed"
  case other = "other"
}

public class CoordinateStorage: EmbeddedObject, Codable {
  @Persisted public var latitude: Double
  @Persisted public var longitude: Double

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

/// Found by its web address.
public class Landmark: Object {
  @Persisted(primaryKey: true) public var address: WebAddress = made("address")

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

/// Somewhere to go.
public class Place: Object {
  @Persisted(primaryKey: true) public var _id: ObjectId
  @Persisted public var name: String
  @Persisted public var title: String?
  /// A fresh one for each place.
  @Persisted public var token: String = UUID().uuidString
  @Persisted public var code: String = ObjectId.generate().stringValue
  @Persisted public var visits: Int = made("visits")
  @Persisted public var stars: Int8 = 3
  @Persisted public var remark: String!
  @Persisted public var founded: Date!
  @Persisted public var nearest: Place!
  @Persisted public var badge: UUID? = UUID()
  @Persisted(indexed: true) public var status: PlaceStatus = .closed
  @Persisted public var lastStatus: PlaceStatus?
  @Persisted public var surface: Surface = made("surface")
  @Persisted public var homepage: WebAddress?
  @Persisted public var source: WebAddress = made("source")
  @Persisted public var height: Metres = made("height")
  @Persisted public var depth: Metres?
  @Persisted public var position: Coordinate
  @Persisted public var entrance: Coordinate?
  @Persisted public var tags: MutableSet<String>
  @Persisted public var ratings: MutableSet<Int?>
  @Persisted public var neighbours: MutableSet<Place>
  @Persisted public var scores: Map<String, Int>
  @Persisted public var notes: Map<String, String?>
  @Persisted public var guides: Map<String, Place?>
  @Persisted public var mirrors: List<WebAddress>
  @Persisted public var levels: List<Metres?>
  @Persisted public var path: List<Coordinate>
  @Persisted public var waypoints: Map<String, Coordinate?>
  @Persisted public var moods: MutableSet<PlaceStatus>
  @Persisted public var anything: AnyRealmValue
  @Persisted public var several: List<AnyRealmValue>
  @Persisted public var byName: Map<String, AnyRealmValue>
  @Persisted(originProperty: "neighbours") public var nearTo: LinkingObjects<Place>
  @Persisted(originProperty: "guides") public var guideOf: LinkingObjects<Place>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

/// Sent, and never read again.
public class Sounding: AsymmetricObject {
  @Persisted(primaryKey: true) public var _id: ObjectId
  @Persisted public var celsius: Float
  @Persisted public var place: Place?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}
