import CAshlar

/// Bytes of keys, in memory that core dumps do not include and that forked children read as zeros. The memory is cleared when the last
/// reference is released.
///
/// Invariant: the memory does not change after `init`.
package final class SecretBytes: @unchecked Sendable {
  package let count: Int
  private let memory: UnsafeMutableRawPointer
  private let process = ashlar_process()

  /// - Parameters:
  ///   - failure: The error that is thrown if the system provides no memory.
  ///   - fill: Stores the bytes; must write all of them. This initializer throws its error.
  package init<Failure: Error>(
    count: Int, withoutMemory failure: Failure, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    guard let memory = ashlar_secret_memory_make(count) else { throw failure }
    do {
      try fill(UnsafeMutableRawBufferPointer(start: memory, count: count))
    } catch {
      ashlar_secret_memory_free(memory, count)
      throw error
    }
    (self.count, self.memory) = (count, memory)
  }

  deinit { ashlar_secret_memory_free(memory, count) }

  /// Calls `body` with the bytes.
  /// - Parameter failure: The error that is thrown in a forked child, where the bytes are zeros.
  package func withBytes<Result, Failure: Error>(
    inChild failure: Failure, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard process == ashlar_process() else { throw failure }
    return try body(UnsafeRawBufferPointer(start: memory, count: count))
  }
}
