/// What a value on pages of its own begins with: the header of the first page, 16 bytes, and the first bytes of the value.
/// Layout of the header: page number UInt64, pad UInt16, flags UInt16, number of pages UInt32.
struct OverflowHead {
  private static let flag: UInt16 = 4

  // All of it lies on the first page, whose size is 512 bytes at least.
  private let words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  init(_ file: PageFile, at offset: UInt64, orThrow short: @autoclosure () -> StoreError) throws(StoreError) {
    var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)
    let isThere = try withUnsafeMutableBytes(of: &words) { bytes throws(StoreError) in try file.read(bytes, at: offset) }
    guard isThere else { throw short() }
    self.words = words
  }

  var number: UInt64 { words.0 }
  var isOverflow: Bool { UInt16(truncatingIfNeeded: words.1 >> 16) == OverflowHead.flag }
  /// Pages that LMDB takes and frees together.
  var pages: Int { Int(words.1 >> 32) }

  /// A number of the value's first 32 bytes.
  func number(at offset: Int) -> UInt32 {
    withUnsafeBytes(of: words) { $0.loadUnaligned(fromByteOffset: TreePage.headerSize + offset, as: UInt32.self) }
  }
}
