import AshlarSchema
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("The main tree", .enabled(if: Sealing.isOptional))
struct MainTreeTests {
  @Test("has one page in a file with 45 tables, two trees of features and a full change log, so every commit writes one page of it")
  func page() throws {
    let folder = try TemporaryFolder()
    let names = (0..<45).map { "Type\($0)" }
    let model = SchemaModel(
      name: "Many", version: 1,
      entities: names.map { EntityModel(name: $0, properties: [PropertyModel(name: "number", type: .int)]) })
    let ordinals = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    try InventedFeatures.knowing("derived,history") {
      let engine = try #require(try EnvironmentRegistry.open(path: folder.file("store")) as? LMDBEngine)
      let store = try SampleStore(engine, model: model, ordinals: ordinals, features: [.derived, .history])
      // A record of the log contains the keys of at most 40 clusters.
      for tables in [0..<45] + [Range<Int>](repeating: 0..<40, count: 4) {
        try store.session.beginWrite()
        for table in tables { try store.insert(table, [.int(7)]) }
        try store.session.commitWrite(sync: false)
      }
      let counters = try Counters.read(engine.snapshot(), path: engine.path)
      #expect(counters.entries.count == 45)
      #expect(counters.furtherSums.map(\.tree) == [6, 7])
      #expect(counters.changes.words.count > 80)
      let usage = try engine.snapshot().usage(.main)
      // The trees of every file, those of the features, and the counters.
      #expect(usage.entries == UInt64(KeySpace.named.count) + 3)
      #expect(usage.bytes == UInt64(engine.pageSize))
    }
  }
}
