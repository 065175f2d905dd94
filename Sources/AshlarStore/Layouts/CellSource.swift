import AshlarSchema

/// Where the cells of a wanted column come from in clusters of an older layout.
struct CellSource: Hashable, Sendable {
  enum Values: Hashable, Sendable {
    /// They are those of a stored column, by its place in the stored layout.
    case stored(Int)
    /// Integers of fewer or more bytes, by their column's place in the stored layout.
    case resized(Int, from: Int)
    /// Those of a stored column, by its place, in which nil becomes the zero value.
    case withoutNil(Int)
    /// The cluster has none: each live row holds this, or zeros.
    case filled(ColumnFill?)
  }

  enum Flags: Hashable, Sendable {
    /// The column has none.
    case none
    /// They are those of a stored column.
    case stored(Int)
    /// Every live row has a value.
    case live
    /// No row has a value.
    case zero
  }

  let values: Values
  let flags: Flags

  /// - Parameters:
  ///   - place: of the stored column with the wanted one's number; nil when the cluster has none.
  ///   - fill: what rows hold that have no such column.
  init?(_ wanted: ColumnLayout, _ stored: (place: Int, column: StoredLayout.Column)?, fill: ColumnFill?) {
    guard let (place, column) = stored else {
      values = .filled(fill)
      flags = !wanted.hasNullFlag ? .none : fill == nil ? .zero : .live
      return
    }
    let layout = column.layout
    // Nil is nothing that a row may hold, now or since it was written.
    let losesNil = layout.isOptional && (!wanted.isOptional || column.nilIsZero)
    guard layout.kind == wanted.kind || layout.isLink && wanted.isLink, layout.element == wanted.element else { return nil }
    if layout.width != wanted.width {
      guard layout.kind == .scalar, layout.type.isInteger, wanted.type.isInteger else { return nil }
      values = .resized(place, from: layout.width)
    } else if losesNil, layout.kind == .string || layout.kind == .data || layout.type == .decimal128 {
      values = .withoutNil(place)
    } else {
      values = .stored(place)
    }
    flags = !wanted.hasNullFlag ? .none : layout.hasNullFlag && !losesNil ? .stored(place) : .live
  }
}

extension ColumnLayout {
  // What is embedded is linked to as objects are.
  fileprivate var isLink: Bool { kind == .link || kind == .embedded }
}

extension ValueType {
  fileprivate var isInteger: Bool {
    switch self {
    case .int, .int8, .int16, .int32, .int64: true
    default: false
    }
  }
}
