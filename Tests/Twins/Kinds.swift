// swift-format-ignore-file
// Printed from Schemas/Kinds. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

public enum Level: Int8, PersistableEnum, Codable {
  case low = -1
  case middle = 0
  case top = 7
}

public enum Shade: String, PersistableEnum, Codable {
  case dark = "dark"
  case light = "light"
}

/// A default of each kind.
public class Defaulted: Object, Codable {
  @Persisted public var bool: Bool = true
  @Persisted public var int: Int = -7
  @Persisted public var int8: Int8 = 127
  @Persisted public var float: Float = 1.5
  @Persisted public var double: Double = -.infinity
  @Persisted public var string: String = "short"
  @Persisted public var long: String = "more than fifteen bytes of text"
  @Persisted public var data: Data = Data([0, 1, 2, 3])
  @Persisted public var date: Date = Date(timeIntervalSince1970: 1709164800)
  @Persisted public var made: Date = Date()
  @Persisted public var read: Date
  @Persisted public var decimal: Decimal128 = try! Decimal128(string: "150e-2")
  @Persisted public var objectId: ObjectId = try! ObjectId(string: "0123456789abcdef01234567")
  @Persisted public var freshId: ObjectId
  @Persisted public var uuid: UUID = UUID(uuidString: "00112233-4455-6677-8899-aabbccddeeff")!
  @Persisted public var freshUUID: UUID
  @Persisted public var shade: Shade = .light
  @Persisted public var level: Level = .top
  @Persisted public var anyInt: Int? = 3
  @Persisted public var anyLong: String? = "also more than fifteen bytes"
  @Persisted public var anyShade: Shade? = .light
  @Persisted public var anyDate: Date? = Date(timeIntervalSince1970: 946684800)

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class EnumKey: Object, Codable {
  @Persisted(primaryKey: true) public var id: Level
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

/// A list of every element type.
public class Lists: Object {
  @Persisted public var bools: List<Bool>
  @Persisted public var ints: List<Int>
  @Persisted public var int8s: List<Int8>
  @Persisted public var int16s: List<Int16>
  @Persisted public var int32s: List<Int32>
  @Persisted public var int64s: List<Int64>
  @Persisted public var floats: List<Float>
  @Persisted public var doubles: List<Double>
  @Persisted public var strings: List<String>
  @Persisted public var datas: List<Data>
  @Persisted public var dates: List<Date>
  @Persisted public var decimals: List<Decimal128>
  @Persisted public var objectIds: List<ObjectId>
  @Persisted public var uuids: List<UUID>
  @Persisted public var shades: List<Shade>
  @Persisted public var levels: List<Level>
  @Persisted public var nodes: List<Node>
  @Persisted public var parts: List<Part>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

/// Links to itself in every way.
public class Node: Object {
  @Persisted public var label: String = "node"
  @Persisted public var weight: Int = 0
  @Persisted public var next: Node?
  @Persisted public var children: List<Node>
  @Persisted public var part: Part?
  @Persisted public var parts: List<Part>
  @Persisted public var keyed: OptionalIntKey?
  @Persisted(originProperty: "next") public var previous: LinkingObjects<Node>
  @Persisted(originProperty: "children") public var parents: LinkingObjects<Node>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class OptionalIntKey: Object {
  @Persisted(primaryKey: true) public var id: Int?
  @Persisted public var text: String = "none"
  @Persisted public var number: Int?
  @Persisted public var nested: OptionalIntKey?
  @Persisted public var part: Part?
  @Persisted public var parts: List<Part>
  @Persisted public var tags: List<String>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Part: EmbeddedObject {
  @Persisted public var label: String = "part"
  @Persisted public var size: Double = 1.0
  @Persisted public var piece: Piece?
  @Persisted public var pieces: List<Piece>
  @Persisted public var target: Node?
  @Persisted(originProperty: "part") public var owners: LinkingObjects<Node>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Piece: EmbeddedObject, Codable {
  @Persisted public var count: Int = 0
  @Persisted public var marks: List<Int>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

/// Every scalar type, as it is and optional.
public class Scalars: Object, Codable {
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
  @Persisted public var shade: Shade
  @Persisted public var level: Level
  @Persisted public var anyBool: Bool?
  @Persisted public var anyInt: Int?
  @Persisted public var anyInt8: Int8?
  @Persisted public var anyInt16: Int16?
  @Persisted public var anyInt32: Int32?
  @Persisted public var anyInt64: Int64?
  @Persisted public var anyFloat: Float?
  @Persisted public var anyDouble: Double?
  @Persisted public var anyString: String?
  @Persisted public var anyData: Data?
  @Persisted public var anyDate: Date?
  @Persisted public var anyDecimal: Decimal128?
  @Persisted public var anyObjectId: ObjectId?
  @Persisted public var anyUUID: UUID?
  @Persisted public var anyShade: Shade?
  @Persisted public var anyLevel: Level?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class SmallKey: Object, Codable {
  @Persisted(primaryKey: true) public var id: Int8
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class TextKey: Object, Codable {
  @Persisted(primaryKey: true) public var id: String?
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class UUIDKey: Object, Codable {
  @Persisted(primaryKey: true) public var id: UUID?
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}
