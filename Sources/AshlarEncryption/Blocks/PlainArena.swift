import AshlarStore
import CAshlar

extension PlainArenas {
  /// Memory of 2 MB in pages. Its owner serializes all calls.
  ///
  /// Invariants: bit i of `free` is set if page i is free; `freePages` is the number of these bits. A page whose `units` is not 0 is
  /// divided into blocks of that many times 64 bytes, of which those in `used` are in use; at least one is.
  final class Arena: @unchecked Sendable {
    static let pages = PlainArenas.arenaSize / PlainArenas.pageSize
    // Pages that are used for the first time are populated in pieces of this number.
    private static let populated = 256

    enum Release {
      /// The page has other blocks.
      case inUse(page: Int)
      /// The page is free now.
      case empty
    }

    let start: UnsafeMutableRawPointer
    private(set) var freePages = Arena.pages
    private var free = ContiguousArray<UInt64>(repeating: .max, count: Arena.pages / 64)
    // The number of pages, from the first one, that have been used.
    private var touched = 0
    private var populated = 0
    private var units = ContiguousArray<UInt8>(repeating: 0, count: Arena.pages)
    private var used = ContiguousArray<UInt64>(repeating: 0, count: Arena.pages)
    // The size of blocks in whose list of pages with room each page is; 0 for none.
    private var listed = ContiguousArray<UInt8>(repeating: 0, count: Arena.pages)

    /// Returns nil if the system provides no memory.
    init?() {
      guard let memory = ashlar_plain_memory_make(PlainArenas.arenaSize) else { return nil }
      start = memory
    }

    /// Returns the memory to the system. No block may be used afterwards. All blocks were cleared when they were freed.
    func unmap() { ashlar_plain_memory_free(start, PlainArenas.arenaSize, isEmpty ? 0 : touched * PlainArenas.pageSize) }

    var isEmpty: Bool { freePages == Arena.pages }

    // MARK: - Pages

    /// Returns the first of `count` consecutive free pages; nil if the arena has no such run.
    func firstRun(_ count: Int) -> Int? {
      if freePages < count { return nil }
      var run = 0
      for (word, bits) in free.enumerated() {
        if bits == 0 {
          run = 0
        } else if bits == .max {
          if run + 64 >= count { return word * 64 - run }
          run += 64
        } else {
          for bit in 0..<64 {
            run = bits >> UInt64(bit) & 1 != 0 ? run + 1 : 0
            if run == count { return word * 64 + bit + 1 - count }
          }
        }
      }
      return nil
    }

    /// Marks free pages as used, and returns their address.
    func take(_ page: Int, _ count: Int, populates: Bool) -> UnsafeMutableRawPointer {
      for page in page..<page + count {
        assert(free[page / 64] >> UInt64(page % 64) & 1 != 0, "a page that is taken is free")
        free[page / 64] &= ~(1 << UInt64(page % 64))
      }
      freePages -= count
      touched = max(touched, page + count)
      while populates, populated < touched {
        ashlar_plain_memory_populate(start + populated * PlainArenas.pageSize, Arena.populated * PlainArenas.pageSize)
        populated += Arena.populated
      }
      return start + page * PlainArenas.pageSize
    }

    func release(_ block: UnsafeMutableRawPointer, _ count: Int) {
      let first = (block - start) / PlainArenas.pageSize
      for page in first..<first + count {
        assert(free[page / 64] >> UInt64(page % 64) & 1 == 0, "a page is freed once")
        free[page / 64] |= 1 << UInt64(page % 64)
      }
      freePages += count
      assert(freePages <= Arena.pages, "no more pages are freed than there are")
    }

    // MARK: - Shared pages

    private static func blocks(_ unit: Int) -> Int { PlainArenas.pageSize / (unit * PlainArenas.alignment) }

    /// Divides a page, which was taken, into blocks.
    func share(_ page: Int, _ unit: Int) {
      assert(units[page] == 0 && used[page] == 0, "a page is divided once")
      units[page] = UInt8(unit)
    }

    /// Returns a free block of a page; nil if the page has none, or is not divided into blocks of this size.
    func takeShared(_ page: Int, _ unit: Int) -> UnsafeMutableRawPointer? {
      guard Int(units[page]) == unit else { return nil }
      let block = (~used[page]).trailingZeroBitCount
      guard block < Arena.blocks(unit) else { return nil }
      used[page] |= 1 << UInt64(block)
      return start + page * PlainArenas.pageSize + block * unit * PlainArenas.alignment
    }

    func releaseShared(_ address: UnsafeMutableRawPointer, _ unit: Int) -> Release {
      let (page, offset) = (address - start).quotientAndRemainder(dividingBy: PlainArenas.pageSize)
      let block = offset / (unit * PlainArenas.alignment)
      assert(Int(units[page]) == unit && used[page] >> UInt64(block) & 1 != 0, "a block is freed once")
      used[page] &= ~(1 << UInt64(block))
      if used[page] == 0 {
        units[page] = 0
        release(start + page * PlainArenas.pageSize, 1)
        return .empty
      }
      return .inUse(page: page)
    }

    /// Records that a page will be in the list of a size. Returns false if it is there already.
    func noteListed(_ page: Int, _ unit: Int) -> Bool {
      if Int(listed[page]) == unit { return false }
      listed[page] = UInt8(unit)
      return true
    }

    /// Records that a page is no longer in the list of a size.
    func noteUnlisted(_ page: Int, _ unit: Int) { if Int(listed[page]) == unit { listed[page] = 0 } }

    func _checkInvariants(longest: Int) {
      precondition(free.reduce(0) { $0 + $1.nonzeroBitCount } == freePages, "free pages are counted")
      precondition(longest >= freePages || firstRun(longest + 1) == nil, "a bound is not too small")
      for page in 0..<Arena.pages {
        let isFree = free[page / 64] >> UInt64(page % 64) & 1 != 0
        precondition((units[page] == 0) == (used[page] == 0), "a page that is divided has a block")
        precondition(!isFree || units[page] == 0, "a free page is not divided")
        precondition(isFree || page < touched, "a page in use was touched")
      }
    }
  }
}
