import AshlarSchema
import CAshlar

/// What changed in a cluster since it was written as a whole: a small value under the cluster's key, so that a commit of a
/// few rows writes a page instead of all of the cluster's.
///
///      0  UInt32  CRC32C of the key and of the bytes from 4 on
///      4  UInt16  rows
///      6  UInt16  bytes of texts
///      8  UInt32  live rows of the cluster, changed
///     12  UInt32  bytes of its heap, changed, that no cell refers to
///     16  UInt32  the checksum of the cluster that this changes
///     20  UInt32  zero
///     24  for each row: slot UInt8, whether it is live UInt8. When it is: a mask UInt64 of columns in the order of their
///         numbers, and their cells, each followed by its null flag where it has one
///         the texts. A slot refers to them as if they followed the cluster's heap
enum ClusterPatch {
  static let headerSize = 24
  /// Most bytes: two of them, with keys, lie in a page of 4,096 bytes.
  static let limit = 2000
  /// Most rows: each commit that adds to a patch rewrites it, which must stay cheaper than writing the cluster.
  static let maximumRows = 32
  /// Most clusters of a file that have patches: every reader of one keeps a changed copy in memory.
  static let maximumCount = 512

  /// Whether changes of a table can be patches at all: a mask tells all columns from a new row, which has all bits set.
  static func fits(_ table: TableDefinition) -> Bool { table.columnCount < 64 && table.capacity <= 256 }

  /// The cluster that `overlay` changes, where its patch stays as it is and gets more rows: none of them was in it.
  @inline(__always)
  static func growing(_ overlay: Overlay, _ stored: RowSet) -> PatchedCluster? {
    guard let patched = overlay.patched, stored.intersection(patched.changedRows).isEmpty else { return nil }
    return patched
  }

  static func checksum(_ bytes: UnsafeRawBufferPointer, _ key: UInt64) -> UInt32 {
    let start = withUnsafeBytes(of: key) { ashlar_crc32c(0, $0.baseAddress, 8) }
    return ashlar_crc32c(start, bytes.baseAddress! + 4, bytes.count - 4)
  }

  /// The bytes of texts that a patch adds to the heap; nil when it does not match its checksum, or belongs to
  /// a cluster with another checksum.
  static func textSize(_ bytes: UnsafeRawBufferPointer, _ key: UInt64, stored: UInt32) -> Int? {
    guard bytes.count >= headerSize, bytes.loadUnaligned(as: UInt32.self) == checksum(bytes, key),
      bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self) == stored
    else { return nil }
    let texts = textSize(bytes)
    return headerSize + texts <= bytes.count ? texts : nil
  }

  // Rows of a patch that is one.
  static func rowCount(_ bytes: UnsafeRawBufferPointer) -> Int { Int(bytes.loadUnaligned(fromByteOffset: 4, as: UInt16.self)) }

  /// The bytes of texts of a patch that is one.
  static func textSize(_ bytes: UnsafeRawBufferPointer) -> Int { Int(bytes.loadUnaligned(fromByteOffset: 6, as: UInt16.self)) }

  @inline(__always)
  static func isZero(_ cell: UnsafeRawPointer, _ width: Int) -> Bool {
    switch width {
    case 8: cell.loadUnaligned(as: UInt64.self) == 0
    case 12: cell.loadUnaligned(as: UInt64.self) | UInt64(cell.loadUnaligned(fromByteOffset: 8, as: UInt32.self)) == 0
    case 16: cell.loadUnaligned(as: UInt64.self) | cell.loadUnaligned(fromByteOffset: 8, as: UInt64.self) == 0
    default: UnsafeRawBufferPointer(start: cell, count: width).allSatisfy { $0 == 0 }
    }
  }
}
