internal import Ashlar
internal import AshlarSchema
internal import AshlarStore

/// Performs the actions of one edit in an open write, and determines the actions that undo them.
struct EditRun {
  private let realm: Realm
  private let path: String
  private var reader: EditReader
  private var results: [JSONValue] = []
  // The actions that undo the edit, in the order in which an undo performs them; empty before `complete` is called, nil if the edit cannot
  // be undone exactly.
  private var undo: [JSONValue]? = []
  private var note: String?
  // The former values of properties that link to deleted objects: a deletion may change them.
  private var links: [(object: DynamicObject, column: Int, before: JSONValue)] = []
  // The properties in `links`.
  private var linkPlaces: Set<String> = []
  private let models: [String: EntityModel]
  private var restored: [(type: EntityModel, key: String, values: JSONValue)] = []
  private var changed: [(object: DynamicObject, column: Int, before: JSONValue)] = []
  // The properties in `changed`.
  private var changedPlaces: Set<String> = []
  private var created: [DynamicObject] = []

  // The maximum number of rows of an update, and of links to deleted objects, in an edit that can be undone.
  private static let undoLimit = 1000

  init(_ realm: Realm, _ path: String) throws(ViewFailure) {
    self.realm = realm
    self.path = path
    reader = try EditReader(realm)
    models = Dictionary(realm._types.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The results, the actions that undo the edit, and the reason if it cannot be undone, as members of a JSON object.
  var members: [JSONValue.Member] {
    [
      .init(name: "results", value: .array(results)), .init(name: "inverse", value: undo.map { .array($0) } ?? .null),
      .init(name: "note", value: .text(note)),
    ]
  }

  // MARK: - Actions

  mutating func perform(_ action: EditAction, _ number: Int) throws(ViewFailure) {
    switch action {
    case .set(let type, let key, let name, let old, let new):
      let model = try model(type)
      let object = try object(model, key, number)
      let column = try column(name, of: model)
      if let old { try check([.init(name: name, value: old)], object, number) }
      try set(new, column, of: object)
      results.append(.members(["key": .digits(key)]))
    case .insert(let type, let values): try insert(values, try model(type), number)
    case .duplicate(let type, let key, let values):
      let model = try model(type)
      let original = try object(model, key, number)
      let copied = model.columns.indices.filter { column in !values.contains { $0.name == model.columns[column].name } }
      let rest = copied.map { JSONValue.Member(name: model.columns[$0].name, value: EditForm.value(of: original, $0)) }
      try insert(values + rest, model, number)
    case .delete(let type, let key, let old):
      let object = try object(try model(type), key, number)
      try check(old, object, number)
      delete(object)
      results.append(.members(["key": .null]))
    case .update(let type, let condition, let values, let count):
      try update(try model(type), condition, values, count)
    }
  }

  private mutating func set(_ value: JSONValue, _ column: Int, of object: DynamicObject) throws(ViewFailure) {
    let model = object._model
    let property = model.columns[column]
    if model.keyColumns.contains(column) {
      throw ViewFailure(.request, "'\(model.name).\(property.name)' is part of the primary key, which cannot change.", parameter: "actions")
    }
    do throws(ValueFailure) {
      let read = try reader.value(value, property)
      // An undo restores the value before the first change.
      if changedPlaces.insert(EditRun.place(object, column)).inserted {
        changed.append((object, column, EditForm.value(of: object, column)))
      }
      object[property.name] = read
    } catch {
      throw EditRun.failure(error.of(model.name, property.name))
    }
  }

  private mutating func insert(_ members: [JSONValue.Member], _ model: EntityModel, _ number: Int) throws(ViewFailure) {
    if model.kind == .embedded {
      throw ViewFailure(.request, "'\(model.name)' is embedded: its objects are created with their owners.", parameter: "actions")
    }
    let values: [String: Any]
    do throws(ValueFailure) { values = try reader.values(members, model) } catch { throw EditRun.failure(error) }
    let keys = model.keyColumns.compactMap { values[model.columns[$0].name] }
    if !keys.isEmpty, keys.count == model.keyColumns.count {
      let key: Any = keys.count == 1 ? keys[0] : keys
      if _NamedType(model.name, in: realm).object(forPrimaryKey: key) != nil {
        throw ViewFailure(.rule, "A '\(model.name)' with this primary key exists already.", parameter: "actions")
      }
    }
    let object = realm.dynamicCreate(model.name, value: values)
    reader.inserted[number] = object
    created.append(object)
    results.append(.members(["key": .digits(object._rowKey)]))
  }

  private mutating func delete(_ object: DynamicObject) {
    let model = object._model
    if model.kind == .embedded {
      forgo("An embedded object cannot be restored on its own.")
    } else {
      let values = JSONValue.object(
        model.columns.indices.map { .init(name: model.columns[$0].name, value: EditForm.value(of: object, $0)) })
      restored.append((model, String(object._rowKey), values))
      rememberLinks(to: object, model)
    }
    realm.delete(object)
  }

  private mutating func rememberLinks(to object: DynamicObject, _ model: EntityModel) {
    for source in realm._types {
      for column in source.columns.indices where source.columns[column].type == .object && source.columns[column].target == model.name {
        guard let linking = object._linkingObjects(from: source.name, source.columns[column].name) else { continue }
        if links.count + linking.count > EditRun.undoLimit { return forgo("More than \(EditRun.undoLimit) objects link to it.") }
        for other in linking where linkPlaces.insert(EditRun.place(other, column)).inserted {
          links.append((other, column, EditForm.value(of: other, column)))
        }
      }
    }
  }

  private mutating func update(
    _ model: EntityModel, _ condition: String, _ values: [JSONValue.Member], _ count: Int?
  ) throws(ViewFailure) {
    let objects = try ViewedObjects.results(in: realm, StoredTypes(realm, at: path), model, condition, "")
    let found = Array(objects)
    if let count, count != found.count {
      throw ViewFailure(.conflict, "\(found.count) objects satisfy the condition, and not \(count) any more.", conflicts: .array([]))
    }
    if found.count > EditRun.undoLimit { forgo("More than \(EditRun.undoLimit) objects are changed.") }
    for object in found {
      for value in values { try set(value.value, try column(value.name, of: model), of: object) }
    }
    results.append(.members(["count": .count(found.count)]))
  }

  // MARK: - Expectations

  private func check(_ expected: [JSONValue.Member], _ object: DynamicObject, _ number: Int) throws(ViewFailure) {
    var conflicts: [JSONValue] = []
    for member in expected {
      let column = try column(member.name, of: object._model)
      let stored = EditForm.value(of: object, column)
      if EditForm.isSame(stored, member.value) { continue }
      conflicts.append(
        .members([
          "action": .count(number), "type": .string(object._model.name), "key": .digits(object._rowKey), "property": .string(member.name),
          "expected": member.value, "stored": stored, "storedCell": CellForm.row.cell(of: object, column), "gone": .bool(false),
        ]))
    }
    if conflicts.isEmpty { return }
    let names = expected.count == 1 ? "'\(object._model.name).\(expected[0].name)' was" : "The '\(object._model.name)' was"
    throw ViewFailure(.conflict, "\(names) changed in the meantime.", conflicts: .array(conflicts))
  }

  private func object(_ model: EntityModel, _ key: Int64, _ number: Int) throws(ViewFailure) -> DynamicObject {
    if let found = _NamedType(model.name, in: realm).object(row: key) { return found }
    throw ViewFailure(
      .conflict, "The '\(model.name)' was deleted in the meantime.",
      conflicts: .array([
        .members(["action": .count(number), "type": .string(model.name), "key": .digits(key), "property": .null, "gone": .bool(true)])
      ]))
  }

  private func model(_ name: String) throws(ViewFailure) -> EntityModel {
    do throws(RequestFailure) { return try StoredTypes(realm, at: path).type(named: name) } catch {
      throw ViewFailure(error, parameter: "actions")
    }
  }

  private func column(_ name: String, of model: EntityModel) throws(ViewFailure) -> Int {
    guard let column = model.columns.firstIndex(where: { $0.name == name }) else {
      throw ViewFailure(
        .request, "type '\(model.name)' has no property '\(name)'\(StoredTypes.hint(name, model.columns.map(\.name)))",
        parameter: "actions")
    }
    return column
  }

  private static func failure(_ error: ValueFailure) -> ViewFailure { ViewFailure(.request, error.message, parameter: "actions") }

  // MARK: - Undo

  private mutating func forgo(_ reason: String) {
    undo = nil
    if note == nil { note = "This cannot be undone. \(reason)" }
  }

  /// Determines the actions that undo the edit. Called at the end of the write.
  mutating func complete() {
    if undo == nil { return }
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
    for link in links where link.object._isThere && !changedPlaces.contains(EditRun.place(link.object, link.column)) {
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
    undo = actions
  }

  private static func place(_ object: DynamicObject, _ column: Int) -> String { "\(object._model.name)/\(object._rowKey)/\(column)" }

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
