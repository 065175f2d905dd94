import AshlarStore
import Synchronization

/// The plaintexts of sealed values that the process has opened. All snapshots of the process share them, so a value is opened once.
///
/// A block that a snapshot holds stays where it is. Other blocks are kept while all blocks occupy at most `limit` bytes; beyond that, those
/// that were released first are cleared, and their memory is used again. Held blocks may exceed the limit.
///
/// A block whose value has been replaced or removed in the file is kept only as long as it has holders; see `discard`.
///
/// Invariants: the parts' blocks occupy `bytes` bytes, of which `idleBytes` belong to blocks without holders. Both may lag behind the parts
/// while other threads use them.
final class BlockCache: Sendable {
  private static let ofProcess = PerProcess(BlockCache(limit: EncryptionCache.limit))

  /// The blocks of this process. A forked child does not use those of its parent, whose locks other threads may have held.
  static var shared: BlockCache { ofProcess.withLock { $0 } }

  private struct Block {
    let memory: PlainArenas.Memory
    let size: Int
    var holders: Int
    // The number of its entry in `idle`; 0 while it has holders.
    var number: UInt64 = 0
    // Whether the block is freed when the last holder releases it.
    var isDiscarded = false

    var plaintext: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory.start, count: size) }
  }

  private enum Released {
    // The block has other holders.
    case held
    // The block has no holders, and is kept. The size is that of its memory.
    case kept(Int)
    // The block was removed.
    case removed(Block)
  }

  // Invariant: each block without holders has an entry in `idle` with its number, at or after `first`, and is not discarded.
  private struct Part: @unchecked Sendable {
    var blocks: [BlockIdentity: Block] = [:]
    var idle: [(number: UInt64, identity: BlockIdentity)] = []
    // The index in `idle` of the entry that was added first.
    var first = 0
    var last: UInt64 = 0

    // Returns the plaintext, and the size of the block if it had no holders.
    mutating func hold(_ identity: BlockIdentity) -> (plaintext: UnsafeRawBufferPointer, wasIdle: Int)? {
      guard let index = blocks.index(forKey: identity) else { return nil }
      let wasIdle = blocks.values[index].holders == 0 ? blocks.values[index].memory.size : 0
      blocks.values[index].holders += 1
      blocks.values[index].number = 0
      return (blocks.values[index].plaintext, wasIdle)
    }

    // Removes a holder, and the block as well if it is not to be kept without holders.
    mutating func release(_ identity: BlockIdentity) -> Released {
      guard let index = blocks.index(forKey: identity) else { preconditionFailure("a block that is released has a holder") }
      assert(blocks.values[index].holders > 0, "each holder releases a block once")
      blocks.values[index].holders -= 1
      if blocks.values[index].holders > 0 { return .held }
      if blocks.values[index].isDiscarded || identity.isOfOneVersion { return .removed(blocks.remove(at: index).value) }
      last += 1
      blocks.values[index].number = last
      idle.append((last, identity))
      // Entries of blocks that were held again remain until they are the first ones.
      if idle.count - first > 4 * blocks.count + 1024 {
        idle = idle[first...].filter { blocks[$0.identity]?.number == $0.number }
        first = 0
      }
      return .kept(blocks.values[index].memory.size)
    }

    // Discards a block. Returns it, after removing it, if it has no holders.
    mutating func discard(_ identity: BlockIdentity) -> Block? {
      guard let index = blocks.index(forKey: identity) else { return nil }
      if blocks.values[index].holders == 0 { return blocks.remove(at: index).value }
      blocks.values[index].isDiscarded = true
      return nil
    }

    // Removes the block that was released first, and returns it; nil if all blocks have holders.
    mutating func removeOldest() -> Block? {
      while first < idle.count {
        let (number, identity) = idle[first]
        first += 1
        if first > 1024, 2 * first > idle.count {
          idle.removeFirst(first)
          first = 0
        }
        // Blocks that were held again have another number.
        if let block = blocks[identity], block.number == number {
          blocks[identity] = nil
          return block
        }
      }
      return nil
    }

    // Removes the blocks of a file that have no holders, and returns them.
    mutating func removeAll(of file: SealedFile) -> [Block] {
      let removed = blocks.filter { $0.value.holders == 0 && $0.key.isOf(file) }
      for identity in removed.keys { blocks[identity] = nil }
      return Array(removed.values)
    }

    func _checkInvariants() {
      var numbers: [UInt64: BlockIdentity] = [:]
      for (number, identity) in idle[first...] { numbers[number] = identity }
      for (identity, block) in blocks {
        precondition((block.holders == 0) == (block.number != 0), "a block without holders has a number")
        precondition(block.holders > 0 || !block.isDiscarded, "a discarded block has holders")
        precondition(block.holders > 0 || numbers[block.number] == identity, "a block without holders can be found by its age")
        precondition(block.size <= block.memory.size, "a plaintext is inside of its block")
      }
    }
  }

  private static let partCount = 16

  private let parts: [Guarded<Part>]
  private let arenas = PlainArenas()
  private let limitInBytes: Atomic<Int>
  private let bytes = Atomic<Int>(0)
  private let idleBytes = Atomic<Int>(0)
  // The part from which the next block is removed. Identities are distributed evenly, so the first blocks of all parts are about as old.
  private let hand = Atomic<Int>(0)

  /// - Parameter limit: The limit in bytes; see `limit`.
  init(limit: Int) {
    parts = (0..<BlockCache.partCount).map { _ in Guarded(Part()) }
    limitInBytes = Atomic(limit)
  }

  /// The size in bytes of all blocks beyond which those without holders are removed.
  var limit: Int {
    get { limitInBytes.load(ordering: .relaxed) }
    set {
      limitInBytes.store(newValue, ordering: .relaxed)
      shrink(toFit: 0)
    }
  }

  private func part(_ identity: BlockIdentity) -> Guarded<Part> { parts[Int(UInt(bitPattern: identity.hashValue) % UInt(parts.count))] }

  /// Returns the plaintext of a value, and adds a holder to it; nil if the cache does not contain the value.
  func holdKnown(_ identity: BlockIdentity) -> UnsafeRawBufferPointer? { holdKnown(identity, part(identity)) }

  private func holdKnown(_ identity: BlockIdentity, _ part: Guarded<Part>) -> UnsafeRawBufferPointer? {
    guard let found = part.withLock({ $0.hold(identity) }) else { return nil }
    if found.wasIdle > 0 { idleBytes.subtract(found.wasIdle, ordering: .relaxed) }
    return found.plaintext
  }

  /// Returns the plaintext of a value, and adds a holder to it. `release` removes the holder.
  /// - Parameters:
  ///   - capacity: The size of the padded plaintext in bytes.
  ///   - path: The path of the file, for errors.
  ///   - open: Opens the value into `capacity` bytes, and returns the size of the plaintext. Several threads may open the same value.
  func hold(
    _ identity: BlockIdentity, capacity: Int, path: String, _ open: (UnsafeMutableRawBufferPointer) throws(StoreError) -> Int
  ) throws(StoreError) -> UnsafeRawBufferPointer {
    let part = part(identity)
    if let found = holdKnown(identity, part) { return found }
    // Memory of blocks that are removed now is used for this one, which may occupy up to a page more.
    shrink(toFit: capacity + PlainArenas.pageSize)
    guard let memory = arenas.allocate(capacity) else { throw .sealing(.noMemory, path: path, "decrypt a value") }
    let size: Int
    do throws(StoreError) {
      size = try open(UnsafeMutableRawBufferPointer(start: memory.start, count: capacity))
    } catch {
      arenas.free(memory)
      throw error
    }
    let block = Block(memory: memory, size: size, holders: 1)
    // Another thread may have entered the block first.
    let first = part.withLock { part in
      if let found = part.hold(identity) { return Optional(found) }
      part.blocks[identity] = block
      return nil
    }
    guard let first else {
      bytes.add(memory.size, ordering: .relaxed)
      return block.plaintext
    }
    if first.wasIdle > 0 { idleBytes.subtract(first.wasIdle, ordering: .relaxed) }
    arenas.free(memory)
    return first.plaintext
  }

  /// Removes a holder from each block.
  func release(_ identities: some Sequence<BlockIdentity>) {
    var hasKept = false
    for identity in identities {
      switch part(identity).withLock({ $0.release(identity) }) {
      case .held: break
      case .kept(let size):
        idleBytes.add(size, ordering: .relaxed)
        hasKept = true
      case .removed(let block): free(block)
      }
    }
    if hasKept { shrink(toFit: 0) }
  }

  /// Removes a block, because its entry has another value or none: at once if the block has no holders, otherwise when the last holder
  /// releases it. Does nothing if the cache does not contain the value. If the value is current nevertheless, it is only opened again.
  func discard(_ identity: BlockIdentity) {
    guard let block = part(identity).withLock({ $0.discard(identity) }) else { return }
    free(idle: block)
  }

  // Removes blocks without holders, the oldest ones first, until `more` bytes fit within the limit, or all blocks have holders.
  private func shrink(toFit more: Int) {
    let most = limit - more
    var misses = 0
    while bytes.load(ordering: .relaxed) > most, idleBytes.load(ordering: .relaxed) > 0, misses < parts.count {
      let part = parts[hand.add(1, ordering: .relaxed).oldValue & (BlockCache.partCount - 1)]
      guard let block = part.withLock({ $0.removeOldest() }) else {
        misses += 1
        continue
      }
      misses = 0
      free(idle: block)
    }
  }

  /// Removes the blocks of a file that no snapshot holds, because the file is closed.
  func removeAll(of file: SealedFile) {
    for part in parts {
      for block in part.withLock({ $0.removeAll(of: file) }) { free(idle: block) }
    }
  }

  private func free(idle block: Block) {
    idleBytes.subtract(block.memory.size, ordering: .relaxed)
    free(block)
  }

  private func free(_ block: Block) {
    arenas.free(block.memory)
    bytes.subtract(block.memory.size, ordering: .relaxed)
  }

  // MARK: - Memory of walks

  /// Returns memory for a plaintext that only the caller uses; nil if the system provides none. `free` frees it.
  func allocate(_ count: Int) -> PlainArenas.Memory? { arenas.allocate(count) }

  /// Clears and frees memory of `allocate`.
  func free(_ memory: PlainArenas.Memory) { arenas.free(memory) }

  // MARK: - Statistics

  /// The size in bytes of all blocks, and of those that have holders.
  var used: (all: Int, held: Int) {
    let (all, idle) = (bytes.load(ordering: .relaxed), idleBytes.load(ordering: .relaxed))
    return (all, all - idle)
  }

  /// The size in bytes of the memory of all blocks and walks.
  var allocatedBytes: Int { arenas.bytes }

  /// The size in bytes of this memory and of the free memory beside it.
  var mappedBytes: Int { arenas.mappedBytes }

  /// The number of blocks, and the number of those that have holders.
  var count: (all: Int, held: Int) {
    parts.reduce(into: (0, 0)) { count, part in
      part.withLock {
        count.0 += $0.blocks.count
        count.1 += $0.blocks.values.count { $0.holders > 0 }
      }
    }
  }

  /// Returns whether the cache contains the plaintext of a value, with a holder, at an address.
  func _isHeld(_ identity: BlockIdentity, at start: UnsafeRawPointer?) -> Bool {
    part(identity).withLock { part in part.blocks[identity].map { $0.holders > 0 && $0.plaintext.baseAddress == start } ?? false }
  }

  func _checkInvariants() {
    for part in parts { part.withLock { $0._checkInvariants() } }
    arenas._checkInvariants()
  }
}
