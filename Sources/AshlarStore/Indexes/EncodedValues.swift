#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The encoded values of the changes of an index, numbered in the order in which they were added. One block of memory contains the bytes of
/// all values: a commit may have as many values as rows, and an array for each would take most of its time.
///
/// Invariant: `slots` has at least twice as many elements as there are values with a hash.
struct EncodedValues {
  // The bytes of the values, one after the other, and the end of each value.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  // The hashes of the values that `number(of:)` added; 0 for others.
  private var hashes: [Int] = []
  private var hashed = 0
  // A hash table with linear probing. A slot contains the number of a value plus 1; 0 if it is free. The size is a power of two.
  private var slots: [UInt32] = []

  var count: Int { ends.count }
  var isEmpty: Bool { ends.isEmpty }

  /// Adds a value that `number(of:)` need not find, and returns its number.
  mutating func add(_ value: UnsafeRawBufferPointer) -> Int { add(value, hash: 0) }

  private mutating func add(_ value: UnsafeRawBufferPointer, hash: Int) -> Int {
    bytes.append(contentsOf: value)
    ends.append(bytes.count)
    hashes.append(hash)
    return ends.count - 1
  }

  /// Returns the number of a value, which is added if it is new. Complexity: O(size of the value) on average.
  mutating func number(of value: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: value)
    let hash = hasher.finalize()
    if (hashed + 1) * 2 > slots.count { grow() }
    var slot = hash & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if hashes[number] == hash, isEqual(number, value) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = UInt32(count + 1)
    hashed += 1
    return add(value, hash: hash)
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt32](repeating: 0, count: max(64, old.count * 2))
    for entry in old where entry != 0 {
      var slot = hashes[Int(entry) - 1] & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }

  private func isEqual(_ number: Int, _ value: UnsafeRawBufferPointer) -> Bool {
    withBytes(number) { known in
      guard known.count == value.count else { return false }
      guard let start = known.baseAddress, let other = value.baseAddress else { return true }
      return memcmp(start, other, known.count) == 0
    }
  }

  private func range(_ number: Int) -> Range<Int> { (number == 0 ? 0 : ends[number - 1])..<ends[number] }

  /// Calls `body` with the bytes of a value.
  func withBytes<Result>(_ number: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range(number)])) }
  }

  /// Returns a copy of the bytes of a value.
  subscript(number: Int) -> [UInt8] { withBytes(number) { Array($0) } }

  /// Returns the numbers of the values in the order of their bytes. Complexity: O(n log n).
  func sorted() -> [Int] {
    bytes.withUnsafeBytes { bytes in
      // Most comparisons end with the first eight bytes, which are compared as an integer.
      var entries: [(head: UInt64, number: Int)] = (0..<count).map { number in
        var head: UInt64 = 0
        let range = range(number)
        withUnsafeMutableBytes(of: &head) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range.prefix(8)])) }
        return (UInt64(bigEndian: head), number)
      }
      entries.sort { a, b in a.head == b.head ? isBefore(range(a.number), range(b.number), bytes) : a.head < b.head }
      return entries.map(\.number)
    }
  }

  private func isBefore(_ a: Range<Int>, _ b: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    let order = memcmp(base + a.lowerBound, base + b.lowerBound, min(a.count, b.count))
    return order < 0 || order == 0 && a.count < b.count
  }
}
