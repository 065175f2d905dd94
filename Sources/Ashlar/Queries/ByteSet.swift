import AshlarStore
import CAshlar

/// Byte strings that are looked up without making one.
struct ByteSet {
  private var bytes: [UInt8] = []
  // Where each begins, and where the last ends.
  private var bounds = [0]
  // Numbers of the strings plus one, by their hash; 0 where there is none.
  private var places: [Int32]

  init(_ strings: [[UInt8]]) {
    // At most half full.
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

  // Where the string is, or where it would be.
  private func place(_ string: UnsafeRawBufferPointer) -> Int {
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: ByteSet.hash(string)) & mask
    while places[place] != 0, !isString(Int(places[place]) - 1, string) { place = (place + 1) & mask }
    return place
  }

  // Other in each process, so that nobody can choose strings that all have one.
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

  /// Bits of which those of the hashes of these strings' slots are set, 16 for each string at least.
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
