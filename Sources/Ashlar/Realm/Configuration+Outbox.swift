extension Realm.Configuration {
  /// The limits of the outbox. See `Realm.Configuration.outbox`.
  ///
  /// ```swift
  /// configuration.outbox = .init(maximumObjects: 10_000, maximumBytes: 64 << 20)
  /// ```
  public struct Outbox: Sendable, Hashable {
    /// The maximum number of objects; nil for no limit.
    public var maximumObjects: Int?
    /// The maximum total size of the stored objects in bytes, which is approximately the size of their values. The file needs somewhat more
    /// space.
    public var maximumBytes: Int

    /// Creates limits of the outbox.
    /// - Parameters:
    ///   - maximumObjects: The maximum number of objects; nil for no limit.
    ///   - maximumBytes: The maximum total size of the objects in bytes; 1 GB by default.
    public init(maximumObjects: Int? = nil, maximumBytes: Int = 1 << 30) {
      self.maximumObjects = maximumObjects
      self.maximumBytes = maximumBytes
    }
  }
}
