import AshlarSchema
import CAshlar

/// The changes of a cluster since it was last written completely. A patch is a small value under the cluster's key: a commit of a few rows
/// writes one page instead of all pages of the cluster.
///
///      0  UInt32  CRC32C of the key and of the bytes from 4 on
///      4  UInt16  number of rows
///      6  UInt16  size of the text in bytes
///      8  UInt32  number of live rows of the cluster after the patch
///     12  UInt32  bytes of its heap that no cell refers to after the patch
///     16  UInt32  the checksum of the cluster that the patch applies to
///     20  UInt32  zero
///     24  for each row: its slot UInt8, and UInt8 1 if it is live. A live row continues with a mask UInt64 of columns in the order of
///         their numbers, and with their cells, each followed by its null flag if it has one
///         the text. Slots refer to it as if it followed the cluster's heap
enum ClusterPatch {
  static let headerSize = 24
  /// The maximum size in bytes: two patches, encrypted or not, and their keys fit in a page of 4,096 bytes. Earlier releases wrote up to
  /// 2,000 bytes.
  static let limit = 1982
  /// The maximum number of rows. Each commit that adds to a patch rewrites it, which must stay cheaper than writing the cluster.
  static let maximumRows = 32
  /// The maximum number of clusters with patches in a file. Every session that reads such a cluster keeps a patched copy in memory.
  static let maximumCount = 512

  /// Returns whether changes of a table can be stored as patches: a slot must fit in a byte, and a mask of all columns must differ from
  /// that of a new row, which has all 64 bits set.
  static func fits(_ table: TableDefinition) -> Bool { table.columnCount < 64 && table.capacity <= 256 }

  /// Returns the patched cluster that `overlay` changes if its patch contains none of the rows in `stored`, so that it can be extended with
  /// them; otherwise nil.
  @inline(__always)
  static func growing(_ overlay: Overlay, _ stored: RowSet) -> PatchedCluster? {
    guard let patched = overlay.patched, stored.intersection(patched.changedRows).isEmpty else { return nil }
    return patched
  }

  static func checksum(_ bytes: UnsafeRawBufferPointer, _ key: UInt64) -> UInt32 {
    let start = withUnsafeBytes(of: key) { ashlar_crc32c(0, $0.baseAddress, 8) }
    return ashlar_crc32c(start, bytes.baseAddress! + 4, bytes.count - 4)
  }

  /// Returns the size of the text in bytes; nil if the patch is too short, does not match its checksum, or applies to a cluster with a
  /// checksum other than `stored`.
  static func textSize(_ bytes: UnsafeRawBufferPointer, _ key: UInt64, stored: UInt32) -> Int? {
    guard bytes.count >= headerSize, bytes.loadUnaligned(as: UInt32.self) == checksum(bytes, key),
      bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self) == stored
    else { return nil }
    let texts = textSize(bytes)
    return headerSize + texts <= bytes.count ? texts : nil
  }

  // Returns the number of rows in a valid patch.
  static func rowCount(_ bytes: UnsafeRawBufferPointer) -> Int { Int(bytes.loadUnaligned(fromByteOffset: 4, as: UInt16.self)) }

  /// Returns the size of the text in a valid patch, in bytes.
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
