import CLMDB
import Foundation
import Testing
import TestSupport

@testable import AshlarStore

@Suite("LMDB 1.0 and its files")
struct LMDBReleaseTests {
  /// The two header pages of a file without a commit, as LMDB 1.0 writes them on a 64-bit system: a page header of 24 bytes (page number,
  /// transaction, padding, flags, bounds), the magic number, the data format, an address, the size of the map, and two empty trees.
  private func header(format: UInt32, pageSize: Int = 4096) -> [UInt8] {
    var bytes: [UInt8] = []
    func append(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }
    for page in 0..<2 {
      append(UInt64(page))
      append(UInt64(0))
      append(UInt16(0))
      append(UInt16(0x08))
      append(UInt32(0))
      append(UInt32(0xBEEF_C0DE))
      append(format)
      append(UInt64(0))
      append(UInt64(1 << 20))
      for tree in 0..<2 {
        append(UInt32(tree == 0 ? pageSize : 0))
        append(UInt16(tree == 0 ? 0x4008 : 0))
        append(UInt16(0))
        for _ in 0..<4 { append(UInt64(0)) }
        append(UInt64.max)
      }
      append(UInt64(1))
      append(UInt64(0))
      bytes.append(contentsOf: [UInt8](repeating: 0, count: pageSize * (page + 1) - bytes.count))
    }
    return bytes
  }

  @Test(
    "a file of LMDB 1.0 or of its development version is refused by name, and stays as it is",
    arguments: [(UInt32(3), "LMDB 1.0 (data format 3)"), (2, "a development version of LMDB 1.0"), (4, "another version of LMDB")])
  func refused(format: UInt32, name: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("newer")
    let bytes = Data(header(format: format))
    try bytes.write(to: URL(fileURLWithPath: path))
    let expected = StoreError.notADatabase(path: path, reason: .otherDataFormat(Int(format)))
    #expect(expected.description.hasPrefix("'\(path)' is a file of \(name)"))
    #expect(expected.description.contains("Ashlar uses the format of LMDB 0.9"))
    #expect(throws: expected) { try EnvironmentRegistry.open(path: path) }
    #expect(throws: expected) { try EnvironmentRegistry.openToRead(path: path) }
    #expect(try folder.names() == ["newer"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  @Test("a file of LMDB 0.9's layout that states another format is refused by this format")
  func otherFormatInTheOldLayout() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    do { _ = try EnvironmentRegistry.open(path: path) }
    try folder.closeIdleFiles()
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(bytes[20] == 1)
    // 999 is what LMDB writes if it is compiled with MDB_DEVEL.
    bytes.replaceSubrange(20..<22, with: [0xE7, 0x03])
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(throws: StoreError.notADatabase(path: path, reason: .otherDataFormat(999))) { try EnvironmentRegistry.open(path: path) }
  }

  @Test("a header page of LMDB 1.0 with one wrong byte in its magic number is no LMDB file")
  func wrongMagic() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("newer")
    var bytes = header(format: 3)
    bytes[24] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(throws: StoreError.notADatabase(path: path, reason: .wrongSignature)) { try EnvironmentRegistry.open(path: path) }
  }

  @Test("the linked library is LMDB 0.9, and its development versions and 1.0 would be refused")
  func linked() throws {
    try LMDBRelease.check("p")
    #expect(MDB_VERSION_MAJOR == 0 && MDB_VERSION_MINOR == 9)
    #expect(LMDBRelease.isSupported(0, 9, 24) && LMDBRelease.isSupported(0, 9, 36))
    #expect(!LMDBRelease.isSupported(0, 9, 70) && !LMDBRelease.isSupported(0, 9, 90))
    #expect(!LMDBRelease.isSupported(1, 0, 0) && !LMDBRelease.isSupported(1, 0, 2) && !LMDBRelease.isSupported(0, 10, 0))
  }
}
