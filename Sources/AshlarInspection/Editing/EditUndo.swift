internal import Ashlar
internal import AshlarSchema

/// Records what the actions of an edit change, and determines the actions that undo them.
struct EditUndo {
  /// The maximum number of rows of an update, and of links to deleted objects, in an edit that can be undone.
  static let limit = 1000
  // The maximum size in bytes of the actions that undo an edit. The body of a request has at most 1 MiB, in which a page may spell the
  // values a little longer than `JSONValue` does.
  private static let sizeLimit = 1_000_000
  private static let tooLarge = "The former values are too large."

  private let realm: Realm
  private let models: [String: EntityModel]
  /// The actions that undo the edit, in the order in which an undo performs them; empty before `complete` is called, nil if the edit cannot
  /// be undone exactly.
  private(set) var actions: [JSONValue]? = []
  /// The reason why the edit cannot be undone; nil if it can be.
  private(set) var note: String?
  private var record = EditRecord()
  // The values in `record.changed` and `record.links`, by property: an object that is deleted later is restored with them.
  private var changedBefore: [String: JSONValue] = [:]
  private var linkedBefore: [String: JSONValue] = [:]
  // The objects in `record.created`, whose properties have no former values.
  private var createdNames: Set<String> = []
  // The size in bytes of the recorded values, all of which are part of the actions.
  private var size = 0

  init(_ realm: Realm) {
    self.realm = realm
    models = Dictionary(realm._types.map { ($0.name, $0) }) { first, _ in first }
  }

  // MARK: - Recording

  /// Called before an action sets a property.
  mutating func noteChange(of object: DynamicObject, _ column: Int) {
    // An undo restores the value before the first change.
    let name = EditUndo.name(object, column)
    if actions == nil || changedBefore[name] != nil || isPartOfChange(object) { return }
    let before = linkedBefore[name] ?? measured(object, column)
    changedBefore[name] = before
    record.changed.append(EditRecord.Change(object: object, column: column, before: before))
    checkSize()
  }

  /// Called after an action has inserted an object.
  mutating func noteInsertion(of object: DynamicObject) {
    if actions == nil { return }
    record.created.append(object)
    createdNames.insert(EditUndo.name(object))
  }

  /// Called before an action deletes an object.
  mutating func noteDeletion(of object: DynamicObject) {
    if actions == nil { return }
    let model = object._model
    if model.kind == .embedded { return forgo("An embedded object cannot be restored on its own.") }
    // An object that the edit has inserted did not exist before, and only the edit has set links to it.
    if createdNames.contains(EditUndo.name(object)) { return }
    // Earlier actions of the edit may have changed the object, or have deleted objects to which it links.
    var values: [JSONValue.Member] = []
    for column in model.columns.indices {
      let name = EditUndo.name(object, column)
      let value = changedBefore[name] ?? linkedBefore[name] ?? measured(object, column)
      if size > EditUndo.sizeLimit { return forgo(EditUndo.tooLarge) }
      values.append(JSONValue.Member(name: model.columns[column].name, value: value))
    }
    record.deleted.append(EditRecord.Deletion(type: model, key: String(object._rowKey), values: values))
    noteLinks(to: object, model)
    checkSize()
  }

  private mutating func noteLinks(to object: DynamicObject, _ model: EntityModel) {
    // An object may link through several properties, so there may be more links than the limit.
    guard let linking = object._linkingObjects(limit: max(0, EditUndo.limit - record.links.count)) else {
      return forgo("More than \(EditUndo.limit) objects link to it.")
    }
    let links = EditRelinking(models: models, actions: [model.name: [String(object._rowKey): 0]])
    for other in linking where !isPartOfChange(other) {
      let columns = other._model.columns
      for column in columns.indices {
        let name = EditUndo.name(other, column)
        let mayLink = columns[column].type == .any || columns[column].type == .object && columns[column].target == model.name
        guard mayLink, linkedBefore[name] == nil else { continue }
        let before = EditForm.value(of: other, column)
        // The object may link through another property.
        if links.value(before, of: columns[column]) == before { continue }
        if changedBefore[name] == nil { size += EditUndo.size(before) }
        // The caller forgoes the undo. More values may need a lot of memory.
        if size > EditUndo.sizeLimit { return }
        linkedBefore[name] = before
        record.links.append(EditRecord.Change(object: other, column: column, before: before))
      }
    }
  }

  // Returns whether the edit has inserted an object, or the owner of an embedded object, or has replaced the property that contains the
  // embedded object. An undo then deletes or replaces the embedded object, whose properties have no former values.
  private func isPartOfChange(_ object: DynamicObject) -> Bool {
    if createdNames.contains(EditUndo.name(object)) { return true }
    guard object._model.kind == .embedded, let owner = object._linkingObjects(limit: 1)?.first else { return false }
    let columns = owner._model.columns
    for column in columns.indices where changedBefore[EditUndo.name(owner, column)] != nil {
      if object._linkingObjects(from: owner._model.name, columns[column].name)?.isEmpty == false { return true }
    }
    return isPartOfChange(owner)
  }

  // MARK: - Sizes

  private mutating func measured(_ object: DynamicObject, _ column: Int) -> JSONValue {
    // Each element has at least one byte and a comma. The caller forgoes the undo, and the elements need not be read.
    if object._model.columns[column].collection != .none, object._count(column) > EditUndo.sizeLimit / 2 {
      size += EditUndo.sizeLimit + 1
      return .null
    }
    let value = EditForm.value(of: object, column)
    size += EditUndo.size(value)
    return value
  }

  private mutating func checkSize() {
    if size > EditUndo.sizeLimit { forgo(EditUndo.tooLarge) }
  }

  private static func size(_ value: JSONValue) -> Int {
    var bytes: [UInt8] = []
    value.append(to: &bytes)
    return bytes.count
  }

  // MARK: - The actions

  /// States that the edit cannot be undone. Later changes are not recorded.
  mutating func forgo(_ reason: String) {
    actions = nil
    if note == nil { note = "This cannot be undone. \(reason)" }
    record = EditRecord()
    (changedBefore, linkedBefore, createdNames) = ([:], [:], [])
  }

  /// Determines the actions that undo the edit. Called at the end of the write.
  mutating func complete() {
    if actions == nil { return }
    do throws(EditInverse.Obstacle) {
      // The undo of a change restores the links in the property, too.
      var record = record
      record.links.removeAll { changedBefore[EditUndo.name($0.object, $0.column)] != nil }
      let found = try EditInverse(realm, models, record).actions()
      let isTooLarge = found.count > EditAction.limit || EditUndo.size(.array(found)) > EditUndo.sizeLimit
      if isTooLarge { forgo(EditUndo.tooLarge) } else { actions = found }
    } catch {
      forgo(error.reason)
    }
  }

  private static func name(_ object: DynamicObject) -> String { "\(object._model.name)/\(object._rowKey)" }

  private static func name(_ object: DynamicObject, _ column: Int) -> String { "\(name(object))/\(column)" }
}
