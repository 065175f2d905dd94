/// An object that waits in the outbox.
package struct OutboxObject {
  /// Its row, which is how it is removed.
  package let key: Int64
  package let shape: UInt32
  /// Which type of the shape it is of.
  package let type: Int
  /// Seconds since 1970 and nanoseconds.
  package let created: (seconds: Int64, nanoseconds: Int32)
  /// Why the server does not take it; nil while it waits.
  package let reason: String?
  /// Its values; valid as long as the session reads this version.
  package let bytes: UnsafeRawBufferPointer
}
