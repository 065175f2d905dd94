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
}
