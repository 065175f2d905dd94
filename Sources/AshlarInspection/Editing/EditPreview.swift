internal import Ashlar
internal import AshlarSchema
internal import AshlarStore

/// The changes of an open write, for a user who decides whether to store them.
struct EditPreview {
  private let realm: Realm
  // The version before the write.
  private let before: Realm

  /// The maximum number of rows of each type that are shown.
  private static let limit = 20

  init(_ realm: Realm, before: Realm) { (self.realm, self.before) = (realm, before) }

  /// The numbers of changed rows and the first rows of each type. A preview does not check rules on values, because they are checked when
  /// objects are stored.
  var json: JSONValue {
    let names = realm._typeNames
    let models = Dictionary(realm._types.map { ($0.name, $0) }) { first, _ in first }
    var changes: [(name: String, json: JSONValue)] = []
    var columns: [JSONValue.Member] = []
    for (id, change) in realm._pendingChanges.tables {
      guard let name = names[id], let model = models[name] else { continue }
      changes.append((name, self.json(change, model)))
      columns.append(.init(name: name, value: .array(model.columns.map { .string($0.name) })))
    }
    return .members([
      "version": .digits(before._version), "changes": .array(changes.sorted { $0.name < $1.name }.map(\.json)),
      "columns": .object(columns.sorted { $0.name < $1.name }),
    ])
  }

  private func json(_ change: TableChanges, _ model: EntityModel) -> JSONValue {
    let now = _NamedType(model.name, in: realm)
    let then = _NamedType(model.name, in: before)
    var rows: [JSONValue] = []
    func add(_ kind: String, _ keys: [Int64]) {
      for key in keys.prefix(EditPreview.limit - rows.count) {
        let (old, new) = (then.object(row: key), now.object(row: key))
        rows.append(
          .members([
            "change": .string(kind), "key": .digits(key), "label": .text((new ?? old).flatMap { ObjectLabel.text(of: $0) }),
            "before": old.map(cells) ?? .null, "after": new.map(cells) ?? .null,
          ]))
      }
    }
    add("deleted", change.deleted)
    add("modified", change.modified)
    add("inserted", change.inserted)
    return .members([
      "type": .string(model.name), "inserted": .count(change.inserted.count), "modified": .count(change.modified.count),
      "deleted": .count(change.deleted.count), "many": .bool(change.isAnything), "rows": .array(rows),
    ])
  }

  private func cells(_ object: DynamicObject) -> JSONValue {
    .array(object._model.columns.indices.map { CellForm.row.cell(of: object, $0) })
  }
}
