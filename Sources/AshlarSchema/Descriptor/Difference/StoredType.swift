/// The stored type of a column, without its optionality.
public struct StoredType: Hashable, Sendable, CustomStringConvertible {
  /// The type of a value; `int` replaces `int64`.
  public let type: ValueType
  /// Whether the column has one value or a collection, and of which kind.
  public let collection: CollectionKind
  /// The stored name of the entity linked to.
  public let target: String?

  /// Creates the stored type of a column; `schema` supplies the stored name of its target.
  public init(_ property: PropertyModel, in schema: SchemaModel) {
    type = property.type == .int64 ? .int : property.type
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

  /// Whether every value of this type is a value of the other, because both are integers and this one has fewer bits.
  public func widens(to other: StoredType) -> Bool {
    guard collection == other.collection, let from = type.integerWidth, let to = other.type.integerWidth else { return false }
    return from < to
  }

  /// Whether both are integers of different widths.
  package func isIntegerOfOtherWidth(than other: StoredType) -> Bool {
    collection == .none && (widens(to: other) || other.widens(to: self))
  }

  private var element: String {
    switch type {
    case .bool: "bool"
    case .int, .int64: "int"
    case .int8: "int8"
    case .int16: "int16"
    case .int32: "int32"
    case .float: "float"
    case .double: "double"
    case .string: "string"
    case .data: "data"
    case .date: "date"
    case .decimal128: "decimal128"
    case .objectId: "object id"
    case .uuid: "uuid"
    case .object: target ?? "object"
    case .any: "mixed"
    }
  }
}

extension ValueType {
  fileprivate var integerWidth: Int? {
    switch self {
    case .int8: 8
    case .int16: 16
    case .int32: 32
    case .int, .int64: 64
    default: nil
    }
  }
}
