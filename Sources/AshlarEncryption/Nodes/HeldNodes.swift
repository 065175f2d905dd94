import AshlarStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The nodes and long values that a write transaction has read or changed, by their numbers.
///
/// Invariant: `slots` is a hash table with linear probing that contains indices into `all`. At most half of its slots are used; -1 marks a
/// free slot.
struct HeldNodes: ~Copyable {
  enum State {
    /// The bytes are equal to the stored ones.
    case read
    /// The bytes have to be stored.
    case changed
    /// The number has to be removed.
    case removed
  }

  /// The kinds of numbered bytes. A damaged file may use one number for a node and for a value, and a node must not be overwritten as a
  /// value.
  enum Kind {
    case node
    case value
  }

  struct Held {
    let number: UInt64
    var bytes: UnsafeMutableRawPointer
    var size: Int
    // The size in bytes of the memory at `bytes`; 0 if the target owns the memory.
    var capacity: Int
    var state: State
    // Whether the target stores a value under this number.
    var isStored: Bool
    let kind: Kind
  }

  private static let fewestSlots = 64
  // The maximum number of released blocks of 4,096 bytes that are kept for later nodes: 4 MB in all, which suffice for a commit of a
  // thousand changes.
  private static let mostSpares = 1024

  private(set) var all: ContiguousArray<Held> = []
  private var slots: UnsafeMutablePointer<Int32>
  private var mask: Int
  private var spares: ContiguousArray<UnsafeMutableRawPointer> = []
  /// The size in bytes of the memory that this value owns for nodes and values that are new, changed or copied; spare memory does not
  /// count.
  private(set) var ownedBytes = 0

  init() {
    mask = HeldNodes.fewestSlots - 1
    slots = .allocate(capacity: mask + 1)
    slots.initialize(repeating: -1, count: mask + 1)
  }

  deinit {
    for held in all where held.capacity > 0 { held.bytes.deallocate() }
    for spare in spares { spare.deallocate() }
    slots.deallocate()
  }

  // Valid numbers are evenly distributed, because a permutation determines them; the numbers in a damaged file may be arbitrary.
  @inline(__always)
  private static func hash(_ number: UInt64) -> Int { Int(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15) >> 32) }

  /// Returns the index in `all` of the node or value with a number; nil if `all` does not contain it.
  @inline(__always)
  func find(_ number: UInt64) -> Int? {
    var slot = HeldNodes.hash(number) & mask
    while true {
      let index = Int(slots[slot])
      if index < 0 { return nil }
      if all[index].number == number { return index }
      slot = (slot + 1) & mask
    }
  }

  private mutating func add(_ held: Held) -> Int {
    if 2 * (all.count + 1) > mask + 1 { resize(2 * (mask + 1)) }
    all.append(held)
    enter(held.number, all.count - 1)
    return all.count - 1
  }

  private func enter(_ number: UInt64, _ index: Int) {
    var slot = HeldNodes.hash(number) & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    slots[slot] = Int32(index)
  }

  private mutating func resize(_ capacity: Int) {
    slots.deallocate()
    mask = capacity - 1
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: -1, count: capacity)
    for index in all.indices { enter(all[index].number, index) }
  }

  /// Adds a stored node or value that `all` does not contain yet. Returns its index.
  /// - Parameter copies: Whether to copy the bytes, because the target may move them.
  mutating func addStored(_ number: UInt64, _ kind: Kind, _ bytes: UnsafeRawBufferPointer, copies: Bool) -> Int {
    let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress.unsafelyUnwrapped)
    let index = add(Held(number: number, bytes: start, size: bytes.count, capacity: 0, state: .read, isStored: true, kind: kind))
    if copies { own(index) }
    return index
  }

  /// Adds a new node or value, and returns its index. Its bytes are undefined.
  mutating func addNew(_ number: UInt64, _ kind: Kind, size: Int) -> Int {
    let memory = memory(size)
    ownedBytes += memory.capacity
    return add(
      Held(number: number, bytes: memory.bytes, size: size, capacity: memory.capacity, state: .changed, isStored: false, kind: kind))
  }

  // Copies the bytes to memory that this value owns.
  private mutating func own(_ index: Int) {
    let memory = memory(all[index].size)
    memcpy(memory.bytes, all[index].bytes, all[index].size)
    all[index].bytes = memory.bytes
    all[index].capacity = memory.capacity
    ownedBytes += memory.capacity
  }

  /// Marks a node or value as changed, and copies its bytes if the target owns them. The memory at `bytes` then has at least 4,096 bytes.
  mutating func change(_ index: Int) {
    if all[index].state == .changed { return }
    if all[index].capacity == 0 { own(index) }
    all[index].state = .changed
  }

  /// Replaces the bytes of a value by `size` undefined bytes, and marks the value as changed.
  mutating func replace(_ index: Int, size: Int) {
    release(index)
    let memory = memory(size)
    all[index].bytes = memory.bytes
    all[index].capacity = memory.capacity
    all[index].size = size
    all[index].state = .changed
    ownedBytes += memory.capacity
  }

  mutating func setSize(_ index: Int, _ size: Int) { all[index].size = size }

  /// Marks a node or value as removed, and releases its bytes.
  mutating func remove(_ index: Int) {
    release(index)
    all[index].state = .removed
  }

  private mutating func memory(_ size: Int) -> (bytes: UnsafeMutableRawPointer, capacity: Int) {
    if size <= 4096 { return (spares.popLast() ?? .allocate(byteCount: 4096, alignment: 64), 4096) }
    return (.allocate(byteCount: size, alignment: 64), size)
  }

  private mutating func release(_ index: Int) {
    let held = all[index]
    if held.capacity == 0 { return }
    ownedBytes -= held.capacity
    if held.capacity == 4096, spares.count < HeldNodes.mostSpares { spares.append(held.bytes) } else { held.bytes.deallocate() }
    all[index].capacity = 0
  }

  /// Removes all nodes and values. Keeps some of the memory for later ones.
  mutating func removeAll() {
    for index in all.indices { release(index) }
    assert(ownedBytes == 0, "all memory that is not spare has been released")
    if mask + 1 > 16 * HeldNodes.fewestSlots {
      all = []
      resize(HeldNodes.fewestSlots)
      return
    }
    // A small transaction uses few slots, which are cleared one by one.
    if all.count < 16 {
      for held in all {
        var slot = HeldNodes.hash(held.number) & mask
        while slots[slot] >= 0 {
          slots[slot] = -1
          slot = (slot + 1) & mask
        }
      }
    } else {
      slots.update(repeating: -1, count: mask + 1)
    }
    all.removeAll(keepingCapacity: true)
  }
}
