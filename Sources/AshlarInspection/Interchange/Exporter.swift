public import Ashlar
public import AshlarSchema

/// Writes all objects of the given types, in the order of their creation.
public struct Exporter {
  let realm: Realm
  /// Called periodically with the number of objects written.
  let progress: (Int) -> Void

  /// Creates an exporter for a Realm.
  public init(realm: Realm, progress: @escaping (Int) -> Void) {
    self.realm = realm
    self.progress = progress
  }

  /// Writes the objects of several types as JSON lines to one output.
  public func writeLines(_ types: [EntityModel], to output: some ByteOutput) throws {
    var count = 0
    for type in types {
      for object in realm.dynamicObjects(type.name) {
        let members = try line(object, type)
        try output.write { bytes in
          members.append(to: &bytes)
          bytes.append(UInt8(ascii: "\n"))
        }
        count += 1
        if count & 0xFFF == 0 { progress(count) }
      }
    }
    try output.finish()
  }

  private func line(_ object: DynamicObject, _ type: EntityModel) throws -> JSONValue {
    var members = [JSONValue.Member(name: "$type", value: .string(type.name))]
    if type.primaryKey == nil { members.append(JSONValue.Member(name: "$row", value: .number("\(object._rowKey)"))) }
    return .object(members + (try ValueWriter.members(of: object)))
  }

  /// Writes the objects of one type as CSV to one output.
  public func writeCSV(_ type: EntityModel, to output: some ByteOutput) throws {
    let isRowNamed = type.primaryKey == nil
    var count = 0
    try output.write { CSVText.append((isRowNamed ? ["$row"] : []) + type.columns.map(\.name), to: &$0) }
    for object in realm.dynamicObjects(type.name) {
      var fields: [String?] = isRowNamed ? ["\(object._rowKey)"] : []
      for (column, property) in type.columns.enumerated() {
        fields.append(CSVForm.field(try ValueWriter.value(of: object, column, property), property))
      }
      try output.write { CSVText.append(fields, to: &$0) }
      count += 1
      if count & 0xFFF == 0 { progress(count) }
    }
    try output.finish()
  }
}
