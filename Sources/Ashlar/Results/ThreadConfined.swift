/// An object, collection or projection that belongs to a Realm. Unless it is frozen, it is confined to the same thread, queue, actor or
/// task as its Realm.
///
/// ```swift
/// func isReadable(_ value: some ThreadConfined) -> Bool { !value.isInvalidated }
/// ```
///
/// No other type should declare conformance. See the guide, *Threads, actors and tasks*.
public nonisolated protocol ThreadConfined {
  /// The Realm that the value belongs to; nil if the value is unmanaged.
  var realm: Realm? { get }
  /// Whether the value can no longer be read.
  var isInvalidated: Bool { get }
  /// Whether the value never changes and may be read from any thread.
  var isFrozen: Bool { get }
  /// Returns a frozen copy at the version that the Realm reads, for use on any thread. Inside a write, the copy does not contain the
  /// changes of the write.
  func freeze() -> sending Self
  /// Returns the live counterpart of a frozen value, in the Realm of the caller; nil if the version that this Realm reads does not contain
  /// it.
  func thaw() -> Self?
}
