import CAshlar
import CLMDB

/// Extends a file before LMDB writes a commit to it, in small pieces, so that the page cache holds small folios.
///
/// LMDB writes the pages of a large commit with calls of up to 64 clusters, and Linux caches the pages of one call as one folio of up to 2
/// MB. If the file system lists the blocks of a folio, as ext4 does, each later write of a single page walks a list of 512 entries: 1 to 2
/// µs per page in every small commit. See decision 0022.
///
/// Invariant: only bytes beyond the last page that any version uses are written.
struct FileGrowth {
  /// The number of bytes per write. The page cache keeps the pages of one write in one folio.
  static let piece = 16 << 10
  /// The minimum growth, in bytes, for which the file is extended in advance. If the file grows by less, the folios of LMDB's own writes
  /// are small enough.
  static let least = 256 << 10
  /// The maximum number of bytes by which the file is extended in advance. The system would begin to write the zeros of a larger range to
  /// disk before the data replaces them.
  static let most = 256 << 20
  // The size of the header of an overflow page.
  private static let pageHeader = 16

  let pageSize: Int
  /// The end of the last page of this commit's clusters, in bytes.
  private(set) var end = 0
  // The size of clusters that are new in this commit, in bytes. Rewritten clusters free about as much space as they occupy, and small
  // commits reuse the freed space first.
  private var added = 0

  init(pageSize: Int) { self.pageSize = pageSize }

  /// Records that LMDB reserved `size` bytes at `place` for a cluster. Clusters that do not fit in a tree page have overflow pages, which
  /// begin with their page number.
  mutating func note(_ place: UnsafeMutableRawPointer, size: Int, isNew: Bool) {
    guard size >= pageSize else { return }
    let first = (place - FileGrowth.pageHeader).loadUnaligned(as: UInt.self)
    let pages = (FileGrowth.pageHeader + size + pageSize - 1) / pageSize
    if isNew { added += pages * pageSize }
    let (last, isLarge) = first.addingReportingOverflow(UInt(pages))
    if !isLarge, last < UInt(Int.max / pageSize) { end = max(end, Int(last) * pageSize) }
  }

  /// Fills the new pages after the end of the file with zeros, if the file grows by at least `least`. If a write fails, LMDB's own write
  /// reports the error.
  func prepare(_ environment: OpaquePointer) {
    // Only clusters are considered: the trees occupy a fraction of the space of clusters.
    guard added >= FileGrowth.least else { return }
    var descriptor: Int32 = -1
    mdb_env_get_fd(environment, &descriptor)
    let size = FileStatus(descriptor).size
    guard size > 0, end - size >= FileGrowth.least, end - size <= added * 2 else { return }
    ashlar_write_zeros(descriptor, Int64(size), Int64(min(end, size + FileGrowth.most)), Int64(FileGrowth.piece))
  }
}
