import AshlarStore

extension SectionedResults {
  /// Returns an asynchronous sequence of the sections and then of their changes. See `RealmChanges` and the guide, *Observing*.
  ///
  /// - Parameter keyPaths: Names of properties, joined by dots, that modify an element. An empty array has the same effect as nil.
  public func changes(keyPaths: [String]? = nil) -> RealmChanges<SectionedResultsChange<Self>> {
    RealmChanges(sections.changeSource(nil, keyPaths) { calls($0) })
  }
}

extension ResultsSection {
  /// Returns an asynchronous sequence of the section and then of its changes. See `RealmChanges` and the guide, *Observing*.
  ///
  /// - Parameter keyPaths: Names of properties, joined by dots, that modify an element. An empty array has the same effect as nil.
  public func changes(keyPaths: [String]? = nil) -> RealmChanges<SectionedResultsChange<Self>> {
    RealmChanges(sections.changeSource(key, keyPaths) { calls($0) })
  }
}

extension Sections {
  fileprivate func changeSource<Change>(
    _ key: Key?, _ keyPaths: [String]?,
    _ calls: @escaping (@escaping (Change) -> Void) -> SectionsObserver<Key, Element>.Calls
  ) -> ChangeSource<Change> {
    let core = results._observableCore()
    return ChangeSource(core) { self.observer(key, keyPaths, core, calls($0)) }
  }
}
