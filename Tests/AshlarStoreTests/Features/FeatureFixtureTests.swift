import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

/// The fixtures are `format-8.ashlar` with features that no release knows, written as the page on storage states, without this code.
/// One lists features of class 2 with and without trees, and one of class 3; one a feature of class 1, with which the catalog and the
/// counters cannot be decoded; one a feature of class 3.
@Suite("Files that list features", .enabled(if: Sealing.isOptional))
struct FeatureFixtureTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("store"))
  }

  private func copy(_ name: String) throws {
    try FileManager.default.copyItem(
      at: Repository.folder.appending(path: "Tests/AshlarStoreTests/Fixtures/features-\(name).ashlar"), to: URL(filePath: path))
  }

  // The value `format`, read without a look at the list.
  private func storedFormat() throws -> [UInt8] {
    let file = try PageFile(path, isWritable: false)
    let meta = try FileHeader.read(file).newest
    let pages = try FilePages(file, meta)
    var found: [UInt8] = []
    try TreeWalk.run(try #require(try MainTree(meta.main, pages).trees[.meta]), "meta", pages) { entry throws(StoreError) in
      if entry.key.elementsEqual(StoredFormat.key.utf8) { found = try pages.value(entry) }
      return nil
    }
    return found
  }

  private func openReadOnly() throws -> SampleStore {
    let engine = try ReadOnlyEngines.open(path: path)
    let model = try FileInspection.schema(path)
    let wanted = WantedSchema(model, ordinals: StepSchema.ordinals, unlisted: UnlistedOrdinals(from: 1).ordinal)
    return try SampleStore(engine, try Catalog.openReadOnly(engine, wanted, version: model.version), StepSchema.ordinals)
  }

  private func check(_ store: SampleStore) throws {
    #expect(try store.rows(StepSchema.row).values.compactMap { $0[0].integer }.sorted() == Array(0..<320))
    #expect(try store.contradictions() == [])
  }

  @Test("have a newer format for releases of format 8", arguments: ["write", "read", "ignorable"])
  func releaseEight(name: String) throws {
    try copy(name)
    let format = try storedFormat()
    let error = #expect(throws: StoreError.self) { try format.withUnsafeBytes { try ReleaseEight.check($0, path: path) } }
    #expect(error == .newerFormat(path: path, found: 9, supported: 8))
    #expect(try format.withUnsafeBytes { try StoredFormat($0, path: path, known: KnownFeatures(isWriting: true)) }.bytes == format)
  }

  @Test("files with a feature of class 2 are read and verified, and not opened for writing")
  func write() throws {
    try copy("write")
    let before = try Data(contentsOf: URL(filePath: path))
    let found = try FileInspection.read(path, checksums: true)
    #expect(found.features.map(\.name) == ["gadgets", "gauges", "gismos", "remarks"])
    #expect(found.isReadable)
    #expect(found.tables.map(\.rows) == [320])
    #expect(found.trees.suffix(2).map(\.name) == ["gadgets", "gauges"])
    #expect(found.trees.suffix(2).map(\.entries) == [400, 300])
    try StructureWalk.check(PageFile(path, isWritable: false), scope: .everything)
    try check(openReadOnly())
    let error = StoreError.unknownFeatures(path: path, names: ["gadgets", "gauges", "gismos"])
    #expect(throws: error) { try EnvironmentRegistry.open(path: path) }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test("files with a feature of class 1 are inspected without their contents, and not opened")
  func read() throws {
    try copy("read")
    let before = try Data(contentsOf: URL(filePath: path))
    let found = try FileInspection.read(path, checksums: true)
    #expect(found.features.map(\.name) == ["remarks", "riddles"])
    #expect(!found.isReadable)
    #expect(found.trees.last?.entries == 400)
    let error = StoreError.unknownFeatures(path: path, names: ["riddles"])
    #expect(throws: error) { try EnvironmentRegistry.open(path: path) }
    #expect(throws: error) { try ReadOnlyEngines.open(path: path) }
    #expect(throws: error) { try FileInspection.schema(path) }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test("files with a feature of class 3 are written and migrated, and keep their features")
  func ignorable() throws {
    try copy("ignorable")
    do {
      let engine = try EnvironmentRegistry.open(path: path)
      #expect(try Catalog.read(engine)?.tables.first?.extensions == [900: [1, 2, 3]])
    }
    for version in 3...6 as ClosedRange<UInt64> { try check(SampleStore(path: path, step: version, turns: false)) }
    try folder.closeIdleFiles()
    let found = try FileInspection.read(path, checksums: true)
    #expect(found.format == 9)
    #expect(found.features.map(\.name) == ["remarks"])
    let engine = try EnvironmentRegistry.open(path: path)
    #expect(try Catalog.read(engine)?.tables.first?.extensions == [900: [1, 2, 3]])
    #expect(try engine.snapshot().named(.meta, "remarks").map { String(decoding: $0, as: UTF8.self) } == "a remark")
  }
}
