import AshlarSchema
import AshlarStore

extension DistinctRows {
  /// Returns the first row of each value among the rows that `scan` visits, if the values are those of one integer, Float, Double, Bool or
  /// date property of the object itself. Returns nil for other properties, and if a date in nanoseconds needs more than 64 bits.
  /// Complexity: O(rows).
  func firstScanned(_ scan: ((ScannedCluster, ClusterBits) -> Void) -> Void) -> [Int64]? {
    guard paths.count == 1, let path = paths.first, path.isDirect, !path.hasInner, path.property.collection == .none,
      let layout = path.layout
    else { return nil }
    switch layout.type.form {
    case .integer, .double, .float, .bool, .date: break
    case .string, .data, .decimal, .objectId, .uuid, .object, .any: return nil
    }
    let isPlain = layout.isWideInteger
    var known = RankSet()
    defer { known.free() }
    var hasNull = false
    var isWhole = true
    var first: [Int64] = []
    scan { cluster, rows in
      let offset = cluster.columns[path.column]
      let cells = cluster.base + offset.offset
      if isPlain {
        let numbers = cells.assumingMemoryBound(to: UInt64.self)
        return rows.forEach { slot in if known.insert(numbers[slot]) { first.append(cluster.firstKey + Int64(slot)) } }
      }
      let home = SlotHome(base: cluster.base, context: cluster.context)
      let flags = layout.hasNullFlag ? cluster.base + offset.null : nil
      rows.forEach { slot in
        let value = CellValue(layout, cells + slot * layout.width, null: flags.map { $0 + slot }, home: home)
        let isNew: Bool
        if case .null = value {
          isNew = !hasNull
          hasNull = true
        } else if let rank = TermValues.rank(of: value) {
          isNew = known.insert(rank)
        } else {
          isWhole = false
          return
        }
        if isNew { first.append(cluster.firstKey + Int64(slot)) }
      }
    }
    return isWhole ? first : nil
  }
}

/// A set of numbers: a hash table with open addressing that is at most half full, in which 0 marks a free slot.
private struct RankSet {
  private var slots: UnsafeMutablePointer<UInt64>
  private var shift: UInt64
  private var count = 0
  private var hasZero = false

  init() {
    shift = 64 - 10
    slots = RankSet.makeSlots(shift)
  }

  private static func makeSlots(_ shift: UInt64) -> UnsafeMutablePointer<UInt64> {
    let slots = UnsafeMutablePointer<UInt64>.allocate(capacity: 1 << (64 - shift))
    slots.initialize(repeating: 0, count: 1 << (64 - shift))
    return slots
  }

  func free() { slots.deallocate() }

  /// Inserts a number. Returns whether it is new.
  @inline(__always)
  mutating func insert(_ rank: UInt64) -> Bool {
    if rank == 0 {
      defer { hasZero = true }
      return !hasZero
    }
    var slot = home(rank)
    while slots[slot] != 0 {
      if slots[slot] == rank { return false }
      slot = (slot + 1) & (1 << (64 - Int(shift)) - 1)
    }
    slots[slot] = rank
    count += 1
    if count * 2 > 1 << (64 - shift) { grow() }
    return true
  }

  // Returns the slot at which the search for a rank begins. The upper bits of the product depend on all bits of the rank: Knuth, The Art of
  // Computer Programming 6.4, multiplicative hashing.
  @inline(__always)
  private func home(_ rank: UInt64) -> Int { Int(truncatingIfNeeded: (rank &* 0x9E37_79B9_7F4A_7C15) >> shift) }

  private mutating func grow() {
    let old = UnsafeMutableBufferPointer(start: slots, count: 1 << (64 - Int(shift)))
    shift -= 2
    slots = RankSet.makeSlots(shift)
    for rank in old where rank != 0 {
      var slot = home(rank)
      while slots[slot] != 0 { slot = (slot + 1) & (1 << (64 - Int(shift)) - 1) }
      slots[slot] = rank
    }
    old.deallocate()
  }
}
