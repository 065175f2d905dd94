/// The data format of a file written by a version of LMDB whose files Ashlar does not read.
///
/// LMDB 0.9 has format 1. In format 2, of development versions, and 3, of LMDB 1.0, the page header contains a transaction number and is 24
/// bytes long instead of 16: the magic number is at byte 24 and the format at byte 28, both UInt32. LMDB 0.9 therefore reports such a file
/// as "not an LMDB file", as LMDB 1.0 does for files of LMDB 0.9.
enum OtherDataFormat {
  private static let headerSizes = [16, 24]

  /// Returns the format that a first header page states, or nil if the page contains no magic number or states format 1.
  static func stated(_ bytes: UnsafeRawBufferPointer) -> Int? {
    for size in headerSizes where bytes.count >= size + 8 {
      guard bytes.loadUnaligned(fromByteOffset: size - 6, as: UInt16.self) & MetaPage.metaFlag != 0,
        bytes.loadUnaligned(fromByteOffset: size, as: UInt32.self) == MetaPage.magic
      else { continue }
      let format = bytes.loadUnaligned(fromByteOffset: size + 4, as: UInt32.self)
      if format != MetaPage.version { return Int(format) }
    }
    return nil
  }
}
