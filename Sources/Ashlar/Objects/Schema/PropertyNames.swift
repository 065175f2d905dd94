#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The ordinals of an entity's properties by their names.
///
/// A look-up compares a few words and retains nothing. A dictionary would hash every byte of the name, and a search through the model would
/// copy properties, each of which contains a dozen references.
///
/// Invariant: `entries` has `mask + 1` elements, at least half of which are free, so that every search ends. The owner calls `deallocate`
/// once.
struct PropertyNames {
  // A name of up to 16 bytes is equal to another name if the length and both words are equal.
  private struct Entry {
    /// The length of the name in bytes; -1 for a free entry.
    var count = -1
    var first: UInt64 = 0
    var last: UInt64 = 0
    var ordinal = -1
    /// The position of the name in `text`.
    var offset = 0
  }

  private let entries: UnsafeMutablePointer<Entry>
  private let mask: Int
  // The bytes of all names.
  private let text: UnsafeMutablePointer<UInt8>

  /// - Parameter names: The names by ordinal. If a name occurs twice, the first ordinal is found.
  init(_ names: some Collection<String>) {
    var capacity = 4
    while capacity < names.count * 2 { capacity *= 2 }
    mask = capacity - 1
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: Entry(), count: capacity)
    text = .allocate(capacity: max(1, names.reduce(0) { $0 + $1.utf8.count }))
    var end = 0
    for (ordinal, name) in names.enumerated() {
      let bytes = Array(name.utf8)
      bytes.withUnsafeBufferPointer { bytes in
        guard find(bytes) < 0 else { return }
        let (first, last) = PropertyNames.words(bytes)
        var index = PropertyNames.hash(bytes.count, first, last) & mask
        while entries[index].count >= 0 { index = (index + 1) & mask }
        for (position, byte) in bytes.enumerated() { text[end + position] = byte }
        entries[index] = Entry(count: bytes.count, first: first, last: last, ordinal: ordinal, offset: end)
        end += bytes.count
      }
    }
  }

  func deallocate() {
    entries.deallocate()
    text.deallocate()
  }

  /// Returns the ordinal of the name that has the same bytes; nil if there is none, or if the string's bytes are not contiguous.
  /// Complexity: O(1) for names of up to 16 bytes.
  @inline(__always)
  func ordinal(of name: String) -> Int? {
    guard let found = name.utf8.withContiguousStorageIfAvailable({ find($0) }), found >= 0 else { return nil }
    return found
  }

  private func find(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    let (first, last) = PropertyNames.words(name)
    var index = PropertyNames.hash(name.count, first, last) & mask
    while entries[index].count >= 0 {
      if entries[index].count == name.count, entries[index].first == first, entries[index].last == last,
        name.count <= 16 || hasBytes(entries[index].offset, name)
      {
        return entries[index].ordinal
      }
      index = (index + 1) & mask
    }
    return -1
  }

  private func hasBytes(_ offset: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = name.baseAddress else { return true }
    return memcmp(text + offset, start, name.count) == 0
  }

  // Returns two words that together contain every byte of a name of up to 16 bytes, and the first and last eight bytes of a longer name.
  @inline(__always)
  private static func words(_ name: UnsafeBufferPointer<UInt8>) -> (first: UInt64, last: UInt64) {
    let count = name.count
    guard count > 0, let address = name.baseAddress else { return (0, 0) }
    let start = UnsafeRawPointer(address)
    if count >= 8 { return (start.loadUnaligned(as: UInt64.self), (start + (count - 8)).loadUnaligned(as: UInt64.self)) }
    if count >= 4 {
      return (UInt64(start.loadUnaligned(as: UInt32.self)), UInt64((start + (count - 4)).loadUnaligned(as: UInt32.self)))
    }
    return (UInt64(address[0]) | UInt64(address[count / 2]) << 8 | UInt64(address[count - 1]) << 16, 0)
  }

  @inline(__always)
  private static func hash(_ count: Int, _ first: UInt64, _ last: UInt64) -> Int {
    let mixed = (first ^ (last &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(count)) &* 0xFF51_AFD7_ED55_8CCD
    return Int(truncatingIfNeeded: mixed >> 40)
  }
}
