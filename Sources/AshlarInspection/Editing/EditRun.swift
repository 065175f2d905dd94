internal import Ashlar
internal import AshlarSchema
internal import AshlarStore

/// Performs the actions of one edit in an open write, and determines the actions that undo them.
struct EditRun {
  let realm: Realm
  private let path: String
  private var reader: EditReader
  private var results: [JSONValue] = []
  private var undo: EditUndo
  // Objects that the next call of `deleteWaiting` deletes.
  private var waiting: [DynamicObject] = []
  private var waitingAlone: [DynamicObject] = []
  private var deletions: EditDeletions

  init(_ realm: Realm, _ path: String) throws(ViewFailure) {
    self.realm = realm
    self.path = path
    reader = try EditReader(realm)
    undo = EditUndo(realm)
    deletions = EditDeletions(realm)
  }

  /// The results, the actions that undo the edit, and the reason if it cannot be undone, as members of a JSON object.
  var members: [JSONValue.Member] {
    [
      .init(name: "results", value: .array(results)), .init(name: "inverse", value: undo.actions.map { .array($0) } ?? .null),
      .init(name: "note", value: .text(undo.note)),
    ]
  }

  /// Determines the actions that undo the edit. Called at the end of the write. Throws a conflict if the write has deleted other objects
  /// than expected.
  /// - Parameter expected: The numbers of objects that are deleted, by type; nil if any numbers are expected.
  mutating func complete(expecting expected: [String: Int]?) throws(ViewFailure) {
    // The commit throws the reason for which a rule has refused a deletion.
    if realm._writeRefusal == nil { try deletions.check(expected) }
    undo.complete()
  }

  // MARK: - Actions

  /// Performs all actions in their order. Consecutive deletions are performed as one, so that delete rules do not depend on their order,
  /// and do not apply between objects that are deleted together.
  mutating func perform(_ actions: [EditAction]) throws(ViewFailure) {
    for (number, action) in actions.enumerated() {
      if (number + 1).isMultiple(of: EditRun.checkInterval) { try EditRun.checkCancellation() }
      if case .delete = action {} else { try deleteWaiting() }
      try perform(action, number)
    }
    try deleteWaiting()
  }

  private mutating func perform(_ action: EditAction, _ number: Int) throws(ViewFailure) {
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
    case .delete(let type, let key, let old, let alone):
      let object = try object(try model(type), key, number)
      try check(old, object, number)
      guard deletions.add(type, key, alone: alone) else { throw EditRun.gone(type, key, number) }
      undo.noteDeletion(of: object)
      waiting.append(object)
      if alone { waitingAlone.append(object) }
      results.append(.members(["key": .null]))
    case .update(let type, let condition, let values, let count):
      try update(try model(type), condition, values, count)
    }
  }

  private mutating func deleteWaiting() throws(ViewFailure) {
    if waiting.isEmpty { return }
    try deletions.checkLinks(to: waitingAlone)
    realm.delete(waiting)
    (waiting, waitingAlone) = ([], [])
  }

  private mutating func set(_ value: JSONValue, _ column: Int, of object: DynamicObject) throws(ViewFailure) {
    let model = object._model
    let property = model.columns[column]
    if model.keyColumns.contains(column) {
      throw ViewFailure(.request, "'\(model.name).\(property.name)' is part of the primary key, which cannot change.", parameter: "actions")
    }
    // An earlier assignment of the same action may have removed an embedded object whose delete rules follow its links.
    if object.isInvalidated { throw EditRun.deleted(model) }
    do throws(ValueFailure) {
      let read = try reader.value(value, property)
      undo.noteChange(of: object, column)
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
    undo.noteInsertion(of: object)
    results.append(.members(["key": .digits(object._rowKey)]))
  }

  private mutating func update(
    _ model: EntityModel, _ condition: String, _ values: [JSONValue.Member], _ count: Int?
  ) throws(ViewFailure) {
    let objects = try ViewedObjects.results(in: realm, StoredTypes(realm, at: path), model, condition, "")
    let found = objects.count
    if let count, count != found {
      throw ViewFailure(.conflict, "\(found) objects satisfy the condition, no longer \(count).", conflicts: .array([]))
    }
    if found > EditUndo.limit { undo.forgo("More than \(EditUndo.limit) objects are changed.") }
    var columns: [(column: Int, value: JSONValue)] = []
    for value in values { columns.append((try column(value.name, of: model), value.value)) }
    var changed = 0
    // The loop passes the objects that satisfied the condition at its start, except those that have been deleted since.
    for object in objects {
      if changed.isMultiple(of: EditRun.checkInterval) { try EditRun.checkCancellation() }
      for (column, value) in columns { try set(value, column, of: object) }
      changed += 1
    }
    if changed != found { throw EditRun.deleted(model) }
    results.append(.members(["count": .count(found)]))
  }

  // MARK: - Cancellation

  // The number of actions or objects after which the run throws if the task is cancelled.
  private static let checkInterval = 200

  /// Throws if the task is cancelled. A request may wait for a long time until earlier writes have ended, and while it writes, others wait.
  /// If it was answered that it took too long, it must change nothing.
  static func checkCancellation() throws(ViewFailure) {
    if Task.isCancelled { throw ViewFailure(CancellationError()) }
  }

  // MARK: - Names

  private func model(_ name: String) throws(ViewFailure) -> EntityModel {
    do throws(RequestFailure) { return try StoredTypes(realm, at: path).type(named: name) } catch {
      throw ViewFailure(error, parameter: "actions")
    }
  }

  func column(_ name: String, of model: EntityModel) throws(ViewFailure) -> Int {
    guard let column = model.columns.firstIndex(where: { $0.name == name }) else {
      throw ViewFailure(
        .request, "type '\(model.name)' has no property '\(name)'\(StoredTypes.hint(name, model.columns.map(\.name)))",
        parameter: "actions")
    }
    return column
  }

  private static func deleted(_ model: EntityModel) -> ViewFailure {
    ViewFailure(.rule, "A '\(model.name)' to change was deleted by delete rules during the edit.", parameter: "actions")
  }

  private static func failure(_ error: ValueFailure) -> ViewFailure { ViewFailure(.request, error.message, parameter: "actions") }
}
