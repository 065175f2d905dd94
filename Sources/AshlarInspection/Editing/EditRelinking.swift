internal import AshlarSchema

/// Replaces links to deleted rows, in values in the form of edits, by references to the actions that restore these rows.
struct EditRelinking {
  /// The types of the file, by name.
  let models: [String: EntityModel]
  /// The numbers of the actions, by the types and the row keys of the deleted objects.
  let actions: [String: [String: Int]]

  /// Returns a value of a property with its links replaced.
  func value(_ value: JSONValue, of property: PropertyModel) -> JSONValue {
    switch (property.collection, value) {
    case (.none, _), (.linkingObjects, _): return single(value, property)
    case (_, .array(let elements)): return .array(elements.map { single($0, property) })
    case (_, .object(let members)): return .object(members.map { .init(name: $0.name, value: single($0.value, property)) })
    case (_, .null), (_, .bool), (_, .number), (_, .string): return value
    }
  }

  /// Returns the values of an object of a type with their links replaced.
  func values(_ members: [JSONValue.Member], of type: EntityModel) -> [JSONValue.Member] {
    members.map { member in
      guard let property = type.columns.first(where: { $0.name == member.name }) else { return member }
      return .init(name: member.name, value: value(member.value, of: property))
    }
  }

  private func single(_ value: JSONValue, _ property: PropertyModel) -> JSONValue {
    if property.type == .any { return any(value) }
    guard property.type == .object, let target = property.target.flatMap({ models[$0] }), case .object(let members) = value else {
      return value
    }
    return target.kind == .embedded ? .object(values(members, of: target)) : link(value, to: target.name)
  }

  private func any(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map(any))
    case .object(let members):
      if let type = value["$type"]?.string { return link(value, to: type) }
      return .object(members.map { .init(name: $0.name, value: any($0.value)) })
    case .null, .bool, .number, .string: return value
    }
  }

  private func link(_ value: JSONValue, to type: String) -> JSONValue {
    guard let key = value["$row"]?.string, let action = actions[type]?[key] else { return value }
    return .object(value.members.map { $0.name == "$row" ? .init(name: "$row", value: .string("#\(action)")) : $0 })
  }
}
