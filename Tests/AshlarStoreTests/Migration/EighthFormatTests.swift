import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

/// The fixture has rows of three versions of `StepSchema` in as many layouts, with fills, an index and a primary key that came.
@Suite("Files of format 8", .enabled(if: Sealing.isOptional))
struct EighthFormatTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store")
    try FileManager.default.copyItem(
      at: Repository.folder.appending(path: "Tests/AshlarStoreTests/Fixtures/format-8.ashlar"), to: URL(filePath: path))
  }

  private func check(_ store: SampleStore, _ version: UInt64) throws {
    let rows = try store.rows(StepSchema.row)
    #expect(rows.count == 320)
    #expect(rows.values.compactMap { $0[0].integer }.sorted() == Array(0..<320))
    for cells in rows.values {
      let born = UInt64(cells[1].integer ?? 0)
      for (column, step) in [(2, version - 1), (3, version)] {
        #expect(cells[column] == .text(step > born ? StepSchema.fill(step) : "own"))
      }
    }
    #expect(try store.contradictions() == [])
  }

  @Test("have their original contents, and pass every check")
  func reading() throws {
    #expect(try FileInspection.read(path, checksums: true).tables.map(\.rows) == [320])
    #expect(try Catalog.read(EnvironmentRegistry.open(path: path))?.tables.first?.layouts.map(\.number) == [1, 2, 3])
    try check(SampleStore(path: path, step: 3, turns: false), 3)
  }

  @Test("are migrated to later schemas")
  func migrating() throws {
    for version in 4...6 as ClosedRange<UInt64> { try check(SampleStore(path: path, step: version, turns: false), version) }
    #expect(try FileInspection.schema(path).version == 6)
    _ = try FileInspection.read(path, checksums: true)
  }
}
