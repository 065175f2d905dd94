extension Realm.Configuration {
  /// How much the outbox may hold. See `outbox`.
  public struct Outbox: Sendable, Hashable {
    /// The most objects; nil for any number.
    public var maximumObjects: Int?
    /// The most bytes of objects, as they are stored: about those of their values. The file takes somewhat more.
    public var maximumBytes: Int

    /// Limits the outbox.
    /// - Parameters:
    ///   - maximumObjects: the most objects; nil for any number.
    ///   - maximumBytes: the most bytes of objects.
    public init(maximumObjects: Int? = nil, maximumBytes: Int = 1 << 30) {
      self.maximumObjects = maximumObjects
      self.maximumBytes = maximumBytes
    }
  }
}
