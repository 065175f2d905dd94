internal import AshlarSchema

/// Converts between CSV fields and JSON values: scalars and the keys of links are written without JSON syntax, null is nil, and all other
/// values are written as JSON.
enum CSVForm {
  /// Returns the field for a value in JSON form; nil for null.
  static func field(_ value: JSONValue, _ property: PropertyModel) -> String? { field(value, property.type, property.collection) }

  /// Returns the field for a value in JSON form of a property with a type and a kind of collection; nil for null.
  static func field(_ value: JSONValue, _ type: ValueType, _ collection: CollectionKind) -> String? {
    if case .null = value { return nil }
    if collection != .none || type == .any { return value.text }
    switch value {
    case .null: return nil
    case .bool(let value): return value ? "true" : "false"
    case .number(let text): return text
    // A key that begins with a brace would be read as an object, so it is written as an object with the member `$key`.
    case .string(let text) where type == .object && text.hasPrefix("{"):
      return JSONValue.object([JSONValue.Member(name: "$key", value: value)]).text
    case .string(let text): return text
    case .array, .object: return value.text
    }
  }
}

extension CSVForm {
  /// The form of a property's values. It contains no references: copying a `PropertyModel` for each field would retain and release one.
  struct Property {
    let type: ValueType
    let collection: CollectionKind
    let isOptional: Bool
    /// For a link: the type of its target's primary key; nil if the target has none.
    let keyType: ValueType?

    /// - Parameter key: The primary key of the link's target.
    init(_ property: PropertyModel, key: PropertyModel?) {
      type = property.type
      collection = property.collection
      isOptional = property.isOptional
      keyType = key?.type
    }
  }

  /// Returns the JSON form of a field.
  static func value(_ field: CSVReader.Field, _ property: Property) throws(ValueFailure) -> JSONValue {
    let isScalar = property.collection == .none && property.type != .any && property.type != .object
    if field.isNull {
      // For text or data that cannot be null, a null field means an empty value.
      let isText = isScalar && !property.isOptional && (property.type == .string || property.type == .data)
      return isText ? .string("") : .null
    }
    if isScalar { return try scalar(field.text, property.type) }
    if let key = property.keyType, property.collection == .none, !field.text.hasPrefix("{") { return try scalar(field.text, key) }
    do throws(JSONReader.Failure) {
      return try JSONReader.read(field.text)
    } catch {
      throw ValueFailure(
        "\(error.message) at character \(String(decoding: field.text.utf8.prefix(error.offset), as: UTF8.self).count + 1) of the JSON")
    }
  }

  private static func scalar(_ text: String, _ type: ValueType) throws(ValueFailure) -> JSONValue {
    if type == .bool {
      if text == "true" || text == "false" { return .bool(text == "true") }
      throw ValueFailure(expected: "true or false", .string(text))
    }
    switch type.form {
    case .integer, .float, .double: return JSONReader.isNumber(text) ? .number(text) : .string(text)
    case .bool, .string, .data, .date, .decimal, .objectId, .uuid, .object, .any: return .string(text)
    }
  }
}
