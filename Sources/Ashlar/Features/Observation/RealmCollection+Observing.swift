import AshlarSchema
import AshlarStore

extension Results: ObservedContents {}
extension List: ObservedContents {}
extension MutableSet: ObservedContents {}
extension LinkingObjects: ObservedContents {}
extension AnyRealmCollection: ObservedContents {}

extension RealmCollection where Self: ObservedContents {
  func observableCore() -> _RealmCore {
    if let place = _collectionBase?.place {
      place.core.requireObservable()
      if !place.isValid { misuse(.collectionGone(kind: "List")) }
      return place.core
    }
    let results = _resultsCore
    guard let core = results.core else { misuse(.observedUnmanaged) }
    core.requireObservable()
    if results.isInvalidated { misuse(.invalidated(type: "\(Self.self)")) }
    return core
  }

  func observer(_ keyPaths: [String]?, _ block: @escaping (RealmCollectionChange<Self>) -> Void) -> Observer {
    if let home = ObservedHome(self) { return ElementsObserver(self, home, home.paths(keyPaths), block) }
    guard let core = _resultsCore.core else { misuse(.observedUnmanaged) }
    return RowsObserver(self, core, .ofElements(keyPaths, Element.self, _resultsCore.entity, core), block)
  }
}

extension RealmCollectionChange: ContentsChange {
  static func update(_ collection: CollectionType, _ edits: RowEdits) -> RealmCollectionChange {
    .update(collection, deletions: edits.deletions, insertions: edits.insertions, modifications: edits.modifications)
  }
}

extension _ManagedCollection {
  /// Returns the changes that count as modifications of an element; nil if the elements are values.
  func observedPaths(_ keyPaths: [String]?) -> ObservedPaths? {
    guard layout.value == .link else {
      if keyPaths?.isEmpty == false { misuse(.observedValuePaths) }
      return nil
    }
    return ObservedPaths(keyPaths, target, core, otherwise: .deep(ObservedPaths.defaultDepth))
  }
}

/// An element that shows parts of an object and determines the paths of the object that an observer depends on.
protocol ElementWithPaths {
  /// Returns the paths of the object to observe for the key paths of the caller.
  static func _observedPaths(_ keyPaths: [String]?) -> [String]
}

extension ObservedPaths {
  static func ofElements<Element>(
    _ keyPaths: [String]?, _ type: Element.Type, _ entity: _Entity, _ core: _RealmCore
  ) -> ObservedPaths {
    guard let view = type as? any ElementWithPaths.Type else {
      return ObservedPaths(keyPaths, entity, core, otherwise: .deep(defaultDepth))
    }
    return ObservedPaths(view._observedPaths(keyPaths), entity, core, otherwise: .own)
  }
}
