internal import Ashlar
internal import AshlarSchema
internal import AshlarStore

/// Determines the actions that undo an edit, at the end of its write.
struct EditInverse {
  /// The reason why an edit cannot be undone.
  struct Obstacle: Error {
    let reason: String
  }

  private let realm: Realm
  private let models: [String: EntityModel]
  private let record: EditRecord
  // Replaces links to all deleted objects by references to the actions that restore them.
  private let relinking: EditRelinking

  /// - Parameter models: The types of the file, by name.
  init(_ realm: Realm, _ models: [String: EntityModel], _ record: EditRecord) {
    self.realm = realm
    self.models = models
    self.record = record
    var actions: [String: [String: Int]] = [:]
    for (number, object) in record.deleted.enumerated() { actions[object.type.name, default: [:]][object.key] = number }
    relinking = EditRelinking(models: models, actions: actions)
  }

  /// Returns the actions in the order in which an undo performs them. Throws if no actions undo the edit exactly. Complexity: O(size of the
  /// recorded values and of the values that replaced them).
  func actions() throws(Obstacle) -> [JSONValue] {
    try checkDeletions()
    // A restored owner would have the new value, because it is recorded after the change of its embedded object.
    if record.changed.contains(where: \.isOfRemovedPart) || record.links.contains(where: \.isOfRemovedPart) {
      throw Obstacle(reason: "A changed embedded object was removed.")
    }
    var actions = try restorations()
    for link in record.links where !link.object.isInvalidated {
      let after = EditForm.value(of: link.object, link.column)
      if !EditForm.isSame(after, link.before) { actions.append(try reset(link, after)) }
    }
    for change in record.changed.reversed() where !change.object.isInvalidated {
      actions.append(try reset(change, EditForm.value(of: change.object, change.column)))
    }
    return actions + (try removals())
  }

  // Throws if delete rules have deleted objects, whose former values are unknown.
  private func checkDeletions() throws(Obstacle) {
    let names = realm._typeNames
    for (id, change) in realm._pendingChanges.tables {
      guard let name = names[id], models[name]?.kind != .embedded else { continue }
      if change.isAnything { throw Obstacle(reason: "Too many objects are changed.") }
      let others = change.deleted.count - record.deleted.count { $0.type.name == name }
      if others > 0 { throw Obstacle(reason: "\(others) further '\(name)' \(others == 1 ? "is" : "are") deleted by delete rules.") }
    }
  }

  // Returns the actions that insert the deleted objects. An action can refer only to objects that earlier actions insert.
  private func restorations() throws(Obstacle) -> [JSONValue] {
    var actions: [JSONValue] = []
    var earlier: [String: [String: Int]] = [:]
    for (number, object) in record.deleted.enumerated() {
      let values = relinking.values(object.values, of: object.type)
      if values != EditRelinking(models: models, actions: earlier).values(object.values, of: object.type) {
        throw Obstacle(reason: "The deleted objects link to each other.")
      }
      earlier[object.type.name, default: [:]][object.key] = number
      actions.append(
        .members(["do": .string("insert"), "type": .string(object.type.name), "values": .object(values), "restore": .bool(true)]))
    }
    return actions
  }

  // Returns an action that sets a property to its former value.
  private func reset(_ change: EditRecord.Change, _ after: JSONValue) throws(Obstacle) -> JSONValue {
    let property = change.object._model.columns[change.column]
    try checkParts(after, of: property)
    return EditInverse.setting(change.object, property, from: after, to: relinking.value(change.before, of: property))
  }

  // MARK: - Created objects

  // Returns the actions that delete the created objects. Delete rules must neither follow the links of these objects to others, nor refuse
  // the deletion because of them, so all links are removed before the first deletion. The objects are deleted in the order of their
  // insertion, so that a redo can restore an object after those to which it links. They are deleted alone: links that others have set to
  // them after the edit would otherwise become nil, or their holders would be deleted, and this could not be undone.
  private func removals() throws(Obstacle) -> [JSONValue] {
    var settings: [JSONValue] = []
    var deletions: [JSONValue] = []
    for object in record.created where !object.isInvalidated {
      let model = object._model
      var values: [JSONValue.Member] = []
      for (column, property) in model.columns.enumerated() {
        var value = EditForm.value(of: object, column)
        try checkParts(value, of: property)
        if !model.keyColumns.contains(column), EditInverse.hasLink(value) {
          let cleared = EditInverse.cleared(property)
          settings.append(EditInverse.setting(object, property, from: value, to: cleared))
          value = cleared
        }
        values.append(.init(name: property.name, value: value))
      }
      deletions.append(
        .members([
          "do": .string("delete"), "type": .string(model.name), "key": .digits(object._rowKey), "old": .object(values),
          "alone": .bool(true),
        ]))
    }
    return settings + deletions
  }

  // Throws if a value contains embedded objects with links that have delete rules. An undo removes the embedded objects, and their rules
  // would delete the targets or refuse the removal.
  private func checkParts(_ value: JSONValue, of property: PropertyModel) throws(Obstacle) {
    guard property.type == .object, let part = property.target.flatMap({ models[$0] }), part.kind == .embedded else { return }
    let objects: [JSONValue] =
      switch (property.collection, value) {
      case (_, .array(let elements)): elements
      case (.map, .object(let members)): members.map(\.value)
      case (_, .object), (_, .null), (_, .bool), (_, .number), (_, .string): [value]
      }
    for object in objects {
      for column in part.columns {
        guard let value = object[column.name] else { continue }
        let hasRule = part.rules.contains { rule in if case .holderDeleted(column.storedName, _) = rule { true } else { false } }
        if hasRule, EditInverse.hasLink(value) { throw Obstacle(reason: "Undoing it would delete objects to which it links.") }
        try checkParts(value, of: column)
      }
    }
  }

  // Returns whether a value in the form of edits contains a link.
  private static func hasLink(_ value: JSONValue) -> Bool {
    switch value {
    case .array(let elements): elements.contains(where: hasLink)
    case .object(let members): members.contains { $0.name == "$row" || hasLink($0.value) }
    case .null, .bool, .number, .string: false
    }
  }

  // Returns the value of a property without links.
  private static func cleared(_ property: PropertyModel) -> JSONValue {
    switch property.collection {
    case .none, .linkingObjects: .null
    case .list, .set: .array([])
    case .map: .object([])
    }
  }

  private static func setting(_ object: DynamicObject, _ property: PropertyModel, from old: JSONValue, to new: JSONValue) -> JSONValue {
    .members([
      "do": .string("set"), "type": .string(object._model.name), "key": .digits(object._rowKey),
      "property": .string(property.name), "old": old, "new": new,
    ])
  }
}
