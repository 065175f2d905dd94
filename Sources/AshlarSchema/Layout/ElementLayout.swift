/// The layout of one element of a stored collection: the key of a map's entry, the value, and for optional values of fixed width
/// a byte that says whether there is one (1) or none (0). Nothing is padded, so that elements need not be aligned.
public struct ElementLayout: Hashable, Sendable, BitwiseCopyable {
  /// What a value may refer to. Raw values are those of the cell check.
  public enum Value: UInt8, Sendable, BitwiseCopyable {
    /// Nothing.
    case plain = 0
    /// The bytes of a 12-byte slot.
    case slot = 1
    /// A row: an object key plus one; 0 is null.
    case link = 2
  }

  /// What the value may refer to.
  public let value: Value
  /// Bytes of the value.
  public let valueWidth: Int
  /// Whether a slot with a key comes first.
  public let hasKey: Bool
  /// Whether a byte after the value says that it is present.
  public let hasNullFlag: Bool

  /// The layout of a collection property's elements.
  public init(_ property: PropertyModel) {
    switch property.type {
    case .string, .data, .any: value = .slot
    case .object: value = .link
    default: value = .plain
    }
    valueWidth = ColumnLayout.width(of: property.type)
    hasKey = property.collection == .map
    hasNullFlag = property.isOptional && value == .plain
  }

  /// A layout that a file describes.
  public init(value: Value, valueWidth: Int, hasKey: Bool, hasNullFlag: Bool) {
    self.value = value
    self.valueWidth = valueWidth
    self.hasKey = hasKey
    self.hasNullFlag = hasNullFlag
  }

  /// Bytes of the key.
  @inlinable public static var keyWidth: Int { ColumnLayout.slotWidth }

  /// Where the value begins.
  @inlinable public var valueOffset: Int { hasKey ? ElementLayout.keyWidth : 0 }

  /// Where the null flag is, if there is one.
  @inlinable public var flagOffset: Int { valueOffset + valueWidth }

  /// Bytes an element.
  @inlinable public var width: Int { flagOffset + (hasNullFlag ? 1 : 0) }

  /// Whether elements have slots.
  @inlinable public var hasSlots: Bool { hasKey || value == .slot }
}
