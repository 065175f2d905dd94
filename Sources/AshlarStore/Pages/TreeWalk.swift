import AshlarSchema

/// Walks a B+tree from its root and validates the numbers and offsets that LMDB trusts. O(pages); no page is read twice. Only the first
/// bytes of overflow values are read.
package struct TreeWalk {
  /// An entry of a leaf.
  package struct Entry {
    package let key: UnsafeRawBufferPointer
    let page: TreePage
    package let index: Int
    /// The head of a value on overflow pages; nil for other values.
    let head: OverflowHead?

    package var size: Int { page.dataSize(index) }
    /// Whether the value is the record of a tree.
    var isTree: Bool { page.nodeFlags(index) & 2 != 0 }

    /// Calls `body` with the value, or with the first bytes of a value on overflow pages: its first `OverflowHead.valueSize` bytes.
    package func withBeginning<Result>(_ body: (UnsafeRawBufferPointer) throws(StoreError) -> Result) throws(StoreError) -> Result {
      guard let head else { return try body(page.data(index)) }
      return try head.withValue { bytes throws(StoreError) in try body(UnsafeRawBufferPointer(rebasing: bytes.prefix(size))) }
    }
  }

  private static let deepest = 32

  let pages: FilePages
  let record: TreeRecord
  let name: String
  private let hasIntegerKeys: Bool
  private var entries: UInt64 = 0
  // The previous key in key order, a lower bound of the next key.
  private var last: [UInt8] = []
  private var hasLast = false
  private var lastInteger: UInt64 = 0
  private var buffers: [UnsafeMutableRawPointer] = []

  private init(_ record: TreeRecord, _ name: String, _ pages: FilePages) {
    self.record = record
    self.name = name
    self.pages = pages
    hasIntegerKeys = record.orderFlags & TreeRecord.integerKeys != 0
  }

  /// Calls `visit` with each entry in key order. If `visit` returns a fault, throws an error with the fault and the page number.
  static func run(
    _ record: TreeRecord, _ name: String, _ pages: FilePages, _ visit: (Entry) throws(StoreError) -> PageFault?
  ) throws(StoreError) {
    try unspecialized { () throws(StoreError) in try walk(record, name, pages, visit) }
  }

  @inline(never)
  private static func walk(
    _ record: TreeRecord, _ name: String, _ pages: FilePages, _ visit: (Entry) throws(StoreError) -> PageFault?
  ) throws(StoreError) {
    var walk = TreeWalk(record, name, pages)
    defer { for buffer in walk.buffers { buffer.deallocate() } }
    // The sum of the three numbers must not overflow.
    for count in [record.branchPages, record.leafPages, record.overflowPages] where count > pages.lastPage {
      throw .damaged(path: pages.file.path, detail: "the record of '\(name)' states \(count) pages; the last page is \(pages.lastPage)")
    }
    if record.root == TreeRecord.noPage {
      guard record.entries == 0, record.depth == 0 else {
        throw .damaged(path: pages.file.path, detail: "'\(name)' has \(record.entries) entries but no pages")
      }
      return
    }
    guard record.depth >= 1, record.depth <= deepest else {
      throw .damaged(path: pages.file.path, detail: "'\(name)' has a depth of \(record.depth)")
    }
    try walk.descend(record.root, 1, visit)
    guard walk.entries == record.entries else {
      throw .damaged(path: pages.file.path, detail: "'\(name)' has \(walk.entries) entries; its header says \(record.entries)")
    }
  }

  private func fault(_ number: UInt64, _ fault: PageFault) -> StoreError {
    .damaged(path: pages.file.path, detail: "page \(number) of '\(name)': \(fault)")
  }

  private mutating func descend(_ number: UInt64, _ level: Int, _ visit: (Entry) throws(StoreError) -> PageFault?) throws(StoreError) {
    guard level <= record.depth else { throw fault(number, .depth(level)) }
    if let problem = try pages.claim(number, count: 1) { throw fault(number, problem) }
    if buffers.count < level { buffers.append(.allocate(byteCount: pages.pageSize, alignment: 16)) }
    let buffer = buffers[level - 1]
    try pages.read(number, into: UnsafeMutableRawBufferPointer(start: buffer, count: pages.pageSize))
    let page: TreePage
    switch TreePage.checked(buffer, size: pages.pageSize, number: number) {
    case .success(let checked): page = checked
    case .failure(let problem): throw fault(number, problem)
    }
    switch page.kind {
    case .branch:
      for index in 0..<page.count {
        // The first key of a branch page is implicit: it is less than all keys of its subtree.
        if index > 0, let problem = advance(page.key(index), index, isLeaf: false) { throw fault(number, problem) }
        try descend(page.child(index), level + 1, visit)
      }
    case .leaf:
      guard level == record.depth else { throw fault(number, .depth(level)) }
      for index in 0..<page.count {
        let key = page.key(index)
        if let problem = advance(key, index, isLeaf: true) { throw fault(number, problem) }
        entries += 1
        guard page.nodeFlags(index) & ~3 == 0 else { throw fault(number, .nodeFlags(index)) }
        let head = page.isOverflow(index) ? try overflowHead(page, index, of: number) : nil
        if let problem = try visit(Entry(key: key, page: page, index: index, head: head)) { throw fault(number, problem) }
      }
    }
  }

  // Compares a key with the previous one, and returns the fault if it is not in order. Keys of leaves are strictly ascending. A separator
  // is greater than all keys before it; the next key may equal it.
  private mutating func advance(_ key: UnsafeRawBufferPointer, _ index: Int, isLeaf: Bool) -> PageFault? {
    defer { separatorIsLast = !isLeaf }
    if hasIntegerKeys {
      guard key.count == 8 else { return .keySize(index) }
      let value = key.loadUnaligned(as: UInt64.self)
      if hasLast, value < lastInteger || (value == lastInteger && !separatorIsLast) { return .order(index) }
      lastInteger = value
      hasLast = true
      return nil
    }
    guard key.count > 0 else { return .keySize(index) }
    if hasLast {
      let order = last.withUnsafeBytes { compare($0, key) }
      if order > 0 || (order == 0 && !separatorIsLast) { return .order(index) }
    }
    last.removeAll(keepingCapacity: true)
    last.append(contentsOf: key)
    hasLast = true
    return nil
  }
  private var separatorIsLast = false

  private func compare(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
    let common = min(a.count, b.count)
    for index in 0..<common where a[index] != b[index] { return a[index] < b[index] ? -1 : 1 }
    return a.count - b.count
  }

  /// Validates the overflow pages of a value in page `leaf`, and marks them as visited.
  private func overflowHead(_ page: TreePage, _ index: Int, of leaf: UInt64) throws(StoreError) -> OverflowHead {
    let number = page.overflowPage(index)
    let count = (TreePage.headerSize + page.dataSize(index) + pages.pageSize - 1) / pages.pageSize
    guard number >= 2, number <= pages.lastPage else { throw fault(leaf, .outOfRange(number)) }
    let head = try pages.overflowHead(number)
    guard head.number == number, head.isOverflow, head.pages >= count else { throw fault(leaf, .overflow(number)) }
    // LMDB may use more pages than the value needs; it allocates and frees the number of pages in the header.
    if let problem = try pages.claim(number, count: UInt64(head.pages)) { throw fault(leaf, problem) }
    return head
  }
}
