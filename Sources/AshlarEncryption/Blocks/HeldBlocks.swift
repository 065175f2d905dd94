import AshlarStore
import CAshlar

/// The blocks that a snapshot has returned. They stay at their addresses until the instance is deallocated, or until they are released.
///
/// A session that moves to another snapshot keeps the addresses of clusters that have not changed. The instance of the new snapshot
/// therefore retains that of the former one (`keep`), until it holds these clusters itself (`releaseFormer`). Frozen sessions and loops may
/// use the former snapshot, and its instance, for longer.
///
/// Any number of threads may use an instance.
///
/// Invariants: all blocks are of one file. The instance retains the file, so that the blocks have no holders any more when the file is
/// deallocated and removes them. `former` contains the instances from which a session may still have the addresses of clusters.
final class HeldBlocks: Sendable {
  private struct Held: @unchecked Sendable {
    var blocks: [BlockIdentity: UnsafeRawBufferPointer] = [:]
    // The instances of former snapshots, the oldest first.
    var former: [HeldBlocks] = []
    // The number of blocks in `former`.
    var formerCount = 0
    // The number of blocks after former values were last released.
    var countBefore = 0

    // Whether the number of blocks has more than doubled since former values were last released, or `former` has reached its limit.
    var mayHaveManyStale: Bool { blocks.count + formerCount > 2 * countBefore + 256 || former.count >= HeldBlocks.mostFormer }
  }

  /// The number of former instances from which an instance releases former values.
  static let mostFormer = 32

  private let file: SealedFile
  private let cache: BlockCache
  private let held = Guarded(Held())
  private let process = ashlar_process()

  init(_ file: SealedFile, _ cache: BlockCache) {
    self.file = file
    self.cache = cache
  }

  // The file and the former instances are released after this.
  deinit { releaseAll() }

  /// The number of its own blocks, and the number of former instances.
  var count: (blocks: Int, former: Int) { held.withLock { ($0.blocks.count, $0.former.count) } }

  /// Returns the plaintext of a value; see `BlockCache.hold`.
  func hold(
    _ identity: BlockIdentity, capacity: Int, path: String, _ open: (UnsafeMutableRawBufferPointer) throws(StoreError) -> Int
  ) throws(StoreError) -> UnsafeRawBufferPointer {
    assert(identity.isOf(file), "all blocks are of one file")
    if let found = held.withLock({ $0.blocks[identity] }) { return found }
    // If a former instance holds the block, the cache contains it.
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

  // MARK: - Releasing

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

  /// Keeps the blocks valid that the instance of a former snapshot holds, and those that it keeps valid. Complexity: O(`mostFormer`).
  func keep(_ other: HeldBlocks) {
    assert(other !== self && other.file === file, "a session moves between snapshots of one file")
    let (former, count, before) = other.held.withLock { ($0.former + [other], $0.formerCount + $0.blocks.count, $0.countBefore) }
    held.withLock { held in
      held.former += former
      held.formerCount += count
      held.countBefore += before
    }
  }

  /// Releases the blocks for which `isCurrent` returns false, if there may be many. Former instances are released after this instance holds
  /// those of their clusters for which `isCurrent` returns true. The cache keeps none of the others, nor those of former instances, beyond
  /// the last holder. Must not be called while another session or thread uses the instance's snapshot. Complexity: amortized O(1) for each
  /// block that was held.
  func releaseFormer(_ isCurrent: (BlockIdentity) -> Bool) {
    guard let former = held.withLock({ $0.mayHaveManyStale ? $0.former : nil }) else { return }
    let stale = held.withLock { held in
      let stale = held.blocks.keys.filter { !isCurrent($0) }
      for identity in stale { held.blocks[identity] = nil }
      return stale
    }
    for other in former {
      for identity in other.identities where !holds(identity) {
        guard isCurrent(identity) else {
          cache.discard(identity)
          continue
        }
        // Sessions keep the addresses of clusters only.
        guard identity.isCluster else { continue }
        let block = holdKnown(identity)
        precondition(block != nil, "the cache contains what a former instance holds")
      }
    }
    held.withLock { held in
      held.former = []
      held.formerCount = 0
      held.countBefore = held.blocks.count
    }
    for identity in stale { cache.discard(identity) }
    cache.release(stale)
    #if ASHLAR_CHECKED
      _checkInvariants()
    #endif
    // Instances that no other snapshot uses are deallocated, and release their blocks.
    withExtendedLifetime(former) {}
  }

  private func holds(_ identity: BlockIdentity) -> Bool { held.withLock { $0.blocks[identity] != nil } }

  private var identities: [BlockIdentity] { held.withLock { Array($0.blocks.keys) } }

  func _checkInvariants() {
    let (blocks, former) = held.withLock { ($0.blocks, $0.former) }
    for (identity, block) in blocks {
      precondition(cache._isHeld(identity, at: block.baseAddress), "the cache has each block, with a holder")
    }
    for other in former { precondition(other !== self && other.file === file, "former instances are of the same file") }
  }
}
