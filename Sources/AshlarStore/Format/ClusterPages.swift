/// How many bytes the value of a cluster takes, in a file with pages of some size.
///
/// LMDB keeps a value in a leaf page of its tree, among others, where two values of its size fit; it moves when any of them changes.
/// Larger values have pages of their own, the first of which begins with a header. Clusters fill whole pages less `spare`, so that each
/// has pages of its own: readers that advance keep the addresses of clusters that did not change.
///
/// Earlier releases rounded to 4 KB under any page size. Their clusters in leaf pages are aligned to 8 bytes as well, since every entry of that
/// tree takes a multiple of 8.
///
/// LMDB makes a file with the page size of the system, at most 32 KB.
enum ClusterPages {
  /// Bytes of the last page that stay free: LMDB's header, and what makes sizes multiples of 64.
  static let spare = 64

  // Of LMDB: the header of a page; in a leaf page the header, the key and the place of an entry; entries that must fit into a page.
  private static let pageHeader = 16
  private static let entryHeader = 8
  private static let keySize = 8
  private static let placeSize = 2
  private static let fewestEntries = 2

  /// Bytes of a cluster of one page.
  static func smallest(pageSize: Int) -> Int { pageSize - spare }

  /// Bytes of a cluster of which `needed` are in use.
  static func size(_ needed: Int, pageSize: Int) -> Int { (needed + spare + pageSize - 1) / pageSize * pageSize - spare }

  /// The most bytes of a value, under an integer key, that LMDB keeps among others in a leaf page.
  static func largestInLeaf(pageSize: Int) -> Int {
    (pageSize - pageHeader) / fewestEntries / 2 * 2 - placeSize - entryHeader - keySize
  }
}
