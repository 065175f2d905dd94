import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite(
  "A process of an earlier release that has a file of format 7 open", .blocking,
  .enabled(if: !TestEngine.isSealed, "no encrypted file has format 7"))
struct OlderReaderTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store")
    try FileManager.default.copyItem(
      at: Repository.folder.appending(path: "Tests/AshlarStoreTests/Fixtures/format-7.ashlar"), to: URL(filePath: path))
  }

  private func format() throws -> UInt64 {
    let engine = try EnvironmentRegistry.open(path: path)
    return try #require(try engine.snapshot().named(.meta, StoredFormat.key)).loadUnaligned(fromByteOffset: 8, as: UInt64.self)
  }

  // The fixture's schema, or one that takes format 8.
  private func open(version: UInt64) throws -> SampleStore {
    var model = SampleSchema.model
    model.version = version
    if version > 1, let index = model.entities.firstIndex(where: { $0.name == "Token" }) {
      model.entities[index].properties.append(PropertyModel(name: "note", type: .string, isOptional: true))
    }
    return try SampleStore(EnvironmentRegistry.open(path: path), model: model, ordinals: SampleSchema.ordinals)
  }

  @Test(
    "hinders a schema that takes another format, and nothing else; the file gets it once that process has ended", arguments: [false, true])
  func reader(isKilled: Bool) throws {
    do { _ = try open(version: 1) }
    try folder.closeIdleFiles()
    let child = try Child(["read-raw", path])
    #expect(child.line() == "opened")
    #expect(throws: CatalogError.olderReader(path: RealPath.of(path), format: 8, process: child.id)) { try open(version: 2) }
    #expect(try format() == 7)
    do {
      let store = try open(version: 1)
      try store.session.beginWrite()
      try store.insert(SampleSchema.token, [.null, .bytes([1, 2, 3, 4, 5, 6, 7, 8])])
      try store.session.commitWrite(sync: false)
    }
    if isKilled { _ = child.killNow() } else { child.send("") }
    _ = child.end()
    #expect(try open(version: 2).rows(SampleSchema.token).count == 301)
    #expect(try format() == 8)
  }

  @Test("a process of this release does not hinder it")
  func knowing() throws {
    do { _ = try open(version: 1) }
    try folder.closeIdleFiles()
    let child = try Child(["open", path])
    #expect(child.line() == "opened")
    #expect(try open(version: 2).rows(SampleSchema.token).count == 300)
    #expect(try format() == 8)
    child.send("")
    #expect(child.end() == .exit(0))
  }
}
