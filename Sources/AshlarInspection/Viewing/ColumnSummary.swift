internal import Ashlar
internal import AshlarSchema

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A summary of the values of one property: the numbers of nil and of distinct values, the most frequent values, the least and the greatest
/// value, and a histogram; for collections, the numbers of their elements.
struct ColumnSummary {
  /// The maximum number of distinct values that are counted.
  static let distinctLimit = 10_000
  private static let topCount = 10
  private static let binCount = 20
  // The maximum size in bytes of a text or data that is compared with others. A longer value ends the counting of distinct values.
  private static let valueLimit = 4096

  private let path: ObjectPath
  private let objects: Results<DynamicObject>
  private var count = 0
  private var nils = 0
  private var counts: [String: (value: _StoredContents, count: Int)] = [:]
  private var isExact = true
  private var least: _StoredContents?
  private var greatest: _StoredContents?

  init(_ path: ObjectPath, _ objects: Results<DynamicObject>) { (self.path, self.objects) = (path, objects) }

  /// Reads all objects, and returns the summary as members of a JSON object. Throws if the task is cancelled. Complexity: O(objects).
  mutating func json() throws(ViewFailure) -> [JSONValue.Member] {
    if path.property.collection != .none { return try collections() }
    for object in objects {
      count += 1
      if count & 0xFFF == 0, Task.isCancelled { throw ViewFailure(CancellationError()) }
      path.forEachEnd(of: object) { end, column in add(path.isCount ? .int(end._count(column)) : end._contents(column)) }
    }
    if Task.isCancelled { throw ViewFailure(CancellationError()) }
    let top = counts.values.sorted { $0.count > $1.count || $0.count == $1.count && ValueOrder.precedes($0.value, $1.value) }
    let shown = top.prefix(ColumnSummary.topCount).map { value, count in
      JSONValue.members([
        "value": CellForm.row.cell(value, isAny: path.property.type == .any), "count": .count(count),
        "where": .text(LiteralText.equality(path.text, value, isAny: path.property.type == .any)),
      ])
    }
    return [
      .init(name: "count", value: .count(count)), .init(name: "nil", value: .count(nils)),
      .init(name: "distinct", value: .members(["count": .count(counts.count), "exact": .bool(isExact)])),
      .init(name: "min", value: least.map { CellForm.row.cell($0, isAny: false) } ?? .null),
      .init(name: "max", value: greatest.map { CellForm.row.cell($0, isAny: false) } ?? .null),
      .init(name: "top", value: isExact ? .array(shown) : .null), .init(name: "histogram", value: try histogram()),
    ]
  }

  private mutating func add(_ value: _StoredContents) {
    if case .null = value {
      nils += 1
      return
    }
    if ColumnSummary.isOrdered(value) {
      if least.map({ ValueOrder.precedes(value, $0) }) ?? true { least = value }
      if greatest.map({ ValueOrder.precedes($0, value) }) ?? true { greatest = value }
    }
    guard isExact else { return }
    guard let identity = ColumnSummary.identity(value) else {
      isExact = false
      return
    }
    if counts[identity] != nil {
      counts[identity]?.count += 1
    } else if counts.count == ColumnSummary.distinctLimit {
      isExact = false
    } else {
      counts[identity] = (value, 1)
    }
  }

  private static func identity(_ value: _StoredContents) -> String? {
    switch value {
    case .string(let text): text.utf8.count > valueLimit ? nil : "\"" + text
    case .data(let data): data.count > valueLimit ? nil : "#" + data.base64EncodedString()
    case .object(let object): "\(object._model.name)/\(object._rowKey)"
    case .int(let value): String(value)
    case .bool(let value): value ? "true" : "false"
    case .float, .double, .date, .decimal, .objectId, .uuid: ValueWriter.scalar(value).text
    case .null: "null"
    case .elements, .entries: nil
    }
  }

  private static func isOrdered(_ value: _StoredContents) -> Bool {
    switch value {
    case .int, .date, .string: true
    case .float(let number): !number.isNaN
    case .double(let number): !number.isNaN
    case .decimal(let number): !number.isNaN
    case .null, .bool, .data, .objectId, .uuid, .object, .elements, .entries: false
    }
  }

  // MARK: - Histogram

