extension Projection: ThreadConfined {
  /// Whether the object is frozen.
  public final var isFrozen: Bool { rootObject.isFrozen }
  /// Returns a view of the frozen object, for use on any thread: `let card = card.freeze()`. See `Object.freeze()`.
  public final func freeze() -> sending Self { disconnected(Self(projecting: rootObject._freeze())) }
  /// Returns a view of the live object; nil if the object no longer exists.
  public final func thaw() -> Self? { rootObject._thaw().map { Self(projecting: $0) } }
}

extension ProjectedCollection: ThreadConfined {
  /// Whether the values never change and may be read from any thread.
  public var isFrozen: Bool { source.isFrozen }
  /// Returns a frozen copy at the version that the Realm reads, for use on any thread.
  public func freeze() -> sending ProjectedCollection { disconnected(ProjectedCollection(source.frozen())) }
  /// Returns the live collection; nil if it no longer exists.
  public func thaw() -> ProjectedCollection? { source.thawed().map { ProjectedCollection($0) } }
}
