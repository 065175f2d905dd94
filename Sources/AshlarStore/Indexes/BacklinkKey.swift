/// Keys of the backlink space: a `ColumnPrefix`, target and source, see `BacklinkBlock`.
enum BacklinkKey {
  static let size = 22

  static func key(_ link: LinkColumn, _ bound: BacklinkBlock.Place) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: size) { key, count in
      write(link, bound, to: UnsafeMutableRawBufferPointer(key))
      count = size
    }
  }

  static func write(_ link: LinkColumn, _ bound: BacklinkBlock.Place, to key: UnsafeMutableRawBufferPointer) {
    key.copyBytes(from: link.prefix)
    key.storeBytes(of: bound.target.bigEndian, toByteOffset: 6, as: UInt64.self)
    key.storeBytes(of: bound.source.bigEndian, toByteOffset: 14, as: UInt64.self)
  }

  /// The bound in a key of the right size.
  static func bound(_ key: UnsafeRawBufferPointer) -> BacklinkBlock.Place {
    BacklinkBlock.Place(
      target: UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 6, as: UInt64.self)),
      source: UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 14, as: UInt64.self)))
  }
}
