// swift-format-ignore-file
// Printed from Schemas/Kinds. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension Defaulted: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("bool", bool as Any), ("int", int as Any), ("int8", int8 as Any), ("float", float as Any), ("double", double as Any), ("string", string as Any), ("long", long as Any), ("data", data as Any), ("date", date as Any), ("made", made as Any), ("read", read as Any), ("decimal", decimal as Any), ("objectId", objectId as Any), ("freshId", freshId as Any), ("uuid", uuid as Any), ("freshUUID", freshUUID as Any), ("shade", shade as Any), ("level", level as Any), ("anyInt", anyInt as Any), ("anyLong", anyLong as Any), ("anyShade", anyShade as Any), ("anyDate", anyDate as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Defaulted else { return }
    bool = other.bool; int = other.int; int8 = other.int8; float = other.float; double = other.double; string = other.string; long = other.long; data = other.data; date = other.date; made = other.made; read = other.read; decimal = other.decimal; objectId = other.objectId; freshId = other.freshId; uuid = other.uuid; freshUUID = other.freshUUID; shade = other.shade; level = other.level; anyInt = other.anyInt; anyLong = other.anyLong; anyShade = other.anyShade; anyDate = other.anyDate
  }
}

extension EnumKey: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? EnumKey else { return }
    id = other.id; value = other.value
  }
}

extension Lists: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("bools", bools as Any), ("ints", ints as Any), ("int8s", int8s as Any), ("int16s", int16s as Any), ("int32s", int32s as Any), ("int64s", int64s as Any), ("floats", floats as Any), ("doubles", doubles as Any), ("strings", strings as Any), ("datas", datas as Any), ("dates", dates as Any), ("decimals", decimals as Any), ("objectIds", objectIds as Any), ("uuids", uuids as Any), ("shades", shades as Any), ("levels", levels as Any), ("nodes", nodes as Any), ("parts", parts as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Lists else { return }
    bools = other.bools; ints = other.ints; int8s = other.int8s; int16s = other.int16s; int32s = other.int32s; int64s = other.int64s; floats = other.floats; doubles = other.doubles; strings = other.strings; datas = other.datas; dates = other.dates; decimals = other.decimals; objectIds = other.objectIds; uuids = other.uuids; shades = other.shades; levels = other.levels; nodes = other.nodes; parts = other.parts
  }
}

extension Node: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("label", label as Any), ("weight", weight as Any), ("next", next as Any), ("children", children as Any), ("part", part as Any), ("parts", parts as Any), ("keyed", keyed as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Node else { return }
    label = other.label; weight = other.weight; next = other.next; children = other.children; part = other.part; parts = other.parts; keyed = other.keyed
  }
}

extension OptionalIntKey: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("text", text as Any), ("number", number as Any), ("nested", nested as Any), ("part", part as Any), ("parts", parts as Any), ("tags", tags as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? OptionalIntKey else { return }
    id = other.id; text = other.text; number = other.number; nested = other.nested; part = other.part; parts = other.parts; tags = other.tags
  }
}

extension Part: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("label", label as Any), ("size", size as Any), ("piece", piece as Any), ("pieces", pieces as Any), ("target", target as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Part else { return }
    label = other.label; size = other.size; piece = other.piece; pieces = other.pieces; target = other.target
  }
}

extension Piece: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("count", count as Any), ("marks", marks as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Piece else { return }
    count = other.count; marks = other.marks
  }
}

extension Scalars: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("bool", bool as Any), ("int", int as Any), ("int8", int8 as Any), ("int16", int16 as Any), ("int32", int32 as Any), ("int64", int64 as Any), ("float", float as Any), ("double", double as Any), ("string", string as Any), ("data", data as Any), ("date", date as Any), ("decimal", decimal as Any), ("objectId", objectId as Any), ("uuid", uuid as Any), ("shade", shade as Any), ("level", level as Any), ("anyBool", anyBool as Any), ("anyInt", anyInt as Any), ("anyInt8", anyInt8 as Any), ("anyInt16", anyInt16 as Any), ("anyInt32", anyInt32 as Any), ("anyInt64", anyInt64 as Any), ("anyFloat", anyFloat as Any), ("anyDouble", anyDouble as Any), ("anyString", anyString as Any), ("anyData", anyData as Any), ("anyDate", anyDate as Any), ("anyDecimal", anyDecimal as Any), ("anyObjectId", anyObjectId as Any), ("anyUUID", anyUUID as Any), ("anyShade", anyShade as Any), ("anyLevel", anyLevel as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Scalars else { return }
    bool = other.bool; int = other.int; int8 = other.int8; int16 = other.int16; int32 = other.int32; int64 = other.int64; float = other.float; double = other.double; string = other.string; data = other.data; date = other.date; decimal = other.decimal; objectId = other.objectId; uuid = other.uuid; shade = other.shade; level = other.level; anyBool = other.anyBool; anyInt = other.anyInt; anyInt8 = other.anyInt8; anyInt16 = other.anyInt16; anyInt32 = other.anyInt32; anyInt64 = other.anyInt64; anyFloat = other.anyFloat; anyDouble = other.anyDouble; anyString = other.anyString; anyData = other.anyData; anyDate = other.anyDate; anyDecimal = other.anyDecimal; anyObjectId = other.anyObjectId; anyUUID = other.anyUUID; anyShade = other.anyShade; anyLevel = other.anyLevel
  }
}

extension SmallKey: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? SmallKey else { return }
    id = other.id; value = other.value
  }
}

extension TextKey: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? TextKey else { return }
    id = other.id; value = other.value
  }
}

extension UUIDKey: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? UUIDKey else { return }
    id = other.id; value = other.value
  }
}
