internal import Ashlar
internal import AshlarSchema
internal import AshlarStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Reads values in the forms that docs/interchange.md specifies. Returns only values that `DynamicObject` accepts: a value that would
/// terminate the program is rejected with an error.
struct ValueReader {
  /// The target of a link, as named in the input.
  struct Reference {
    enum Name {
      case key(Any)
      case row(Int64)
    }

    let type: EntityModel
    let name: Name
    /// The name as shown in messages.
    let text: String
    /// Whether the link is in a value of any type.
    var isInAny = false
  }

  let imported: ImportedTypes
  let resolve: (Reference) throws(ValueFailure) -> DynamicObject

  private static var null: Any { Any?.none as Any }

  /// The types of the file, by name.
  private var types: [String: EntityModel] { imported.models }

  /// Returns the value of a property, given in JSON form.
  func value(_ json: JSONValue, _ property: PropertyModel) throws(ValueFailure) -> Any {
    switch property.collection {
    case .none, .linkingObjects: return try single(json, property)
    case .list, .set:
      if json == .null { return [Any]() }
      guard case .array(let elements) = json else { throw ValueFailure(expected: "an array", json) }
      var values: [Any] = []
      values.reserveCapacity(elements.count)
      for element in elements { values.append(try ValueReader.checked(try single(element, property), in: property)) }
      return values
    case .map:
      if json == .null { return _MapEntries([]) }
      guard case .object(let members) = json else { throw ValueFailure(expected: "an object", json) }
      var values: [(key: String, value: Any)] = []
      for member in members { values.append((try checkedKey(member.name), try single(member.value, property))) }
      return _MapEntries(values)
    }
  }

  /// Returns whether a value refers to an object, which must exist before the value is set.
  func hasReference(_ json: JSONValue, _ property: PropertyModel) -> Bool {
    guard property.type == .any || property.type == .object else { return false }
    switch (property.collection, json) {
    case (.none, _): return singleHasReference(json, property)
    case (_, .array(let elements)): return elements.contains { singleHasReference($0, property) }
    case (_, .object(let members)): return members.contains { singleHasReference($0.value, property) }
    default: return false
    }
  }

  private func singleHasReference(_ json: JSONValue, _ property: PropertyModel) -> Bool {
    if json == .null { return false }
    if property.type == .any { return anyHasReference(json) }
    guard let target = property.target.flatMap({ types[$0] }), target.kind == .embedded else { return true }
    guard case .object(let members) = json else { return false }
    return members.contains { member in
      target.columns.first { $0.name == member.name }.map { hasReference(member.value, $0) } ?? false
    }
  }

  private func anyHasReference(_ json: JSONValue) -> Bool {
    switch json {
    case .array(let elements): elements.contains(where: anyHasReference)
    case .object(let members): members.contains { $0.name == "$type" || anyHasReference($0.value) }
    default: false
    }
  }

  // MARK: - Single values

  private func single(_ json: JSONValue, _ property: PropertyModel) throws(ValueFailure) -> Any {
    if property.type == .any { return try any(json, depth: 0) }
    if json == .null {
      if property.isOptional || property.type == .object && property.collection == .none { return ValueReader.null }
      throw ValueFailure("null is not permitted")
    }
    if property.type != .object {
      let value = try ScalarReader.value(json, property.type)
      try imported.checkCase(json, property)
      return value
    }
    guard let target = property.target.flatMap({ types[$0] }) else { throw ValueFailure("the file lacks the type to which it links") }
    if target.kind == .embedded { return try embedded(json, target) }
    return try resolve(try reference(json, target))
  }

  private func embedded(_ json: JSONValue, _ type: EntityModel) throws(ValueFailure) -> Any {
    guard case .object(let members) = json else { throw ValueFailure(expected: "an object with the properties of '\(type.name)'", json) }
    var values: [String: Any] = [:]
    for member in members {
      let property = try ValueReader.property(member.name, of: type)
      do throws(ValueFailure) {
        values[member.name] = try value(member.value, property)
      } catch {
        throw error.of(type.name, member.name)
      }
    }
    return try complete(values, members.map(\.name), type)
  }

  /// Returns the values of a new object, with the defaults of properties that the input does not name. Throws if a required property is
  /// missing.
  func complete(_ values: [String: Any], _ names: [String], _ type: EntityModel) throws(ValueFailure) -> [String: Any] {
    var values = values
    let defaults = DefaultForm.members(of: type, without: names)
    for member in defaults { values[member.name] = try value(member.value, try ValueReader.property(member.name, of: type)) }
    try ValueReader.checkComplete(names + defaults.map(\.name), type)
    return values
  }

  /// Returns the stored property with a name. Throws if the type has none.
  static func property(_ name: String, of type: EntityModel) throws(ValueFailure) -> PropertyModel {
    // This is a plain loop, because a closure would receive a copy of each property.
    let columns = type.columns
    for index in columns.indices where columns[index].name == name { return columns[index] }
    throw ValueFailure("type '\(type.name)' has no property '\(name)'\(StoredTypes.hint(name, type.columns.map(\.name)))")
  }

  /// Throws if a property that new objects require is missing.
  private static func checkComplete(_ names: [String], _ type: EntityModel) throws(ValueFailure) {
    let columns = type.columns
    for index in columns.indices where columns[index].collection == .none {
      if columns[index].type == .any || columns[index].type == .object { continue }
      if columns[index].isOptional && !columns[index].isPrimaryKey || names.contains(columns[index].name) { continue }
      throw ValueFailure("'\(type.name).\(columns[index].name)' is missing")
    }
  }

