/// A file's format record in the space `meta`: a signature, then the version as UInt64.
enum StoredFormat {
  static let key = "format"
  private static let signature: [UInt8] = Array("ASHLARDB".utf8)

  /// Returns the value to store under `key`.
  static func bytes(_ version: Int) -> [UInt8] { signature + withUnsafeBytes(of: UInt64(version).littleEndian) { Array($0) } }

  /// Validates the stored value and returns the version. Throws if the value is not a format record, or if this release does not support
  /// the format.
  @discardableResult
  static func check(_ format: UnsafeRawBufferPointer, path: String) throws(StoreError) -> Int {
    guard format.count >= 16, format.prefix(8).elementsEqual(signature) else {
      throw .notADatabase(path: path, reason: .foreignContent)
    }
    let version = format.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    guard version <= UInt64(FormatVersion.file) else {
      throw .newerFormat(path: path, found: Int(clamping: version), supported: FormatVersion.file)
    }
    guard version >= UInt64(FormatVersion.oldestFile) else {
      throw .olderFormat(path: path, found: Int(clamping: version), supported: FormatVersion.file)
    }
    return Int(version)
  }
}
