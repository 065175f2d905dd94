/// What belongs to a Realm and is confined with it, unless it is frozen: objects, collections, projections.
///
/// The runtime's own types conform: no other can.
public nonisolated protocol ThreadConfined {
  /// The Realm it belongs to; nil when it is unmanaged.
  var realm: Realm? { get }
  /// Whether it can no longer be read.
  var isInvalidated: Bool { get }
  /// Whether it never changes and may be read from any thread.
  var isFrozen: Bool { get }
  /// The same as of the version that its Realm reads, for any thread; inside a write without the write's changes.
  func freeze() -> sending Self
  /// The live counterpart of something frozen, in the Realm of the caller; nil when it is not there in the version that this
  /// Realm reads.
  func thaw() -> Self?
}
