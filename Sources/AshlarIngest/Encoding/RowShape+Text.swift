import Ashlar
import AshlarSchema
import Foundation

// Formats values as human-readable text, as PostgreSQL prints them.
extension RowShape {
  /// Returns the value of each column of an object as text. If the bytes are damaged, the result ends before the damaged value.
  func texts(_ object: UnsafeRawBufferPointer) -> [(column: String, text: String?)] {
    var reader = Reader(bytes: object)
    var texts: [(column: String, text: String?)] = []
    for (form, column) in zip(forms, columns) {
      guard let value = try? reader.value(form) else {
        // Either the value is nil, or the bytes end too early.
        if reader.isDamaged { break }
        texts.append((column.name, nil))
        continue
      }
      texts.append((column.name, RowShape.text(value, form, isBytes: column.type == .bytea)))
    }
    return texts
  }

  private static func text(_ value: UnsafeRawBufferPointer, _ form: Form, isBytes: Bool) -> String {
    switch form {
    case .row: uuid(value)
    case .text: isBytes ? "\\x" + hexadecimal(value) : String(decoding: value, as: UTF8.self)
    case .json: String(decoding: value, as: UTF8.self)
    case .key(let form): text(value, form, isBytes: isBytes)
    case .fixed(let type, _, _): text(value, type)
    }
  }

  private static func text(_ value: UnsafeRawBufferPointer, _ type: ValueType) -> String {
    switch type {
    case .bool: value[0] == 0 ? "false" : "true"
    case .int8: "\(Int8(bitPattern: value[0]))"
    case .int16: "\(value.loadUnaligned(as: Int16.self))"
    case .int32: "\(value.loadUnaligned(as: Int32.self))"
    case .int, .int64: "\(value.loadUnaligned(as: Int64.self))"
    case .float: number(Double(value.loadUnaligned(as: Float.self)), "\(value.loadUnaligned(as: Float.self))")
    case .double: number(value.loadUnaligned(as: Double.self), "\(value.loadUnaligned(as: Double.self))")
    case .date:
      OutboxDate.text((value.loadUnaligned(as: Int64.self), value.loadUnaligned(fromByteOffset: 8, as: Int32.self)))
    case .decimal128:
      Decimal128(bidLow: value.loadUnaligned(as: UInt64.self), high: value.loadUnaligned(fromByteOffset: 8, as: UInt64.self)).description
    case .uuid: uuid(value)
    case .objectId, .string, .data, .object, .any: hexadecimal(value)
    }
  }

  private static func number(_ value: Double, _ text: String) -> String {
    value.isFinite ? text : value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity"
  }

  private static func uuid(_ value: UnsafeRawBufferPointer) -> String {
    UUID(uuid: value.loadUnaligned(as: uuid_t.self)).uuidString.lowercased()
  }

  private static func hexadecimal(_ value: UnsafeRawBufferPointer) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: value.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
