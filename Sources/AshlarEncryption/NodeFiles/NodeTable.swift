import AshlarStore
import Synchronization

/// The nodes that a snapshot has read, by their numbers. Threads read the table without a lock.
///
/// A slot consists of a number, an address, a size and a stamp. Only a thread that has acquired `lock` writes to slots, changes `count` or
/// `current`, or appends to `retired`; `stamp` changes only while a single thread uses the table. A thread that reads the current stamp in
/// a slot also reads the address and the size that belong to it, because the stamp is stored after them.
final class NodeTable: @unchecked Sendable {
  private typealias Word = Atomic<UInt64>

  private struct Slots {
    let words: UnsafeMutablePointer<Word>
    let mask: Int
  }

  private static let fewest = 64
  private static let wordsPerSlot = 4

  private let lock = ThreadLock()
  // The address of the table: a slot whose first word is the mask, and then the slots of nodes. 0 if nothing has been entered.
  private let current = Atomic<UInt>(0)
  // Slots with other stamps are stale.
  @exclusivity(unchecked) private var stamp: UInt64 = 1
  // The number of used slots, including stale ones. Accessed only by a thread that has acquired `lock`.
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var retired: [UnsafeMutablePointer<Word>] = []

  deinit {
    for table in retired { table.deallocate() }
    UnsafeMutablePointer<Word>(bitPattern: current.load(ordering: .relaxed))?.deallocate()
  }

  /// Makes all entries stale, because the snapshot reads another version. No other thread may use the table during the call.
  func removeAll() {
    stamp += 1
    for table in retired { table.deallocate() }
    retired = []
  }

  @inline(__always)
  private static func hash(_ number: UInt64) -> Int { Int(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15) >> 32) }

  private var slots: Slots? {
    @inline(__always)
    get {
      guard let table = UnsafeMutablePointer<Word>(bitPattern: current.load(ordering: .acquiring)) else { return nil }
      return Slots(words: table + NodeTable.wordsPerSlot, mask: Int(truncatingIfNeeded: table.pointee.load(ordering: .relaxed)))
    }
  }

  /// Returns the bytes of a node; nil if it was not entered since the last call of `removeAll`.
  @inline(__always)
  func find(_ number: UInt64) -> UnsafeRawBufferPointer? {
    guard let slots else { return nil }
    var index = NodeTable.hash(number) & slots.mask
    while true {
      let slot = slots.words + index * NodeTable.wordsPerSlot
      let found = slot.pointee.load(ordering: .acquiring)
      if found == number {
        guard slot[3].load(ordering: .acquiring) == stamp else { return nil }
        return UnsafeRawBufferPointer(
          start: UnsafeRawPointer(bitPattern: UInt(slot[1].load(ordering: .relaxed))), count: Int(slot[2].load(ordering: .relaxed)))
      }
      if found == 0 { return nil }
      index = (index + 1) & slots.mask
    }
  }

  /// Enters a node. The number must not be 0.
  func enter(_ number: UInt64, _ bytes: UnsafeRawBufferPointer) {
    lock.withLock {
      let slots = slotsWithRoom()
      var index = NodeTable.hash(number) & slots.mask
      while true {
        let slot = slots.words + index * NodeTable.wordsPerSlot
        let found = slot.pointee.load(ordering: .relaxed)
        if found == 0 || found == number {
          // Another thread may have entered the same node.
          if found == number, slot[3].load(ordering: .relaxed) == stamp { return }
          slot[1].store(UInt64(UInt(bitPattern: bytes.baseAddress)), ordering: .relaxed)
          slot[2].store(UInt64(bytes.count), ordering: .relaxed)
          slot[3].store(stamp, ordering: .releasing)
          if found == 0 {
            count += 1
            slot.pointee.store(number, ordering: .releasing)
          }
          return
        }
        index = (index + 1) & slots.mask
      }
    }
  }

  // Returns slots of which at least half will be free after the next insertion. A former table is deallocated by `removeAll`, because other
  // threads may still read it.
  private func slotsWithRoom() -> Slots {
    let old = slots
    if let old, 2 * (count + 1) <= old.mask + 1 { return old }
    let live = old.map { old in (0...old.mask).count { old.words[$0 * NodeTable.wordsPerSlot + 3].load(ordering: .relaxed) == stamp } } ?? 0
    var capacity = NodeTable.fewest
    while capacity < 4 * (live + 1) { capacity *= 2 }
    let table = UnsafeMutablePointer<Word>.allocate(capacity: (capacity + 1) * NodeTable.wordsPerSlot)
    for word in 0..<(capacity + 1) * NodeTable.wordsPerSlot { (table + word).initialize(to: Word(0)) }
    table.pointee.store(UInt64(capacity - 1), ordering: .relaxed)
    let new = Slots(words: table + NodeTable.wordsPerSlot, mask: capacity - 1)
    count = 0
    if let old {
      for index in 0...old.mask {
        let slot = old.words + index * NodeTable.wordsPerSlot
        if slot[3].load(ordering: .relaxed) != stamp { continue }
        let number = slot.pointee.load(ordering: .relaxed)
        var place = NodeTable.hash(number) & new.mask
        while new.words[place * NodeTable.wordsPerSlot].load(ordering: .relaxed) != 0 { place = (place + 1) & new.mask }
        let copy = new.words + place * NodeTable.wordsPerSlot
        for word in 0..<NodeTable.wordsPerSlot { copy[word].store(slot[word].load(ordering: .relaxed), ordering: .relaxed) }
        count += 1
      }
      retired.append(old.words - NodeTable.wordsPerSlot)
    }
    current.store(UInt(bitPattern: table), ordering: .releasing)
    return new
  }
}
