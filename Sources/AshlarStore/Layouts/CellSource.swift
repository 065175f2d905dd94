import AshlarSchema

/// The source of a wanted column's cells in clusters of an older layout.
struct CellSource: Hashable, Sendable {
  enum Values: Hashable, Sendable {
    /// The cells of a stored column, given by its position in the stored layout.
    case stored(Int)
    /// The integers of a stored column with a different width, given by its position in the stored layout.
    case resized(Int, from: Int)
    /// The cells of a stored column, given by its position, with nil replaced by the zero value.
    case withoutNil(Int)
    /// The cluster lacks the column: every live row has the value of the fill; without a fill, the cells are zeros.
    case filled(ColumnFill?)
  }

  enum Flags: Hashable, Sendable {
    /// The column has no null flags.
    case none
    /// The flags of a stored column, given by its position in the stored layout.
    case stored(Int)
    /// Every live row has a value.
    case live
    /// No row has a value.
    case zero
  }

  let values: Values
  let flags: Flags

  /// Returns nil if the wanted column cannot be read from the stored one.
  /// - Parameters:
  ///   - stored: The stored column with the wanted column's number, and its position; nil if the cluster lacks the column.
  ///   - fill: The value of rows that lack the column.
  init?(_ wanted: ColumnLayout, _ stored: (place: Int, column: StoredLayout.Column)?, fill: ColumnFill?) {
    guard let (place, column) = stored else {
      values = .filled(fill)
      flags = !wanted.hasNullFlag ? .none : fill == nil ? .zero : .live
      return
    }
    let layout = column.layout
    // The column is required, or was required at some time since the cluster was written.
    let losesNil = layout.isOptional && (!wanted.isOptional || column.nilIsZero)
    guard layout.kind == wanted.kind || layout.isLink && wanted.isLink, layout.element == wanted.element else { return nil }
    if layout.width != wanted.width {
      guard layout.kind == .scalar, layout.type.kind.isInteger, wanted.type.kind.isInteger else { return nil }
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
  // Embedded objects are linked like other objects.
  fileprivate var isLink: Bool { kind == .link || kind == .embedded }
}
