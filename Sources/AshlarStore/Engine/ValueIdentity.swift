/// Distinguishes the value of an entry from the values that the entry has in other versions.
public struct ValueIdentity: Hashable {
  private let words: SIMD2<UInt64>

  /// The identity of a value that LMDB stores, as long as both versions are read: LMDB does not write to a page that a version can reach.
  init(address: UnsafeRawPointer?) { words = SIMD2(UInt64(UInt(bitPattern: address)), 0) }

  /// The identity of an encrypted value: its tag.
  package init(sealed value: UnsafeRawBufferPointer) {
    words = value.count < 16 ? .zero : SIMD2(value.loadUnaligned(as: UInt64.self), value.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }
}
