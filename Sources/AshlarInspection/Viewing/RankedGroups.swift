internal import Ashlar
internal import AshlarSchema

extension FileSnapshot {
  private static let groupLimit = 1000

  /// Groups the objects that satisfy a condition by the values of some properties. Returns at most 1,000 groups, in descending order of a
  /// figure.
  /// - Parameters:
  ///   - keys: Comma-separated paths of the properties.
  ///   - measure: The figure: `count`; or `sum`, `average`, `minimum` or `maximum`, followed by a colon and a path.
  public func groups(type: String, where condition: String, by keys: String, measure: String) throws(ViewFailure) -> JSONValue {
    let model = try self.type(type)
    let (paths, figure) = try groupRequest(model, keys, measure)
    let objects = try objects(model, condition)
    let clock = ContinuousClock()
    let start = clock.now
    let (groups, firsts) = objects._groups(by: paths.map(\.text))
    if Task.isCancelled { throw ViewFailure(CancellationError()) }
    let figures = figure.values(of: objects, in: groups, count: firsts.count)
    if Task.isCancelled { throw ViewFailure(CancellationError()) }
    let numbers = figures.map { FileSnapshot.number($0) }
    // Groups without a number are last, as those whose figure is NaN, which has no order.
    let ranks = numbers.map { number in number.map { $0.isNaN ? -.infinity : $0 } ?? -.infinity }
    let order = firsts.indices.sorted { a, b in
      let (first, second) = (ranks[a], ranks[b])
      return first == second ? a < b : first > second
    }
    let shown = order.prefix(FileSnapshot.groupLimit).map { group -> JSONValue in
      let object = objects[firsts[group]]
      let values = paths.map { $0.contents(of: object) }
      let conditions = zip(paths, values).map { LiteralText.equality($0.text, $1, isAny: $0.property.type == .any) }
      let all = conditions.compactMap(\.self)
      return .members([
        "values": .array(zip(paths, values).map { CellForm.row.cell($1, isAny: $0.property.type == .any) }),
        "label": FileSnapshot.label(values),
        "figure": numbers[group].map { $0.isFinite ? .number("\($0)") : .null } ?? .null, "text": .string(figures[group].plain),
        "where": .text(all.count == conditions.count ? all.joined(separator: " AND ") : nil),
      ])
    }
    return .members([
      "version": .digits(version), "by": .array(paths.map { .string($0.text) }), "measure": .string(measure), "groups": .array(shown),
      "more": .count(firsts.count - shown.count), "milliseconds": .milliseconds(clock.now - start),
    ])
  }

  private func groupRequest(
    _ model: EntityModel, _ keys: String, _ measure: String
  ) throws(ViewFailure) -> (paths: [ObjectPath], figure: QueryAggregate) {
    let paths: [ObjectPath]
    do throws(RequestFailure) {
      paths = try [ObjectPath](list: keys, model, types)
      for path in paths { try path.checkGroup() }
    } catch {
      throw ViewFailure(error, parameter: "by")
    }
    if measure == "count" { return (paths, .count) }
    do throws(RequestFailure) {
      let parts = measure.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2, let kind = QueryAggregate.Kind(rawValue: parts[0]), kind != .count else {
        throw RequestFailure("'\(measure)' is not a figure: write 'count', or 'sum', 'average', 'minimum' or 'maximum' and ':property'")
      }
      return (paths, try QueryAggregate(kind, of: try ObjectPath(parts[1], model, types)))
    } catch {
      throw ViewFailure(error, parameter: "measure")
    }
  }

  private static func number(_ figure: JSONValue) -> Double? {
    switch figure {
    case .number(let text), .string(let text): Double(text)
    case .null, .bool, .array, .object: nil
    }
  }

  // Returns the label of a group; null for nil, which would be the same as the text "nil" otherwise.
  private static func label(_ values: [_StoredContents]) -> JSONValue {
    if values.count == 1, case .null = values[0] { return .null }
    return .string(values.map { label($0) }.joined(separator: ", "))
  }

  private static func label(_ value: _StoredContents) -> String {
    if case .null = value { return "nil" }
    if case .string(let text) = value { return TextCut.first(100, of: text) }
    if case .object(let object) = value { return ObjectLabel.text(of: object) ?? "\(object._rowKey)" }
    return ValueWriter.scalar(value).plain
  }
}

extension ObjectPath {
  /// Returns the single value at the end of the path; null if a link on the path is null.
  func contents(of object: DynamicObject) -> _StoredContents {
    var found = _StoredContents.null
    forEachEnd(of: object) { end, column in found = end._contents(column) }
    return found
  }
}
