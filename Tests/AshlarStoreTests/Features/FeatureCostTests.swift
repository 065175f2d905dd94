import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("The cost of a list of features", .usualPages, .enabled(if: Sealing.isOptional))
struct FeatureCostTests {
  // The number of pages that eight commits of one row write.
  private func pages(_ features: String, in folder: TemporaryFolder) throws -> Int {
    let path = RealPath.of(folder.file("store \(features)"))
    return try InventedFeatures.knowing(features) {
      let store = try SampleStore(
        EnvironmentRegistry.open(path: path), model: SampleSchema.model, ordinals: SampleSchema.ordinals,
        features: InventedFeatures.named(features))
      try store.addNumberedToken(.unsynced)
      var pages = 0
      for _ in 0..<8 { pages += try changedPages(path) { try store.addNumberedToken(.unsynced) } }
      return pages
    }
  }

  @Test("a commit of one row writes as many pages of a file with features that have no tree as of a file without features")
  func commits() throws {
    let folder = try TemporaryFolder()
    let plain = try pages("", in: folder)
    #expect(plain >= 8)
    for features in ["notes", "unique", "checks,deletes,indexes,keys,unique"] {
      // Another order of free pages may take one more; a page in each commit would be eight.
      #expect(try abs(pages(features, in: folder) - plain) <= 2, "\(features)")
    }
  }
}
