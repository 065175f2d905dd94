// Collections are recreated in two cases: from a frozen copy, to observe them in another confinement; and in their own Realm, after
// `Realm.invalidate()`.

extension _ResultsCore {
  fileprivate func remade(in target: _RealmCore) -> _ResultsCore? {
    guard let core, let again = moved(from: core, to: target), !again.isInvalidated else { return nil }
    return again
  }
}

extension Results {
  func remade(in core: _RealmCore) -> Results? { _resultsCore.remade(in: core).map { Results($0) } }
}

extension LinkingObjects {
  func remade(in core: _RealmCore) -> LinkingObjects? { _resultsCore.remade(in: core).map { LinkingObjects($0) } }
}

extension _CollectionBase {
  func remade(in core: _RealmCore) -> Self? { moved(to: core) }
}

extension AnyRealmCollection {
  func remade(in core: _RealmCore) -> AnyRealmCollection? {
    (base as? any RemakableBox<Element>)?.remadeBox(in: core).map { AnyRealmCollection($0) }
  }
}

private protocol RemakableBox<Element> {
  associatedtype Element: RealmCollectionValue
  func remadeBox(in core: _RealmCore) -> CollectionBox<Element>?
}

extension BoxOf: RemakableBox {
  fileprivate func remadeBox(in core: _RealmCore) -> CollectionBox<Base.Element>? {
    guard let contents = base as? any ObservedContents else { return nil }
    return (contents.remade(in: core) as? Base).map { BoxOf($0) }
  }
}
