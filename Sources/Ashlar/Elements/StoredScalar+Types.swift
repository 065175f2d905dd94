import AshlarSchema
import Foundation

extension Bool: StoredScalar {
  static func value(of plain: Untyped) -> Bool? { plain.bool }
  static func value(of cell: CellValue) -> Bool? { if case .bool(let value) = cell { value } else { nil } }
  var boxed: Any { NSNumber(value: self) }
  var contents: _StoredContents { .bool(self) }
}

extension FixedWidthInteger where Self: SignedInteger & StoredNumber {
  static func value(of plain: Untyped) -> Self? { plain.integer(Self.self) }
  static func value(of cell: CellValue) -> Self? { if case .int(let value) = cell { Self(truncatingIfNeeded: value) } else { nil } }
  static func value(rounding figure: Decimal128) -> Self? { nil }
  var contents: _StoredContents { .int(Int(self)) }
}

extension Int: StoredNumber { var boxed: Any { NSNumber(value: self) } }
extension Int8: StoredNumber { var boxed: Any { NSNumber(value: self) } }
extension Int16: StoredNumber { var boxed: Any { NSNumber(value: self) } }
extension Int32: StoredNumber { var boxed: Any { NSNumber(value: self) } }
extension Int64: StoredNumber { var boxed: Any { NSNumber(value: self) } }

extension Float: StoredNumber {
  static func value(of plain: Untyped) -> Float? { plain.float }
  static func value(of cell: CellValue) -> Float? { if case .double(let value) = cell { Float(value) } else { nil } }
  static func value(rounding figure: Decimal128) -> Float? { nil }
  var boxed: Any { NSNumber(value: self) }
  var contents: _StoredContents { .float(self) }
}

extension Double: StoredNumber {
  static func value(of plain: Untyped) -> Double? { plain.double }
  static func value(of cell: CellValue) -> Double? { if case .double(let value) = cell { value } else { nil } }
  static func value(rounding figure: Decimal128) -> Double? { nil }
  var boxed: Any { NSNumber(value: self) }
  var contents: _StoredContents { .double(self) }
}

extension String: StoredScalar {
  static func value(of plain: Untyped) -> String? { plain.string }
  static func value(of cell: CellValue) -> String? {
    if case .text(let bytes) = cell { String(decoding: bytes, as: UTF8.self) } else { nil }
  }
  var boxed: Any { self }
  var contents: _StoredContents { .string(self) }
}

extension Data: StoredScalar {
  static func value(of plain: Untyped) -> Data? { plain.data }
  static func value(of cell: CellValue) -> Data? { if case .bytes(let bytes) = cell { Data(bytes) } else { nil } }
  var boxed: Any { self }
  var contents: _StoredContents { .data(self) }
}

extension Date: StoredScalar {
  static func value(of plain: Untyped) -> Date? { plain.date }
  static func value(of cell: CellValue) -> Date? {
    if case .date(let seconds, let nanoseconds) = cell { _DateCell.date(seconds, nanoseconds) } else { nil }
  }
  var boxed: Any { self }
  var contents: _StoredContents { .date(self) }
}

extension Decimal128: StoredNumber {
  static func value(of plain: Untyped) -> Decimal128? { plain.decimal }
  static func value(of cell: CellValue) -> Decimal128? { if case .decimal(let value) = cell { value } else { nil } }
  static func value(rounding figure: Decimal128) -> Decimal128? { figure }
  var boxed: Any { self }
  var contents: _StoredContents { .decimal(self) }
}

extension ObjectId: StoredScalar {
  static func value(of plain: Untyped) -> ObjectId? { plain.objectId }
  static func value(of cell: CellValue) -> ObjectId? { if case .bytes(let bytes) = cell { ObjectId(bytes: bytes) } else { nil } }
  var boxed: Any { self }
  var contents: _StoredContents { .objectId(self) }
}

extension UUID: StoredScalar {
  static func value(of plain: Untyped) -> UUID? { plain.uuid }
  static func value(of cell: CellValue) -> UUID? {
    guard case .bytes(let bytes) = cell, bytes.count == MemoryLayout<uuid_t>.size else { return nil }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }
  var boxed: Any { self }
  var contents: _StoredContents { .uuid(self) }
}
