// swift-format-ignore-file
// Printed from Schemas/Matrix. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension MatrixAny: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("list", list as Any), ("set", set as Any), ("map", map as Any), ("indexed", indexed as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixAny else { return }
    plain = twin.plain; list = twin.list; set = twin.set; map = twin.map; indexed = twin.indexed
  }
}

extension MatrixBool: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixBool else { return }
    plain = twin.plain; optional = twin.optional; list = twin.list; optionalList = twin.optionalList; set = twin.set; optionalSet = twin.optionalSet; map = twin.map; optionalMap = twin.optionalMap; indexed = twin.indexed; optionalIndexed = twin.optionalIndexed
  }
}

extension MatrixData: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixData else { return }
    plain = twin.plain; optional = twin.optional; list = twin.list; optionalList = twin.optionalList; set = twin.set; optionalSet = twin.optionalSet; map = twin.map; optionalMap = twin.optionalMap
  }
}

extension MatrixDate: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixDate else { return }
    plain = twin.plain; optional = twin.optional; list = twin.list; optionalList = twin.optionalList; set = twin.set; optionalSet = twin.optionalSet; map = twin.map; optionalMap = twin.optionalMap; indexed = twin.indexed; optionalIndexed = twin.optionalIndexed
  }
}

extension MatrixDecimal: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixDecimal else { return }
    plain = twin.plain; optional = twin.optional; list = twin.list; optionalList = twin.optionalList; set = twin.set; optionalSet = twin.optionalSet; map = twin.map; optionalMap = twin.optionalMap
  }
}

extension MatrixDouble: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixDouble else { return }
    plain = twin.plain; optional = twin.optional; list = twin.list; optionalList = twin.optionalList; set = twin.set; optionalSet = twin.optionalSet; map = twin.map; optionalMap = twin.optionalMap
  }
}

extension MatrixFloat: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixFloat else { return }
    plain = twin.plain; optional = twin.optional; list = twin.list; optionalList = twin.optionalList; set = twin.set; optionalSet = twin.optionalSet; map = twin.map; optionalMap = twin.optionalMap
  }
}

extension MatrixGrade: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixGrade else { return }
    plain = twin.plain; optional = twin.optional; list = twin.list; optionalList = twin.optionalList; set = twin.set; optionalSet = twin.optionalSet; map = twin.map; optionalMap = twin.optionalMap; indexed = twin.indexed; optionalIndexed = twin.optionalIndexed
  }
}

extension MatrixHue: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixHue else { return }
    plain = twin.plain; optional = twin.optional; list = twin.list; optionalList = twin.optionalList; set = twin.set; optionalSet = twin.optionalSet; map = twin.map; optionalMap = twin.optionalMap; indexed = twin.indexed; optionalIndexed = twin.optionalIndexed
  }
}

extension MatrixInt: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixInt else { return }
    plain = twin.plain; optional = twin.optional; list = twin.list; optionalList = twin.optionalList; set = twin.set; optionalSet = twin.optionalSet; map = twin.map; optionalMap = twin.optionalMap; indexed = twin.indexed; optionalIndexed = twin.optionalIndexed
  }
}

extension MatrixInt16: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixInt16 else { return }
    plain = twin.plain; optional = twin.optional; list = twin.list; optionalList = twin.optionalList; set = twin.set; optionalSet = twin.optionalSet; map = twin.map; optionalMap = twin.optionalMap; indexed = twin.indexed; optionalIndexed = twin.optionalIndexed
  }
}

extension MatrixInt32: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixInt32 else { return }
    plain = twin.plain; optional = twin.optional; list = twin.list; optionalList = twin.optionalList; set = twin.set; optionalSet = twin.optionalSet; map = twin.map; optionalMap = twin.optionalMap; indexed = twin.indexed; optionalIndexed = twin.optionalIndexed
  }
}

extension MatrixInt64: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixInt64 else { return }
    plain = twin.plain; optional = twin.optional; list = twin.list; optionalList = twin.optionalList; set = twin.set; optionalSet = twin.optionalSet; map = twin.map; optionalMap = twin.optionalMap; indexed = twin.indexed; optionalIndexed = twin.optionalIndexed
  }
}

