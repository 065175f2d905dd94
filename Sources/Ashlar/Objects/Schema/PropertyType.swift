import AshlarSchema

/// The type of a property's values, or of a collection's elements.
///
/// ```swift
/// let isInt = person.objectSchema["age"]?.type == .int  // true
/// ```
public enum PropertyType: Int32, Sendable {
  /// Int, Int8, Int16, Int32 and Int64.
  case int = 0
  /// Bool.
  case bool = 1
  /// String.
  case string = 2
  /// Data.
  case data = 3
  /// Date.
  case date = 4
  /// Float.
  case float = 5
  /// Double.
  case double = 6
  /// An object or an embedded object.
  case object = 7
  /// The objects that link to an object.
  case linkingObjects = 8
  /// An `AnyRealmValue`.
  case any = 9
  /// ObjectId.
  case objectId = 10
  /// Decimal128.
  case decimal128 = 11
  /// UUID.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case UUID = 12

  /// The type of a property: for an enum its raw type, for a custom type its persisted type.
  init(_ property: PropertyModel) {
    self = property.collection == .linkingObjects ? .linkingObjects : PropertyType(property.type)
  }

  /// The type of a single value.
  init(_ type: ValueType) {
    self =
      switch type.form {
      case .bool: .bool
      case .integer: .int
      case .float: .float
      case .double: .double
      case .string: .string
      case .data: .data
      case .date: .date
      case .decimal: .decimal128
      case .objectId: .objectId
      case .uuid: .UUID
      case .object: .object
      case .any: .any
      }
  }
}
