import Ashlar
import Foundation
import Kinds
import TestSupport

/// What a `Scalars` object holds, as plain Swift.
struct ScalarValues: Equatable {
  var bool = false
  var int = 0
  var int8: Int8 = 0
  var int16: Int16 = 0
  var int32: Int32 = 0
  var int64: Int64 = 0
  var float: Float = 0
  var double = 0.0
  var string = ""
  var data = Data()
  var date = Date(timeIntervalSince1970: 0)
  var decimal = Decimal128()
  var objectId = ObjectId()
  var uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  var shade = Shade.dark
  var level = Level.low
  var isNil = false
}

extension ScalarValues {
  static let texts = [
    "", "a", "é", "exactly fifteen", "exactly sixteen!", "Zoë owns a much longer name than fits in a cell", "日本語のテキスト", "A", "b", "\0",
    "ab", "abc",
  ]

  static func random(_ generator: inout SeededGenerator) -> ScalarValues {
    var bytes: [UInt8] = []
    for _ in 0..<generator.below(40) { bytes.append(UInt8(generator.below(256))) }
    let seconds = Double(generator.below(4_000_000_000) - 2_000_000_000) + Double(generator.below(1000)) / 1000
    let uuid = withUnsafeBytes(of: (generator.next(), generator.next())) { $0.load(as: uuid_t.self) }
    return ScalarValues(
      bool: generator.chance(50), int: generator.pick([0, 1, -1, .max, .min, 7, 100]), int8: generator.pick([0, 1, -1, .max, .min, 7]),
      int16: generator.pick([0, 1, -1, .max, .min, 7]), int32: generator.pick([0, 1, -1, .max, .min, 7]),
      int64: generator.pick([0, 1, -1, .max, .min, 7]), float: generator.pick([0, 1.5, -2.25, .infinity, 1.1, -0.0, .nan]),
      double: generator.pick([0, 1.5, -2.25, -.infinity, 1.1, -0.0, .nan]), string: generator.pick(texts), data: Data(bytes),
      date: Date(timeIntervalSince1970: seconds), decimal: generator.pick(["0", "1.5", "1.50", "-3", "1E+6", "Infinity"]),
      objectId: ObjectId(
        timestamp: Date(timeIntervalSince1970: Double(generator.below(1 << 30))), machineId: 3, processId: 5), uuid: UUID(uuid: uuid),
      shade: generator.pick(Shade.allCases), level: generator.pick(Level.allCases), isNil: generator.chance(30))
  }

  /// Writes the values into the required properties, and into the optional ones unless `isNil`.
  func write(to object: Scalars) {
    object.bool = bool
    object.int = int
    object.int8 = int8
    object.int16 = int16
    object.int32 = int32
    object.int64 = int64
    object.float = float
    object.double = double
    object.string = string
    object.data = data
    object.date = date
    object.decimal = decimal
    object.objectId = objectId
    object.uuid = uuid
    object.shade = shade
    object.level = level
    object.anyBool = isNil ? nil : bool
    object.anyInt = isNil ? nil : int
    object.anyInt8 = isNil ? nil : int8
    object.anyInt16 = isNil ? nil : int16
    object.anyInt32 = isNil ? nil : int32
    object.anyInt64 = isNil ? nil : int64
    object.anyFloat = isNil ? nil : float
    object.anyDouble = isNil ? nil : double
    object.anyString = isNil ? nil : string
    object.anyData = isNil ? nil : data
    object.anyDate = isNil ? nil : date
    object.anyDecimal = isNil ? nil : decimal
    object.anyObjectId = isNil ? nil : objectId
    object.anyUUID = isNil ? nil : uuid
    object.anyShade = isNil ? nil : shade
    object.anyLevel = isNil ? nil : level
  }

  /// Which properties of an object differ, by name.
  func differences(from object: Scalars) -> [String] {
    var names: [String] = []
    func check<T: Equatable>(_ name: String, _ found: T, _ wanted: T) { if found != wanted { names.append(name) } }
    func checkDate(_ name: String, _ found: Date?) {
      guard let found else {
        names.append(name)
        return
      }
      if abs(found.timeIntervalSince(date)) > 1e-6 { names.append(name) }
    }
    check("bool", object.bool, bool)
    check("int", object.int, int)
    check("int8", object.int8, int8)
    check("int16", object.int16, int16)
    check("int32", object.int32, int32)
    check("int64", object.int64, int64)
    check("float", object.float.bitPattern, float.bitPattern)
    check("double", object.double.bitPattern, double.bitPattern)
    check("string", Array(object.string.utf8), Array(string.utf8))
    check("data", object.data, data)
    checkDate("date", object.date)
    check("decimal", "\(object.decimal)", "\(decimal)")
    check("objectId", object.objectId, objectId)
    check("uuid", object.uuid, uuid)
    check("shade", object.shade, shade)
    check("level", object.level, level)
    check("anyBool", object.anyBool, isNil ? nil : bool)
    check("anyInt", object.anyInt, isNil ? nil : int)
    check("anyInt8", object.anyInt8, isNil ? nil : int8)
    check("anyInt16", object.anyInt16, isNil ? nil : int16)
    check("anyInt32", object.anyInt32, isNil ? nil : int32)
    check("anyInt64", object.anyInt64, isNil ? nil : int64)
    check("anyFloat", object.anyFloat?.bitPattern, isNil ? nil : float.bitPattern)
    check("anyDouble", object.anyDouble?.bitPattern, isNil ? nil : double.bitPattern)
    check("anyString", object.anyString, isNil ? nil : string)
    check("anyData", object.anyData, isNil ? nil : data)
    if isNil { check("anyDate", object.anyDate, nil) } else { checkDate("anyDate", object.anyDate) }
    check("anyDecimal", object.anyDecimal?.description, isNil ? nil : decimal.description)
    check("anyObjectId", object.anyObjectId, isNil ? nil : objectId)
    check("anyUUID", object.anyUUID, isNil ? nil : uuid)
    check("anyShade", object.anyShade, isNil ? nil : shade)
    check("anyLevel", object.anyLevel, isNil ? nil : level)
    return names
  }
}
