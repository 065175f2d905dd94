/// The layout of one column's cells in memory and in the file. The type is trivially copyable, because layouts are copied on hot paths.
public struct ColumnLayout: Hashable, Sendable, BitwiseCopyable {
  /// The content of a cell.
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// A fixed-width value, stored as its own bytes.
    case scalar
    /// 12 bytes: Int64 seconds since 1970, Int32 nanoseconds.
    case date
    /// A 12-byte slot of text.
    case string
    /// A 12-byte slot of bytes.
    case data
    /// An object key plus one; 0 is null.
    case link
    /// A link, stored like `link`, to a row that this row owns.
    case embedded
    /// A 12-byte slot of packed elements.
    case list
    /// A 12-byte slot of packed elements, unique and in ascending order.
    case set
    /// A 12-byte slot of packed keys and values.
    case map
    /// A 12-byte slot of an `AnyRealmValue`: one value with its type.
    case any
  }

  /// The kind of the cells.
  public let kind: Kind
  /// The type of the value; for collections, that of the elements.
  public let type: ValueType
  /// The size of a cell in bytes.
  public let width: Int
  /// Whether each row has a byte that is 1 if there is a value and 0 otherwise. Slots and links represent null in the cell itself.
  public let hasNullFlag: Bool
  /// Whether nil may be stored.
  public let isOptional: Bool
  /// The layout of an element; nil for a column without collections.
  public let element: ElementLayout?

  /// Creates the layout of a stored property.
  /// - Parameter isEmbedded: Whether the property's target is an embedded type.
  public init(_ property: PropertyModel, isEmbedded: Bool) {
    type = property.type
    isOptional = property.isOptional
    switch property.collection {
    case .list, .set, .map:
      kind = property.collection == .list ? .list : property.collection == .set ? .set : .map
      width = ColumnLayout.slotWidth
      element = ElementLayout(property)
    case .none, .linkingObjects:
      kind = property.type == .object && isEmbedded ? .embedded : property.type.kind.cell
      width = ColumnLayout.width(of: property.type)
      element = nil
    }
    hasNullFlag = property.isOptional && property.collection == .none && property.type.kind.null == .flag
  }

  /// Creates a layout from the values in a file's description.
  public init(kind: Kind, type: ValueType, width: Int, hasNullFlag: Bool, isOptional: Bool, element: ElementLayout?) {
    self.kind = kind
    self.type = type
    self.width = width
    self.hasNullFlag = hasNullFlag
    self.isOptional = isOptional
    self.element = element
  }

  /// The size of an element in bytes, for collections; otherwise 0.
  public var elementWidth: Int { element?.width ?? 0 }

  /// Whether the cell is a 12-byte slot whose content may be stored outside the cell.
  public var isSlot: Bool {
    switch kind {
    case .string, .data, .list, .set, .map, .any: true
    case .scalar, .date, .link, .embedded: false
    }
  }

  /// Whether each cell consists of an `Int64` and cannot be nil, so that C code can scan the column.
  package var isWideInteger: Bool { width == 8 && !hasNullFlag && type.form == .integer }

  /// The size of a slot in bytes.
  @inlinable public static var slotWidth: Int { 12 }

  /// Returns the size in bytes of a cell of this type.
  public static func width(of type: ValueType) -> Int { type.kind.width }

  // Columns are sorted by descending alignment, so that no padding is needed at any capacity.
  var rank: Int {
    switch width {
    case 16: 0
    case 8: 1
    case 12: 2
    case 4: 3
    case 2: 4
    default: 5
    }
  }
}
