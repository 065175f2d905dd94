/// The layout of one element of a stored collection: the key of a map's entry, the value, and for optional values of fixed width a byte
/// that is 1 if there is a value and 0 otherwise. There is no padding, so elements need not be aligned.
public struct ElementLayout: Hashable, Sendable, BitwiseCopyable {
  /// The kind of reference that a value may contain. Raw values match those in the C code that checks cells.
  public enum Value: UInt8, Sendable, BitwiseCopyable {
    /// No reference.
    case plain = 0
    /// The bytes of a 12-byte slot.
    case slot = 1
    /// A link: an object key plus one; 0 is null.
    case link = 2
  }

  /// The kind of reference that the value may contain.
  public let value: Value
  /// The size of the value in bytes.
  public let valueWidth: Int
  /// Whether the element begins with the slot of a key.
  public let hasKey: Bool
  /// Whether a byte after the value states that the value is present.
  public let hasNullFlag: Bool

  /// Creates the layout of a collection property's elements.
  public init(_ property: PropertyModel) {
    switch property.type.kind.null {
    case .flag: value = .plain
    case .slot: value = .slot
    case .link: value = .link
    }
    valueWidth = ColumnLayout.width(of: property.type)
    hasKey = property.collection == .map
    hasNullFlag = property.isOptional && value == .plain
  }

  /// Creates a layout from the values in a file's description.
  public init(value: Value, valueWidth: Int, hasKey: Bool, hasNullFlag: Bool) {
    self.value = value
    self.valueWidth = valueWidth
    self.hasKey = hasKey
    self.hasNullFlag = hasNullFlag
  }

  /// The size of the key in bytes.
  @inlinable public static var keyWidth: Int { ColumnLayout.slotWidth }

  /// The offset of the value.
  @inlinable public var valueOffset: Int { hasKey ? ElementLayout.keyWidth : 0 }

  /// The offset of the null flag, if there is one.
  @inlinable public var flagOffset: Int { valueOffset + valueWidth }

  /// The size of an element in bytes.
  @inlinable public var width: Int { flagOffset + (hasNullFlag ? 1 : 0) }

  /// Whether an element contains a slot: its key or its value.
  @inlinable public var hasSlots: Bool { hasKey || value == .slot }
}
