public import Dispatch

extension ProjectedCollection {
  /// Calls a block with the values, and then with the positions of changes after each version that the Realm reads.
  ///
  /// ```swift
  /// let token = card.dogNames.observe { change in
  ///   if case .update(let names, _, let insertions, _) = change { print(insertions.map { names[$0] }) }
  /// }
  /// ```
  ///
  /// A value counts as modified when the property that the collection shows of an object is written, or with `keyPaths`, when one of those
  /// properties of the object is written. See `RealmCollection.observe` for when the block is called and for the parameters, and the guide,
  /// *Observing*.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (RealmCollectionChange<ProjectedCollection<Element>>) -> Void
  ) -> NotificationToken {
    observable.observe(keyPaths, queue, fileID, line, block)
  }

  /// Observes the values on a queue. See `observe(keyPaths:on:fileID:line:_:)`.
  /// - Parameter block: Called on the queue and therefore not isolated to an actor: its captures must be `Sendable`.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (RealmCollectionChange<ProjectedCollection<Element>>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// Returns an asynchronous sequence of the values and then of their changes. See `RealmChanges`, and
  /// `observe(keyPaths:on:fileID:line:_:)` for which changes count.
  ///
  /// - Parameter keyPaths: Names of properties of the objects. An empty array has the same effect as nil.
  public func changes(keyPaths: [String]? = nil) -> RealmChanges<RealmCollectionChange<ProjectedCollection<Element>>> {
    RealmChanges(observable.changeSource(keyPaths))
  }

  private var observable: any ObservableSource<Element> {
    guard let source = source as? any ObservableSource<Element> else { misuse(.observedUnmanaged) }
    return source
  }
}

private protocol ObservableSource<Value> {
  associatedtype Value
  func observe(
    _ keyPaths: [String]?, _ queue: DispatchQueue?, _ fileID: StaticString, _ line: UInt,
    _ block: @escaping (RealmCollectionChange<ProjectedCollection<Value>>) -> Void
  ) -> NotificationToken
  func changeSource(_ keyPaths: [String]?) -> ChangeSource<RealmCollectionChange<ProjectedCollection<Value>>>
}

extension MappedSource: ObservableSource {
  fileprivate func observe(
    _ keyPaths: [String]?, _ queue: DispatchQueue?, _ fileID: StaticString, _ line: UInt,
    _ block: @escaping (RealmCollectionChange<ProjectedCollection<Value>>) -> Void
  ) -> NotificationToken {
    let keyPath = keyPath
    return objects.observe(keyPaths: paths(keyPaths), on: queue, fileID: fileID, line: line) { block($0.mapped(keyPath)) }
  }

  fileprivate func changeSource(_ keyPaths: [String]?) -> ChangeSource<RealmCollectionChange<ProjectedCollection<Value>>> {
    let keyPath = keyPath
    return objects._changeSource(paths(keyPaths)).compactMap { $0.mapped(keyPath) }
  }

  private func paths(_ keyPaths: [String]?) -> [String] {
    if let keyPaths, !keyPaths.isEmpty { return keyPaths }
    return MappedSource.paths(of: keyPath)
  }

  // The paths of an element that the key path reads.
  private static func paths(of keyPath: KeyPath<Objects.Element, Value>) -> [String] {
    let recorder = _Recorder(followingElements: true)
    _ = recorder.make(Objects.Element.self)[keyPath: keyPath]
    return recorder.paths
  }
}

extension RealmCollectionChange where CollectionType: RealmCollection, CollectionType.Element: ObjectBase {
  fileprivate func mapped<Value>(_ keyPath: KeyPath<CollectionType.Element, Value>) -> RealmCollectionChange<ProjectedCollection<Value>> {
    func values(_ objects: CollectionType) -> ProjectedCollection<Value> { ProjectedCollection(MappedSource(objects, keyPath)) }
    return switch self {
    case .initial(let objects): .initial(values(objects))
    case .update(let objects, let deletions, let insertions, let modifications):
      .update(values(objects), deletions: deletions, insertions: insertions, modifications: modifications)
    case .error(let error): .error(error)
    }
  }
}
