internal import Ashlar
internal import AshlarSchema

/// Reads values in the form of edits, which `EditForm` writes. Returns only values that `DynamicObject` accepts: values that would
/// terminate the program are rejected here.
struct EditReader {
  private let realm: Realm
  private let models: [String: EntityModel]
  private let defaults: ValueReader
  /// The objects that earlier actions of the same edit have inserted, by the numbers of the actions. `{"$row":"#0"}` links to the object of
  /// the first action.
  var inserted: [Int: DynamicObject] = [:]

  init(_ realm: Realm) throws(ViewFailure) {
    self.realm = realm
    do throws(RequestFailure) {
      let imported = try ImportedTypes(realm._types)
      models = imported.models
      defaults = ValueReader(imported: imported) { _ throws(ValueFailure) in throw ValueFailure("a link is read before") }
    } catch {
      throw ViewFailure(error)
    }
  }

  /// Returns the value of a property.
  func value(_ json: JSONValue, _ property: PropertyModel) throws(ValueFailure) -> Any {
    switch property.collection {
    case .none, .linkingObjects: return try single(json, property)
    case .list, .set:
      guard case .array(let elements) = json else { throw ValueFailure(expected: "an array", json) }
      var values: [Any] = []
      for element in elements { values.append(try ValueReader.checked(try single(element, property), in: property)) }
      return values
    case .map:
      guard case .object(let members) = json else { throw ValueFailure(expected: "an object", json) }
      return _MapEntries(
        try entries(members) { (member) throws(ValueFailure) in try single(member, property) })
    }
  }

  /// Returns the values of a new object, by the names of its properties. Throws if a required property is missing.
  func values(_ members: [JSONValue.Member], _ type: EntityModel) throws(ValueFailure) -> [String: Any] {
    var values: [String: Any] = [:]
    for member in members {
      let property = try ValueReader.property(member.name, of: type)
      do throws(ValueFailure) { values[member.name] = try value(member.value, property) } catch { throw error.of(type.name, member.name) }
    }
    return try defaults.complete(values, members.map(\.name), type)
  }

  private func single(_ json: JSONValue, _ property: PropertyModel) throws(ValueFailure) -> Any {
    if property.type == .any { return try any(json, depth: 0) }
    if json == .null {
      let mayBeNil = property.isOptional || property.type == .object && property.collection == .none
      if !mayBeNil { throw ValueFailure("nil is not permitted") }
      return Any?.none as Any
    }
    if property.type != .object { return try ScalarReader.value(EditReader.number(json, property.type), property.type) }
    guard let target = property.target.flatMap({ models[$0] }) else { throw ValueFailure("the file lacks the type to which it links") }
    if target.kind == .embedded {
      guard case .object(let members) = json else { throw ValueFailure(expected: "the properties of '\(target.name)'", json) }
      return try values(members, target)
    }
    guard let row = json["$row"] else { throw ValueFailure("expected a link such as {\"$row\":\"12\"}, not \(ValueFailure.shown(json))") }
    return try linked(row, target)
  }

  // Integers are strings of digits.
  private static func number(_ json: JSONValue, _ type: ValueType) -> JSONValue {
    if type.form == .integer, case .string(let digits) = json { return .number(digits) }
    return json
  }

  private func linked(_ row: JSONValue, _ type: EntityModel) throws(ValueFailure) -> DynamicObject {
    guard case .string(let text) = row else { throw ValueFailure(expected: "a row key in quotes", row) }
    if text.hasPrefix("#") {
      guard let object = Int(text.dropFirst()).flatMap({ inserted[$0] }), object._model.name == type.name else {
        throw ValueFailure("no earlier action inserts the '\(type.name)' that '\(text)' denotes")
      }
      if object.isInvalidated { throw ValueFailure("another action has deleted the '\(type.name)' that '\(text)' denotes") }
      return object
    }
    guard let key = Int64(text), let object = _NamedType(type.name, in: realm).object(row: key) else {
      throw ValueFailure("there is no '\(type.name)' with the row key \(text)")
    }
    return object
  }

  private func entries(
    _ members: [JSONValue.Member], _ value: (JSONValue) throws(ValueFailure) -> Any
  ) throws(ValueFailure) -> [(key: String, value: Any)] {
    var entries: [(key: String, value: Any)] = []
    // Swift's strings are also equal if they consist of different scalars that are canonically equivalent.
    var names: Set<[UInt8]> = []
    for member in members {
      if member.name.utf8.first == UInt8(ascii: "$") { throw ValueFailure("a key of a map must not begin with '$': '\(member.name)'") }
      if member.name.utf8.contains(UInt8(ascii: ".")) { throw ValueFailure("a key of a map must not contain '.': '\(member.name)'") }
      if !names.insert(Array(member.name.utf8)).inserted { throw ValueFailure("the key '\(member.name)' occurs twice") }
      entries.append((member.name, try value(member.value)))
    }
    return entries
  }

  // MARK: - Values of any type

  private static let tags: [String: ValueType] = [
    "$int": .int, "$float": .float, "$double": .double, "$data": .data, "$date": .date, "$decimal": .decimal128, "$objectId": .objectId,
    "$uuid": .uuid,
  ]

  private func any(_ json: JSONValue, depth: Int) throws(ValueFailure) -> Any {
    switch json {
    case .null: return Any?.none as Any
    case .bool(let value): return value
    case .string: return try ScalarReader.value(json, .string)
    case .number: throw ValueFailure("a number states its type: write {\"$int\":\"5\"} or {\"$double\":5}")
    case .array(let elements):
      try ValueReader.checkDepth(depth)
      var values: [Any] = []
      for element in elements { values.append(try any(element, depth: depth + 1)) }
      return values
    case .object(let members):
      guard let first = members.first, first.name.utf8.first == UInt8(ascii: "$") else {
        try ValueReader.checkDepth(depth)
        return _MapEntries(try entries(members) { (member) throws(ValueFailure) in try any(member, depth: depth + 1) })
      }
      if let name = json["$type"]?.string, let row = json["$row"] {
        guard let type = models[name], type.kind == .object else { throw ValueFailure("the file has no type '\(name)' for links") }
        return try linked(row, type)
      }
      guard members.count == 1, let type = EditReader.tags[first.name] else {
        throw ValueFailure("'\(first.name)' does not name the type of a value")
      }
      return try ScalarReader.value(EditReader.number(first.value, type), type)
    }
  }
}
