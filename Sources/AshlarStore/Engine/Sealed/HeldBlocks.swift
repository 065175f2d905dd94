import CAshlar

/// The blocks that snapshots have returned. They stay at their addresses until the last of these snapshots is deallocated, or until
/// `release` removes those of former values.
///
/// Snapshots of several versions may share an instance, because a session that moves to another version keeps the addresses of clusters
/// that have not changed. Any number of threads may use it.
///
/// Invariant: all blocks are of one file. The instance retains the file, so that the blocks have no holders any more when the file is
/// deallocated and removes them.
final class HeldBlocks: Sendable {
  private struct Held: @unchecked Sendable { var blocks: [BlockIdentity: UnsafeRawBufferPointer] = [:] }

  private let file: SealedFile
  private let cache: BlockCache
  private let held = Guarded(Held())
  private let process = ashlar_process()

  init(_ file: SealedFile, _ cache: BlockCache) {
    self.file = file
    self.cache = cache
  }

  // The file is released after this.
  deinit { releaseAll() }

  var count: Int { held.withLock { $0.blocks.count } }

  /// Returns the plaintext of a value; see `BlockCache.hold`.
  func hold(
    _ identity: BlockIdentity, capacity: Int, path: String, _ open: (UnsafeMutableRawBufferPointer) throws(StoreError) -> Int
  ) throws(StoreError) -> UnsafeRawBufferPointer {
    assert(identity.isOf(file), "all blocks are of one file")
    if let found = held.withLock({ $0.blocks[identity] }) { return found }
    let block = try cache.hold(identity, capacity: capacity, path: path, open)
    enter(identity, block)
    return block
  }

  /// Returns the plaintext of a value if it is in memory; otherwise nil.
  func holdKnown(_ identity: BlockIdentity) -> UnsafeRawBufferPointer? {
    assert(identity.isOf(file), "all blocks are of one file")
    if let found = held.withLock({ $0.blocks[identity] }) { return found }
    guard let block = cache.holdKnown(identity) else { return nil }
    enter(identity, block)
    return block
  }

  private func enter(_ identity: BlockIdentity, _ block: UnsafeRawBufferPointer) {
    let wasHeld = held.withLock { $0.blocks.updateValue(block, forKey: identity) != nil }
    // Another thread of the snapshot has held the same block meanwhile.
    if wasHeld { cache.release(CollectionOfOne(identity)) }
  }

  /// Releases all blocks.
  func releaseAll() {
    // In a forked child, the blocks belong to the parent, and another thread may have held a lock of their cache during the fork.
    if process != ashlar_process() { return }
    let released = held.withLock { held in
      defer { held.blocks = [:] }
      return held.blocks
    }
    cache.release(released.keys)
  }

  /// Releases all blocks for which `isCurrent` returns false. The cache does not keep them.
  func release(unless isCurrent: (BlockIdentity) -> Bool) {
    let stale = held.withLock { held in
      let stale = held.blocks.keys.filter { !isCurrent($0) }
      for identity in stale { held.blocks[identity] = nil }
      return stale
    }
    for identity in stale { cache.discard(identity) }
    cache.release(stale)
  }

  func _checkInvariants() {
    for (identity, block) in held.withLock({ $0.blocks }) {
      precondition(cache._isHeld(identity, at: block.baseAddress), "the cache has each block, with a holder")
    }
  }
}
