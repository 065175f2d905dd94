import AshlarStore
import CAshlarEncryption
import CAshlar

/// The value `seal` of the space `meta`, which is not encrypted. It identifies the file and proves that a key is the right one:
///
///      0  ASHLSEAL
///      8  UInt16  version of the record, 1
///     10  UInt8   cipher, 1: XAES-256-GCM
///     11  UInt8   number of epochs, 1
///     12          identifier of the file, 16 bytes
///     28  UInt64  number of the epoch
///     36          check of the list of features: the first 16 bytes of HMAC-SHA-256 under the epoch's key `check`, of bytes 0 to 36 and of
///                 the value `format`
///     52          check of the key: the first 16 bytes of HMAC-SHA-256 under the same key, of bytes 0 to 36
///     68  UInt32  CRC32C of all bytes before
///
/// There are two checks so that a wrong key can be distinguished from a list that someone without the key has changed. The sum of tags
/// (`TagSum`) contains the check of the list, because an earlier list and its record are valid together.
struct SealRecord: Equatable, Sendable {
  static let key = EncryptionRecord.key
  static let size = 72
  static let version = 1

  private static let signature: [UInt8] = Array("ASHLSEAL".utf8)
  private static let identifierOffset = 12
  private static let checkSize = 16
  private static let formatCheckOffset = 36
  private static let keyCheckOffset = 52
  private static let checksumOffset = 68

  /// The identifier of the file, 16 bytes.
  let file: [UInt8]
  /// The number of the epoch. Sealed values contain its last byte.
  let epoch: UInt64

  /// Describes a new file.
  init() throws(SealError) {
    let file = try KeyDerivation.bytes(of: Array("ashlar file 1".utf8)) { key throws(SealError) in try UniqueBytes.draw([], key: key) }
    self.init(file: file, epoch: 1)
  }

  init(file: [UInt8], epoch: UInt64) {
    assert(file.count == SealKeys.fileIdentifierSize, "an identifier has 16 bytes")
    (self.file, self.epoch) = (file, epoch)
  }

  private var head: [UInt8] {
    var bytes = SealRecord.signature
    bytes.append(integer: UInt16(SealRecord.version))
    bytes += [SealKeys.xaes, 1]
    bytes += file
    bytes.append(integer: epoch)
    return bytes
  }

  /// Returns the value to store.
  /// - Parameter format: The value `format` of the same file.
  func bytes(_ keys: SealKeys, format: [UInt8]) throws(SealError) -> [UInt8] {
    var bytes = head
    bytes += try check(keys, head + format)
    bytes += try check(keys, head)
    bytes.append(integer: ashlar_crc32c(0, bytes, bytes.count))
    assert(bytes.count == SealRecord.size, "the fields have the offsets above")
    return bytes
  }

  /// The reason why a record cannot be read.
  enum Fault: Error, Hashable {
    /// The record has a version, a cipher or a number of epochs that this release does not know.
    case newer(String)
    /// The record has been changed.
    case damaged
  }

  /// Decodes a stored value without a key.
  init(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
    guard bytes.count >= SealRecord.identifierOffset, bytes.prefix(8).elementsEqual(SealRecord.signature) else { throw .damaged }
    let version = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
    if bytes.count == SealRecord.size {
      let checksum = bytes.loadUnaligned(fromByteOffset: SealRecord.checksumOffset, as: UInt32.self)
      guard UInt32(littleEndian: checksum) == ashlar_crc32c(0, bytes.baseAddress, SealRecord.checksumOffset) else { throw .damaged }
    }
    // Records of later releases may have other sizes.
    guard version == SealRecord.version else { throw .newer("version \(version) of its encryption record") }
    guard bytes[10] == SealKeys.xaes else { throw .newer("cipher \(bytes[10])") }
    guard bytes[11] == 1 else { throw .newer("\(bytes[11]) epochs of keys") }
    guard bytes.count == SealRecord.size else { throw .damaged }
    file = Array(bytes[SealRecord.identifierOffset..<SealRecord.identifierOffset + SealKeys.fileIdentifierSize])
    epoch = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 28, as: UInt64.self))
  }

  /// The outcome of comparing a key and a value `format` with a stored record.
  enum Match: Equatable {
    case right
    /// The record was made with another key.
    case otherKey
    /// The record was made with this key for another list of features.
    case otherFormat
  }

  /// Compares `keys` and `format` with a stored value of this record.
  func match(_ keys: SealKeys, format: [UInt8], _ bytes: UnsafeRawBufferPointer) throws(SealError) -> Match {
    precondition(bytes.count == SealRecord.size, "the value has been decoded")
    guard SealRecord.isEqual(try check(keys, head), to: bytes, at: SealRecord.keyCheckOffset) else { return .otherKey }
    return SealRecord.isEqual(try check(keys, head + format), to: bytes, at: SealRecord.formatCheckOffset) ? .right : .otherFormat
  }

  private static func isEqual(_ check: [UInt8], to bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    check.withUnsafeBytes { ashlar_secret_equal($0.baseAddress, bytes.baseAddress.map { $0 + offset }, checkSize) != 0 }
  }

  /// Returns the bytes of a stored value that the sum of tags contains like the tag of a sealed value; nil if the value has another size.
  static func tag(_ stored: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    assert(checkSize == Int(ASHLAR_TAG), "a check has the size of a tag")
    guard stored.count == size else { return nil }
    return UnsafeRawBufferPointer(rebasing: stored[formatCheckOffset..<formatCheckOffset + checkSize])
  }

  private func check(_ keys: SealKeys, _ covered: [UInt8]) throws(SealError) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: KeyDerivation.size)
    try keys.withKey(.check) { key throws(SealError) in
      try code.withUnsafeMutableBytesThrowing { code throws(SealError) in
        try KeyDerivation.bytes(of: covered) { covered throws(SealError) in
          try KeyDerivation.authenticate(covered, key: key, into: code)
        }
      }
    }
    return Array(code[..<SealRecord.checkSize])
  }
}

extension [UInt8] {
  // `withUnsafeMutableBytes`, with a typed error.
  fileprivate mutating func withUnsafeMutableBytesThrowing(
    _ body: (UnsafeMutableRawBufferPointer) throws(SealError) -> Void
  ) throws(SealError) {
    try withUnsafeMutableBufferPointer { buffer throws(SealError) in try body(UnsafeMutableRawBufferPointer(buffer)) }
  }
}
