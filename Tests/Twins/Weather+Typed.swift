// swift-format-ignore-file
// Printed from Schemas/Weather. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension Event: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("select", select as Any), ("from", from as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Event else { return }
    select = twin.select; from = twin.from
  }
}

extension Everything: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("key", key as Any), ("bool", bool as Any), ("int", int as Any), ("int8", int8 as Any), ("int16", int16 as Any), ("int32", int32 as Any), ("int64", int64 as Any), ("float", float as Any), ("double", double as Any), ("string", string as Any), ("data", data as Any), ("date", date as Any), ("decimal", decimal as Any), ("objectId", objectId as Any), ("uuid", uuid as Any), ("optionalBool", optionalBool as Any), ("optionalInt", optionalInt as Any), ("optionalInt8", optionalInt8 as Any), ("optionalInt16", optionalInt16 as Any), ("optionalInt32", optionalInt32 as Any), ("optionalInt64", optionalInt64 as Any), ("optionalFloat", optionalFloat as Any), ("optionalDouble", optionalDouble as Any), ("optionalString", optionalString as Any), ("optionalData", optionalData as Any), ("optionalDate", optionalDate as Any), ("optionalDecimal", optionalDecimal as Any), ("optionalObjectId", optionalObjectId as Any), ("optionalUUID", optionalUUID as Any), ("any", any as Any), ("sensor", sensor as Any), ("wind", wind as Any), ("winds", winds as Any), ("stations", stations as Any), ("numbers", numbers as Any), ("texts", texts as Any), ("doubles", doubles as Any), ("sensors", sensors as Any), ("values", values as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Everything else { return }
    key = twin.key; bool = twin.bool; int = twin.int; int8 = twin.int8; int16 = twin.int16; int32 = twin.int32; int64 = twin.int64; float = twin.float; double = twin.double; string = twin.string; data = twin.data; date = twin.date; decimal = twin.decimal; objectId = twin.objectId; uuid = twin.uuid; optionalBool = twin.optionalBool; optionalInt = twin.optionalInt; optionalInt8 = twin.optionalInt8; optionalInt16 = twin.optionalInt16; optionalInt32 = twin.optionalInt32; optionalInt64 = twin.optionalInt64; optionalFloat = twin.optionalFloat; optionalDouble = twin.optionalDouble; optionalString = twin.optionalString; optionalData = twin.optionalData; optionalDate = twin.optionalDate; optionalDecimal = twin.optionalDecimal; optionalObjectId = twin.optionalObjectId; optionalUUID = twin.optionalUUID; any = twin.any; sensor = twin.sensor; wind = twin.wind; winds = twin.winds; stations = twin.stations; numbers = twin.numbers; texts = twin.texts; doubles = twin.doubles; sensors = twin.sensors; values = twin.values
  }
}

extension Reading: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("_id", _id as Any), ("station", station as Any), ("at", at as Any), ("celsius", celsius as Any), ("sky", sky as Any), ("alarm", alarm as Any), ("source", source as Any), ("note", note as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Reading else { return }
    _id = twin._id; station = twin.station; at = twin.at; celsius = twin.celsius; sky = twin.sky; alarm = twin.alarm; source = twin.source; note = twin.note
  }
}

extension Sensor: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("number", number as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Sensor else { return }
    number = twin.number
  }
}

extension Station: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("code", code as Any), ("name", name as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Station else { return }
    code = twin.code; name = twin.name
  }
}

extension Wind: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("speed", speed as Any), ("degrees", degrees as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Wind else { return }
    speed = twin.speed; degrees = twin.degrees
  }
}
