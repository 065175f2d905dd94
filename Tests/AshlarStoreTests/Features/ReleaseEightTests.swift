import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("A release of format 8", .enabled(if: Sealing.isOptional))
struct ReleaseEightTests {
  @Test("reads a file without features as before, and reports that one with a feature has a newer format")
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

  @Test("reads counters without further sums as before, and reports others as damage")
  func counters() {
    var counters = Counters()
    counters.set(Counters.Entry(table: 3, nextKey: 5, liveCount: 4))
    #expect(ReleaseEight.tables(counters.encoded) == 1)
    counters.addTree(.history)
    #expect(ReleaseEight.tables(counters.encoded) == 1 << 32 | 1)
  }
}
