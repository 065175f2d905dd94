import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

/// The fixture has every table of the sample schema, clusters of each capacity, a patch and out-of-line values.
@Suite("Files of format 7", .enabled(if: Sealing.isOptional))
struct OldestFormatTests {
  // Of all cells, when the file was made.
  private static let digest: UInt64 = 3_698_174_514_653_393_936
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

  private static func model(version: UInt64, adding: [PropertyModel] = []) -> SchemaModel {
    var model = SampleSchema.model
    model.version = version
    guard let index = model.entities.firstIndex(where: { $0.name == "Token" }) else { return model }
    model.entities[index].properties += adding
    return model
  }

  private func open(_ model: SchemaModel) throws -> SampleStore {
    try SampleStore(EnvironmentRegistry.open(path: path), model: model, ordinals: SampleSchema.ordinals)
  }

  @Test("have their original contents, and pass every check")
  func reading() throws {
    #expect(try FileInspection.read(path, checksums: true).tables.map(\.rows).reduce(0, +) == 334)
    let store = try open(OldestFormatTests.model(version: 1))
    #expect(try store.digest() == OldestFormatTests.digest)
    #expect(try store.contradictions() == [])
    #expect(try format() == 7)
  }

  @Test("keep their format while rows are written, and while types are added that it can describe")
  func writing() throws {
    do {
      let store = try open(OldestFormatTests.model(version: 1))
      try store.session.beginWrite()
      try store.insert(SampleSchema.token, [.null, .bytes([1, 2, 3, 4, 5, 6, 7, 8])])
      try store.session.commitWrite(sync: false)
      #expect(try store.contradictions() == [])
    }
    var model = OldestFormatTests.model(version: 2)
    model.entities.append(EntityModel(name: "Zebra", properties: [PropertyModel(name: "stripes", type: .int)]))
    let wanted = WantedSchema(
      model, ordinals: SampleSchema.ordinals.merging(["Zebra": 5]) { $1 }, unlisted: UnlistedOrdinals(from: 6).ordinal)
    _ = try Catalog.open(try EnvironmentRegistry.open(path: path), wanted, version: 2)
    #expect(try format() == 7)
  }

  @Test("become format 8 when a property is added, and lose nothing")
  func upgrade() throws {
    let added = PropertyModel(name: "note", type: .string, isOptional: true)
    do {
      let store = try open(OldestFormatTests.model(version: 2, adding: [added]))
      #expect(try format() == 8)
      #expect(try store.contradictions() == [])
      let rows = try store.rows(SampleSchema.token)
      #expect(rows.count == 300)
      #expect(rows.values.allSatisfy { $0.count == 3 && $0[2] == .null })
      try store.session.beginWrite()
      try store.set(SampleSchema.token, 5, 2, .text("a note that is longer than a slot"))
      try store.session.commitWrite(sync: false)
      #expect(try store.rows(SampleSchema.token)[5]?[2] == .text("a note that is longer than a slot"))
    }
    let store = try open(OldestFormatTests.model(version: 3))
    #expect(try store.digest() == OldestFormatTests.digest)
    try folder.closeIdleFiles()
    _ = try FileInspection.read(path, checksums: true)
  }
}
