// Sections of projections. The key paths of sort descriptors are translated to paths from the root.
extension RealmCollection where Element: ProjectionObservable {
  /// Returns the views, sorted by a projected property and grouped into sections by its value: `cards.sectioned(by: \.title)`.
  public func sectioned<Key: _Persistable & Hashable>(
    by keyPath: KeyPath<Element, Key>, ascending: Bool = true
  ) -> SectionedResults<Key, Element> {
    let descriptor = SortDescriptor(keyPath: Element._rootPath(of: keyPath, for: .sections), ascending: ascending)
    return SectionedResults(Results(_resultsCore.sorted([descriptor]))) { $0[keyPath: keyPath] }
  }

  /// Returns the views, sorted by several properties and grouped into sections by the first one. If `keyPath` is not the property of the
  /// first descriptor, the program stops.
  public func sectioned<Key: _Persistable & Hashable>(
    by keyPath: KeyPath<Element, Key>, sortDescriptors: [SortDescriptor]
  ) -> SectionedResults<Key, Element> {
    let descriptors = rooted(sortDescriptors)
    refuse(descriptors, unlessFirst: Element._rootPath(of: keyPath, for: .sections))
    return SectionedResults(Results(_resultsCore.sorted(descriptors))) { $0[keyPath: keyPath] }
  }

  /// Returns the views, sorted by several properties and grouped into sections by a key: `cards.sectioned(by: { $0.title.count },
  /// sortDescriptors: ["title"])`.
  public func sectioned<Key: _Persistable & Hashable>(
    by block: @escaping (Element) -> Key, sortDescriptors: [SortDescriptor]
  ) -> SectionedResults<Key, Element> {
    sectioned(sortDescriptors: rooted(sortDescriptors), block)
  }

  private func rooted(_ descriptors: [SortDescriptor]) -> [SortDescriptor] {
    descriptors.map { SortDescriptor(keyPath: Element._rootPath(of: $0.keyPath), ascending: $0.ascending) }
  }
}
