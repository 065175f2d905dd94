import AshlarSchema
import AshlarStore

extension ObjectBase {
  /// Reads a list: the same instance each time.
  public final func _list<Element: RealmCollectionValue>(_ column: Int) -> List<Element> {
    let cell = _cell(column, 16)
    switch _kind {
    case .unmanaged:
      let known = UnmanagedCell.collection(cell)
      if let list = known as? List<Element> { return list }
      let list = List<Element>()
      // Set by name before it was read: raw values of an enum.
      if let raw = known as? ListBase, !list._replaceAll(with: raw._untyped) {
        misuse(.unknownCase(type: "\(Element.self)", value: "\(raw._untyped)"))
      }
      UnmanagedCell.releaseCollection(cell)
      UnmanagedCell.storeCollection(list, cell)
      return list
    case .recorder:
      return List<Element>(recording: _row.context.pointee.core?.takeUnretainedValue() as? Recorder)
    case .live:
      let cells = _cells()
      if let list = cells.collections[column] as? List<Element> { return list }
      let list = List<Element>(row: _row, column: column, entity: type(of: self)._entity, core: cells.core)
      cells.collections[column] = list
      return list
    }
  }

  /// Replaces a list's elements by another's; the instance stays. Assigning a list to itself does nothing.
  public final func _setList<Element: RealmCollectionValue>(_ column: Int, _ value: List<Element>) {
    _ = _cellForWriting(column, 16)
    let list: List<Element> = _list(column)
    list.replaceAll(with: value)
  }

  /// Reads the objects that link here.
  public final func _linkingObjects<Element: ObjectBase>(_ column: Int) -> LinkingObjects<Element> {
    if _kind == .recorder {
      _slow(column)
      return LinkingObjects(recording: _row.context.pointee.core?.takeUnretainedValue() as? Recorder)
    }
    guard _kind == .live else { return LinkingObjects() }
    if _row.generation != _row.context.pointee.generation { _slow(0) } else { _realm.checkConfinement("object") }
    let core = _realm
    let entity = type(of: self)._entity
    guard let link = core.origin(entity, column) else { misuse(.notInRealm(type: Element._entity.model.name)) }
    return LinkingObjects(core: core, link: link, target: _row.key, seenAt: _row.generation)
  }

  /// What holds this accessor's collections, made on first need.
  final func _cells() -> CollectionCells {
    if let cells = _own as? CollectionCells { return cells }
    let cells = CollectionCells(_realm)
    _own = cells
    return cells
  }
}

/// The Realm instance of an accessor, and its collection properties by column.
final class CollectionCells {
  let core: RealmCore
  var collections: [Int: AnyObject] = [:]

  init(_ core: RealmCore) { self.core = core }
}
