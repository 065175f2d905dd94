import AshlarSchema
public import Dispatch

extension Map: ObservedContents {
  /// Used by the runtime.
  public typealias _Change = RealmMapChange<Map>
  /// Used by the runtime.
  public typealias _KeyPathRoot = Value

  func observableCore() -> _RealmCore {
    guard let home = ObservedHome(self) else { misuse(.observedUnmanaged) }
    home.core.requireObservable()
    if isInvalidated { misuse(place == nil ? .invalidated(type: home.entity.model.name) : .collectionGone(kind: "Map")) }
    return home.core
  }

  func observer(_ keyPaths: [String]?, _ block: @escaping (RealmMapChange<Map>) -> Void) -> Observer {
    guard let home = ObservedHome(self) else { misuse(.observedUnmanaged) }
    return MapObserver(self, home.core, home.paths(keyPaths), block)
  }
}

extension RealmMapChange: ContentsChange {
  static func update(_ map: Collection, _ edits: MapEdits) -> RealmMapChange {
    func keys(_ texts: [String]) -> [Collection.Key] { texts.map { Collection.Key._key($0) } }
    return .update(
      map, deletions: keys(edits.deletions), insertions: keys(edits.insertions), modifications: keys(edits.modifications))
  }
}

// These functions are separate from those for other maps, because the values of these maps are optional objects, whereas the key paths
// begin at the objects.
extension Map where Value: OptionalProtocol, Value.Wrapped: ObjectBase {
  /// Observes the map, with key paths that the compiler checks. See `observe(keyPaths:on:fileID:line:_:)`.
  ///
  /// ```swift
  /// let token = map.observe(keyPaths: [\.name]) { change in print(change) }
  /// ```
  ///
  /// - Parameter keyPaths: Key paths of the objects in the map.
  public func observe(
    keyPaths: [PartialKeyPath<Value.Wrapped>], on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (RealmMapChange<Map>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: KeyPathParts.paths(of: keyPaths), on: queue, fileID: fileID, line: line, block)
  }

  /// Observes the map on a queue. See `observe(keyPaths:on:fileID:line:_:)`.
  /// - Parameters:
  ///   - keyPaths: Key paths of the objects in the map.
  ///   - block: Called on the queue and therefore not isolated to an actor: its captures must be `Sendable`.
  public func observe(
    keyPaths: [PartialKeyPath<Value.Wrapped>], on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (RealmMapChange<Map>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// Observes the map on an actor. See the overload whose key paths are strings.
  /// - Parameter keyPaths: Key paths of the objects in the map.
  public func observe<A: Actor>(
    keyPaths: [PartialKeyPath<Value.Wrapped>], on actor: A, _isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line, _ block: @Sendable @escaping (isolated A, RealmMapChange<Map>) -> Void
  ) async -> NotificationToken {
    await observe(
      keyPaths: KeyPathParts.paths(of: keyPaths), on: actor, _isolation: _isolation, fileID: fileID, line: line, block)
  }
}
