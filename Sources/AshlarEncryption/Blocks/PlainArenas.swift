import AshlarStore
import CAshlar

/// Memory for the plaintexts of sealed values: arenas of 2 MB, which core dumps do not include. Freed memory is cleared, and used again
/// before an arena is added. An arena is returned to the system only as a whole, because a page that was returned costs a page fault when
/// it is used again.
///
/// Blocks of up to 2,048 bytes have a multiple of 64 bytes and share pages with blocks of their size. Larger ones have their own pages, and
/// those of more than half an arena their own mapping.
final class PlainArenas: Sendable {
  static let arenaSize = 2 << 20
  static let pageSize = 4096
  /// Blocks begin at multiples of this number of bytes.
  static let alignment = 64
  static let largestShared = 2048
  // The number of empty arenas that are kept for later blocks.
  private static let mostSpares = 4

  /// A block of memory.
  struct Memory {
    let start: UnsafeMutableRawPointer
    /// The size of the block in bytes; at least the size that was allocated.
    let size: Int
    // The index of the arena; -1 if the block has its own mapping.
    fileprivate let arena: Int
  }

  // Invariants: `arenas[i]` and `longestRuns[i]` belong together; a longest run of -1 marks an index without an arena. `bytes` is the
  // size of all blocks. Each page that has room for another shared block is in the list of its size.
  private struct State: @unchecked Sendable {
    var arenas: [Arena?] = []
    // Upper bounds of the numbers of consecutive free pages.
    var longestRuns: ContiguousArray<Int16> = []
    // For each size of shared blocks, pages that may have room for another block. Other pages are removed when they are the last ones.
    var shared = [[(arena: Int, page: Int)]](repeating: [], count: largestShared / alignment + 1)
    var spares = 0
    var bytes = 0
    // The size of the blocks with their own mappings.
    var mappings = 0
  }

  private let state = Guarded(State())

  // The arenas of the process are never deallocated, only those of tests. Their blocks must not be used afterwards.
  deinit {
    state.withLock { state in
      for case let arena? in state.arenas { arena.unmap() }
      state.arenas = []
    }
  }

  /// Returns undefined memory of at least `count` bytes; nil if the system provides none.
  func allocate(_ count: Int) -> Memory? {
    if count > PlainArenas.arenaSize / 2 { return allocateMapping(count) }
    return state.withLock { state in
      let memory = count <= PlainArenas.largestShared ? allocateShared(max(1, count), &state) : allocatePages(count, &state)
      if let memory { state.bytes += memory.size }
      return memory
    }
  }

  private func allocateMapping(_ count: Int) -> Memory? {
    let size = (count + PlainArenas.pageSize - 1) / PlainArenas.pageSize * PlainArenas.pageSize
    guard let start = ashlar_plain_memory_make(size) else { return nil }
    state.withLock {
      $0.bytes += size
      $0.mappings += size
    }
    return Memory(start: start, size: size, arena: -1)
  }

  private func allocatePages(_ count: Int, _ state: inout State) -> Memory? {
    let pages = (count + PlainArenas.pageSize - 1) / PlainArenas.pageSize
    guard let (arena, page, start) = takePages(pages, &state) else { return nil }
    assert(page + pages <= Arena.pages, "a block is inside of its arena")
    return Memory(start: start, size: pages * PlainArenas.pageSize, arena: arena)
  }

  private func allocateShared(_ count: Int, _ state: inout State) -> Memory? {
    let unit = (count + PlainArenas.alignment - 1) / PlainArenas.alignment
    let size = unit * PlainArenas.alignment
    while let (index, page) = state.shared[unit].last {
      if let arena = state.arenas[index], let start = arena.takeShared(page, unit) { return Memory(start: start, size: size, arena: index) }
      state.shared[unit].removeLast()
      state.arenas[index]?.noteUnlisted(page, unit)
    }
    guard let (index, page, _) = takePages(1, &state), let arena = state.arenas[index] else { return nil }
    arena.share(page, unit)
    if arena.noteListed(page, unit) { state.shared[unit].append((index, page)) }
    guard let start = arena.takeShared(page, unit) else { preconditionFailure("a new page of shared blocks has room") }
    return Memory(start: start, size: size, arena: index)
  }