  private func histogram() throws(ViewFailure) -> JSONValue {
    guard path.property.type.kind.isNumeric || path.property.type == .date, let least, let greatest, let low = ColumnSummary.number(least),
      let high = ColumnSummary.number(greatest), low.isFinite, high.isFinite
    else { return .null }
    let bins = Bins(low, high, ColumnSummary.binCount, isInteger: path.isCount || path.property.type.form == .integer)
    var counts = [Int](repeating: 0, count: bins.count)
    var read = 0
    for object in objects {
      read += 1
      if read & 0xFFF == 0, Task.isCancelled { throw ViewFailure(CancellationError()) }
      path.forEachEnd(of: object) { end, column in
        let value: _StoredContents = path.isCount ? .int(end._count(column)) : end._contents(column)
        if let number = ColumnSummary.number(value), number.isFinite { counts[bins.index(of: number)] += 1 }
      }
    }
    if Task.isCancelled { throw ViewFailure(CancellationError()) }
    return .array(
      counts.enumerated().map { index, count in
        // The outer bounds are the least and the greatest value: a Double cannot represent every integer, and the last interval may end
        // after the greatest value.
        let isLast = index == bins.count - 1
        let from = index == 0 ? least : bound(bins.start(index))
        let to = isLast ? greatest : bound(bins.start(index + 1))
        var condition: String?
        if let first = LiteralText.text(from), let last = LiteralText.text(to) {
          let name = LiteralText.path(path.text)
          condition = "\(name) >= \(first) AND \(name) \(isLast ? "<=" : "<") \(last)"
        }
        return .members([
          "from": CellForm.row.cell(from, isAny: false), "to": CellForm.row.cell(to, isAny: false), "count": .count(count),
          "where": .text(condition),
        ])
      })
  }

  private func bound(_ number: Double) -> _StoredContents {
    if path.isCount { return .int(Int(number)) }
    switch path.property.type.form {
    case .integer: return .int(Int(exactly: number.rounded()) ?? (number < 0 ? .min : .max))
    case .date: return .date(Date(timeIntervalSinceReferenceDate: number))
    case .bool, .float, .double, .string, .data, .decimal, .objectId, .uuid, .object, .any: return .double(number)
    }
  }

  private static func number(_ value: _StoredContents) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .float(let number): Double(number)
    case .double(let number): number
    case .decimal(let number): Double(number._exactText)
    case .date(let date): date.timeIntervalSinceReferenceDate
    case .null, .bool, .string, .data, .objectId, .uuid, .object, .elements, .entries: nil
    }
  }

  // MARK: - Collections

  private func collections() throws(ViewFailure) -> [JSONValue.Member] {
    var (count, ends, empty, elements) = (0, 0, 0, 0)
    var (least, greatest) = (Int.max, 0)
    for object in objects {
      count += 1
      if count & 0xFFF == 0, Task.isCancelled { throw ViewFailure(CancellationError()) }
      path.forEachEnd(of: object) { end, column in
        let length = end._count(column)
        ends += 1
        elements += length
        if length == 0 { empty += 1 }
        least = min(least, length)
        greatest = max(greatest, length)
      }
    }
    if Task.isCancelled { throw ViewFailure(CancellationError()) }
    return [
      .init(name: "count", value: .count(count)), .init(name: "nil", value: .count(0)), .init(name: "empty", value: .count(empty)),
      .init(name: "elements", value: .count(elements)),
      // A path through nil links, or through empty collections, ends at no collection.
      .init(name: "lengths", value: ends == 0 ? .null : .members(["min": .count(least), "max": .count(greatest)])),
    ]
  }
}

extension FileSnapshot {
  /// Returns a summary of the values of a property among the objects that satisfy a condition. Throws if the task is cancelled.
  public func summary(type: String, where condition: String, column: String) throws(ViewFailure) -> JSONValue {
    let model = try self.type(type)
    let path: ObjectPath
    do throws(RequestFailure) { path = try ObjectPath(column, model, types) } catch { throw ViewFailure(error, parameter: "column") }
    let objects = try objects(model, condition)
    let clock = ContinuousClock()
    let start = clock.now
    var summary = ColumnSummary(path, objects)
    let found = try summary.json()
    return .object(
      [.init(name: "version", value: .digits(version)), .init(name: "column", value: .string(column))] + found
        + [.init(name: "milliseconds", value: .milliseconds(clock.now - start))])
  }
}
