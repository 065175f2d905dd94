// swift-format-ignore-file
// Printed from Schemas/Fleet. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

public enum Fuel: String, PersistableEnum, Codable {
  case diesel = "diesel"
  case petrol = "petrol"
  case electric = "electric"
}

public enum Severity: Int, PersistableEnum, Codable {
  case info = 0
  case warning = 1
  case critical = 2
}

public class Driver: Object {
  @Persisted(indexed: true) public var licence: String
  @Persisted public var since: Date = Date(timeIntervalSince1970: 1709164800)
  @Persisted public var mentor: Driver?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Fault: Object {
  @Persisted(indexed: true) public var code: Int32
  @Persisted(indexed: true) public var severity: Severity = .warning
  /// Whether the vehicle reports it by itself.
  @Persisted public var `default`: Bool = true
  @Persisted public var vehicle: Vehicle?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Position: EmbeddedObject, Codable {
  @Persisted public var latitude: Double
  @Persisted public var longitude: Double
  @Persisted public var altitude: Float?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Trip: Object {
  @Persisted public var begin: Date
  @Persisted public var end: Date?
  /// In the order of travel.
  @Persisted public var route: List<Position>
  @Persisted public var speeds: List<Double>
  @Persisted public var driver: Driver?
  @Persisted(originProperty: "trips") public var vehicle: LinkingObjects<Vehicle>
  public override class func _realmObjectName() -> String? { "trips" }

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Vehicle: Object {
  @Persisted(primaryKey: true) public var plate: String
  @Persisted public var fuel: Fuel
  @Persisted public var wheels: Int8 = 4
  @Persisted public var mileage: Float = 0.5
  @Persisted public var image: Data = Data([0, 1, 2])
  @Persisted public var position: Position?
  @Persisted public var trips: List<Trip>
  @Persisted(originProperty: "vehicle") public var faults: LinkingObjects<Fault>
  public override class func _realmObjectName() -> String? { "vehicles" }

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}
