internal import Ashlar
internal import AshlarSchema

/// Finds a short text by which a user recognizes an object.
enum ObjectLabel {
  private static let names = ["name", "title", "label"]
  private static let limit = 100

  /// Returns the column whose value represents objects of a type: a text property with one of `names`, otherwise the first text property,
  /// otherwise the primary key; nil if the type has no such property.
  static func column(of model: EntityModel) -> Int? {
    let columns = model.columns
    func isText(_ column: PropertyModel) -> Bool { column.type == .string && column.collection == .none }
    for name in names {
      if let found = columns.firstIndex(where: { isText($0) && $0.name.lowercased() == name }) { return found }
    }
    return columns.firstIndex(where: isText) ?? model.primaryKey
  }

  /// Returns the label of an object; nil if it has none. A text is shortened to 100 UTF-16 code units.
  static func text(of object: DynamicObject) -> String? {
    guard let column = column(of: object._model) else { return nil }
    let value = object._contents(column)
    if case .null = value { return nil }
    if case .string(let text) = value { return TextCut.first(limit, of: text) }
    return ValueWriter.scalar(value).plain
  }
}

extension JSONValue {
  /// The text of a string or of a number; the JSON text of other values.
  var plain: String {
    switch self {
    case .string(let text), .number(let text): text
    case .null, .bool, .array, .object: text
    }
  }
}

/// Shortens texts.
enum TextCut {
  /// Returns the longest prefix of a text that has at most `limit` UTF-16 code units and does not split a surrogate pair.
  static func first(_ limit: Int, of text: String) -> String {
    // A text has at least as many bytes in UTF-8 as code units in UTF-16.
    if text.utf8.count <= limit { return text }
    var count = 0
    var end = text.unicodeScalars.startIndex
    while end < text.unicodeScalars.endIndex {
      count += text.unicodeScalars[end].value > 0xFFFF ? 2 : 1
      if count > limit { break }
      end = text.unicodeScalars.index(after: end)
    }
    return String(text[..<end])
  }
}
