/// Where the bytes of a value are in a file, so that the value can be read after the walk that found it.
package struct ValuePlace {
  private let offset: UInt64
  package let size: Int

  private init(_ offset: UInt64, size: Int) { (self.offset, self.size) = (offset, size) }

  package init(_ entry: TreeWalk.Entry, _ pages: FilePages) {
    let (page, index) = (entry.page, entry.index)
    let size = UInt64(pages.pageSize)
    if page.isOverflow(index) {
      self.init(page.overflowPage(index) * size + UInt64(TreePage.headerSize), size: entry.size)
    } else {
      self.init(page.number * size + UInt64(page.dataOffset(index)), size: entry.size)
    }
  }

  /// Returns the place of the first bytes of the value, at most `count`.
  package func prefix(_ count: Int) -> ValuePlace { ValuePlace(offset, size: min(size, count)) }

  /// Fills `target`, which has the size of the value.
  func read(into target: UnsafeMutableRawBufferPointer, _ pages: FilePages) throws(StoreError) {
    assert(target.count == size, "the memory is for the value")
    guard try pages.file.read(target, at: offset) else { throw pages.truncation }
  }

  /// Returns the value.
  package func bytes(_ pages: FilePages) throws(StoreError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    try bytes.withUnsafeMutableBufferPointer { buffer throws(StoreError) in
      try read(into: UnsafeMutableRawBufferPointer(buffer), pages)
    }
    return bytes
  }
}
