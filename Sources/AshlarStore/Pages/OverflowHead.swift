/// The beginning of a value on overflow pages: the page header, 16 bytes (page number UInt64, pad UInt16, flags UInt16, number of pages
/// UInt32), and the first 32 bytes of the value.
struct OverflowHead {
  private static let flag: UInt16 = 4

  // All words are on the first page, which has at least 512 bytes.
  private let words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  init(_ file: PageFile, at offset: UInt64, orThrow short: @autoclosure () -> StoreError) throws(StoreError) {
    var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)
    let isThere = try withUnsafeMutableBytes(of: &words) { bytes throws(StoreError) in try file.read(bytes, at: offset) }
    guard isThere else { throw short() }
    self.words = words
  }

  var number: UInt64 { words.0 }
  var isOverflow: Bool { UInt16(truncatingIfNeeded: words.1 >> 16) == OverflowHead.flag }
  /// The number of the value's pages, which LMDB allocates and frees together.
  var pages: Int { Int(words.1 >> 32) }

  /// The number of bytes of the value that `withValue` passes.
  static let valueSize = 32

  /// Calls `body` with the first bytes of the value.
  func withValue<Result>(_ body: (UnsafeRawBufferPointer) throws(StoreError) -> Result) throws(StoreError) -> Result {
    try withUnsafeBytes(of: words) { bytes throws(StoreError) in
      try body(UnsafeRawBufferPointer(rebasing: bytes[TreePage.headerSize..<TreePage.headerSize + OverflowHead.valueSize]))
    }
  }
}
