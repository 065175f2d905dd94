// swift-format-ignore-file
// Printed from Schemas/Weather. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

public enum Alarm: Int16, PersistableEnum, Codable {
  case none = 0
  case frost = -1
  case storm = 7
}

public enum Sky: String, PersistableEnum, Codable {
  case clear = "clear"
  case cloudy = "cloudy"
  case raining = "it's raining"
}

public enum Source: String, PersistableEnum, Codable {
  case sensor = "sensor"
  case hand = "hand"
  case other = "other"
}

/// Has no key of its own, and names that SQL keeps for itself.
public class Event: AsymmetricObject, Codable {
  @Persisted public var select: Int
  @Persisted public var from: String
  public override class func propertiesMapping() -> [String: String] { ["from": "from \"x\""] }
  public override class func _realmObjectName() -> String? { "order" }

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Everything: AsymmetricObject {
  @Persisted(primaryKey: true) public var key: String
  @Persisted public var bool: Bool
  @Persisted public var int: Int
  @Persisted public var int8: Int8
  @Persisted public var int16: Int16
  @Persisted public var int32: Int32
  @Persisted public var int64: Int64
  @Persisted public var float: Float
  @Persisted public var double: Double
  @Persisted public var string: String
  @Persisted public var data: Data
  @Persisted public var date: Date
  @Persisted public var decimal: Decimal128
  @Persisted public var objectId: ObjectId
  @Persisted public var uuid: UUID
  @Persisted public var optionalBool: Bool?
  @Persisted public var optionalInt: Int?
  @Persisted public var optionalInt8: Int8?
  @Persisted public var optionalInt16: Int16?
  @Persisted public var optionalInt32: Int32?
  @Persisted public var optionalInt64: Int64?
  @Persisted public var optionalFloat: Float?
  @Persisted public var optionalDouble: Double?
  @Persisted public var optionalString: String?
  @Persisted public var optionalData: Data?
  @Persisted public var optionalDate: Date?
  @Persisted public var optionalDecimal: Decimal128?
  @Persisted public var optionalObjectId: ObjectId?
  @Persisted public var optionalUUID: UUID?
  @Persisted public var any: AnyRealmValue
  @Persisted public var sensor: Sensor?
  @Persisted public var wind: Wind?
  @Persisted public var winds: List<Wind>
  @Persisted public var stations: List<Station>
  @Persisted public var numbers: List<Int?>
  @Persisted public var texts: MutableSet<String>
  @Persisted public var doubles: Map<String, Double>
  @Persisted public var sensors: Map<String, Sensor?>
  @Persisted public var values: List<AnyRealmValue>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

/// One measurement; it's never changed.
public class Reading: AsymmetricObject {
  @Persisted(primaryKey: true) public var _id: UUID
  @Persisted public var station: Station?
  /// When it was measured, not when it was sent.
  @Persisted(indexed: true) public var at: Date
  @Persisted public var celsius: Double
  @Persisted public var sky: Sky
  @Persisted public var alarm: Alarm?
  @Persisted public var source: Source
  @Persisted public var note: String?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Sensor: Object, Codable {
  @Persisted(primaryKey: true) public var number: Int

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Station: Object, Codable {
  @Persisted(primaryKey: true) public var code: String
  @Persisted public var name: String

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Wind: EmbeddedObject, Codable {
  @Persisted public var speed: Double
  @Persisted public var degrees: Int16
  public override class func propertiesMapping() -> [String: String] { ["degrees": "direction"] }

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}
