public import Ashlar
internal import AshlarSchema

/// Writes the result of a query as a table, JSON or CSV.
public struct QueryOutput {
  let columns: [ObjectPath]
  let objects: Results<DynamicObject>
  /// The number of objects that the query finds without a limit.
  let all: Int

  /// - Parameters:
  ///   - columns: The columns to show.
  ///   - objects: The objects to show.
  ///   - all: The number of objects that the query finds without a limit.
  public init(columns: [ObjectPath], objects: Results<DynamicObject>, all: Int) {
    self.columns = columns
    self.objects = objects
    self.all = all
  }

  /// Returns a table, followed by a note with the number of objects and any omitted columns.
  public func table(room: Int?) throws -> String {
    var table = TextTable(columns.map { TextTable.Column(title: $0.text, isNumber: $0.isNumber) })
    for object in objects {
      table.add(try columns.map { CSVForm.field(try $0.value(of: object), $0.property) })
    }
    let (text, omitted) = table.text(room: room)
    let shown = objects.count
    var notes = [shown == all ? "\(all) \(all == 1 ? "object" : "objects")" : "\(shown) of \(all) objects; --limit \(all) shows all"]
    if !omitted.isEmpty { notes.append("not shown: \(omitted.joined(separator: ", ")); --columns selects columns") }
    return text + "(" + notes.joined(separator: "; ") + ")\n"
  }

  /// Writes one JSON object per line.
  public func writeJSON(to output: some ByteOutput) throws {
    for object in objects {
      let members = try columns.map { JSONValue.Member(name: $0.text, value: try $0.value(of: object)) }
      try output.write { bytes in
        JSONValue.object(members).append(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
      }
    }
    try output.finish()
  }

  /// Writes a header, and one record per object.
  public func writeCSV(to output: some ByteOutput) throws {
    try output.write { CSVText.append(columns.map(\.text), to: &$0) }
    for object in objects {
      let fields = try columns.map { CSVForm.field(try $0.value(of: object), $0.property) }
      try output.write { CSVText.append(fields, to: &$0) }
    }
    try output.finish()
  }
}
