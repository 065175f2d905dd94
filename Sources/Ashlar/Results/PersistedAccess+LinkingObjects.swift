import AshlarSchema
import AshlarStore

extension LinkingObjects: _Persistable {
  /// The type itself, because linking objects are not stored.
  public typealias PersistedType = LinkingObjects<Element>
  /// The property type of backlinks.
  public static var _rlmType: PropertyType { .linkingObjects }
  /// Returns an empty collection.
  public static func _rlmDefaultValue() -> LinkingObjects { LinkingObjects() }
  /// Returns the objects that link to `object`. A negative `column` is the negated source location of a property whose column depends on
  /// the class of the object, because inherited properties precede it.
  public static func _read(_ object: ObjectBase, _ column: Int) -> LinkingObjects {
    object._linkingObjects(column < 0 ? object._linkingColumn(at: UInt32(-column)) : column)
  }
  /// Stops the program: linking objects are derived from the links and cannot be assigned.
  public static func _write(_ object: ObjectBase, _ column: Int, _ value: LinkingObjects) { misuse(.linkingObjectsAssigned) }
}

extension ObjectBase {
  /// Returns the objects that link to this object; an empty collection for an unmanaged object.
  public final func _linkingObjects<Element: ObjectBase>(_ column: Int) -> LinkingObjects<Element> {
    if _kind == .recorder {
      _slow(column)
      return LinkingObjects(recording: _rowAccess.context.pointee.core?.takeUnretainedValue() as? _Recorder)
    }
    guard _kind == .live else { return LinkingObjects() }
    if _rowAccess.generation != _rowAccess.context.pointee.generation { _slow(0) } else { _realm.checkConfinement("object") }
    let core = _realm
    let entity = _entity
    guard let source = entity.target(column), let link = core.origin(entity, column) else {
      misuse(.notInRealm(type: entity.model.properties[column].target ?? ""))
    }
    return LinkingObjects(core: core, link: link, from: source, target: _rowAccess.key, seenAt: _rowAccess.generation)
  }

  @usableFromInline final func _linkingColumn(at place: UInt32) -> Int {
    let entity = _entity
    let model = entity.linked.handwritten.first { $0.name == entity.model.name }
    guard let column = model?.properties.firstIndex(where: { $0.place == place }) else { _unknownPlace(place) }
    return column
  }
}
