import AshlarSchema
import AshlarStore

extension DynamicObject {
  /// Returns the objects that link to this object through a property, which may be a collection; nil if objects of the type have no such
  /// link. No linking objects need be declared. Used by viewers of files.
  /// - Parameters:
  ///   - type: The name of the type of the linking objects.
  ///   - property: The name of the link.
  package func _linkingObjects(from type: String, _ property: String) -> LinkingObjects<DynamicObject>? {
    let core = _realm
    guard let source = core.entity(named: type), let column = source.model.columns.firstIndex(where: { $0.name == property }),
      let link = core.link(source.ordinal, column), link.target == _entity.ordinal
    else { return nil }
    let row = _settledRow()
    return LinkingObjects(core: core, link: link, from: source, target: row.key, seenAt: row.generation)
  }

  /// Returns the objects that link to this object through any of their properties, among them collections and values of type
  /// `AnyRealmValue`; for an embedded object, its owner. Each object occurs once. Returns nil if there are more than `limit`. Complexity:
  /// O(links). Used by viewers of files.
  package func _linkingObjects(limit: Int) -> [DynamicObject]? {
    let core = _realm
    let row = _settledRow()
    let ordinal = _entity.ordinal
    var seen: [Int: Set<Int64>] = [:]
    var found: [DynamicObject] = []
    for (source, key) in core.reading({ try core.session.rowsLinking(to: ordinal, row.key) }) {
      guard seen[source, default: []].insert(key).inserted, let entity = core.entity(source), let row = core.row(entity, key) else {
        continue
      }
      if found.count == limit { return nil }
      found.append(DynamicObject(row, core))
    }
    return found
  }
}
