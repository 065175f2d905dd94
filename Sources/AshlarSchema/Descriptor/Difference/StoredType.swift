/// The stored type of a column, without its optionality.
public struct StoredType: Hashable, Sendable, CustomStringConvertible {
  /// The type of a value; `int` replaces `int64`.
  public let type: ValueType
  /// The kind of collection, or `none` for a single value.
  public let collection: CollectionKind
  /// The stored name of the link's target; nil if the column does not contain links.
  public let target: String?

  /// Creates the stored type of a column; `schema` supplies the stored name of its target.
  public init(_ property: PropertyModel, in schema: SchemaModel) {
    type = property.type.stored
    collection = property.collection
    target = property.target.map { schema.entity(named: $0)?.storedName ?? $0 }
  }

  /// The type as text: `int`, `<Dog>`, `array<Dog>` and so on.
  public var description: String {
    switch collection {
    case .none: type == .object ? "<\(element)>" : element
    case .list: "array<\(element)>"
    case .set: "set<\(element)>"
    case .map: "dictionary<string, \(element)>"
    case .linkingObjects: "linking objects<\(element)>"
    }
  }

  /// Returns whether both types are integers, single or in the same kind of collection, and this type has fewer bits than the other.
  public func widens(to other: StoredType) -> Bool {
    guard collection == other.collection, type.kind.isInteger, other.type.kind.isInteger else { return false }
    return type.kind.width < other.type.kind.width
  }

  /// Returns whether both are types of single integers, not of collections, with different widths.
  package func isIntegerOfOtherWidth(than other: StoredType) -> Bool {
    collection == .none && (widens(to: other) || other.widens(to: self))
  }

  private var element: String { type == .object ? target ?? type.kind.messageName : type.kind.messageName }
}
