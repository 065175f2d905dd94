internal import AshlarSchema

/// The types of the columns of a copy.
enum DeclaredType {
  /// Returns the type of a column that contains the values of a property, or the elements of its collections.
  ///
  /// SQLite derives the affinity of a column from parts of its type's name, such as INT and TEXT. It ignores the rest of the name, which
  /// describes the values for readers. No value is converted by the affinity of its column: NUMERIC, for example, would round the text of a
  /// decimal.
  /// - Parameter key: The type of the columns that refer to the target of a link; nil if the property is not a link.
  static func text(_ property: PropertyModel, _ dates: DateForm, key: String?) -> String {
    switch property.type.form {
    case .bool: return "BOOLEAN"
    case .integer:
      let bits = property.type.kind.width * 8
      return bits == 64 ? "INTEGER" : "INT\(bits)"
    case .float: return "FLOAT"
    case .double: return "REAL"
    case .string: return "TEXT"
    case .data: return "BLOB"
    case .date: return dates == .text ? "DATETIME_TEXT" : "DATETIME_REAL"
    case .decimal: return "DECIMAL_TEXT"
    case .objectId: return "OBJECTID_TEXT"
    case .uuid: return "UUID_TEXT"
    case .any: return "JSON_TEXT"
    case .object: return key ?? "INTEGER"
    }
  }
}
