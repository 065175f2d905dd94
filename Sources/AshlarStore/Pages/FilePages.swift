/// The pages of one version of a file, and the set of pages visited so far.
package final class FilePages {
  package let file: PageFile
  let pageSize: Int
  let lastPage: UInt64
  let fileSize: UInt64
  /// The number of complete pages in the file.
  private let present: UInt64
  @exclusivity(unchecked) private var pagesMet: PageSet
  // Free pages beyond the end of the file.
  private var missing: Set<UInt64> = []

  init(_ file: PageFile, _ meta: MetaPage) throws(StoreError) {
    self.file = file
    pageSize = meta.pageSize
    lastPage = meta.lastPage
    fileSize = try file.size()
    present = fileSize / UInt64(pageSize)
    pagesMet = PageSet(bound: present)
    guard lastPage >= 1, lastPage < 1 << 48 else {
      throw .damaged(path: file.path, detail: "its header names page \(lastPage) as the last")
    }
  }

  /// The number of pages visited so far.
  var met: Int { pagesMet.count }

  /// Whether the file is shorter than its header states.
  var isShort: Bool { present <= lastPage }

  var truncation: StoreError {
    .truncated(path: file.path, needed: (lastPage + 1) * UInt64(pageSize), found: fileSize)
  }

  /// Marks pages as visited. Returns a fault if a page is out of range or has been visited before; otherwise nil.
  func claim(_ first: UInt64, count: UInt64) throws(StoreError) -> PageFault? {
    guard first >= 2, first <= lastPage, count <= lastPage - first + 1 else { return .outOfRange(first) }
    guard first + count <= present else { throw truncation }
    for page in first..<first + count where !pagesMet.insert(page) { return .repeated }
    return nil
  }

  /// Marks a free page as visited. The page may be beyond the end of the file: a page allocated and freed in one transaction is never
  /// written.
  func claimFree(_ page: UInt64) -> PageFault? {
    guard page >= 2, page <= lastPage else { return .outOfRange(page) }
    if page >= present { return missing.insert(page).inserted ? nil : .repeated }
    return pagesMet.insert(page) ? nil : .repeated
  }

  /// Throws if a page that is not free is missing. Must be called after all trees have been walked.
  func checkLength() throws(StoreError) {
    if isShort, UInt64(missing.count) != lastPage + 1 - present { throw truncation }
  }

  func read(_ page: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(StoreError) {
    guard try file.read(buffer, at: page * UInt64(pageSize)) else { throw truncation }
  }

  func overflowHead(_ page: UInt64) throws(StoreError) -> OverflowHead {
    try OverflowHead(file, at: page * UInt64(pageSize), orThrow: truncation)
  }

  /// Reads a value, from a leaf or from overflow pages.
  func value(_ entry: TreeWalk.Entry) throws(StoreError) -> [UInt8] {
    entry.page.isOverflow(entry.index) ? try ValuePlace(entry, self).bytes(self) : Array(entry.page.data(entry.index))
  }
}
