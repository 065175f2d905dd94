extension Projection: ThreadConfined {
  /// Whether the object is frozen.
  public final var isFrozen: Bool { rootObject.isFrozen }
  /// A view of the frozen object.
  public final func freeze() -> sending Self { disconnected(Self(projecting: rootObject._freeze())) }
  /// A view of the live object; nil when that is gone.
  public final func thaw() -> Self? { rootObject._thaw().map { Self(projecting: $0) } }
}

extension ProjectedCollection: ThreadConfined {
  /// Whether the values never change and may be read from any thread.
  public var isFrozen: Bool { source.isFrozen }
  /// The values as of the version that the Realm reads, readable from any thread.
  public func freeze() -> sending ProjectedCollection { disconnected(ProjectedCollection(source.frozen())) }
  /// The live values; nil when the collection is gone.
  public func thaw() -> ProjectedCollection? { source.thawed().map { ProjectedCollection($0) } }
}
