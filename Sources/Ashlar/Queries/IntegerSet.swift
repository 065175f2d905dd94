import CAshlar

/// A set of integers: a bit map if the integers are close together; otherwise a hash table with open addressing that is at most half full.
///
/// Invariants: in the bit map, the bit of `number` has the index `number - low`, and bit 0 is clear. In the table, an occupied slot has its
/// bit set in `taken`, and a number is stored at its hash or after it, before the first free slot.
struct IntegerSet {
  private let low: Int64
  private let size: UInt64
  private var bits: [UInt64] = []
  private var slots: [Int64] = []
  private var taken: [UInt64] = []

  init(_ numbers: [Int64]) {
    guard let smallest = numbers.min(), let largest = numbers.max() else {
      (low, size) = (0, 0)
      return
    }
    // The subtraction wraps at 64 bits, as it does in look-ups.
    let range = UInt64(bitPattern: largest &- smallest)
    low = smallest &- 1
    if range < UInt64(max(1 << 16, numbers.count * 256)) {
      size = range + 2
      bits = [UInt64](repeating: 0, count: Int(size / 64) + 1)
      for number in numbers {
        let place = Int(number &- low)
        bits[place >> 6] |= 1 << UInt64(place & 63)
      }
      return
    }
    size = 0
    slots = [Int64](repeating: 0, count: 4 << (Int.bitWidth - numbers.count.leadingZeroBitCount - 1))
    taken = [UInt64](repeating: 0, count: slots.count / 64 + 1)
    for number in numbers {
      let (slot, isThere) = find(number)
      if isThere { continue }
      slots[slot] = number
      taken[slot >> 6] |= 1 << UInt64(slot & 63)
    }
  }

  var isEmpty: Bool { bits.isEmpty && slots.isEmpty }

  @inline(__always)
  func contains(_ number: Int64) -> Bool {
    if slots.isEmpty {
      let place = UInt64(bitPattern: number &- low)
      return place < size && bits[Int(place >> 6)] >> (place & 63) & 1 != 0
    }
    return find(number).isThere
  }

  @inline(__always)
  private func find(_ number: Int64) -> (slot: Int, isThere: Bool) {
    let hash = UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash >> 20) & mask
    while taken[slot >> 6] >> UInt64(slot & 63) & 1 != 0 {
      if slots[slot] == number { return (slot, true) }
      slot = (slot + 1) & mask
    }
    return (slot, false)
  }

  /// Finds the rows of a cluster that contain one of the numbers in an integer column. Returns false if the set is not a bit map.
  func scan(
    _ cells: UnsafeMutableRawPointer, width: Int, _ cluster: ScannedCluster, _ rows: UnsafePointer<UInt64>,
    _ out: UnsafeMutablePointer<UInt64>
  ) -> Bool {
    guard !bits.isEmpty else { return false }
    bits.withUnsafeBufferPointer { bits in
      ashlar_scan_in_bits(cells, width, cluster.capacity, bits.baseAddress, low, size, rows, cluster.ahead, out)
    }
    return true
  }
}
