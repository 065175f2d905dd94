// Recreates collections: from a frozen one, to observe them in another confinement, and in their own Realm after `Realm.invalidate()`.

/// A collection that can be recreated in a Realm of its file.
protocol Remakable {
  /// Returns the collection in another instance; nil if its owner does not exist there.
  func remade(in core: _RealmCore) -> Self?
  /// The instance to which the collection belongs.
  var homeCore: _RealmCore? { get }
}

/// Returns the collection in another instance; nil if its owner does not exist there.
func remade<Collection>(_ collection: Collection, in core: _RealmCore) -> Collection? {
  (collection as? any Remakable)?.remade(in: core) as? Collection
}

/// Recreates the collection in its own instance; nil if its owner was deleted.
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
