import AshlarStore

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
    var hasher = Hasher()
    hasher.combine(bytes: string)
    let mask = places.count - 1
    var place = hasher.finalize() & mask
    while places[place] != 0, !isString(Int(places[place]) - 1, string) { place = (place + 1) & mask }
    return place
  }

  private func isString(_ number: Int, _ string: UnsafeRawBufferPointer) -> Bool {
    let (start, end) = (bounds[number], bounds[number + 1])
    guard end - start == string.count else { return false }
    return bytes.withUnsafeBytes { CellValue.order(UnsafeRawBufferPointer(rebasing: $0[start..<end]), string) == 0 }
  }
}
