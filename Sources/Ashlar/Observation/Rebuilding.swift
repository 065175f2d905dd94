// `Realm.invalidate()` ends accessors, and observers go on: with others of the same rows.

/// A collection that can be made again in its Realm.
protocol Rebuildable {
  /// The same collection; nil when what owns it is gone.
  func rebuilt() -> Self?
}

/// The same collection made again; nil when what owns it is gone.
func rebuilt<Collection>(_ collection: Collection) -> Collection? {
  (collection as? any Rebuildable)?.rebuilt() as? Collection
}

extension _ResultsCore {
  fileprivate func rebuilt() -> _ResultsCore? {
    guard let core, let again = moved(from: core, to: core), !again.isInvalidated else { return nil }
    return again
  }
}

extension Results: Rebuildable {
  func rebuilt() -> Results? { _resultsCore.rebuilt().map { Results($0) } }
}

extension LinkingObjects: Rebuildable {
  func rebuilt() -> LinkingObjects? { _resultsCore.rebuilt().map { LinkingObjects($0) } }
}

extension _CollectionBase: Rebuildable {
  func rebuilt() -> Self? { managed.flatMap { moved(to: $0.core) } }
}

extension AnyRealmCollection: Rebuildable {
  func rebuilt() -> AnyRealmCollection? { (base as? any RebuildableBox<Element>)?.rebuiltBox().map { AnyRealmCollection($0) } }
}

private protocol RebuildableBox<Element> {
  associatedtype Element: RealmCollectionValue
  func rebuiltBox() -> CollectionBox<Element>?
}

extension BoxOf: RebuildableBox {
  fileprivate func rebuiltBox() -> CollectionBox<Base.Element>? { rebuilt(base).map { BoxOf($0) } }
}
