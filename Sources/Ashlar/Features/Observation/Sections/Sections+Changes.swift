import AshlarStore

extension SectionedResults {
  /// The sections, and then what changed in them, as `for await` takes it. See `RealmChanges`.
  ///
  /// - Parameter keyPaths: Names of properties joined by dots that modify an element. None is the same as nil.
  public func changes(keyPaths: [String]? = nil) -> RealmChanges<SectionedResultsChange<Self>> {
    RealmChanges(sections.changeSource(nil, keyPaths) { calls($0) })
  }
}

extension ResultsSection {
  /// The section, and then what changed in it, as `for await` takes it. See `RealmChanges`.
  ///
  /// - Parameter keyPaths: Names of properties joined by dots that modify an element. None is the same as nil.
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
