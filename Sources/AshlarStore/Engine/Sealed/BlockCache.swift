import CAshlar
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The plaintexts of sealed values that the process has opened. All snapshots of the process share them, so a value is opened once.
///
/// A block that a snapshot holds stays where it is. Other blocks are kept while they occupy at most `limit` bytes; beyond that, the one
/// that was released first is cleared and freed. Held blocks may exceed the limit.
///
/// Invariant of each part: `idleBytes` is the size of the blocks without holders. Each of them has an entry in `idle` with its number.
final class BlockCache: Sendable {
  static let shared = BlockCache()

  private struct Block {
    let bytes: UnsafeMutableRawPointer
    let capacity: Int
    let size: Int
    var holders: Int
    // The number of its entry in `idle`; 0 while it has holders.
    var number: UInt64 = 0

    var plaintext: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: size) }
  }

  private struct Part: @unchecked Sendable {
    var blocks: [BlockIdentity: Block] = [:]
    var idle: [(number: UInt64, identity: BlockIdentity)] = []
    // The index in `idle` of the entry that was added first.
    var first = 0
    var last: UInt64 = 0
    var idleBytes = 0

    mutating func hold(_ identity: BlockIdentity) -> UnsafeRawBufferPointer? {
      guard let index = blocks.index(forKey: identity) else { return nil }
      if blocks.values[index].holders == 0 { idleBytes -= blocks.values[index].capacity }
      blocks.values[index].holders += 1
      blocks.values[index].number = 0
      return blocks.values[index].plaintext
    }

    // Returns the blocks to free.
    mutating func release(_ identity: BlockIdentity, _ limit: Int) -> [Block] {
      guard let index = blocks.index(forKey: identity) else { preconditionFailure("a block that is released has a holder") }
      blocks.values[index].holders -= 1
      if blocks.values[index].holders > 0 { return [] }
      last += 1
      blocks.values[index].number = last
      idleBytes += blocks.values[index].capacity
      idle.append((last, identity))
      var freed: [Block] = []
      while idleBytes > limit, first < idle.count {
        let (number, identity) = idle[first]
        first += 1
        // Blocks that were held again have another number.
        guard let block = blocks[identity], block.number == number else { continue }
        blocks[identity] = nil
        idleBytes -= block.capacity
        freed.append(block)
      }
      // Entries of blocks that were held again remain until they are the first ones.
      if first > 1024, 2 * first > idle.count {
        idle.removeFirst(first)
        first = 0
      }
      if idle.count - first > 4 * blocks.count + 1024 {
        idle = idle[first...].filter { blocks[$0.identity]?.number == $0.number }
        first = 0
      }
      return freed
    }

    // Removes the blocks of a file that have no holders, and returns them.
    mutating func removeAll(of file: SealedFile) -> [Block] {
      let removed = blocks.filter { $0.value.holders == 0 && $0.key.isOf(file) }
      for (identity, block) in removed {
        blocks[identity] = nil
        idleBytes -= block.capacity
      }
      return Array(removed.values)
    }
  }

  private static let partCount = 16

  private let parts: [Guarded<Part>]
  private let limitOfParts: Atomic<Int>

  init() {
    parts = (0..<BlockCache.partCount).map { _ in Guarded(Part()) }
    let quarter = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)) / 4
    limitOfParts = Atomic(min(max(quarter, 64 << 20), 4 << 30) / BlockCache.partCount)
  }

  /// The maximum size in bytes of the blocks that no snapshot holds.
  var limit: Int {
    get { limitOfParts.load(ordering: .relaxed) * BlockCache.partCount }
    set { limitOfParts.store(newValue / BlockCache.partCount, ordering: .relaxed) }
  }

  private func part(_ identity: BlockIdentity) -> Guarded<Part> { parts[Int(UInt(bitPattern: identity.hashValue) % UInt(parts.count))] }

  /// Returns the plaintext of a value, and adds a holder to it. `release` removes the holder.
  /// - Parameters:
  ///   - capacity: The size of the padded plaintext in bytes.
  ///   - open: Opens the value into `capacity` bytes, and returns the size of the plaintext. Several threads may open the same value.
  func hold(
    _ identity: BlockIdentity, capacity: Int, _ open: (UnsafeMutableRawBufferPointer) throws(StoreError) -> Int
  ) throws(StoreError) -> UnsafeRawBufferPointer {
    let part = part(identity)
    if let found = part.withLock({ $0.hold(identity) }) { return found }
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: max(capacity, 64), alignment: 64)
    let size: Int
    do throws(StoreError) {
      size = try open(UnsafeMutableRawBufferPointer(start: bytes, count: capacity))
    } catch {
      bytes.deallocate()
      throw error
    }
    let block = Block(bytes: bytes, capacity: capacity, size: size, holders: 1)
    // Another thread may have entered the block first.
    let first = part.withLock { part in
      if let found = part.hold(identity) { return Optional(found) }
      part.blocks[identity] = block
      return nil
    }
    guard let first else { return block.plaintext }
    BlockCache.free(block)
    return first
  }

  /// Removes a holder from each block.
  func release(_ identities: some Sequence<BlockIdentity>) {
    let limit = limitOfParts.load(ordering: .relaxed)
    for identity in identities {
      let freed = part(identity).withLock { $0.release(identity, limit) }
      for block in freed { BlockCache.free(block) }
    }
  }

  /// Clears and frees the blocks of a file that no snapshot holds, because the file is closed.
  func removeAll(of file: SealedFile) {
    for part in parts {
      let freed = part.withLock { $0.removeAll(of: file) }
      for block in freed { BlockCache.free(block) }
    }
  }

  private static func free(_ block: Block) {
    ashlar_secret_clear(block.bytes, block.capacity)
    block.bytes.deallocate()
  }

  /// The number of blocks, and the number of those that have holders.
  var count: (all: Int, held: Int) {
    parts.reduce(into: (0, 0)) { count, part in
      part.withLock {
        count.0 += $0.blocks.count
        count.1 += $0.blocks.values.count { $0.holders > 0 }
      }
    }
  }
}
