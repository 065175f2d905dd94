// swift-format-ignore-file
// Printed from Schemas/Matrix. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

public enum Grade: Int8, PersistableEnum, Codable {
  case none = 0
  case low = -1
  case high = 7
}

public enum Hue: String, PersistableEnum, Codable {
  case warm = "warm"
  case cold = "cold"
}

public class MatrixAny: Object {
  @Persisted public var plain: AnyRealmValue
  @Persisted public var list: List<AnyRealmValue>
  @Persisted public var set: MutableSet<AnyRealmValue>
  @Persisted public var map: Map<String, AnyRealmValue>
  @Persisted(indexed: true) public var indexed: AnyRealmValue

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixBool: Object, Codable {
  @Persisted public var plain: Bool
  @Persisted public var optional: Bool?
  @Persisted public var list: List<Bool>
  @Persisted public var optionalList: List<Bool?>
  @Persisted public var set: MutableSet<Bool>
  @Persisted public var optionalSet: MutableSet<Bool?>
  @Persisted public var map: Map<String, Bool>
  @Persisted public var optionalMap: Map<String, Bool?>
  @Persisted(indexed: true) public var indexed: Bool
  @Persisted(indexed: true) public var optionalIndexed: Bool?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixData: Object, Codable {
  @Persisted public var plain: Data
  @Persisted public var optional: Data?
  @Persisted public var list: List<Data>
  @Persisted public var optionalList: List<Data?>
  @Persisted public var set: MutableSet<Data>
  @Persisted public var optionalSet: MutableSet<Data?>
  @Persisted public var map: Map<String, Data>
  @Persisted public var optionalMap: Map<String, Data?>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixDate: Object, Codable {
  @Persisted public var plain: Date
  @Persisted public var optional: Date?
  @Persisted public var list: List<Date>
  @Persisted public var optionalList: List<Date?>
  @Persisted public var set: MutableSet<Date>
  @Persisted public var optionalSet: MutableSet<Date?>
  @Persisted public var map: Map<String, Date>
  @Persisted public var optionalMap: Map<String, Date?>
  @Persisted(indexed: true) public var indexed: Date
  @Persisted(indexed: true) public var optionalIndexed: Date?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixDecimal: Object, Codable {
  @Persisted public var plain: Decimal128
  @Persisted public var optional: Decimal128?
  @Persisted public var list: List<Decimal128>
  @Persisted public var optionalList: List<Decimal128?>
  @Persisted public var set: MutableSet<Decimal128>
  @Persisted public var optionalSet: MutableSet<Decimal128?>
  @Persisted public var map: Map<String, Decimal128>
  @Persisted public var optionalMap: Map<String, Decimal128?>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixDouble: Object, Codable {
  @Persisted public var plain: Double
  @Persisted public var optional: Double?
  @Persisted public var list: List<Double>
  @Persisted public var optionalList: List<Double?>
  @Persisted public var set: MutableSet<Double>
  @Persisted public var optionalSet: MutableSet<Double?>
  @Persisted public var map: Map<String, Double>
  @Persisted public var optionalMap: Map<String, Double?>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixFloat: Object, Codable {
  @Persisted public var plain: Float
  @Persisted public var optional: Float?
  @Persisted public var list: List<Float>
  @Persisted public var optionalList: List<Float?>
  @Persisted public var set: MutableSet<Float>
  @Persisted public var optionalSet: MutableSet<Float?>
  @Persisted public var map: Map<String, Float>
  @Persisted public var optionalMap: Map<String, Float?>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixGrade: Object, Codable {
  @Persisted public var plain: Grade
  @Persisted public var optional: Grade?
  @Persisted public var list: List<Grade>
  @Persisted public var optionalList: List<Grade?>
  @Persisted public var set: MutableSet<Grade>
  @Persisted public var optionalSet: MutableSet<Grade?>
  @Persisted public var map: Map<String, Grade>
  @Persisted public var optionalMap: Map<String, Grade?>
  @Persisted(indexed: true) public var indexed: Grade
  @Persisted(indexed: true) public var optionalIndexed: Grade?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixHue: Object, Codable {
  @Persisted public var plain: Hue
  @Persisted public var optional: Hue?
  @Persisted public var list: List<Hue>
  @Persisted public var optionalList: List<Hue?>
  @Persisted public var set: MutableSet<Hue>
  @Persisted public var optionalSet: MutableSet<Hue?>
  @Persisted public var map: Map<String, Hue>
  @Persisted public var optionalMap: Map<String, Hue?>
  @Persisted(indexed: true) public var indexed: Hue
  @Persisted(indexed: true) public var optionalIndexed: Hue?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixInt: Object, Codable {
  @Persisted public var plain: Int
  @Persisted public var optional: Int?
  @Persisted public var list: List<Int>
  @Persisted public var optionalList: List<Int?>
  @Persisted public var set: MutableSet<Int>
  @Persisted public var optionalSet: MutableSet<Int?>
  @Persisted public var map: Map<String, Int>
  @Persisted public var optionalMap: Map<String, Int?>
  @Persisted(indexed: true) public var indexed: Int
  @Persisted(indexed: true) public var optionalIndexed: Int?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixInt16: Object, Codable {
  @Persisted public var plain: Int16
  @Persisted public var optional: Int16?
  @Persisted public var list: List<Int16>
  @Persisted public var optionalList: List<Int16?>
  @Persisted public var set: MutableSet<Int16>
  @Persisted public var optionalSet: MutableSet<Int16?>
  @Persisted public var map: Map<String, Int16>
  @Persisted public var optionalMap: Map<String, Int16?>
  @Persisted(indexed: true) public var indexed: Int16
  @Persisted(indexed: true) public var optionalIndexed: Int16?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixInt32: Object, Codable {
  @Persisted public var plain: Int32
  @Persisted public var optional: Int32?
  @Persisted public var list: List<Int32>
  @Persisted public var optionalList: List<Int32?>
  @Persisted public var set: MutableSet<Int32>
  @Persisted public var optionalSet: MutableSet<Int32?>
  @Persisted public var map: Map<String, Int32>
  @Persisted public var optionalMap: Map<String, Int32?>
  @Persisted(indexed: true) public var indexed: Int32
  @Persisted(indexed: true) public var optionalIndexed: Int32?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixInt64: Object, Codable {
  @Persisted public var plain: Int64
  @Persisted public var optional: Int64?
  @Persisted public var list: List<Int64>
  @Persisted public var optionalList: List<Int64?>
  @Persisted public var set: MutableSet<Int64>
  @Persisted public var optionalSet: MutableSet<Int64?>
  @Persisted public var map: Map<String, Int64>
  @Persisted public var optionalMap: Map<String, Int64?>
  @Persisted(indexed: true) public var indexed: Int64
  @Persisted(indexed: true) public var optionalIndexed: Int64?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixInt8: Object, Codable {
  @Persisted public var plain: Int8
  @Persisted public var optional: Int8?
  @Persisted public var list: List<Int8>
  @Persisted public var optionalList: List<Int8?>
  @Persisted public var set: MutableSet<Int8>
  @Persisted public var optionalSet: MutableSet<Int8?>
  @Persisted public var map: Map<String, Int8>
  @Persisted public var optionalMap: Map<String, Int8?>
  @Persisted(indexed: true) public var indexed: Int8
  @Persisted(indexed: true) public var optionalIndexed: Int8?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixKeyGrade: Object, Codable {
  @Persisted(primaryKey: true) public var id: Grade
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixKeyHue: Object, Codable {
  @Persisted(primaryKey: true) public var id: Hue
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixKeyInt: Object, Codable {
  @Persisted(primaryKey: true) public var id: Int
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixKeyInt16: Object, Codable {
  @Persisted(primaryKey: true) public var id: Int16
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixKeyInt32: Object, Codable {
  @Persisted(primaryKey: true) public var id: Int32
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixKeyInt64: Object, Codable {
  @Persisted(primaryKey: true) public var id: Int64
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixKeyInt8: Object, Codable {
  @Persisted(primaryKey: true) public var id: Int8
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixKeyObjectId: Object, Codable {
  @Persisted(primaryKey: true) public var id: ObjectId
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixKeyString: Object, Codable {
  @Persisted(primaryKey: true) public var id: String
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixKeyUUID: Object, Codable {
  @Persisted(primaryKey: true) public var id: UUID
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixObjectId: Object, Codable {
  @Persisted public var plain: ObjectId
  @Persisted public var optional: ObjectId?
  @Persisted public var list: List<ObjectId>
  @Persisted public var optionalList: List<ObjectId?>
  @Persisted public var set: MutableSet<ObjectId>
  @Persisted public var optionalSet: MutableSet<ObjectId?>
  @Persisted public var map: Map<String, ObjectId>
  @Persisted public var optionalMap: Map<String, ObjectId?>
  @Persisted(indexed: true) public var indexed: ObjectId
  @Persisted(indexed: true) public var optionalIndexed: ObjectId?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixOptionalKeyGrade: Object, Codable {
  @Persisted(primaryKey: true) public var id: Grade?
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixOptionalKeyHue: Object, Codable {
  @Persisted(primaryKey: true) public var id: Hue?
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixOptionalKeyInt: Object, Codable {
  @Persisted(primaryKey: true) public var id: Int?
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixOptionalKeyInt16: Object, Codable {
  @Persisted(primaryKey: true) public var id: Int16?
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixOptionalKeyInt32: Object, Codable {
  @Persisted(primaryKey: true) public var id: Int32?
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixOptionalKeyInt64: Object, Codable {
  @Persisted(primaryKey: true) public var id: Int64?
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixOptionalKeyInt8: Object, Codable {
  @Persisted(primaryKey: true) public var id: Int8?
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixOptionalKeyObjectId: Object, Codable {
  @Persisted(primaryKey: true) public var id: ObjectId?
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixOptionalKeyString: Object, Codable {
  @Persisted(primaryKey: true) public var id: String?
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixOptionalKeyUUID: Object, Codable {
  @Persisted(primaryKey: true) public var id: UUID?
  @Persisted public var value: Int = 0

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixString: Object, Codable {
  @Persisted public var plain: String
  @Persisted public var optional: String?
  @Persisted public var list: List<String>
  @Persisted public var optionalList: List<String?>
  @Persisted public var set: MutableSet<String>
  @Persisted public var optionalSet: MutableSet<String?>
  @Persisted public var map: Map<String, String>
  @Persisted public var optionalMap: Map<String, String?>
  @Persisted(indexed: true) public var indexed: String
  @Persisted(indexed: true) public var optionalIndexed: String?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MatrixUUID: Object, Codable {
  @Persisted public var plain: UUID
  @Persisted public var optional: UUID?
  @Persisted public var list: List<UUID>
  @Persisted public var optionalList: List<UUID?>
  @Persisted public var set: MutableSet<UUID>
  @Persisted public var optionalSet: MutableSet<UUID?>
  @Persisted public var map: Map<String, UUID>
  @Persisted public var optionalMap: Map<String, UUID?>
  @Persisted(indexed: true) public var indexed: UUID
  @Persisted(indexed: true) public var optionalIndexed: UUID?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}
