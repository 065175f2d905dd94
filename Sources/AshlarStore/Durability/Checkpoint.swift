import CAshlar

/// The header pages of a version that is completely on disk, saved beside the database. Later writes may reach the disk in any order, so
/// after a loss of power the database's own header pages are not reliable.
///
/// A checkpoint has 368 bytes, little-endian: "ASHLARCP"; format UInt32, 2; page size UInt32; boot identity, 16 bytes; process UInt32; 0
/// UInt32; version UInt64; the first 152 bytes of both header pages; number UInt64; CRC32C of all preceding bytes UInt32; 0 UInt32. Format
/// 1 has no number.
struct Checkpoint: Equatable {
  static let size = 368
  static let signature: [UInt8] = Array("ASHLARCP".utf8)
  private static let numberOffset = 352

  var pageSize: Int
  /// The boot of the machine during which it was saved.
  var boot: BootIdentity
  /// The process that saved it. It is named in messages, and its readers of this and later versions may be pins of checkpoints. Process IDs
  /// are reused, so another process may have the same ID.
  var process: Int32
  /// The version of the newer header page.
  var version: UInt64
  var firstPage: [UInt8]
  var secondPage: [UInt8]
  /// If a file contains two checkpoints, the one with the higher number is current.
  var number: UInt64 = 0

  var header: FileHeader? {
    guard let first = firstPage.withUnsafeBytes({ MetaPage($0) }), let second = secondPage.withUnsafeBytes({ MetaPage($0) }) else {
      return nil
    }
    let header = FileHeader(first: first, second: second)
    guard first.pageSize == pageSize, second.pageSize == pageSize, header.newest.transaction == version else { return nil }
    return header
  }

  var encoded: [UInt8] {
    var bytes = Checkpoint.signature
    func append<Number: FixedWidthInteger>(_ number: Number) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
    append(FormatVersion.checkpoint)
    append(UInt32(pageSize))
    bytes += boot.bytes
    append(UInt32(bitPattern: process))
    append(UInt32(0))
    append(version)
    bytes += firstPage + secondPage
    append(number)
    append(ashlar_crc32c(0, bytes, bytes.count))
    append(UInt32(0))
    return bytes
  }

  /// Decodes a checkpoint. Throws `StoreError.checkpoint` if the bytes are not a valid checkpoint.
  /// - Parameters:
  ///   - bytes: Exactly the bytes of a checkpoint in the format that its header names.
  ///   - path: The path of the database, for errors.
  init(_ bytes: [UInt8], path: String) throws(StoreError) {
    let format = try Checkpoint.format(bytes, path: path)
    let checksumOffset = format == 1 ? Checkpoint.numberOffset : Checkpoint.numberOffset + 8
    guard bytes.count == checksumOffset + 8 else {
      throw .checkpoint(path: path, .damaged("it has \(bytes.count) bytes instead of \(checksumOffset + 8)"))
    }
    func number<Number: FixedWidthInteger>(_ offset: Int, _: Number.Type) -> Number {
      bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }
    guard ashlar_crc32c(0, bytes, checksumOffset) == number(checksumOffset, UInt32.self) else {
      throw .checkpoint(path: path, .damaged("its checksum does not match"))
    }
    self.init(
      pageSize: Int(number(12, UInt32.self)), boot: BootIdentity(bytes: Array(bytes[16..<32])),
      process: Int32(bitPattern: number(32, UInt32.self)), version: number(40, UInt64.self), firstPage: Array(bytes[48..<200]),
      secondPage: Array(bytes[200..<352]))
    if format > 1 { self.number = number(Checkpoint.numberOffset, UInt64.self) }
    guard header != nil else { throw .checkpoint(path: path, .damaged("it contains no header pages")) }
  }

  /// Returns the format in a checkpoint's header. Throws `StoreError.checkpoint` if there is no valid header, or if the format is newer
  /// than `FormatVersion.checkpoint`.
  static func format(_ bytes: [UInt8], path: String) throws(StoreError) -> UInt32 {
    guard bytes.starts(with: signature), bytes.count >= 12 else {
      throw .checkpoint(path: path, .damaged("it does not begin with the signature"))
    }
    let format = bytes.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt32.self)) }
    if format > FormatVersion.checkpoint { throw .checkpoint(path: path, .newerFormat(Int(format))) }
    if format == 0 { throw .checkpoint(path: path, .damaged("its format is 0, which is not valid")) }
    return format
  }

  init(pageSize: Int, boot: BootIdentity, process: Int32, version: UInt64, firstPage: [UInt8], secondPage: [UInt8]) {
    self.pageSize = pageSize
    self.boot = boot
    self.process = process
    self.version = version
    self.firstPage = firstPage
    self.secondPage = secondPage
  }

  /// Captures the newest version of a file. The file must not change during the call.
  init(of file: PageFile, boot: BootIdentity, process: Int32) throws(StoreError) {
    let header = try FileHeader.read(file)
    func page(_ offset: Int) throws(StoreError) -> [UInt8] {
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: MetaPage.size, alignment: 8)
      defer { bytes.deallocate() }
      guard try file.read(bytes, at: UInt64(offset)) else {
        throw .truncated(path: file.path, needed: UInt64(offset + MetaPage.size), found: try file.size())
      }
      return Array(bytes)
    }
    let pageSize = header.first.pageSize
    self.init(
      pageSize: pageSize, boot: boot, process: process, version: header.newest.transaction, firstPage: try page(0),
      secondPage: try page(pageSize))
  }
}
