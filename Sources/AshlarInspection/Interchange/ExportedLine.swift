internal import Ashlar
internal import AshlarSchema

/// The parts of the JSON lines of a type that are the same for all of its objects: everything except the values.
struct ExportedLine {
  private struct Column {
    /// The name and a colon, after a comma.
    let prefix: [UInt8]
    /// Whether the property contains an `AnyRealmValue` or a collection of them.
    let isAny: Bool
  }

  // The brace and the member `$type`.
  private let start: [UInt8]
  private let isRowNamed: Bool
  private let columns: [Column]

  init(_ type: EntityModel) {
    var start = Array("{\"$type\":".utf8)
    JSONValue.append(type.name, to: &start)
    self.start = start
    isRowNamed = type.keyColumns.isEmpty
    columns = type.columns.map { property in
      var prefix = [UInt8(ascii: ",")]
      JSONValue.append(property.name, to: &prefix)
      prefix.append(UInt8(ascii: ":"))
      return Column(prefix: prefix, isAny: property.type == .any)
    }
  }

  /// Appends the line of an object, with its line feed.
  func append(_ object: DynamicObject, to bytes: inout [UInt8]) throws(ValueWriter.TooDeep) {
    bytes += start
    if isRowNamed {
      bytes += ",\"$row\":".utf8
      bytes += String(object._rowKey).utf8
    }
    for column in columns.indices {
      bytes += columns[column].prefix
      try ValueWriter.append(column, of: object, isAny: columns[column].isAny, to: &bytes)
    }
    bytes += "}\n".utf8
  }
}
