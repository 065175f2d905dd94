@testable import AshlarEncryption
import CAshlar
import TestTraits
import Testing

@testable import AshlarStore

@Suite("The record of an encrypted file")
struct SealRecordTests {
  private let format: [UInt8] = Array("ASHLARDB".utf8) + [9, 0, 0, 0, 0, 0, 0, 0]
  private let record: SealRecord

  init() throws { record = try SealRecord() }

  private func read(_ bytes: [UInt8]) throws -> SealRecord { try bytes.withUnsafeBytes { try SealRecord($0) } }

  @Test("a record is read without a key")
  func withoutKey() throws {
    let bytes = try record.bytes(Sealing.keys(file: record.file), format: format)
    #expect(bytes.count == SealRecord.size)
    #expect(try read(bytes) == record)
  }

  @Test("every file has an identifier of its own")
  func identifiers() throws {
    #expect(Set(try (0..<100).map { _ in try SealRecord().file }).count == 100)
  }

  @Test("only the key of the file matches, and only for the list of features with which the record was made")
  func matching() throws {
    let keys = try Sealing.keys(file: record.file)
    let bytes = try record.bytes(keys, format: format)
    func match(_ keys: SealKeys, _ format: [UInt8]) throws -> SealRecord.Match {
      try bytes.withUnsafeBytes { try record.match(keys, format: format, $0) }
    }
    #expect(try match(keys, format) == .right)
    #expect(try match(keys, format + [0]) == .otherFormat)
    #expect(try match(keys, []) == .otherFormat)
    for format in [format, format + [0]] {
      #expect(try match(Sealing.keys(Sealing.owner(1), file: record.file), format) == .otherKey)
      #expect(try match(Sealing.keys(file: Sealing.file), format) == .otherKey)
      #expect(try match(Sealing.keys(file: record.file, epoch: 2), format) == .otherKey)
    }
  }

  @Test("a record with any bit changed, and one of another size, is damaged")
  func damage() throws {
    let bytes = try record.bytes(Sealing.keys(file: record.file), format: format)
    for byte in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[byte] ^= 1 << bit
        #expect(throws: SealRecord.Fault.damaged) { try read(changed) }
      }
    }
    for count in bytes.indices { #expect(throws: SealRecord.Fault.damaged) { try read(Array(bytes[..<count])) } }
    #expect(throws: SealRecord.Fault.damaged) { try read(bytes + [0]) }
  }

  @Test("versions, ciphers and numbers of epochs of later releases are named")
  func newer() throws {
    let bytes = try record.bytes(Sealing.keys(file: record.file), format: format)
    for (byte, value, text) in [(8, UInt8(2), "version 2 of its encryption record"), (10, 2, "cipher 2"), (11, 2, "2 epochs of keys")] {
      var changed = bytes
      changed[byte] = value
      // Later releases may append fields.
      let longer = changed + [0, 0, 0, 0, 0, 0, 0, 0]
      #expect(throws: SealRecord.Fault.newer(text)) { try read(longer) }
      let checksum = ashlar_crc32c(0, changed, 68)
      withUnsafeBytes(of: checksum.littleEndian) { changed.replaceSubrange(68..., with: $0) }
      #expect(throws: SealRecord.Fault.newer(text)) { try read(changed) }
    }
  }
}
