import AshlarStore

/// The form of an encrypted value:
///
///      0  tag, 16 bytes
///     16  UInt8   form, 1
///     17  UInt8   the epoch's number modulo 256
///     18  the first two encrypted bytes
///     20  identifier of the commit, 16 bytes
///     36  UInt32  number of the value in its commit
///     40  the other encrypted bytes
///
/// The encrypted bytes are those of one plaintext: the number of zeros that pad the value as UInt16, the value, and these zeros. The size
/// of the value without padding is therefore not visible.
///
/// Integers are little-endian. The nonce consists of the identifier, four zeros and the number. The tag also authenticates bytes 16 and 17,
/// the number of the space and the stored key, so a value that was moved to another entry cannot be decrypted.
enum SealedValue {
  /// The number of bytes that a sealed value has in addition to the padded plaintext.
  static let overhead = 40
  static let form: UInt8 = 1
  static let formOffset = 16
  static let prefixRange = 18..<20

  /// Returns the size of `count` bytes of plaintext after padding: a multiple of 64 bytes, or a size that fills pages of LMDB together with
  /// the overhead. Such sizes show little about the sizes of values, and padding needs no further page.
  /// - Parameter key: The size of the stored key, in bytes.
  static func paddedSize(_ count: Int, key: Int) -> Int {
    if count <= 1920 { return max(64, (count + 63) / 64 * 64) }
    // With a key of at most 8 bytes, LMDB stores values of up to 2,022 bytes within a leaf page.
    if count <= 1982, key <= 8 { return 1982 }
    // Values of their own pages begin after a header of 16 bytes.
    let pages = (count + overhead + 16 + 4095) / 4096
    return 4096 * pages - 16 - overhead
  }

  /// The key of the value that every commit writes; see `SealedCounters`.
  static var countersName: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: Counters.storedName.utf8Start, count: Counters.storedName.utf8CodeUnitCount)
  }

  /// Returns whether the value of an entry is not sealed: the values that are read before a key is known.
  static func isPlain(_ space: KeySpace, _ key: UnsafeRawBufferPointer) -> Bool {
    space == .meta && (key.elementsEqual(StoredFormat.key.utf8) || key.elementsEqual(SealRecord.key.utf8))
  }

  /// Returns whether an entry is the record of the encryption, which is plain, but part of the sum of tags.
  static func isRecord(_ space: KeySpace, _ key: UnsafeRawBufferPointer) -> Bool {
    space == .meta && key.elementsEqual(SealRecord.key.utf8)
  }

  /// The number of the space in authenticated bytes. Part of the file format.
  static func number(of space: KeySpace) -> UInt8 {
    switch space {
    case .meta: 254
    case .main: 255
    case .clusters, .keys, .postings, .backlinks, .patches, .values, .derived, .history, .sealed: UInt8(space.index)
    }
  }

  /// The bytes of a sealed value before the encrypted ones.
  struct Header {
    private typealias Block = (UInt64, UInt64)

    /// The tag; zeros in the header of a value that is being sealed.
    let tag: (UInt64, UInt64)
    let epoch: UInt8
    /// The first two encrypted bytes; zeros in the header of a value that is being sealed.
    let prefix: UInt16
    private let identifier: Block
    private let counter: UInt32

    /// The header of a value that is being sealed.
    init(epoch: UInt8, identifier: [UInt8], counter: UInt32) {
      precondition(identifier.count == CommitSeals.identifierSize, "an identifier has 16 bytes")
      tag = (0, 0)
      prefix = 0
      (self.epoch, self.counter) = (epoch, counter)
      self.identifier = identifier.withUnsafeBytes { $0.loadUnaligned(as: Block.self) }
    }

    /// Reads the header of a stored value, each byte once. Returns nil if the value is too short or has another form.
    init?(_ value: UnsafeRawBufferPointer) {
      guard value.count >= SealedValue.overhead, value[SealedValue.formOffset] == SealedValue.form else { return nil }
      tag = value.loadUnaligned(as: Block.self)
      epoch = value[SealedValue.formOffset + 1]
      prefix = UInt16(littleEndian: value.loadUnaligned(fromByteOffset: SealedValue.prefixRange.lowerBound, as: UInt16.self))
      identifier = value.loadUnaligned(fromByteOffset: 20, as: Block.self)
      counter = UInt32(littleEndian: value.loadUnaligned(fromByteOffset: 36, as: UInt32.self))
    }

    /// Stores all fields but the tag and the encrypted bytes.
    func store(to value: UnsafeMutableRawBufferPointer) {
      value[SealedValue.formOffset] = SealedValue.form
      value[SealedValue.formOffset + 1] = epoch
      withUnsafeBytes(of: identifier) { UnsafeMutableRawBufferPointer(rebasing: value[20..<36]).copyMemory(from: $0) }
      value.storeBytes(of: counter.littleEndian, toByteOffset: 36, as: UInt32.self)
    }

    /// Calls `body` with the nonce and the authenticated bytes of the entry with this key.
    func withNonce(
      _ space: KeySpace, _ key: UnsafeRawBufferPointer,
      _ body: (_ nonce: UnsafeRawBufferPointer, _ additional: UnsafeRawBufferPointer) throws(SealError) -> Void
    ) throws(SealError) {
      let (nonceSize, fieldsSize) = (24, 3)
      try withUnsafeTemporaryAllocation(byteCount: nonceSize + fieldsSize + key.count, alignment: 8) { bytes throws(SealError) in
        withUnsafeBytes(of: identifier) { UnsafeMutableRawBufferPointer(rebasing: bytes[..<16]).copyMemory(from: $0) }
        bytes.storeBytes(of: 0, toByteOffset: 16, as: UInt32.self)
        bytes.storeBytes(of: counter.littleEndian, toByteOffset: 20, as: UInt32.self)
        bytes[nonceSize] = SealedValue.form
        bytes[nonceSize + 1] = epoch
        bytes[nonceSize + 2] = SealedValue.number(of: space)
        UnsafeMutableRawBufferPointer(rebasing: bytes[(nonceSize + fieldsSize)...]).copyMemory(from: key)
        try body(
          UnsafeRawBufferPointer(rebasing: bytes[..<nonceSize]), UnsafeRawBufferPointer(rebasing: bytes[nonceSize...]))
      }
    }
  }
}
