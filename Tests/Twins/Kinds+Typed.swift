// swift-format-ignore-file
// Printed from Schemas/Kinds. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension Defaulted: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("bool", bool as Any), ("int", int as Any), ("int8", int8 as Any), ("float", float as Any), ("double", double as Any), ("string", string as Any), ("long", long as Any), ("data", data as Any), ("date", date as Any), ("made", made as Any), ("read", read as Any), ("decimal", decimal as Any), ("objectId", objectId as Any), ("freshId", freshId as Any), ("uuid", uuid as Any), ("freshUUID", freshUUID as Any), ("shade", shade as Any), ("level", level as Any), ("anyInt", anyInt as Any), ("anyLong", anyLong as Any), ("anyShade", anyShade as Any), ("anyDate", anyDate as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Defaulted else { return }
    bool = twin.bool; int = twin.int; int8 = twin.int8; float = twin.float; double = twin.double; string = twin.string; long = twin.long; data = twin.data; date = twin.date; made = twin.made; read = twin.read; decimal = twin.decimal; objectId = twin.objectId; freshId = twin.freshId; uuid = twin.uuid; freshUUID = twin.freshUUID; shade = twin.shade; level = twin.level; anyInt = twin.anyInt; anyLong = twin.anyLong; anyShade = twin.anyShade; anyDate = twin.anyDate
  }
}

extension EnumKey: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? EnumKey else { return }
    id = twin.id; value = twin.value
  }
}

extension Lists: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("bools", bools as Any), ("ints", ints as Any), ("int8s", int8s as Any), ("int16s", int16s as Any), ("int32s", int32s as Any), ("int64s", int64s as Any), ("floats", floats as Any), ("doubles", doubles as Any), ("strings", strings as Any), ("datas", datas as Any), ("dates", dates as Any), ("decimals", decimals as Any), ("objectIds", objectIds as Any), ("uuids", uuids as Any), ("shades", shades as Any), ("levels", levels as Any), ("nodes", nodes as Any), ("parts", parts as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Lists else { return }
    bools = twin.bools; ints = twin.ints; int8s = twin.int8s; int16s = twin.int16s; int32s = twin.int32s; int64s = twin.int64s; floats = twin.floats; doubles = twin.doubles; strings = twin.strings; datas = twin.datas; dates = twin.dates; decimals = twin.decimals; objectIds = twin.objectIds; uuids = twin.uuids; shades = twin.shades; levels = twin.levels; nodes = twin.nodes; parts = twin.parts
  }
}

extension Node: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("label", label as Any), ("weight", weight as Any), ("next", next as Any), ("children", children as Any), ("part", part as Any), ("parts", parts as Any), ("keyed", keyed as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Node else { return }
    label = twin.label; weight = twin.weight; next = twin.next; children = twin.children; part = twin.part; parts = twin.parts; keyed = twin.keyed
  }
}

extension OptionalIntKey: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("text", text as Any), ("number", number as Any), ("nested", nested as Any), ("part", part as Any), ("parts", parts as Any), ("tags", tags as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? OptionalIntKey else { return }
    id = twin.id; text = twin.text; number = twin.number; nested = twin.nested; part = twin.part; parts = twin.parts; tags = twin.tags
  }
}

extension Part: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("label", label as Any), ("size", size as Any), ("piece", piece as Any), ("pieces", pieces as Any), ("target", target as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Part else { return }
    label = twin.label; size = twin.size; piece = twin.piece; pieces = twin.pieces; target = twin.target
  }
}

extension Piece: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("count", count as Any), ("marks", marks as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Piece else { return }
    count = twin.count; marks = twin.marks
  }
}

extension Scalars: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("bool", bool as Any), ("int", int as Any), ("int8", int8 as Any), ("int16", int16 as Any), ("int32", int32 as Any), ("int64", int64 as Any), ("float", float as Any), ("double", double as Any), ("string", string as Any), ("data", data as Any), ("date", date as Any), ("decimal", decimal as Any), ("objectId", objectId as Any), ("uuid", uuid as Any), ("shade", shade as Any), ("level", level as Any), ("anyBool", anyBool as Any), ("anyInt", anyInt as Any), ("anyInt8", anyInt8 as Any), ("anyInt16", anyInt16 as Any), ("anyInt32", anyInt32 as Any), ("anyInt64", anyInt64 as Any), ("anyFloat", anyFloat as Any), ("anyDouble", anyDouble as Any), ("anyString", anyString as Any), ("anyData", anyData as Any), ("anyDate", anyDate as Any), ("anyDecimal", anyDecimal as Any), ("anyObjectId", anyObjectId as Any), ("anyUUID", anyUUID as Any), ("anyShade", anyShade as Any), ("anyLevel", anyLevel as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Scalars else { return }
    bool = twin.bool; int = twin.int; int8 = twin.int8; int16 = twin.int16; int32 = twin.int32; int64 = twin.int64; float = twin.float; double = twin.double; string = twin.string; data = twin.data; date = twin.date; decimal = twin.decimal; objectId = twin.objectId; uuid = twin.uuid; shade = twin.shade; level = twin.level; anyBool = twin.anyBool; anyInt = twin.anyInt; anyInt8 = twin.anyInt8; anyInt16 = twin.anyInt16; anyInt32 = twin.anyInt32; anyInt64 = twin.anyInt64; anyFloat = twin.anyFloat; anyDouble = twin.anyDouble; anyString = twin.anyString; anyData = twin.anyData; anyDate = twin.anyDate; anyDecimal = twin.anyDecimal; anyObjectId = twin.anyObjectId; anyUUID = twin.anyUUID; anyShade = twin.anyShade; anyLevel = twin.anyLevel
  }
}

extension SmallKey: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? SmallKey else { return }
    id = twin.id; value = twin.value
  }
}

extension TextKey: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? TextKey else { return }
    id = twin.id; value = twin.value
  }
}

extension UUIDKey: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? UUIDKey else { return }
    id = twin.id; value = twin.value
  }
}
