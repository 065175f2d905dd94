import AshlarStore
import CAshlar

/// Scratch memory in the arenas of a cache of blocks.
final class ScratchBlock: ScratchMemory {
  private let cache: BlockCache
  private let process = ashlar_process()
  @exclusivity(unchecked) private var memory: PlainArenas.Memory?

  init(_ cache: BlockCache = .shared) { self.cache = cache }

  deinit { free() }

  /// Clears and frees the memory. It is allocated again when it is next used.
  func free() {
    // In a forked child, the memory belongs to the parent, and another thread may have held the lock of the arenas during the fork.
    guard let memory, process == ashlar_process() else { return }
    self.memory = nil
    cache.free(memory)
  }

  /// Returns `count` bytes, aligned to 64, which are valid until the next call. Their content is undefined.
  /// - Parameter path: The path of the file, for errors.
  func room(_ count: Int, path: String) throws(StoreError) -> UnsafeMutableRawBufferPointer {
    if memory.map({ $0.size < count }) ?? true {
      if let memory { cache.free(memory) }
      // Without this, a failure would free the memory twice.
      memory = nil
      memory = cache.allocate(count)
    }
    guard let memory else { throw .sealing(.noMemory, path: path, "decrypt a value") }
    return UnsafeMutableRawBufferPointer(start: memory.start, count: count)
  }
}
