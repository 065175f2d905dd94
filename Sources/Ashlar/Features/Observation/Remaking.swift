// What is observed elsewhere is made again there, from a frozen one; and what `Realm.invalidate()` has ended is made again in its Realm.

/// A collection that can be made again in a Realm of its file.
protocol Remakable {
  /// The same collection in another instance; nil when what owns it is not there.
  func remade(in core: _RealmCore) -> Self?
  /// The instance that it belongs to.
  var homeCore: _RealmCore? { get }
}

/// The same collection in another instance; nil when what owns it is not there.
func remade<Collection>(_ collection: Collection, in core: _RealmCore) -> Collection? {
  (collection as? any Remakable)?.remade(in: core) as? Collection
}

/// The same collection made again in its own instance; nil when what owns it is gone.
func rebuilt<Collection>(_ collection: Collection) -> Collection? {
  guard let remakable = collection as? any Remakable, let core = remakable.homeCore else { return nil }
  return remakable.remade(in: core) as? Collection
}

extension _ResultsCore {
  fileprivate func remade(in target: _RealmCore) -> _ResultsCore? {
    guard let core, let again = moved(from: core, to: target), !again.isInvalidated else { return nil }
    return again
  }
}

extension Results: Remakable {
  func remade(in core: _RealmCore) -> Results? { _resultsCore.remade(in: core).map { Results($0) } }
  var homeCore: _RealmCore? { _resultsCore.core }
}

extension LinkingObjects: Remakable {
  func remade(in core: _RealmCore) -> LinkingObjects? { _resultsCore.remade(in: core).map { LinkingObjects($0) } }
  var homeCore: _RealmCore? { _resultsCore.core }
}

extension _CollectionBase: Remakable {
  func remade(in core: _RealmCore) -> Self? { moved(to: core) }
  var homeCore: _RealmCore? { managed?.core ?? place?.core }
}

extension AnyRealmCollection: Remakable {
  func remade(in core: _RealmCore) -> AnyRealmCollection? {
    (base as? any RemakableBox<Element>)?.remadeBox(in: core).map { AnyRealmCollection($0) }
  }
  var homeCore: _RealmCore? { (base as? any RemakableBox<Element>)?.homeCore }
}

private protocol RemakableBox<Element> {
  associatedtype Element: RealmCollectionValue
  func remadeBox(in core: _RealmCore) -> CollectionBox<Element>?
  var homeCore: _RealmCore? { get }
}

extension BoxOf: RemakableBox {
  fileprivate func remadeBox(in core: _RealmCore) -> CollectionBox<Base.Element>? { remade(base, in: core).map { BoxOf($0) } }
  fileprivate var homeCore: _RealmCore? { (base as? any Remakable)?.homeCore }
}
