public import Ashlar
public import AshlarSchema

/// Writes all objects of the given types, in the order of their creation.
public struct Exporter {
  let realm: Realm
  /// The function that is called after every 4,096 objects with the number of objects that the current call has written.
  let progress: (Int) -> Void

  /// Creates an exporter for a Realm.
  public init(realm: Realm, progress: @escaping (Int) -> Void) {
    self.realm = realm
    self.progress = progress
  }

  /// Writes the objects of several types as JSON lines to one output.
  public func writeLines(_ types: [EntityModel], to output: some ByteOutput) throws {
    var count = 0
    // An object is written to the output only when all of its values have been converted.
    var bytes: [UInt8] = []
    for type in types {
      let line = ExportedLine(type)
      for object in realm.dynamicObjects(type.name) {
        bytes.removeAll(keepingCapacity: true)
        try line.append(object, to: &bytes)
        try output.write { $0 += bytes }
        count += 1
        if count & 0xFFF == 0 { progress(count) }
      }
    }
    try output.finish()
  }

  /// Writes the objects of one type as CSV to one output.
  public func writeCSV(_ type: EntityModel, to output: some ByteOutput) throws {
    let isRowNamed = type.keyColumns.isEmpty
    var count = 0
    try output.write { CSVText.append((isRowNamed ? ["$row"] : []) + type.columns.map(\.name), to: &$0) }
    // Only the required fields are copied: copying a `PropertyModel` for each value would retain and release a reference.
    let columns = type.columns.map { (type: $0.type, collection: $0.collection) }
    var fields: [String?] = []
    for object in realm.dynamicObjects(type.name) {
      fields.removeAll(keepingCapacity: true)
      if isRowNamed { fields.append("\(object._rowKey)") }
      for (column, form) in columns.enumerated() {
        fields.append(CSVForm.field(try ValueWriter.value(of: object, column, isAny: form.type == .any), form.type, form.collection))
      }
      try output.write { CSVText.append(fields, to: &$0) }
      count += 1
      if count & 0xFFF == 0 { progress(count) }
    }
    try output.finish()
  }
}
