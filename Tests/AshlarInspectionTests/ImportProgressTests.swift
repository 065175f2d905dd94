import Testing

@testable import AshlarInspection

@Suite("The progress of an import")
struct ImportProgressTests {
  @Test("has the objects in a second and what is left, once there is something to measure")
  func text() {
    #expect(ImportProgress.text(objects: 256, done: 10, of: 1_000, seconds: 0.1) == "256 objects")
    #expect(ImportProgress.text(objects: 3_000, done: 250, of: 1_000, seconds: 2) == "3000 objects, 1500 a second, 6 s to go")
    #expect(ImportProgress.text(objects: 3_000, done: 1, of: 1_000, seconds: 1) == "3000 objects, 3000 a second, 16 min to go")
    #expect(ImportProgress.text(objects: 3_000, done: 1_000, of: 1_000, seconds: 2) == "3000 objects, 1500 a second")
  }
}
