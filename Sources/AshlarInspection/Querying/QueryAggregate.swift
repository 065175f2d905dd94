public import Ashlar
internal import AshlarSchema

/// An aggregate of all objects of a query: their number, or the sum, average, minimum or maximum of a property. Nil and NaN are excluded.
public struct QueryAggregate {
  /// The aggregate that is computed.
  public enum Kind: String, Sendable {
    case count, sum, average, minimum, maximum
  }

  private let kind: Kind
  // The path of the property; nil for the number of objects.
  private let path: ObjectPath?

  /// The number of objects.
  public static var count: QueryAggregate { QueryAggregate(kind: .count, path: nil) }

  private init(kind: Kind, path: ObjectPath?) { (self.kind, self.path) = (kind, path) }

  /// Creates an aggregate of a property. Throws if the aggregate is not defined for the property's values.
  public init(_ kind: Kind, of path: ObjectPath) throws(RequestFailure) {
    let isOrdered = path.property.type == .date && (kind == .minimum || kind == .maximum)
    guard path.hasNumbers || isOrdered else {
      let others = kind == .sum || kind == .average ? "" : " and dates"
      throw RequestFailure("'\(path.text)' has no \(kind.rawValue): only numbers\(others) have one")
    }
    self.init(kind: kind, path: path)
  }

  /// The title of the aggregate, such as `count` or `sum(age)`.
  var title: String { path.map { "\(kind.rawValue)(\($0.text))" } ?? kind.rawValue }

  /// Computes the aggregate. If there are no values, the count and the sum are 0, and every other aggregate is null.
  func value(of objects: Results<DynamicObject>) -> JSONValue {
    guard let path else { return .number("\(objects.count)") }
    var figures = Figures()
    for object in objects { path.forEachValue(of: object) { figures.add($0) } }
    return value(of: figures, path)
  }

  /// Computes the aggregate of each group. `groups` contains the group of each object.
  func values(of objects: Results<DynamicObject>, in groups: [Int], count: Int) -> [JSONValue] {
    guard let path else {
      var counts = [Int](repeating: 0, count: count)
      for group in groups { counts[group] += 1 }
      return counts.map { .number("\($0)") }
    }
    var figures = [Figures](repeating: Figures(), count: count)
    for (object, group) in zip(objects, groups) { path.forEachValue(of: object) { figures[group].add($0) } }
    return figures.map { value(of: $0, path) }
  }

  private func value(of figures: Figures, _ path: ObjectPath) -> JSONValue {
    switch kind {
    case .count: return .number("\(figures.count)")
    case .sum: return figures.sum(path.property.type)
    case .average: return figures.average(path.property.type)
    case .minimum: return figures.least.map(ValueWriter.scalar) ?? .null
    case .maximum: return figures.greatest.map(ValueWriter.scalar) ?? .null
    }
  }

  private struct Figures {
    // The sum of integers, which may exceed 64 bits.
    private var integer: Int128 = 0
    private var double = 0.0
    private var decimal = Decimal128(value: 0)
    private(set) var count = 0
    private(set) var least: _StoredContents?
    private(set) var greatest: _StoredContents?

    mutating func add(_ value: _StoredContents) {
      switch value {
      case .int(let number): integer += Int128(number)
      case .float(let number) where !number.isNaN: double += Double(number)
      case .double(let number) where !number.isNaN: double += number
      case .decimal(let number) where !number.isNaN: decimal = decimal + number
      case .date: break
      default: return
      }
      count += 1
      if least.map({ ValueOrder.precedes(value, $0) }) ?? true { least = value }
      if greatest.map({ ValueOrder.precedes($0, value) }) ?? true { greatest = value }
    }

    func sum(_ type: ValueType) -> JSONValue {
      switch type.form {
      case .float, .double: ValueWriter.scalar(.double(double))
      case .decimal: ValueWriter.scalar(.decimal(decimal))
      case .integer, .bool, .string, .data, .date, .objectId, .uuid, .object, .any: .number("\(integer)")
      }
    }

    func average(_ type: ValueType) -> JSONValue {
      if count == 0 { return .null }
      return switch type.form {
      case .float, .double: ValueWriter.scalar(.double(double / Double(count)))
      case .decimal: ValueWriter.scalar(.decimal(decimal / Decimal128(value: count)))
      case .integer, .bool, .string, .data, .date, .objectId, .uuid, .object, .any:
        ValueWriter.scalar(.double(Double(integer) / Double(count)))
      }
    }
  }
}

extension [QueryAggregate] {
  /// Returns the aggregates as a table with one row. If the number of objects is the only aggregate, returns just the number.
  public func table(_ objects: Results<DynamicObject>, room: Int?) -> String {
    let values = map { $0.value(of: objects) }
    if count == 1, case .number(let text) = values[0], self[0].title == QueryAggregate.count.title { return text + "\n" }
    var table = TextTable(map { TextTable.Column(title: $0.title, isNumber: true) })
    table.add(values.map(QueryAggregate.field))
    return table.text(room: room).text
  }

  /// Writes the aggregates as one JSON object.
  public func writeJSON(_ objects: Results<DynamicObject>, to output: some ByteOutput) throws {
    let members = map { JSONValue.Member(name: $0.title, value: $0.value(of: objects)) }
    try output.write { bytes in
      JSONValue.object(members).append(to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    try output.finish()
  }

  /// Writes a header, and one record with the aggregates.
  public func writeCSV(_ objects: Results<DynamicObject>, to output: some ByteOutput) throws {
    try output.write { bytes in
      CSVText.append(map(\.title), to: &bytes)
      CSVText.append(map { QueryAggregate.field($0.value(of: objects)) }, to: &bytes)
    }
    try output.finish()
  }
}

extension QueryAggregate {
  static func field(_ value: JSONValue) -> String? {
    switch value {
    case .null: nil
    case .number(let text), .string(let text): text
    default: value.text
    }
  }
}
