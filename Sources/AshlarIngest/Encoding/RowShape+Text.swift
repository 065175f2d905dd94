import Ashlar
import AshlarSchema
import Foundation

// Formats values as human-readable text; see `Ingest.QuarantinedObject.Value.text`.
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
    case .fixed(let type, _, _): text(FixedValue(value, type))
    }
  }

  private static func text(_ value: FixedValue) -> String {
    switch value {
    case .boolean(let value): value ? "true" : "false"
    case .smallint(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .bigint(let value): "\(value)"
    case .real(let value): number(Double(value), "\(value)")
    case .double(let value): number(value, "\(value)")
    case .timestamp(let seconds, let nanoseconds): OutboxDate.text((seconds, nanoseconds))
    case .numeric(let low, let high): Decimal128(bidLow: low, high: high).description
    case .uuid(let bytes): uuid(bytes)
    case .hexadecimal(let bytes), .bytes(let bytes): hexadecimal(bytes)
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
