import AshlarSchema
import AshlarStore
import CAshlar

/// One bit for each row of a table, addressed by the content of a link cell: the key plus one. Bit 0 represents null.
///
/// Invariant: `bits` has a bit for each number below `size`, a multiple of 64, and 64 more bits. Copies share the memory, which is
/// completely written before it is first read, and are not used after the data has changed.
struct RowMarks {
  private final class Memory {
    let bits: UnsafeMutablePointer<UInt64>
    init(words: Int, _ value: UInt64) {
      bits = .allocate(capacity: words)
      bits.initialize(repeating: value, count: words)
    }
    deinit { bits.deallocate() }
  }

  private let memory: Memory
  private let bits: UnsafeMutablePointer<UInt64>
  private let size: Int

  init() { self.init(words: 1, false) }

  /// Creates marks for the rows of a table and for null, all with the value `null`.
  init(of ordinal: Int, _ core: _RealmCore, null: Bool) {
    let rows = core.session.table(ordinal).map { core.session.clusterCount(ordinal) << Int($0.layout.shift) } ?? 0
    self.init(words: rows / 64 + 2, null)
  }

  private init(words: Int, _ value: Bool) {
    memory = Memory(words: words + 1, value ? .max : 0)
    bits = memory.bits
    size = words * 64
  }

  /// Whether the target of a link is marked. A link beyond the marks is treated as null.
  @inline(__always)
  subscript(link: Int64) -> Bool {
    let place = UInt64(bitPattern: link) < UInt64(size) ? Int(link) : 0
    return bits[place >> 6] >> UInt64(place & 63) & 1 != 0
  }

  /// Returns whether the target of any of the links is marked.
  @inline(__always)
  func hasAny(_ elements: StoredElements) -> Bool {
    if elements.packed.element.width == 8, let bytes = elements.packed.inOnePiece {
      var offset = 0
      while offset < bytes.count {
        if self[bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self)] { return true }
        offset += 8
      }
      return false
    }
    return (0..<elements.count).contains { self[elements.link($0)] }
  }

  /// Finds the rows of a cluster whose link has a marked target.
  func scan(
    _ cells: UnsafeMutableRawPointer, _ cluster: ScannedCluster, _ rows: UnsafePointer<UInt64>, _ out: UnsafeMutablePointer<UInt64>
  ) {
    ashlar_scan_in_bits(cells, 8, cluster.capacity, bits, 0, UInt64(size), rows, cluster.ahead, out)
  }

  /// Returns the marks of 64 rows; `key` is a multiple of 64.
  func word(ofRowsFrom key: Int64) -> UInt64 {
    let word = Int(key >> 6)
    guard word + 1 < size / 64 else { return word < size / 64 ? bits[word] >> 1 : 0 }
    return bits[word] >> 1 | bits[word + 1] << 63
  }

  /// Marks the target of a link; does nothing for null or a link beyond the marks.
  func set(_ link: Int64) {
    if link > 0, link < size { bits[Int(link) >> 6] |= 1 << UInt64(link & 63) }
  }

  /// Sets or clears the marks of rows of a cluster.
  func set(_ value: Bool, _ rows: ClusterBits, from firstKey: Int64) {
    for word in 0..<4 where rows[word] != 0 {
      let place = Int(firstKey >> 6) + word
      let (low, high) = (rows[word] << 1, rows[word] >> 63)
      if value {
        bits[place] |= low
        bits[place + 1] |= high
      } else {
        bits[place] &= ~low
        bits[place + 1] &= ~high
      }
    }
  }
}
