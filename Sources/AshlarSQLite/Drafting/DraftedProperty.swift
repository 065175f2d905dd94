internal import AshlarSchemaTools

/// A property of a drafted schema.
struct DraftedProperty: Equatable {
  let name: String
  /// The type in the schema language.
  var type: String
  /// The stored name; nil if it is equal to `name`, or if the property is not stored.
  var column: String?
  /// The other keys, as `key: value`.
  var keys: [String] = []
  /// A comment on one line, such as a decision that the draft leaves open; nil if there is none.
  var comment: String?

  /// The line that declares the property in a schema, without indentation.
  var line: String {
    var entries = ["type: \(YAMLText.quoted(type))"]
    if let column { entries.append("column: \(YAMLText.quoted(column))") }
    entries += keys
    let text = "\(YAMLText.scalar(name)): { \(entries.joined(separator: ", ")) }"
    return text + (comment.map { "  " + YAMLText.comments([$0], indentation: 0)[0] } ?? "")
  }
}

/// A type of a drafted schema.
struct DraftedType: Equatable {
  let name: String
  /// The stored name.
  let table: String
  var isEmbedded = false
  var comments: [String] = []
  /// The rules of several properties, as `key: value`.
  var keys: [String] = []
  var properties: [DraftedProperty] = []

  /// The lines that declare the type in a schema.
  var lines: [String] {
    var lines = YAMLText.comments(comments, indentation: 2) + ["  \(YAMLText.scalar(name)):"]
    if !table.utf8.elementsEqual(name.utf8) { lines.append("    table: \(YAMLText.quoted(table))") }
    lines += keys.map { "    " + $0 }
    if properties.isEmpty { return lines + ["    properties: {}"] }
    return lines + ["    properties:"] + properties.map { "      " + $0.line }
  }
}
