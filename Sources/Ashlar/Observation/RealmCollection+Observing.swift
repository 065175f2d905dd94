import AshlarSchema
import AshlarStore

extension RealmCollection {
  /// Calls a block with the collection, and then with what changed in it after every version that its Realm moves to.
  ///
  /// The first call, `.initial`, comes later: on the main queue in a turn of its own, elsewhere with `refresh()` or the next write. So do all others,
  /// never inside of a commit. Several versions make one call with the net change; none is made where nothing changed. In the block the
  /// positions fit the collection. It may write, observe, and end tokens.
  ///
  ///     token = people.observe { change in
  ///       if case .update(let people, let deletions, let insertions, let modifications) = change { … }
  ///     }
  ///
  /// An element that is an object is modified when something was stored to it, or to an object that links lead to in three steps, or in what
  /// `keyPaths` names. What was stored need not differ. Of a list, elements are compared: one that is replaced by an equal one is not modified.
  ///
  /// Stops the program for a collection that is unmanaged, frozen or of a read-only Realm, and in a write that has changed something.
  ///
  /// Complexity of a call: O(changed rows) for comparing, and O(elements) of copying keys; where a condition leads through links, and where there is
  /// an order or distinct rows, what evaluating these takes.
  ///
  /// - Parameter keyPaths: Names of properties joined by dots. Only what is stored there modifies an element: to the property at the end, and to links on
  ///   the way. None is the same as nil.
  /// - Returns: A token to be kept as long as the block is to be called.
  public func observe(keyPaths: [String]? = nil, _ block: @escaping (RealmCollectionChange<Self>) -> Void) -> NotificationToken {
    if _collectionBase?.place != nil { misuse(.observedNested) }
    let results = _resultsCore
    guard let core = results.core else { misuse(.observedUnmanaged) }
    core.requireObservable()
    if results.isInvalidated { misuse(.invalidated(type: "\(Self.self)")) }
    let observer: Observer
    if let managed = observedCollection {
      observer = ElementsObserver(self, managed, managed.observedPaths(keyPaths), block)
    } else {
      observer = RowsObserver(self, core, .ofElements(keyPaths, Element.self, results.entity, core), block)
    }
    core.observerTable().add(observer)
    return NotificationToken(observer, core)
  }

  /// The stored collection whose elements these are, if any.
  var observedCollection: _ManagedCollection? { _collectionBase?.managed ?? _resultsCore.values }
}

extension RealmCollection where Element: ObjectBase {
  /// See `observe(keyPaths:_:)`.
  /// - Parameter keyPaths: Key paths of the elements, as `\.name` and `\.dogs[0].name`.
  public func observe(keyPaths: [PartialKeyPath<Element>], _ block: @escaping (RealmCollectionChange<Self>) -> Void) -> NotificationToken {
    observe(keyPaths: keyPaths.map { _name(for: $0) }, block)
  }
}

extension Map {
  /// Calls a block with the map, and then with the keys whose entries changed. See `observe` of other collections.
  ///
  /// An entry is modified when it has another value. One that is an object is also modified when something was stored to that, or to objects that
  /// links lead to in three steps, or in what `keyPaths` names.
  public func observe(keyPaths: [String]? = nil, _ block: @escaping (RealmMapChange<Map>) -> Void) -> NotificationToken {
    if place != nil { misuse(.observedNested) }
    guard let managed else { misuse(.observedUnmanaged) }
    managed.core.requireObservable()
    if isInvalidated { misuse(.invalidated(type: managed.entity.model.name)) }
    let observer = MapObserver(self, managed.core, managed.observedPaths(keyPaths), block)
    managed.core.observerTable().add(observer)
    return NotificationToken(observer, managed.core)
  }
}

extension Map where Value: OptionalProtocol, Value.Wrapped: ObjectBase {
  /// See `observe(keyPaths:_:)`.
  /// - Parameter keyPaths: Key paths of the objects that are values.
  public func observe(keyPaths: [PartialKeyPath<Value.Wrapped>], _ block: @escaping (RealmMapChange<Map>) -> Void) -> NotificationToken {
    observe(keyPaths: keyPaths.map { _name(for: $0) }, block)
  }
}

extension _ManagedCollection {
  /// What counts as a change of an element; nil for values.
  func observedPaths(_ keyPaths: [String]?) -> ObservedPaths? {
    guard layout.value == .link else {
      if keyPaths?.isEmpty == false { misuse(.observedValuePaths) }
      return nil
    }
    return ObservedPaths(keyPaths, target, core, otherwise: .deep(ObservedPaths.defaultDepth))
  }
}

extension ObservedPaths {
  fileprivate static func ofElements<Element>(
    _ keyPaths: [String]?, _ type: Element.Type, _ entity: _Entity, _ core: _RealmCore
  ) -> ObservedPaths {
    guard let projection = type as? any ProjectionObservable.Type else {
      return ObservedPaths(keyPaths, entity, core, otherwise: .deep(defaultDepth))
    }
    return ObservedPaths(projection._observedPaths(keyPaths), entity, core, otherwise: .own)
  }
}

extension ProjectionObservable {
  /// The paths of the root that stand for paths of the projection; without any those of all its properties.
  static func _observedPaths(_ keyPaths: [String]?) -> [String] {
    if let keyPaths, !keyPaths.isEmpty { return keyPaths.map { _origin(of: $0) } }
    return ProjectionTable.entries(of: Self.self).compactMap { ($0.origin as? PartialKeyPath<Root>).map { _name(for: $0) } }
  }

  /// The path of the root that a path stands for which begins with a projected property; others are paths of the root.
  private static func _origin(of path: String) -> String {
    let (first, rest) = path.firstIndex(of: ".").map { (path[..<$0], path[$0...]) } ?? (path[...], "")
    guard let entry = ProjectionTable.entries(of: Self.self).first(where: { $0.label == first }),
      let origin = entry.origin as? PartialKeyPath<Root>
    else { return path }
    return _name(for: origin) + rest
  }
}
