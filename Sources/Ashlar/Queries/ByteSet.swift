import AshlarStore
import CAshlar

/// A set of byte strings that looks up bytes without allocating a string.
struct ByteSet {
  private var bytes: [UInt8] = []
  // The offset of each string in `bytes`, and the end of the last one.
  private var bounds = [0]
  // A hash table of string numbers plus one; 0 marks a free slot.
  private var places: [Int32]

  init(_ strings: [[UInt8]]) {
    // The table is at most half full.
    places = [Int32](repeating: 0, count: strings.isEmpty ? 0 : 4 << (Int.bitWidth - strings.count.leadingZeroBitCount - 1))
    for string in strings {
      let place = string.withUnsafeBytes(place)
      if places[place] != 0 { continue }
      bytes += string
      bounds.append(bytes.count)
      places[place] = Int32(bounds.count - 1)
    }
  }

  var isEmpty: Bool { places.isEmpty }

  func contains(_ string: UnsafeRawBufferPointer) -> Bool { !isEmpty && places[place(string)] != 0 }

  // Returns the slot of the string, or the free slot where it would be inserted.
  private func place(_ string: UnsafeRawBufferPointer) -> Int {
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: ByteSet.hash(string)) & mask
    while places[place] != 0, !isString(Int(places[place]) - 1, string) { place = (place + 1) & mask }
    return place
  }

  // Random in each process, so that no caller can choose strings that all have the same hash.
  private static let seed = UInt64.random(in: .min ... .max)

  @inline(__always)
  private static func hash(_ string: UnsafeRawBufferPointer) -> UInt64 {
    func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
      let (high, low) = (a ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: b ^ seed)
      return high ^ low
    }
    var hash = seed ^ UInt64(string.count)
    var offset = 0
    while offset + 8 <= string.count {
      hash = mixed(hash, string.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < string.count {
      rest = rest << 8 | UInt64(string[offset])
      offset += 1
    }
    return mixed(hash, rest)
  }

  /// A Bloom filter of the strings' slots, with one hash function and at least 16 bits for each string.
  var slotFilter: [UInt64] {
    let bitCount = max(1024, 1 << (Int.bitWidth - (16 * bounds.count).leadingZeroBitCount))
    var filter = [UInt64](repeating: 0, count: bitCount / 64)
    func add(_ slot: Slot) {
      withUnsafeTemporaryAllocation(byteCount: Slot.size, alignment: 8) { cell in
        guard let place = cell.baseAddress else { return }
        slot.store(at: place)
        let bit = ashlar_slot_hash(place) & UInt64(bitCount - 1)
        filter[Int(bit >> 6)] |= 1 << (bit & 63)
      }
    }
    bytes.withUnsafeBytes { bytes in
      for index in 1..<max(1, bounds.count) {
        let string = UnsafeRawBufferPointer(rebasing: bytes[bounds[index - 1]..<bounds[index]])
        add(
          string.count <= Slot.inlineLimit
            ? Slot(inline: string)
            : Slot(heapOffset: 0, count: string.count, fingerprint: ashlar_fingerprint(string.baseAddress, string.count)))
      }
    }
    return filter
  }

  private func isString(_ number: Int, _ string: UnsafeRawBufferPointer) -> Bool {
    let (start, end) = (bounds[number], bounds[number + 1])
    guard end - start == string.count else { return false }
    return bytes.withUnsafeBytes { CellValue.order(UnsafeRawBufferPointer(rebasing: $0[start..<end]), string) == 0 }
  }
}
