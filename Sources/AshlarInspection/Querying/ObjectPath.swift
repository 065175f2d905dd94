internal import Ashlar
public import AshlarSchema

/// A property of a type, or of an object that its links lead to: `name`, or `maintainer.name`.
public struct ObjectPath {
  let text: String
  /// The columns of the links, followed by that of the property.
  private let columns: [Int]
  let property: PropertyModel

  /// Parses a path. Throws if a type has no property with a name, or if the path continues after a property that is not a link to one
  /// object.
  init(_ text: String, _ root: EntityModel, _ types: StoredTypes) throws(RequestFailure) {
    self.text = text
    var model = root
    var columns: [Int] = []
    var last: PropertyModel?
    for name in text.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
      if let last {
        guard last.type == .object, last.collection == .none, let target = last.target else {
          throw RequestFailure("'\(text)' cannot go on behind '\(model.name).\(last.name)', which is not a link to one object")
        }
        model = try types.type(named: target)
      }
      guard let column = model.columns.firstIndex(where: { $0.name == name }) else {
        throw RequestFailure("type '\(model.name)' has no property '\(name)'\(StoredTypes.hint(name, model.columns.map(\.name)))")
      }
      columns.append(column)
      last = model.columns[column]
    }
    self.columns = columns
    property = last ?? PropertyModel(name: text, type: .any)
  }

  /// Creates a path to a property of the type itself, whose name `init(_:_:_:)` might parse as a path.
  public init(_ column: Int, of model: EntityModel) {
    property = model.columns[column]
    text = property.name
    columns = [column]
  }

  /// Returns the value at the end of the path; null if a link on the path is null.
  func value(of object: DynamicObject) throws(ValueWriter.TooDeep) -> JSONValue {
    var object = object
    for column in columns.dropLast() {
      guard case .object(let next) = object._contents(column) else { return .null }
      object = next
    }
    return try ValueWriter.value(of: object, columns[columns.count - 1], property)
  }

  var isNumber: Bool { property.collection == .none && property.type.kind.isNumeric }

  /// Throws if objects cannot be sorted by the path.
  func checkOrder() throws(RequestFailure) {
    if property.collection != .none { throw RequestFailure("'\(text)' is a collection, and objects are sorted by single values") }
    if !property.type.kind.isOrdered {
      throw RequestFailure(
        "'\(text)' is \(property.type == .data ? "Data" : "an object"), which has no order: name a property with values that have one")
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
}

extension Substring {
  /// The text without leading and trailing spaces.
  var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
