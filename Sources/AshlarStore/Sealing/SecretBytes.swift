import CAshlar

/// Bytes of keys, in memory that core dumps do not include and that forked children read as zeros. The memory is cleared when the last
/// reference is released.
///
/// Invariant: the memory does not change after `init`.
final class SecretBytes: @unchecked Sendable {
  let count: Int
  private let memory: UnsafeMutableRawPointer
  private let process = ashlar_process()

  /// - Parameter fill: Stores the bytes; must write all of them.
  /// - Throws: `SealError.noMemory` if the system provides no memory, or the error of `fill`.
  init(count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(SealError) -> Void) throws(SealError) {
    guard let memory = ashlar_secret_memory_make(count) else { throw .noMemory }
    do {
      try fill(UnsafeMutableRawBufferPointer(start: memory, count: count))
    } catch {
      ashlar_secret_memory_free(memory, count)
      throw error
    }
    (self.count, self.memory) = (count, memory)
  }

  deinit { ashlar_secret_memory_free(memory, count) }

  /// Calls `body` with the bytes. Throws `SealError.inherited` in a forked child, where they are zeros.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws(SealError) -> Result) throws(SealError) -> Result {
    guard process == ashlar_process() else { throw .inherited }
    return try body(UnsafeRawBufferPointer(start: memory, count: count))
  }
}