extension MatrixInt8: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixInt8 else { return }
    plain = twin.plain; optional = twin.optional; list = twin.list; optionalList = twin.optionalList; set = twin.set; optionalSet = twin.optionalSet; map = twin.map; optionalMap = twin.optionalMap; indexed = twin.indexed; optionalIndexed = twin.optionalIndexed
  }
}

extension MatrixKeyGrade: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixKeyGrade else { return }
    id = twin.id; value = twin.value
  }
}

extension MatrixKeyHue: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixKeyHue else { return }
    id = twin.id; value = twin.value
  }
}

extension MatrixKeyInt: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixKeyInt else { return }
    id = twin.id; value = twin.value
  }
}

extension MatrixKeyInt16: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixKeyInt16 else { return }
    id = twin.id; value = twin.value
  }
}

extension MatrixKeyInt32: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixKeyInt32 else { return }
    id = twin.id; value = twin.value
  }
}

extension MatrixKeyInt64: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixKeyInt64 else { return }
    id = twin.id; value = twin.value
  }
}

extension MatrixKeyInt8: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixKeyInt8 else { return }
    id = twin.id; value = twin.value
  }
}

extension MatrixKeyObjectId: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixKeyObjectId else { return }
    id = twin.id; value = twin.value
  }
}

extension MatrixKeyString: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixKeyString else { return }
    id = twin.id; value = twin.value
  }
}

extension MatrixKeyUUID: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixKeyUUID else { return }
    id = twin.id; value = twin.value
  }
}

extension MatrixObjectId: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixObjectId else { return }
    plain = twin.plain; optional = twin.optional; list = twin.list; optionalList = twin.optionalList; set = twin.set; optionalSet = twin.optionalSet; map = twin.map; optionalMap = twin.optionalMap; indexed = twin.indexed; optionalIndexed = twin.optionalIndexed
  }
}

extension MatrixOptionalKeyGrade: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixOptionalKeyGrade else { return }
    id = twin.id; value = twin.value
  }
}

extension MatrixOptionalKeyHue: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixOptionalKeyHue else { return }
    id = twin.id; value = twin.value
  }
}

extension MatrixOptionalKeyInt: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixOptionalKeyInt else { return }
    id = twin.id; value = twin.value
  }
}

extension MatrixOptionalKeyInt16: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixOptionalKeyInt16 else { return }
    id = twin.id; value = twin.value
  }
}

extension MatrixOptionalKeyInt32: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixOptionalKeyInt32 else { return }
    id = twin.id; value = twin.value
  }
}

extension MatrixOptionalKeyInt64: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixOptionalKeyInt64 else { return }
    id = twin.id; value = twin.value
  }
}

extension MatrixOptionalKeyInt8: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixOptionalKeyInt8 else { return }
    id = twin.id; value = twin.value
  }
}

extension MatrixOptionalKeyObjectId: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixOptionalKeyObjectId else { return }
    id = twin.id; value = twin.value
  }
}

extension MatrixOptionalKeyString: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixOptionalKeyString else { return }
    id = twin.id; value = twin.value
  }
}

extension MatrixOptionalKeyUUID: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("value", value as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixOptionalKeyUUID else { return }
    id = twin.id; value = twin.value
  }
}

extension MatrixString: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixString else { return }
    plain = twin.plain; optional = twin.optional; list = twin.list; optionalList = twin.optionalList; set = twin.set; optionalSet = twin.optionalSet; map = twin.map; optionalMap = twin.optionalMap; indexed = twin.indexed; optionalIndexed = twin.optionalIndexed
  }
}

extension MatrixUUID: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plain", plain as Any), ("optional", optional as Any), ("list", list as Any), ("optionalList", optionalList as Any), ("set", set as Any), ("optionalSet", optionalSet as Any), ("map", map as Any), ("optionalMap", optionalMap as Any), ("indexed", indexed as Any), ("optionalIndexed", optionalIndexed as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? MatrixUUID else { return }
    plain = twin.plain; optional = twin.optional; list = twin.list; optionalList = twin.optionalList; set = twin.set; optionalSet = twin.optionalSet; map = twin.map; optionalMap = twin.optionalMap; indexed = twin.indexed; optionalIndexed = twin.optionalIndexed
  }
}
