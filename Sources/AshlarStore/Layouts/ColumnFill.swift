import AshlarSchema

/// The value that a new column has in rows that were written before the column was added. Without a fill, their cells are zeros: 0, false,
/// empty text, no link, or nil if the column has null flags.
enum ColumnFill: Hashable, Sendable {
  /// Nil in a column whose cells are slots.
  case null
  /// The bytes of a cell, or the bytes of text or data.
  case bytes([UInt8])

  /// The maximum size of text and data in bytes.
  static let sizeLimit = 65_534

  /// The canonical decimal zero. A cell of zeros would be a zero with a large negative exponent.
  static let zeroDecimal = [UInt8](repeating: 0, count: 14) + [0x40, 0x30]

  /// Creates the fill of existing rows for a new property: its default if it is backfilled, otherwise nil or the zero value. Returns nil if
  /// no fill is needed, because zeros represent the value; a backfilled default is always a fill, even if it is 0.
  init?(_ property: PropertyModel, _ layout: ColumnLayout) {
    if property.isBackfilled, let bytes = property.defaultValue?.bytes(as: layout.type) {
      self = .bytes(bytes)
      precondition(fits(layout), "only a literal default of the column's own type is backfilled")
    } else if layout.kind == .string || layout.kind == .data, layout.isOptional {
      self = .null
    } else if layout.type == .decimal128, layout.kind == .scalar, !layout.isOptional {
      self = .bytes(ColumnFill.zeroDecimal)
    } else {
      return nil
    }
  }

  /// Returns whether a column of this layout can store the value.
  func fits(_ layout: ColumnLayout) -> Bool {
    let isText = layout.kind == .string || layout.kind == .data
    let isFixed = layout.kind == .scalar || layout.kind == .date
    return switch self {
    case .null: isText && layout.isOptional
    case .bytes(let bytes): isText ? bytes.count <= ColumnFill.sizeLimit : isFixed && bytes.count == layout.width
    }
  }
}

extension ColumnFill {
  /// Returns the same value for a column that has become wider, narrower or required; nil if a null must become the zero value.
  func resized(to layout: ColumnLayout) -> ColumnFill? {
    switch self {
    case .null: return layout.isOptional ? self : nil
    case .bytes(let bytes):
      guard layout.kind == .scalar, bytes.count != layout.width, let last = bytes.last else { return self }
      let sign: UInt8 = last & 0x80 != 0 ? 0xFF : 0
      return .bytes(Array((bytes + [UInt8](repeating: sign, count: 8)).prefix(layout.width)))
    }
  }
}
