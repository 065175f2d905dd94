import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The value of a primary key.
enum KeyValue: Hashable {
  case null
  case int(Int64)
  case bytes([UInt8])

  /// Creates the key from the cell of a column of an object.
  init(_ object: ObjectBase, _ column: Int) {
    let layout = object._entity.layout.columns[column]
    let cell = object._cell(column, layout.width)
    if layout.hasNullFlag, object._nullFlag(column).load(as: UInt8.self) == 0 {
      self = .null
      return
    }
    switch (layout.kind, layout.width) {
    case (.string, _): self = Slot(at: cell).isNull ? .null : .bytes(Array(Slot.bytes(at: cell, in: object._rowAccess.home)))
    case (_, 1): self = .int(Int64(cell.load(as: Int8.self)))
    case (_, 2): self = .int(Int64(cell.load(as: Int16.self)))
    case (_, 4): self = .int(Int64(cell.load(as: Int32.self)))
    case (_, 8): self = .int(cell.load(as: Int64.self))
    default: self = .bytes(Array(UnsafeRawBufferPointer(start: cell, count: layout.width)))
    }
  }

  /// Converts an untyped value; nil if its type does not match the property's, or if it is null and the property is required. Does not
  /// check the range of an integer.
  init?(converting value: Any, _ property: PropertyModel) {
    guard let constant = Untyped(value).constant(as: property.type) else { return nil }
    if case .null = constant, !property.isOptional { return nil }
    self.init(constant, property.type)
  }

  /// Converts a constant that has the form of the type's keys: null, or an integer, a string or an identifier. Returns nil for any other
  /// constant, even if a key equals it, such as 2.0 for a key that is an integer. Does not check the range of an integer.
  init?(_ constant: QueryConstant, _ type: ValueType) {
    switch constant {
    case .null: self = .null
    case .int(let value):
      switch type.form {
      case .integer: self = .int(value)
      case .bool, .float, .double, .string, .data, .date, .decimal, .objectId, .uuid, .object, .any: return nil
      }
    case .string(let text):
      guard type == .string else { return nil }
      self = .bytes(Array(text.utf8))
    case .bytes(let bytes):
      guard type == .uuid && bytes.count == 16 || type == .objectId && bytes.count == 12 else { return nil }
      self = .bytes(bytes)
    case .bool, .double, .data, .date, .decimal, .object, .collection: return nil
    }
  }

  func withProbe<Result>(_ body: (KeyProbe) -> Result) -> Result {
    switch self {
    case .null: body(KeyProbe(.null))
    case .int(let value): body(KeyProbe(.int(value)))
    case .bytes(let bytes): bytes.withUnsafeBytes { body(KeyProbe(.bytes($0))) }
    }
  }

  /// Returns the key in the form used in messages.
  func text(_ type: ValueType) -> String {
    switch (self, type) {
    case (.null, _): "nil"
    case (.int(let value), _): "\(value)"
    case (.bytes(let bytes), .string): String(decoding: bytes, as: UTF8.self)
    case (.bytes(let bytes), .uuid) where bytes.count == 16:
      UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }).uuidString
    case (.bytes(let bytes), _): bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }
}
