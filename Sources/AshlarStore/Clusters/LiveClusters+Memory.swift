#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Allocates and grows the arrays of the levels.
extension LiveClusters {
  // Returns the number of words in a level of `bits`, which is also the number of sums in the same level of `sums`.
  static func words(_ level: Int, _ capacity: Int) -> Int {
    var count = capacity
    for _ in 0...level { count = (count + 63) >> 6 }
    return count
  }

  static func zeros<Number: BitwiseCopyable>(_ count: Int, _ type: Number.Type) -> UnsafeMutablePointer<Number> {
    // `calloc` lets the system zero each page when it is first touched.
    guard let made = calloc(max(1, count), MemoryLayout<Number>.stride) else { preconditionFailure("there is no memory") }
    return made.bindMemory(to: Number.self, capacity: count)
  }

  func allocateBits() {
    var level = 0
    while true {
      let words = LiveClusters.words(level, capacity)
      bits.append(LiveClusters.zeros(words, UInt64.self))
      if words == 1 { return }
      level += 1
    }
  }

  func grow(to needed: Int) {
    let (oldBits, oldCounts, oldCapacity) = (bits, counts, capacity)
    capacity = max(needed, capacity * 2)
    bits = []
    allocateBits()
    bits[0].update(from: oldBits[0], count: LiveClusters.words(0, oldCapacity))
    for level in 1..<max(1, bits.count) {
      for word in 0..<LiveClusters.words(level - 1, capacity) where bits[level - 1][word] != 0 {
        bits[level][word >> 6] |= 1 << UInt64(word & 63)
      }
    }
    for level in oldBits { free(level) }
    assert(next(from: oldCapacity) == nil, "clusters beyond the former capacity have no rows")
    guard let oldCounts else { return }
    let larger = LiveClusters.zeros(capacity, UInt16.self)
    larger.update(from: oldCounts, count: oldCapacity)
    free(oldCounts)
    counts = larger
    addUp()
  }

  func addUp() {
    for level in sums { free(level) }
    sums = []
    guard let counts else { return }
    var number = next(from: 0)
    let lowest = LiveClusters.zeros(LiveClusters.words(0, capacity), Int.self)
    while let live = number {
      lowest[live >> 6] += Int(counts[live])
      number = next(from: live + 1)
    }
    sums.append(lowest)
    while LiveClusters.words(sums.count - 1, capacity) > 64 {
      let below = sums[sums.count - 1]
      let made = LiveClusters.zeros(LiveClusters.words(sums.count, capacity), Int.self)
      for place in 0..<LiveClusters.words(sums.count - 1, capacity) { made[place >> 6] += below[place] }
      sums.append(made)
    }
  }
}
