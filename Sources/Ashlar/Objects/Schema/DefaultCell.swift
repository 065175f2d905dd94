import AshlarSchema

/// The initial contents of a cell of a new object.
enum DefaultCell {
  /// All bytes are zero: 0, false, empty data, an empty string or collection, no link, and nil for an `AnyRealmValue` or a column with a
  /// null flag.
  case zero
  /// A null slot, for strings and data.
  case null
  /// A value that is created, and stored, on the first read.
  case onFirstRead
  /// A value that is created with the object.
  case atCreation
  /// The bytes of the cell.
  case bytes([UInt8])
  /// The bytes of a string or data.
  case slot([UInt8])

  init(_ property: PropertyModel, in schema: SchemaModel) {
    if property.collection != .none || property.type == .object {
      self = .zero
    } else if let value = property.defaultValue {
      self = DefaultCell.literal(value, property.type)
    } else if property.isOptional {
      self = property.type == .string || property.type == .data ? .null : .zero
    } else if let first = DefaultCell.firstCase(property, in: schema) {
      self = first
    } else if property.type.kind.isFresh {
      self = .onFirstRead
    } else if property.type == .decimal128 {
      // All-zero bytes represent 0E-6176; the encoding of 0 contains the exponent bias.
      self = DefaultCell.literal(.decimal128(low: 0, high: 0x3040_0000_0000_0000), .decimal128)
    } else {
      self = .zero
    }
  }

  static func firstCase(_ property: PropertyModel, in schema: SchemaModel) -> DefaultCell? {
    guard let name = property.enumName, let first = schema.enums.first(where: { $0.name == name })?.cases.first else { return nil }
    return literal(first.rawValue, property.type)
  }

  private static func literal(_ value: DefaultValue, _ type: ValueType) -> DefaultCell {
    switch value {
    case .now: .atCreation
    // The value is stored when an object is created, by an emitted initializer or a closure that discovery returned.
    case .newUUID, .newUUIDv7, .newObjectId, .code: .zero
    case .string, .data: value.bytes(as: type).map(DefaultCell.slot) ?? .zero
    case .bool, .int, .double, .date, .decimal128, .objectId, .uuid: value.bytes(as: type).map(DefaultCell.bytes) ?? .zero
    }
  }
}
