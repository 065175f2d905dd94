/// An object in the outbox.
package struct OutboxObject {
  /// The key of its row, which identifies it for removal.
  package let key: Int64
  package let shape: UInt32
  /// The index of its type in the shape.
  package let type: Int
  /// The creation time: seconds since 1970 and nanoseconds.
  package let created: (seconds: Int64, nanoseconds: Int32)
  /// The reason why the server rejected it; nil while it waits.
  package let reason: String?
  /// Its encoded values; valid while the session reads this version.
  package let bytes: UnsafeRawBufferPointer
}
