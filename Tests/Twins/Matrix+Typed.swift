// swift-format-ignore-file
// Printed from Schemas/Matrix. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension MatrixAny: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("list", list as Any), ("set", set as Any), ("map", map as Any), ("indexed", indexed as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixAny else { return }
    plain = other.plain; list = other.list; set = other.set; map = other.map; indexed = other.indexed
  }
}

extension MatrixBool: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixBool else { return }
    plain = other.plain; optional = other.optional; list = other.list; optionalList = other.optionalList; set = other.set; optionalSet = other.optionalSet; map = other.map; optionalMap = other.optionalMap; indexed = other.indexed; optionalIndexed = other.optionalIndexed
  }
}

extension MatrixData: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixData else { return }
    plain = other.plain; optional = other.optional; list = other.list; optionalList = other.optionalList; set = other.set; optionalSet = other.optionalSet; map = other.map; optionalMap = other.optionalMap
  }
}

extension MatrixDate: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixDate else { return }
    plain = other.plain; optional = other.optional; list = other.list; optionalList = other.optionalList; set = other.set; optionalSet = other.optionalSet; map = other.map; optionalMap = other.optionalMap; indexed = other.indexed; optionalIndexed = other.optionalIndexed
  }
}

extension MatrixDecimal: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixDecimal else { return }
    plain = other.plain; optional = other.optional; list = other.list; optionalList = other.optionalList; set = other.set; optionalSet = other.optionalSet; map = other.map; optionalMap = other.optionalMap
  }
}

extension MatrixDouble: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixDouble else { return }
    plain = other.plain; optional = other.optional; list = other.list; optionalList = other.optionalList; set = other.set; optionalSet = other.optionalSet; map = other.map; optionalMap = other.optionalMap
  }
}

extension MatrixFloat: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixFloat else { return }
    plain = other.plain; optional = other.optional; list = other.list; optionalList = other.optionalList; set = other.set; optionalSet = other.optionalSet; map = other.map; optionalMap = other.optionalMap
  }
}

extension MatrixGrade: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixGrade else { return }
    plain = other.plain; optional = other.optional; list = other.list; optionalList = other.optionalList; set = other.set; optionalSet = other.optionalSet; map = other.map; optionalMap = other.optionalMap; indexed = other.indexed; optionalIndexed = other.optionalIndexed
  }
}

extension MatrixHue: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixHue else { return }
    plain = other.plain; optional = other.optional; list = other.list; optionalList = other.optionalList; set = other.set; optionalSet = other.optionalSet; map = other.map; optionalMap = other.optionalMap; indexed = other.indexed; optionalIndexed = other.optionalIndexed
  }
}

extension MatrixInt: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixInt else { return }
    plain = other.plain; optional = other.optional; list = other.list; optionalList = other.optionalList; set = other.set; optionalSet = other.optionalSet; map = other.map; optionalMap = other.optionalMap; indexed = other.indexed; optionalIndexed = other.optionalIndexed
  }
}

extension MatrixInt16: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixInt16 else { return }
    plain = other.plain; optional = other.optional; list = other.list; optionalList = other.optionalList; set = other.set; optionalSet = other.optionalSet; map = other.map; optionalMap = other.optionalMap; indexed = other.indexed; optionalIndexed = other.optionalIndexed
  }
}

extension MatrixInt32: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixInt32 else { return }
    plain = other.plain; optional = other.optional; list = other.list; optionalList = other.optionalList; set = other.set; optionalSet = other.optionalSet; map = other.map; optionalMap = other.optionalMap; indexed = other.indexed; optionalIndexed = other.optionalIndexed
  }
}

extension MatrixInt64: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixInt64 else { return }
    plain = other.plain; optional = other.optional; list = other.list; optionalList = other.optionalList; set = other.set; optionalSet = other.optionalSet; map = other.map; optionalMap = other.optionalMap; indexed = other.indexed; optionalIndexed = other.optionalIndexed
  }
}

extension MatrixInt8: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixInt8 else { return }
    plain = other.plain; optional = other.optional; list = other.list; optionalList = other.optionalList; set = other.set; optionalSet = other.optionalSet; map = other.map; optionalMap = other.optionalMap; indexed = other.indexed; optionalIndexed = other.optionalIndexed
  }
}

extension MatrixKeyGrade: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixKeyGrade else { return }
    id = other.id; value = other.value
  }
}

extension MatrixKeyHue: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixKeyHue else { return }
    id = other.id; value = other.value
  }
}

extension MatrixKeyInt: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixKeyInt else { return }
    id = other.id; value = other.value
  }
}

extension MatrixKeyInt16: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixKeyInt16 else { return }
    id = other.id; value = other.value
  }
}

extension MatrixKeyInt32: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixKeyInt32 else { return }
    id = other.id; value = other.value
  }
}

extension MatrixKeyInt64: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixKeyInt64 else { return }
    id = other.id; value = other.value
  }
}

extension MatrixKeyInt8: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixKeyInt8 else { return }
    id = other.id; value = other.value
  }
}

extension MatrixKeyObjectId: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixKeyObjectId else { return }
    id = other.id; value = other.value
  }
}

extension MatrixKeyString: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixKeyString else { return }
    id = other.id; value = other.value
  }
}

extension MatrixKeyUUID: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixKeyUUID else { return }
    id = other.id; value = other.value
  }
}

extension MatrixObjectId: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixObjectId else { return }
    plain = other.plain; optional = other.optional; list = other.list; optionalList = other.optionalList; set = other.set; optionalSet = other.optionalSet; map = other.map; optionalMap = other.optionalMap; indexed = other.indexed; optionalIndexed = other.optionalIndexed
  }
}

extension MatrixOptionalKeyGrade: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixOptionalKeyGrade else { return }
    id = other.id; value = other.value
  }
}

extension MatrixOptionalKeyHue: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixOptionalKeyHue else { return }
    id = other.id; value = other.value
  }
}

extension MatrixOptionalKeyInt: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixOptionalKeyInt else { return }
    id = other.id; value = other.value
  }
}

extension MatrixOptionalKeyInt16: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixOptionalKeyInt16 else { return }
    id = other.id; value = other.value
  }
}

extension MatrixOptionalKeyInt32: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixOptionalKeyInt32 else { return }
    id = other.id; value = other.value
  }
}

extension MatrixOptionalKeyInt64: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixOptionalKeyInt64 else { return }
    id = other.id; value = other.value
  }
}

extension MatrixOptionalKeyInt8: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixOptionalKeyInt8 else { return }
    id = other.id; value = other.value
  }
}

extension MatrixOptionalKeyObjectId: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixOptionalKeyObjectId else { return }
    id = other.id; value = other.value
  }
}

extension MatrixOptionalKeyString: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixOptionalKeyString else { return }
    id = other.id; value = other.value
  }
}

extension MatrixOptionalKeyUUID: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixOptionalKeyUUID else { return }
    id = other.id; value = other.value
  }
}

extension MatrixString: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixString else { return }
    plain = other.plain; optional = other.optional; list = other.list; optionalList = other.optionalList; set = other.set; optionalSet = other.optionalSet; map = other.map; optionalMap = other.optionalMap; indexed = other.indexed; optionalIndexed = other.optionalIndexed
  }
}

extension MatrixUUID: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? MatrixUUID else { return }
    plain = other.plain; optional = other.optional; list = other.list; optionalList = other.optionalList; set = other.set; optionalSet = other.optionalSet; map = other.map; optionalMap = other.optionalMap; indexed = other.indexed; optionalIndexed = other.optionalIndexed
  }
}
