internal import Ashlar
public import AshlarSchema

/// A property of a type, or of the objects that its links and collections refer to: `name`, `maintainer.name`, `dogs.name`. A path to a
/// collection may end with `@count`, the number of its elements: `dogs.@count`.
public struct ObjectPath {
  let text: String
  /// The columns of the links and collections, followed by that of the property.
  private let columns: [Int]
  let property: PropertyModel
  /// Whether a collection precedes the property; if so, there may be any number of values.
  let isMany: Bool
  /// Whether the value is the number of elements of the last column.
  let isCount: Bool

  private static let count = "@count"
  // The number of ends may grow exponentially with the number of names.
  private static let nameLimit = 32

  /// Parses a path. Throws if it has more than 32 names, if a type lacks a property of the path, if the path continues after a property
  /// that contains no objects, or if `@count` does not follow a collection.
  init(_ text: String, _ root: EntityModel, _ types: StoredTypes) throws(RequestFailure) {
    self.text = text
    var model = root
    var columns: [Int] = []
    var last: PropertyModel?
    var isMany = false
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if names.count > ObjectPath.nameLimit {
      throw RequestFailure("a path has at most \(ObjectPath.nameLimit) names; this one has \(names.count)")
    }
    isCount = names.count > 1 && names.last == ObjectPath.count
    for name in isCount ? names.dropLast() : names[...] {
      if let last {
        guard last.type == .object, let target = last.target else {
          throw RequestFailure("'\(text)' cannot continue after '\(model.name).\(last.name)', which contains no objects")
        }
        if last.collection != .none { isMany = true }
        model = try types.type(named: target)
      }
      guard let column = model.columns.firstIndex(where: { $0.name == name }) else {
        throw RequestFailure("type '\(model.name)' has no property '\(name)'\(StoredTypes.hint(name, model.columns.map(\.name)))")
      }
      columns.append(column)
      last = model.columns[column]
    }
    if isCount, let last, last.collection == .none {
      throw RequestFailure("'\(text)' counts elements, but '\(model.name).\(last.name)' is not a collection")
    }
    self.columns = columns
    self.isMany = isMany
    property = isCount ? PropertyModel(name: ObjectPath.count, type: .int) : last ?? PropertyModel(name: text, type: .any)
  }

  /// Creates a path to a property of the type itself, even if the property's name has the form of a path.
  public init(_ column: Int, of model: EntityModel) {
    property = model.columns[column]
    text = property.name
    columns = [column]
    (isMany, isCount) = (false, false)
  }

  /// Returns the value at the end of the path; null if a link on the path is null. If the path contains a collection before the property,
  /// returns an array with the values of its objects, in the order of the collection. The array is incomplete if the task is cancelled.
  func value(of object: DynamicObject) throws(ValueWriter.TooDeep) -> JSONValue {
    var values: [JSONValue] = []
    var failure: ValueWriter.TooDeep?
    forEachEnd(of: object, columns[...]) { end, column in
      if isCount { return values.append(.number("\(end._count(column))")) }
      do throws(ValueWriter.TooDeep) {
        values.append(try ValueWriter.value(of: end, column, isAny: property.type == .any))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return isMany ? .array(values) : values.first ?? .null
  }

  /// Calls `body` with each value at the end of the path. If the value is a collection, calls `body` with each of its elements. Ends early
  /// if the task is cancelled.
  func forEachValue(of object: DynamicObject, _ body: (_StoredContents) -> Void) {
    forEachEnd(of: object, columns[...]) { end, column in
      if isCount { return body(.int(end._count(column))) }
      switch end._contents(column) {
      case .elements(let elements): elements.forEach(body)
      case .entries(let entries): entries.forEach { body($0.value) }
      case let value: body(value)
      }
    }
  }

  /// Calls `body` with each object that has the last column, and with this column. Ends early if the task is cancelled. Complexity:
  /// O(objects on the path). An object that several others link to is visited once for each of them, so a path through collections of
  /// objects that link to each other visits exponentially many.
  func forEachEnd(of object: DynamicObject, _ body: (DynamicObject, Int) -> Void) { forEachEnd(of: object, columns[...], body) }

  private func forEachEnd(of object: DynamicObject, _ columns: ArraySlice<Int>, _ body: (DynamicObject, Int) -> Void) {
    guard let column = columns.first else { return }
    if columns.count == 1 { return body(object, column) }
    let rest = columns.dropFirst()
    func follow(_ value: _StoredContents) {
      if case .object(let next) = value, !Task.isCancelled { forEachEnd(of: next, rest, body) }
    }
    switch object._contents(column) {
    case .elements(let elements): elements.forEach(follow)
    case .entries(let entries): entries.forEach { follow($0.value) }
    case let value: follow(value)
    }
  }

  /// Whether a table's column for the path contains single numbers.
  var isNumber: Bool { property.collection == .none && !isMany && hasNumbers }

  /// Whether the values, or the elements of a collection, are numbers.
  var hasNumbers: Bool { property.type.kind.isNumeric }

  /// Throws if objects cannot be sorted by the path.
  func checkOrder() throws(RequestFailure) { try checkValue("sorted") }

  /// Throws if objects cannot be grouped by the path.
  func checkGroup() throws(RequestFailure) { try checkValue("grouped") }

  private func checkValue(_ use: String) throws(RequestFailure) {
    if property.collection != .none { throw RequestFailure("'\(text)' is a collection: objects can only be \(use) by single values") }
    if isMany { throw RequestFailure("'\(text)' passes through a collection: objects can only be \(use) by single values") }
    if isCount { throw RequestFailure("'\(text)' counts elements: objects can only be \(use) by stored values") }
    if !property.type.kind.isOrdered {
      throw RequestFailure(
        "'\(text)' is \(property.type == .data ? "Data" : "an object"), which has no order: name a property whose values have an order")
    }
  }
}

extension [ObjectPath] {
  /// Parses a comma-separated list of paths.
  public init(list: String, _ root: EntityModel, _ types: StoredTypes) throws(RequestFailure) {
    self = []
    for text in list.split(separator: ",", omittingEmptySubsequences: false) {
      append(try ObjectPath(text.trimmed, root, types))
    }
  }

  /// Parses a comma-separated list of columns: names of properties, which may contain dots, or paths. A name has precedence over a path.
  public init(columns list: String, _ root: EntityModel, _ types: StoredTypes) throws(RequestFailure) {
    let named = Dictionary(root.columns.enumerated().map { ($1.name, $0) }) { first, _ in first }
    self = []
    for text in list.split(separator: ",", omittingEmptySubsequences: false) {
      let name = text.trimmed
      if let column = named[name] { append(ObjectPath(column, of: root)) } else { append(try ObjectPath(name, root, types)) }
    }
  }
}

extension Substring {
  /// The text without leading and trailing spaces.
  var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