  /// Returns the target of a link, named by its primary key, or by its row in the exported file.
  private func reference(_ json: JSONValue, _ type: EntityModel) throws(ValueFailure) -> Reference {
    if case .object(let members) = json {
      guard members.count == 1 else { throw ValueFailure("a link is an object with one member, '$key' or '$row'") }
      return try reference(members[0], type)
    }
    return try reference(JSONValue.Member(name: "$key", value: json), type)
  }

  private func reference(_ member: JSONValue.Member, _ type: EntityModel) throws(ValueFailure) -> Reference {
    let key = type.primaryKey.map { type.properties[$0] }
    let keys = key == nil ? type.keyColumns.map { type.properties[$0] } : []
    switch (member.name, key) {
    case ("$key", nil) where !keys.isEmpty:
      let text = member.value.text
      return Reference(
        type: type, name: .key(try parts(member.value, keys)), text: "key \(text.count > 60 ? String(text.prefix(60)) + "…" : text)")
    case ("$key", let key?):
      return Reference(type: type, name: .key(try single(member.value, key)), text: "key \(ValueFailure.shown(member.value))")
    case ("$row", nil) where keys.isEmpty:
      guard case .number(let text) = member.value, let row = Int64(text) else {
        throw ValueFailure(expected: "a number as '$row'", member.value)
      }
      return Reference(type: type, name: .row(row), text: "$row \(row)")
    case ("$key", nil): throw ValueFailure("'\(type.name)' has no primary key: write a link to it as {\"$row\":…}")
    case ("$row", _): throw ValueFailure("'\(type.name)' has a primary key: write a link to it with the key, not with '$row'")
    default: throw ValueFailure("a link is an object with one member, '$key' or '$row', not '\(member.name)'")
    }
  }

  // Returns the values of a primary key of several properties, given as an array in the order of the key.
  private func parts(_ json: JSONValue, _ properties: [PropertyModel]) throws(ValueFailure) -> [Any] {
    guard case .array(let elements) = json, elements.count == properties.count else {
      let names = properties.map { "'\($0.name)'" }.joined(separator: ", ")
      throw ValueFailure(expected: "an array with the values of \(names) as the key", json)
    }
    var values: [Any] = []
    for (element, property) in zip(elements, properties) { values.append(try single(element, property)) }
    return values
  }

  // MARK: - Values of any type

  private func any(_ json: JSONValue, depth: Int) throws(ValueFailure) -> Any {
    switch json {
    case .null: return ValueReader.null
    case .bool(let value): return value
    case .string: return try ScalarReader.value(json, .string)
    case .number(let text):
      let isDouble = text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
      return try ScalarReader.value(json, isDouble ? .double : .int)
    case .array(let elements):
      try ValueReader.checkDepth(depth)
      var values: [Any] = []
      for element in elements { values.append(try any(element, depth: depth + 1)) }
      return values
    case .object(let members):
      if let first = members.first, first.name.utf8.first == UInt8(ascii: "$") { return try tagged(members) }
      try ValueReader.checkDepth(depth)
      var values: [(key: String, value: Any)] = []
      for member in members { values.append((try checkedKey(member.name), try any(member.value, depth: depth + 1))) }
      return _MapEntries(values)
    }
  }

  private static let tags: [String: ValueType] = [
    "$float": .float, "$double": .double, "$data": .data, "$date": .date, "$decimal": .decimal128, "$objectId": .objectId, "$uuid": .uuid,
  ]

  private func tagged(_ members: [JSONValue.Member]) throws(ValueFailure) -> Any {
    if members.count == 2, members[0].name == "$type", case .string(let name) = members[0].value {
      guard let type = types[name] else {
        throw ValueFailure("the file has no type '\(name)'\(StoredTypes.hint(name, types.keys.sorted()))")
      }
      if type.kind == .embedded { throw ValueFailure("an AnyRealmValue cannot contain an embedded object, such as '\(name)'") }
      var reference = try reference(members[1], type)
      reference.isInAny = true
      return try resolve(reference)
    }
    guard members.count == 1, let type = ValueReader.tags[members[0].name] else {
      throw ValueFailure(
        "'\(members[0].name)' does not name the type of a value: expected "
          + "\(ValueReader.tags.keys.sorted().joined(separator: ", ")) alone, or $type with $key or $row"
      )
    }
    return try ScalarReader.value(members[0].value, type)
  }

  /// Returns an element of a collection. Throws if it is a list or a map in a set.
  static func checked(_ element: Any, in property: PropertyModel) throws(ValueFailure) -> Any {
    guard property.collection == .set, property.type == .any, element is [Any] || element is _MapEntries else { return element }
    throw ValueFailure("a list or a map cannot be an element of a set")
  }

  /// Throws if a collection at a depth in a value of any type is nested too deeply. Scalars may be one level deeper than collections.
  static func checkDepth(_ depth: Int) throws(ValueFailure) {
    if depth >= AnyStored.depthLimit { throw ValueFailure("collections are nested more than \(AnyStored.depthLimit) levels deep") }
  }

  private func checkedKey(_ key: String) throws(ValueFailure) -> String {
    // The bytes are compared, as the library does: a combining character after a dollar sign makes another character of both.
    if key.utf8.first == UInt8(ascii: "$") { throw ValueFailure("a key of a map must not begin with '$': '\(key)'") }
    if key.utf8.contains(UInt8(ascii: ".")) { throw ValueFailure("a key of a map must not contain '.': '\(key)'") }
    _ = try ScalarReader.value(.string(key), .string)
    return key
  }
}
