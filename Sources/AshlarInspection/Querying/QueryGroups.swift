public import Ashlar
internal import AshlarSchema

/// Aggregates of groups of objects with equal values of some properties. Groups are sorted by these values, in ascending order.
public struct QueryGroups {
  private let keys: [ObjectPath]
  private let figures: [QueryAggregate]

  /// - Parameters:
  ///   - keys: The properties to group by. The initializer throws unless each has a single value per object, of a type that is ordered.
  ///   - figures: The aggregates of each group.
  public init(by keys: [ObjectPath], _ figures: [QueryAggregate]) throws(RequestFailure) {
    for key in keys { try key.checkGroup() }
    self.keys = keys
    self.figures = figures
  }

  private var titles: [String] { keys.map(\.text) + figures.map(\.title) }

  // Returns the values of the keys and the aggregates of each group.
  private func rows(_ objects: Results<DynamicObject>) throws -> [[JSONValue]] {
    let (groups, firsts) = objects._groups(by: keys.map(\.text))
    var rows = try firsts.map { first in try keys.map { try $0.value(of: objects[first]) } }
    for figure in figures {
      for (group, value) in figure.values(of: objects, in: groups, count: firsts.count).enumerated() { rows[group].append(value) }
    }
    return rows
  }

  private func fields(_ row: [JSONValue]) -> [String?] {
    row.enumerated().map { $0.offset < keys.count ? CSVForm.field($0.element, keys[$0.offset].property) : QueryAggregate.field($0.element) }
  }

  /// Returns a table with a line for each group.
  public func table(_ objects: Results<DynamicObject>, room: Int?) throws -> String {
    let isNumber = keys.map(\.isNumber) + figures.map { _ in true }
    var table = TextTable(zip(titles, isNumber).map { TextTable.Column(title: $0, isNumber: $1) })
    for row in try rows(objects) { table.add(fields(row)) }
    return table.text(room: room).text
  }

  /// Writes a JSON object for each group.
  public func writeJSON(_ objects: Results<DynamicObject>, to output: some ByteOutput) throws {
    for row in try rows(objects) {
      let members = zip(titles, row).map { JSONValue.Member(name: $0, value: $1) }
      try output.write { bytes in
        JSONValue.object(members).append(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
      }
    }
    try output.finish()
  }

  /// Writes a header, and one record for each group.
  public func writeCSV(_ objects: Results<DynamicObject>, to output: some ByteOutput) throws {
    try output.write { CSVText.append(titles, to: &$0) }
    for row in try rows(objects) { try output.write { CSVText.append(fields(row), to: &$0) } }
    try output.finish()
  }
}
