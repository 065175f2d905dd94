@testable import AshlarStore

/// A check of the format as releases of format 8 contained it.
enum ReleaseEight {
  static func check(_ format: UnsafeRawBufferPointer, path: String) throws(StoreError) -> Int {
    guard format.count >= 16, format.prefix(8).elementsEqual(Array("ASHLARDB".utf8)) else {
      throw .notADatabase(path: path, reason: .foreignContent)
    }
    let version = format.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    guard version <= UInt64(8) else {
      throw .newerFormat(path: path, found: Int(clamping: version), supported: 8)
    }
    guard version >= UInt64(7) else {
      throw .olderFormat(path: path, found: Int(clamping: version), supported: 8)
    }
    return Int(version)
  }

  /// The number of tables that such a release reads in counters.
  static func tables(_ counters: [UInt8]) -> UInt64 { counters.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 64, as: UInt64.self) } }
}
