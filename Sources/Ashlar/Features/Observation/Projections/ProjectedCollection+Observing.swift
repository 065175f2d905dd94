extension ProjectedCollection: ObservationTarget {
  /// Used by the runtime.
  public typealias _Change = RealmCollectionChange<ProjectedCollection<Element>>
  /// The compiler cannot check key paths, because the type of the objects is erased.
  public typealias _KeyPathRoot = Never

  func observationSource(_ keyPaths: [String]?) -> ObservationSource<RealmCollectionChange<ProjectedCollection<Element>>> {
    guard let source = source as? any ObservableSource<Element> else { misuse(.observedUnmanaged) }
    return source.observationSource(keyPaths)
  }
}

private protocol ObservableSource<Value> {
  associatedtype Value
  func observationSource(_ keyPaths: [String]?) -> ObservationSource<RealmCollectionChange<ProjectedCollection<Value>>>
}

extension MappedSource: ObservableSource {
  fileprivate func observationSource(_ keyPaths: [String]?) -> ObservationSource<RealmCollectionChange<ProjectedCollection<Value>>> {
    let keyPath = keyPath
    return objects.observation(paths(keyPaths)).map { $0.mapped(keyPath) }
  }

  private func paths(_ keyPaths: [String]?) -> [String] {
    if let keyPaths, !keyPaths.isEmpty { return keyPaths }
    return MappedSource.paths(of: keyPath)
  }

  // Returns the paths of an element that the key path reads.
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
