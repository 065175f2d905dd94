// swift-format-ignore-file
// Printed from Schemas/Weather. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension Event: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("select", select as Any), ("from", from as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Event else { return }
    select = other.select; from = other.from
  }
}

extension Everything: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("key", key as Any), ("bool", bool as Any), ("int", int as Any), ("int8", int8 as Any), ("int16", int16 as Any), ("int32", int32 as Any), ("int64", int64 as Any), ("float", float as Any), ("double", double as Any), ("string", string as Any), ("data", data as Any), ("date", date as Any), ("decimal", decimal as Any), ("objectId", objectId as Any), ("uuid", uuid as Any), ("optionalBool", optionalBool as Any), ("optionalInt", optionalInt as Any), ("optionalInt8", optionalInt8 as Any), ("optionalInt16", optionalInt16 as Any), ("optionalInt32", optionalInt32 as Any), ("optionalInt64", optionalInt64 as Any), ("optionalFloat", optionalFloat as Any), ("optionalDouble", optionalDouble as Any), ("optionalString", optionalString as Any), ("optionalData", optionalData as Any), ("optionalDate", optionalDate as Any), ("optionalDecimal", optionalDecimal as Any), ("optionalObjectId", optionalObjectId as Any), ("optionalUUID", optionalUUID as Any), ("any", any as Any), ("sensor", sensor as Any), ("wind", wind as Any), ("winds", winds as Any), ("stations", stations as Any), ("numbers", numbers as Any), ("texts", texts as Any), ("doubles", doubles as Any), ("sensors", sensors as Any), ("values", values as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Everything else { return }
    key = other.key; bool = other.bool; int = other.int; int8 = other.int8; int16 = other.int16; int32 = other.int32; int64 = other.int64; float = other.float; double = other.double; string = other.string; data = other.data; date = other.date; decimal = other.decimal; objectId = other.objectId; uuid = other.uuid; optionalBool = other.optionalBool; optionalInt = other.optionalInt; optionalInt8 = other.optionalInt8; optionalInt16 = other.optionalInt16; optionalInt32 = other.optionalInt32; optionalInt64 = other.optionalInt64; optionalFloat = other.optionalFloat; optionalDouble = other.optionalDouble; optionalString = other.optionalString; optionalData = other.optionalData; optionalDate = other.optionalDate; optionalDecimal = other.optionalDecimal; optionalObjectId = other.optionalObjectId; optionalUUID = other.optionalUUID; any = other.any; sensor = other.sensor; wind = other.wind; winds = other.winds; stations = other.stations; numbers = other.numbers; texts = other.texts; doubles = other.doubles; sensors = other.sensors; values = other.values
  }
}

extension Reading: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("_id", _id as Any), ("station", station as Any), ("at", at as Any), ("celsius", celsius as Any), ("sky", sky as Any), ("alarm", alarm as Any), ("source", source as Any), ("note", note as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Reading else { return }
    _id = other._id; station = other.station; at = other.at; celsius = other.celsius; sky = other.sky; alarm = other.alarm; source = other.source; note = other.note
  }
}

extension Sensor: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("number", number as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Sensor else { return }
    number = other.number
  }
}

extension Station: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("code", code as Any), ("name", name as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Station else { return }
    code = other.code; name = other.name
  }
}

extension Wind: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("speed", speed as Any), ("degrees", degrees as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Wind else { return }
    speed = other.speed; degrees = other.degrees
  }
}
