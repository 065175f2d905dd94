// Sections of projections: paths are those of the root.
extension RealmCollection where Element: ProjectionObservable {
  /// The views in the order of a projected property, in sections of those that have the same value.
  public func sectioned<Key: _Persistable & Hashable>(
    by keyPath: KeyPath<Element, Key>, ascending: Bool = true
  ) -> SectionedResults<Key, Element> {
    let descriptor = SortDescriptor(keyPath: Element._rootPath(of: keyPath, for: .sections), ascending: ascending)
    return SectionedResults(Results(_resultsCore.sorted([descriptor]))) { $0[keyPath: keyPath] }
  }

  /// The views in the order of some properties, in sections of those that have the same value of the first.
  public func sectioned<Key: _Persistable & Hashable>(
    by keyPath: KeyPath<Element, Key>, sortDescriptors: [SortDescriptor]
  ) -> SectionedResults<Key, Element> {
    let descriptors = rooted(sortDescriptors)
    refuse(descriptors, unlessFirst: Element._rootPath(of: keyPath, for: .sections))
    return SectionedResults(Results(_resultsCore.sorted(descriptors))) { $0[keyPath: keyPath] }
  }

  /// The views in the order of some properties, in sections of those that have the same key.
  public func sectioned<Key: _Persistable & Hashable>(
    by block: @escaping (Element) -> Key, sortDescriptors: [SortDescriptor]
  ) -> SectionedResults<Key, Element> {
    sectioned(sortDescriptors: rooted(sortDescriptors), block)
  }

  private func rooted(_ descriptors: [SortDescriptor]) -> [SortDescriptor] {
    descriptors.map { SortDescriptor(keyPath: Element._rootPath(of: $0.keyPath), ascending: $0.ascending) }
  }
}
