import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

/// A check of the format as releases of format 8 contained it.
private enum ReleaseEight {
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

@Suite("A release of format 8")
struct ReleaseEightTests {
  @Test("reads a file without features as before, and says of one with a feature that its format is newer")
  func releaseEight() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    func check() throws -> Int {
      try ReleaseEight.check(try #require(try EnvironmentRegistry.open(path: path).snapshot().named(.meta, "format")), path: path)
    }
    try InventedFeatures.knowing("unique,history") {
      let engine = try EnvironmentRegistry.open(path: path)
      _ = try SampleStore(engine)
      #expect(try check() == 8)
      _ = try SampleStore(engine, model: SampleSchema.model, ordinals: SampleSchema.ordinals, features: [.unique])
      #expect(throws: StoreError.newerFormat(path: path, found: 9, supported: 8)) { try check() }
      _ = try SampleStore(engine, model: SampleSchema.model, ordinals: SampleSchema.ordinals, features: [.history])
      #expect(throws: StoreError.newerFormat(path: path, found: 9, supported: 8)) { try check() }
    }
  }

  @Test("reads counters without further sums as before, and takes others for damage")
  func counters() {
    var counters = Counters()
    counters.set(Counters.Entry(table: 3, nextKey: 5, liveCount: 4))
    #expect(ReleaseEight.tables(counters.encoded) == 1)
    counters.addTree(.history)
    #expect(ReleaseEight.tables(counters.encoded) == 1 << 32 | 1)
  }
}
