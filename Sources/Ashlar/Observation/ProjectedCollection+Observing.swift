public import Dispatch

extension ProjectedCollection {
  /// Calls a block with the values, and then with the positions at which something changed after every version that their Realm moves to. A value is modified when
  /// something was stored to what the collection shows of its objects, or to what `keyPaths` names of them. See `observe` of collections.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (RealmCollectionChange<ProjectedCollection<Element>>) -> Void
  ) -> NotificationToken {
    guard let source = source as? any ObservableSource<Element> else { misuse(.observedUnmanaged) }
    return source.observe(keyPaths, queue, fileID, line, block)
  }
}

private protocol ObservableSource<Value> {
  associatedtype Value
  func observe(
    _ keyPaths: [String]?, _ queue: DispatchQueue?, _ fileID: StaticString, _ line: UInt,
    _ block: @escaping (RealmCollectionChange<ProjectedCollection<Value>>) -> Void
  ) -> NotificationToken
}

extension MappedSource: ObservableSource {
  fileprivate func observe(
    _ keyPaths: [String]?, _ queue: DispatchQueue?, _ fileID: StaticString, _ line: UInt,
    _ block: @escaping (RealmCollectionChange<ProjectedCollection<Value>>) -> Void
  ) -> NotificationToken {
    let (keyPath, paths) = (keyPath, keyPaths?.isEmpty == false ? keyPaths : MappedSource.paths(of: keyPath))
    return objects.observe(keyPaths: paths, on: queue, fileID: fileID, line: line) { change in
      block(change.mapped { ProjectedCollection(MappedSource($0, keyPath)) })
    }
  }

  // What the key path touches of an element.
  private static func paths(of keyPath: KeyPath<Objects.Element, Value>) -> [String] {
    let recorder = _Recorder(followingElements: true)
    _ = recorder.make(Objects.Element.self)[keyPath: keyPath]
    return recorder.paths
  }
}

extension RealmCollectionChange {
  fileprivate func mapped<Other>(_ transform: (CollectionType) -> Other) -> RealmCollectionChange<Other> {
    switch self {
    case .initial(let collection): .initial(transform(collection))
    case .update(let collection, let deletions, let insertions, let modifications):
      .update(transform(collection), deletions: deletions, insertions: insertions, modifications: modifications)
    case .error(let error): .error(error)
    }
  }
}
