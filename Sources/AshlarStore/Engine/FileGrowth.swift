import CAshlar
import CLMDB

/// What a commit adds at the end of a file, made in the system's cache in small pieces before LMDB writes it.
///
/// LMDB writes the pages of a large commit by calls of up to 64 clusters. Linux keeps what one call wrote in as large a piece, a
/// folio of up to 2 MB, and where its blocks are listed, as those of ext4 are, a later write of one page walks a list
/// of 512: 1 to 2 µs a page, in every small commit from then on. See decision 0022.
///
/// Invariant: nothing of the file is written that a version of it has.
struct FileGrowth {
  /// Pages that are written together stay together in the cache.
  static let piece = 16 << 10
  /// Growth by less is written by calls that are short enough.
  static let least = 256 << 10
  /// Beyond it pages would come to the disk as zeros first.
  static let most = 256 << 20
  // Of a page, before what it stores.
  private static let pageHeader = 16

  let pageSize: Int
  /// Behind the last page of a cluster of this commit.
  private(set) var end = 0
  // Bytes of clusters that there were not before. Who rewrites clusters leaves about as much room as that takes, and small commits
  // take that first.
  private var added = 0

  init(pageSize: Int) { self.pageSize = pageSize }

  /// LMDB gave `size` bytes at `place` for a cluster. Those that do not fit in a page of a tree have pages of their own, which begin
  /// with their number.
  mutating func note(_ place: UnsafeMutableRawPointer, size: Int, isNew: Bool) {
    guard size >= pageSize else { return }
    let first = (place - FileGrowth.pageHeader).loadUnaligned(as: UInt.self)
    let pages = (FileGrowth.pageHeader + size + pageSize - 1) / pageSize
    if isNew { added += pages * pageSize }
    let (last, isLarge) = first.addingReportingOverflow(UInt(pages))
    if !isLarge, last < UInt(Int.max / pageSize) { end = max(end, Int(last) * pageSize) }
  }

  /// Makes the pages behind the end of a file. What cannot be made is left to LMDB, which says why.
  func prepare(_ environment: OpaquePointer) {
    // Trees take a fraction of what clusters take.
    guard added >= FileGrowth.least else { return }
    var descriptor: Int32 = -1
    mdb_env_get_fd(environment, &descriptor)
    let size = FileStatus(descriptor).size
    guard size > 0, end - size >= FileGrowth.least, end - size <= added * 2 else { return }
    ashlar_write_zeros(descriptor, Int64(size), Int64(min(end, size + FileGrowth.most)), Int64(FileGrowth.piece))
  }
}
