/// Computes the size of a cluster's value for the page size of a file.
///
/// LMDB stores a value in a leaf page together with other values if two values of its size fit in a page; such a value moves when another
/// value in the page changes. A larger value has its own pages, the first of which begins with a header. Clusters fill whole pages except
/// for `spare` bytes, so that each cluster has its own pages: an advancing reader keeps the addresses of clusters that did not change.
///
/// Earlier releases rounded sizes to 4 KB under any page size. In files with larger pages, their clusters may therefore be in leaf pages;
/// such clusters are aligned to 8 bytes as well, because every entry of the cluster tree occupies a multiple of 8 bytes.
///
/// LMDB creates a file with the system's page size, at most 32 KB.
package enum ClusterPages {
  /// The number of bytes in a cluster's pages that its value does not use: LMDB's page header, and padding that makes sizes multiples of
  /// 64.
  static let spare = 64

  // LMDB's constants: the size of the page header; the sizes of the header, the key and the offset of an entry in a leaf page; the minimum
  // number of entries per page.
  private static let pageHeader = 16
  private static let entryHeader = 8
  private static let keySize = 8
  private static let placeSize = 2
  private static let fewestEntries = 2

  /// Returns the size in bytes of a cluster of one page.
  static func smallest(pageSize: Int) -> Int { pageSize - spare }

  /// Returns the size in bytes of a cluster that uses `needed` bytes.
  static func size(_ needed: Int, pageSize: Int) -> Int { (needed + spare + pageSize - 1) / pageSize * pageSize - spare }

  /// Returns the maximum size in bytes of a value that LMDB stores in a leaf page under an integer key.
  static func largestInLeaf(pageSize: Int) -> Int {
    (pageSize - pageHeader) / fewestEntries / 2 * 2 - placeSize - entryHeader - keySize
  }
}
