import AshlarSchema
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Layouts in copies")
struct LayoutsOfCopiesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func layouts(_ path: String) throws -> [UInt32] {
    try #require(try Catalog.read(EnvironmentRegistry.open(path: path))).tables[0].layouts.map(\.number)
  }

  @Test("those that no cluster has any more stay behind, with what filled their rows; others and the rows are kept")
  func unused() throws {
    let path = folder.file("store")
    for version in 1...4 as ClosedRange<UInt64> {
      let store = try SampleStore(path: path, step: version, turns: false)
      try store.session.beginWrite()
      for number in 0..<300 {
        try store.insert(StepSchema.row, StepSchema.cells(Int64(version) * 1000 + Int64(number), born: version).dropLast() + [.int(0)])
      }
      try store.session.commitWrite(sync: false)
    }
    let store = try SampleStore(path: path, step: 4, turns: false)
    // Each version has written some clusters, and the next version the last of them again.
    #expect(try layouts(path) == [1, 2, 3, 4])
    try store.session.writeCopy(to: folder.file("first"))
    #expect(try layouts(folder.file("first")) == [1, 2, 3, 4])
    try store.session.beginWrite()
    for key in stride(from: Int64(0), to: 900, by: 100) { try store.set(StepSchema.row, key, 1, .int(9)) }
    try store.session.commitWrite(sync: false)
    try store.session.writeCopy(to: folder.file("second"))
    #expect(try layouts(folder.file("second")) == [4])
    #expect(try #require(try Catalog.read(EnvironmentRegistry.open(path: folder.file("second")))).tables[0].fills.isEmpty)
    let copy = try SampleStore(path: folder.file("second"), step: 4, turns: false)
    #expect(try copy.rows(StepSchema.row) == store.rows(StepSchema.row))
    #expect(try copy.contradictions() == [])
  }
}