  // Returns consecutive pages, of the first arena that has them.
  private func takePages(_ count: Int, _ state: inout State) -> (arena: Int, page: Int, start: UnsafeMutableRawPointer)? {
    for index in state.longestRuns.indices where Int(state.longestRuns[index]) >= count {
      guard let arena = state.arenas[index] else { continue }
      guard let page = arena.firstRun(count) else {
        state.longestRuns[index] = Int16(count - 1)
        continue
      }
      if arena.isEmpty { state.spares -= 1 }
      return (index, page, arena.take(page, count, populates: index > 0))
    }
    guard let arena = Arena() else { return nil }
    let index = state.arenas.firstIndex { $0 == nil } ?? state.arenas.count
    if index == state.arenas.count {
      state.arenas.append(arena)
      state.longestRuns.append(Int16(Arena.pages))
    } else {
      state.arenas[index] = arena
      state.longestRuns[index] = Int16(Arena.pages)
    }
    return (index, 0, arena.take(0, count, populates: index > 0))
  }

  /// Clears and frees a block.
  func free(_ memory: Memory) {
    if memory.arena < 0 {
      ashlar_plain_memory_free(memory.start, memory.size, memory.size)
      return state.withLock {
        $0.bytes -= memory.size
        $0.mappings -= memory.size
      }
    }
    ashlar_secret_clear(memory.start, memory.size)
    #if DEBUG
      // A read of a freed block must not return zeros, which might be valid.
      memory.start.initializeMemory(as: UInt8.self, repeating: 0xDB, count: memory.size)
    #endif
    state.withLock { state in
      guard let arena = state.arenas[memory.arena] else { preconditionFailure("an arena exists as long as it has blocks") }
      state.bytes -= memory.size
      assert(state.bytes >= 0, "no more is freed than was allocated")
      if memory.size <= PlainArenas.largestShared {
        let unit = memory.size / PlainArenas.alignment
        switch arena.releaseShared(memory.start, unit) {
        case .inUse(let page): if arena.noteListed(page, unit) { state.shared[unit].append((memory.arena, page)) }
        case .empty: noteFreed(memory.arena, arena, &state)
        }
      } else {
        arena.release(memory.start, memory.size / PlainArenas.pageSize)
        noteFreed(memory.arena, arena, &state)
      }
    }
  }

  // Must be called when pages of an arena have become free.
  private func noteFreed(_ index: Int, _ arena: Arena, _ state: inout State) {
    state.longestRuns[index] = Int16(arena.freePages)
    guard arena.isEmpty else { return }
    if state.spares < PlainArenas.mostSpares {
      state.spares += 1
    } else {
      arena.unmap()
      state.arenas[index] = nil
      state.longestRuns[index] = -1
    }
  }

  /// The size of all blocks in bytes.
  var bytes: Int { state.withLock { $0.bytes } }

  /// The size in bytes of the arenas and of the blocks with their own mappings.
  var mappedBytes: Int {
    state.withLock { state in state.arenas.count { $0 != nil } * PlainArenas.arenaSize + state.mappings }
  }

  func _checkInvariants() {
    state.withLock { state in
      precondition(state.arenas.count == state.longestRuns.count, "each arena has a bound")
      precondition(state.spares == state.arenas.count { $0?.isEmpty == true }, "empty arenas are counted")
      precondition(state.spares <= PlainArenas.mostSpares, "few empty arenas are kept")
      for (arena, longest) in zip(state.arenas, state.longestRuns) {
        precondition((arena == nil) == (longest < 0), "only an index without an arena has no bound")
        arena?._checkInvariants(longest: Int(longest))
      }
    }
  }
}
