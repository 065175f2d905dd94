import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Files of earlier releases that get no feature", .enabled(if: Sealing.isOptional))
struct UnchangedFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store")
  }

  private func value(_ space: KeySpace, _ name: String) throws -> [UInt8] {
    let snapshot = try EnvironmentRegistry.open(path: path).snapshot()
    // The bytes are those of the snapshot.
    return try withExtendedLifetime(snapshot) { Array(try #require(try snapshot.named(space, name))) }
  }

  private func addRow(_ number: Int64, _ version: Int) throws {
    let store = version == 7 ? try SampleStore(path: path) : try SampleStore(path: path, step: 3, turns: false)
    try store.session.beginWrite()
    if version == 7 {
      try store.insert(SampleSchema.token, [.null, .bytes([1, 2, 3, 4, 5, 6, 7, 8])])
    } else {
      // The fixture has no turns.
      try store.insert(StepSchema.row, Array(StepSchema.cells(number, born: 3).dropLast()))
    }
    try store.session.commitWrite(sync: false)
  }

  @Test("keep the bytes of their format, their tables and their schema while rows are written", arguments: [7, 8])
  func bytes(version: Int) throws {
    try FileManager.default.copyItem(
      at: Repository.folder.appending(path: "Tests/AshlarStoreTests/Fixtures/format-\(version).ashlar"), to: URL(filePath: path))
    let format = Array("ASHLARDB".utf8) + [UInt8(version), 0, 0, 0, 0, 0, 0, 0]
    #expect(try value(.meta, "format") == format)
    let (tables, schema) = (try value(.meta, "tables"), try value(.meta, "schema"))
    for number in 1000..<1003 as Range<Int64> { try addRow(number, version) }
    #expect(try value(.meta, "format") == format)
    #expect(try value(.meta, "tables") == tables)
    #expect(try value(.meta, "schema") == schema)
    // The number of tables has 8 bytes, as releases read it that know no further sums.
    let counters = try value(.main, Counters.name)
    let count = counters.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 64, as: UInt64.self) }
    #expect(count == UInt64(try #require(counters.withUnsafeBytes(Counters.decode)).entries.count))
    try folder.closeIdleFiles()
    #expect(try FileInspection.read(path, checksums: true).features.isEmpty)
  }
}
