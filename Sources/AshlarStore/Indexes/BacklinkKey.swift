/// The keys of the backlink space. A key consists of a `ColumnPrefix`, a target and a source; see `BacklinkBlock`.
package enum BacklinkKey {
  static let size = 22

  static func key(_ link: LinkColumn, _ bound: BacklinkBlock.Place) -> [UInt8] { withKey(link, bound) { Array($0) } }

  /// Calls `body` with a key, which is valid until `body` returns.
  static func withKey<Result>(
    _ link: LinkColumn, _ bound: BacklinkBlock.Place, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { buffer in
      var key = BlockWriter(buffer, "a key of a backlink")
      link.prefix.withUnsafeBytes { key.append($0) }
      key.append(bound.target.bigEndian)
      key.append(bound.source.bigEndian)
      return try body(key.written)
    }
  }

  /// Returns the bound in a key of valid size.
  static func bound(_ key: UnsafeRawBufferPointer) -> BacklinkBlock.Place {
    BacklinkBlock.Place(
      target: UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 6, as: UInt64.self)),
      source: UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 14, as: UInt64.self)))
  }
}
