internal import Ashlar
internal import AshlarSchema
internal import AshlarStore

/// Records what the actions of an edit change, and determines the actions that undo them.
struct EditUndo {
  /// The maximum number of rows of an update, and of links to deleted objects, in an edit that can be undone.
  static let limit = 1000

  private let realm: Realm
  private let models: [String: EntityModel]
  /// The actions that undo the edit, in the order in which an undo performs them; empty before `complete` is called, nil if the edit cannot
  /// be undone exactly.
  private(set) var actions: [JSONValue]? = []
  /// The reason why the edit cannot be undone; nil if it can be.
  private(set) var note: String?
  // The former values of properties that link to deleted objects: a deletion may change them.
  private var links: [(object: DynamicObject, column: Int, before: JSONValue)] = []
  private var restored: [(type: EntityModel, key: String, values: JSONValue)] = []
  private var changed: [(object: DynamicObject, column: Int, before: JSONValue)] = []
  // The values in `changed` and `links`, by property: an object that is deleted later is restored with them.
  private var changedBefore: [String: JSONValue] = [:]
  private var linkedBefore: [String: JSONValue] = [:]
  private var created: [DynamicObject] = []
  // The objects in `created`, whose properties have no former values.
  private var createdNames: Set<String> = []

  init(_ realm: Realm) {
    self.realm = realm
    models = Dictionary(realm._types.map { ($0.name, $0) }) { first, _ in first }
  }

  // MARK: - Recording

  /// Called before an action sets a property.
  mutating func noteChange(of object: DynamicObject, _ column: Int) {
    // An undo restores the value before the first change.
    let name = EditUndo.name(object, column)
    if changedBefore[name] != nil || createdNames.contains(EditUndo.name(object)) { return }
    let before = linkedBefore[name] ?? EditForm.value(of: object, column)
    changedBefore[name] = before
    changed.append((object, column, before))
  }

  /// Called after an action has inserted an object.
  mutating func noteInsertion(of object: DynamicObject) {
    created.append(object)
    createdNames.insert(EditUndo.name(object))
  }

  /// Called before an action deletes an object.
  mutating func noteDeletion(of object: DynamicObject) {
    let model = object._model
    if model.kind == .embedded { return forgo("An embedded object cannot be restored on its own.") }
    // An object that the edit has inserted did not exist before, and only the edit has set links to it.
    if createdNames.contains(EditUndo.name(object)) { return }
    // Earlier actions of the edit may have changed the object, or have deleted objects to which it links.
    let values = model.columns.indices.map { column in
      let name = EditUndo.name(object, column)
      let value = changedBefore[name] ?? linkedBefore[name] ?? EditForm.value(of: object, column)
      return JSONValue.Member(name: model.columns[column].name, value: value)
    }
    restored.append((model, String(object._rowKey), .object(values)))
    noteLinks(to: object, model)
  }

  private mutating func noteLinks(to object: DynamicObject, _ model: EntityModel) {
    for source in realm._types {
      for column in source.columns.indices where source.columns[column].type == .object && source.columns[column].target == model.name {
        guard let linking = object._linkingObjects(from: source.name, source.columns[column].name) else { continue }
        if links.count + linking.count > EditUndo.limit { return forgo("More than \(EditUndo.limit) objects link to it.") }
        for other in linking where !createdNames.contains(EditUndo.name(other)) {
          let name = EditUndo.name(other, column)
          if linkedBefore[name] != nil { continue }
          let before = EditForm.value(of: other, column)
          linkedBefore[name] = before
          links.append((other, column, before))
        }
      }
    }
  }

  // MARK: - The actions

  /// States that the edit cannot be undone.
  mutating func forgo(_ reason: String) {
    actions = nil
    if note == nil { note = "This cannot be undone. \(reason)" }
  }

  /// Determines the actions that undo the edit. Called at the end of the write.
  mutating func complete() {
    if actions == nil { return }
    let deleted = realm._pendingChanges.tables
    let names = realm._typeNames
    let embedded = Set(realm._types.filter { $0.kind == .embedded }.map(\.name))
    for (id, change) in deleted {
      guard let name = names[id], !embedded.contains(name) else { continue }
      let own = restored.count { $0.type.name == name }
      if change.isAnything { return forgo("Too many objects are changed.") }
      let others = change.deleted.count - own
      if others > 0 { return forgo("\(others) further '\(name)' \(others == 1 ? "is" : "are") deleted by delete rules.") }
    }
    var actions: [JSONValue] = []
    for (number, object) in restored.enumerated() {
      // An action can refer only to objects that earlier actions insert.
      let values = relinking(restored.count).values(object.values.members, of: object.type)
      if values != relinking(number).values(object.values.members, of: object.type) {
        return forgo("The deleted objects link to each other.")
      }
      actions.append(
        .members(["do": .string("insert"), "type": .string(object.type.name), "values": .object(values), "restore": .bool(true)]))
    }
    for link in links where link.object._isThere && changedBefore[EditUndo.name(link.object, link.column)] == nil {
      let after = EditForm.value(of: link.object, link.column)
      if !EditForm.isSame(after, link.before) { actions.append(setting(link.object, link.column, from: after, to: link.before)) }
    }
    for change in changed.reversed() where change.object._isThere {
      let after = EditForm.value(of: change.object, change.column)
      actions.append(setting(change.object, change.column, from: after, to: change.before))
    }
    for object in created.reversed() where object._isThere {
      let model = object._model
      let values = JSONValue.object(
        model.columns.indices.map { .init(name: model.columns[$0].name, value: EditForm.value(of: object, $0)) })
      actions.append(
        .members([
          "do": .string("delete"), "type": .string(model.name), "key": .digits(object._rowKey), "old": values,
        ]))
    }
    self.actions = actions
  }

  private static func name(_ object: DynamicObject) -> String { "\(object._model.name)/\(object._rowKey)" }

  private static func name(_ object: DynamicObject, _ column: Int) -> String { "\(name(object))/\(column)" }

  // Returns an action that sets a property to a former value, in which links to deleted objects refer to the actions that restore them.
  private func setting(_ object: DynamicObject, _ column: Int, from old: JSONValue, to new: JSONValue) -> JSONValue {
    let property = object._model.columns[column]
    return .members([
      "do": .string("set"), "type": .string(object._model.name), "key": .digits(object._rowKey),
      "property": .string(property.name), "old": old, "new": relinking(restored.count).value(new, of: property),
    ])
  }

  // Returns a value that replaces links to the first `count` deleted objects by references to the actions that restore them.
  private func relinking(_ count: Int) -> EditRelinking {
    var actions: [String: [String: Int]] = [:]
    for (number, object) in restored.prefix(count).enumerated() { actions[object.type.name, default: [:]][object.key] = number }
    return EditRelinking(models: models, actions: actions)
  }
}

extension DynamicObject {
  /// Whether the object exists in the open write.
  fileprivate var _isThere: Bool { !isInvalidated }
}
