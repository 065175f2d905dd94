/// How one column's cells lie in memory and in the file. Plain bits: it is copied on hot paths.
public struct ColumnLayout: Hashable, Sendable, BitwiseCopyable {
  /// What a cell holds.
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// A fixed-width value that is its own bytes.
    case scalar
    /// 12 bytes: Int64 seconds since 1970, Int32 nanoseconds.
    case date
    /// A 12-byte slot of text.
    case string
    /// A 12-byte slot of bytes.
    case data
    /// An object key plus one; 0 is null.
    case link
    /// As `link`, to a row that this one owns.
    case embedded
    /// A 12-byte slot of packed elements.
    case list
    /// A 12-byte slot of packed elements, each once, in ascending order.
    case set
    /// A 12-byte slot of packed keys and values.
    case map
    /// A 12-byte slot of one value with its type.
    case any
  }

  /// The cell's kind.
  public let kind: Kind
  /// The value's type; the elements' for collections.
  public let type: ValueType
  /// Bytes a row.
  public let width: Int
  /// Whether a byte a row says that there is a value (1) or none (0). Slots and links carry null in the cell.
  public let hasNullFlag: Bool
  /// Whether nil may be stored.
  public let isOptional: Bool
  /// The layout of an element, for collections.
  public let element: ElementLayout?

  /// The layout of a stored property; `isEmbedded` tells whether its target is an embedded type.
  public init(_ property: PropertyModel, isEmbedded: Bool) {
    type = property.type
    isOptional = property.isOptional
    switch property.collection {
    case .list, .set, .map:
      kind = property.collection == .list ? .list : property.collection == .set ? .set : .map
      width = ColumnLayout.slotWidth
      element = ElementLayout(property)
    case .none, .linkingObjects:
      switch property.type {
      case .string: kind = .string
      case .data: kind = .data
      case .date: kind = .date
      case .object: kind = isEmbedded ? .embedded : .link
      case .any: kind = .any
      default: kind = .scalar
      }
      width = ColumnLayout.width(of: property.type)
      element = nil
    }
    switch kind {
    case .scalar, .date: hasNullFlag = property.isOptional
    default: hasNullFlag = false
    }
  }

  /// A layout that a file describes.
  public init(kind: Kind, type: ValueType, width: Int, hasNullFlag: Bool, isOptional: Bool, element: ElementLayout?) {
    self.kind = kind
    self.type = type
    self.width = width
    self.hasNullFlag = hasNullFlag
    self.isOptional = isOptional
    self.element = element
  }

  /// Bytes an element, for collections; else 0.
  public var elementWidth: Int { element?.width ?? 0 }

  /// Whether the cell is a 12-byte slot whose bytes may lie elsewhere.
  public var isSlot: Bool {
    switch kind {
    case .string, .data, .list, .set, .map, .any: true
    case .scalar, .date, .link, .embedded: false
    }
  }

  /// Bytes of a slot.
  @inlinable public static var slotWidth: Int { 12 }

  /// Bytes a cell of this type takes.
  public static func width(of type: ValueType) -> Int {
    switch type {
    case .bool, .int8: 1
    case .int16: 2
    case .int32, .float: 4
    case .int, .int64, .double, .object: 8
    case .date, .objectId: 12
    case .string, .data, .any: slotWidth
    case .decimal128, .uuid: 16
    }
  }

  // Columns in descending order of alignment: no padding is needed at any capacity.
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
