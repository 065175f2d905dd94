import AshlarStore

/// The root of an ordered map of nodes, and the numbers of its levels, entries and pages.
struct NodeRoot: Equatable, Sendable {
  /// The size of the stored form in bytes.
  static let size = 32
  /// The maximum numbers of entries and pages. No file reaches them; with larger numbers, sizes in bytes would overflow.
  static let mostEntries: UInt64 = 1 << 56
  static let mostPages: UInt64 = 1 << 44

  /// The number of the root node; 0 if the map is empty.
  var number: UInt64 = 0
  /// The number of levels; 0 if the map is empty.
  var depth = 0
  var entries: UInt64 = 0
  /// The number of pages of its nodes and long values.
  var pages: UInt64 = 0

  init() {}

  /// Reads the stored form; nil if it is not valid.
  init?(at place: UnsafeRawPointer) {
    number = UInt64(littleEndian: place.loadUnaligned(as: UInt64.self))
    entries = UInt64(littleEndian: place.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    pages = UInt64(littleEndian: place.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
    let levels = UInt64(littleEndian: place.loadUnaligned(fromByteOffset: 24, as: UInt64.self))
    guard levels <= Node.deepest, (number == 0) == (levels == 0), (number == 0) == (entries == 0), entries <= NodeRoot.mostEntries,
      pages <= NodeRoot.mostPages
    else { return nil }
    depth = Int(levels)
  }

  /// Writes the stored form.
  func store(at place: UnsafeMutableRawPointer) {
    place.storeBytes(of: number.littleEndian, as: UInt64.self)
    place.storeBytes(of: entries.littleEndian, toByteOffset: 8, as: UInt64.self)
    place.storeBytes(of: pages.littleEndian, toByteOffset: 16, as: UInt64.self)
    place.storeBytes(of: UInt64(depth).littleEndian, toByteOffset: 24, as: UInt64.self)
  }

  /// Returns the number of pages that a node or long value of `size` bytes occupies, including its seal and the header of its first page.
  static func pages(_ size: Int) -> UInt64 { UInt64((size + 56 + 4095) / 4096) }
}
