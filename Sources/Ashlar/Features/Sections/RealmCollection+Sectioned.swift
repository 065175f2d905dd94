import AshlarSchema

extension RealmCollection {
  /// Returns the sorted elements, grouped into sections by a key.
  ///
  /// ```swift
  /// people.sectioned(sortDescriptors: ["name"]) { $0.name.first.map(String.init) ?? "" }
  /// ```
  ///
  /// - Parameters:
  ///   - sortDescriptors: The order of the elements. An empty array stops the program. Sections are in the order in which their keys first
  ///     appear.
  ///   - keyBlock: A closure that returns the key of an element. The closure must not change anything. The key must depend only on the
  ///     element, on objects up to three links away from the element, and on the linking objects of all these objects: while the sections
  ///     are observed, other changes do not cause another call.
  public func sectioned<Key: _Persistable & Hashable>(
    sortDescriptors: [SortDescriptor], _ keyBlock: @escaping (Element) -> Key
  ) -> SectionedResults<Key, Element> {
    if sortDescriptors.isEmpty { misuse(.query("There must be at least one SortDescriptor when using SectionedResults.")) }
    return SectionedResults(Results(_resultsCore.sorted(sortDescriptors)), keyBlock)
  }

  /// Returns the sorted values, grouped into sections by a key.
  ///
  /// ```swift
  /// let tens = person.scores.sectioned(by: { $0 / 10 })
  /// ```
  ///
  /// For objects, pass the properties to sort by.
  public func sectioned<Key: _Persistable & Hashable>(
    by block: @escaping (Element) -> Key, ascending: Bool = true
  ) -> SectionedResults<Key, Element> {
    if _resultsCore.values != nil { return SectionedResults(Results(_resultsCore.arrangedValues(.sorted(ascending: ascending))), block) }
    return sectioned(sortDescriptors: [SortDescriptor(keyPath: "self", ascending: ascending)], block)
  }
}

extension RealmCollection where Element: ObjectBase {
  /// Returns the objects, sorted by a property and grouped into sections by its value.
  ///
  /// ```swift
  /// for section in people.sectioned(by: \.age) { print(section.key, section.count) }
  /// ```
  ///
  /// If the property, such as the first letter of a name, is computed from one stored property, the objects are sorted by the stored
  /// property.
  public func sectioned<Key: _Persistable & Hashable>(
    by keyPath: KeyPath<Element, Key>, ascending: Bool = true
  ) -> SectionedResults<Key, Element> {
    sectioned([SortDescriptor(keyPath: KeyPathParts.path(of: keyPath, for: .sections), ascending: ascending)], keyPath)
  }

  /// Returns the objects, sorted by several properties and grouped into sections by the first one.
  ///
  /// ```swift
  /// let sections = people.sectioned(by: \.age, sortDescriptors: ["age", "name"])
  /// ```
  ///
  /// If `keyPath` is not the property of the first descriptor, the program stops.
  public func sectioned<Key: _Persistable & Hashable>(
    by keyPath: KeyPath<Element, Key>, sortDescriptors: [SortDescriptor]
  ) -> SectionedResults<Key, Element> {
    refuse(sortDescriptors, unlessFirst: KeyPathParts.path(of: keyPath, for: .sections))
    return sectioned(sortDescriptors, keyPath)
  }

  private func sectioned<Key: _Persistable & Hashable>(
    _ descriptors: [SortDescriptor], _ keyPath: KeyPath<Element, Key>
  ) -> SectionedResults<Key, Element> {
    // A computed property may depend on properties that the elements are not sorted by.
    SectionedResults(Results(_resultsCore.sorted(descriptors)), sortedBy: KeyPathParts.stored(keyPath)) { $0[keyPath: keyPath] }
  }

  /// Returns the objects, sorted by several properties and grouped into sections by a key.
  ///
  /// ```swift
  /// let byLetter = people.sectioned(by: { String($0.name.prefix(1)) }, sortDescriptors: ["name"])
  /// ```
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
