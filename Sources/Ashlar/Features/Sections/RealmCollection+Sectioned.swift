extension RealmCollection {
  /// The elements, sorted, in sections of those that have the same key.
  ///
  ///     people.sectioned(sortDescriptors: ["name"]) { $0.name.first.map(String.init) ?? "" }
  ///
  /// - Parameters:
  ///   - sortDescriptors: the order of the elements, at least one; also that of the sections, which come as their keys first appear.
  ///   - keyBlock: the key of an element. It changes nothing, and depends on nothing but the element, on objects that links lead to from
  ///     there in at most three steps, and on the linking objects of these: while the sections are observed, it is not called again when
  ///     something else changes.
  public func sectioned<Key: _Persistable & Hashable>(
    sortDescriptors: [SortDescriptor], _ keyBlock: @escaping (Element) -> Key
  ) -> SectionedResults<Key, Element> {
    if sortDescriptors.isEmpty { misuse(.query("There must be at least one SortDescriptor when using SectionedResults.")) }
    return SectionedResults(Results(_resultsCore.sorted(sortDescriptors)), keyBlock)
  }

  /// The values, in their order, in sections of those that have the same key. For objects, pass the properties to sort by.
  public func sectioned<Key: _Persistable & Hashable>(
    by block: @escaping (Element) -> Key, ascending: Bool = true
  ) -> SectionedResults<Key, Element> {
    if _resultsCore.values != nil { return SectionedResults(Results(_resultsCore.arrangedValues(.sorted(ascending: ascending))), block) }
    return sectioned(sortDescriptors: [SortDescriptor(keyPath: "self", ascending: ascending)], block)
  }
}

extension RealmCollection where Element: ObjectBase {
  /// The objects in the order of a property, in sections of those that have the same value. A property that is computed of one stored
  /// property, such as the first letter of a name, has them in the order of that.
  public func sectioned<Key: _Persistable & Hashable>(
    by keyPath: KeyPath<Element, Key>, ascending: Bool = true
  ) -> SectionedResults<Key, Element> {
    sectioned(sortDescriptors: [SortDescriptor(keyPath: KeyPathParts.path(of: keyPath, for: .sections), ascending: ascending)]) {
      $0[keyPath: keyPath]
    }
  }

  /// The objects in the order of some properties, in sections of those that have the same value of the first.
  public func sectioned<Key: _Persistable & Hashable>(
    by keyPath: KeyPath<Element, Key>, sortDescriptors: [SortDescriptor]
  ) -> SectionedResults<Key, Element> {
    refuse(sortDescriptors, unlessFirst: KeyPathParts.path(of: keyPath, for: .sections))
    return sectioned(sortDescriptors: sortDescriptors) { $0[keyPath: keyPath] }
  }

  /// The objects in the order of some properties, in sections of those that have the same key.
  public func sectioned<Key: _Persistable & Hashable>(
    by block: @escaping (Element) -> Key, sortDescriptors: [SortDescriptor]
  ) -> SectionedResults<Key, Element> {
    sectioned(sortDescriptors: sortDescriptors, block)
  }
}

extension RealmCollection {
  func refuse(_ descriptors: [SortDescriptor], unlessFirst keyPath: String) {
    guard let first = descriptors.first else { misuse(.query("Can not section Results with empty sortDescriptor parameter.")) }
    if first.keyPath != keyPath {
      misuse(.query("The section key path '\(keyPath)' must match the primary sort descriptor, which is of '\(first.keyPath)'."))
    }
  }
}
