import Ashlar
import Bookshop
import Foundation
import Testing

// listing: catalog
struct Catalog: Sendable {
  let pool: RealmPool

  func title(_ isbn: String) throws -> String? {
    try pool.read { realm in realm.object(ofType: Novel.self, forPrimaryKey: isbn)?.title }
  }

  func add(_ title: String, isbn: String) async throws {
    try await pool.write { realm in _ = realm.create(Novel.self, value: ["isbn": isbn, "title": title], update: .modified) }
  }
}
// end

@Suite("Guide: servers")
struct ServerListings {
  @Test("many requests at a time read and write through one pool")
  func requests() async throws {
    let file = try TemporaryFile()
    let configuration = Realm.Configuration(fileURL: file.url, objectTypes: BookshopSchema.objectTypes)
    // listing: pool
    let catalog = Catalog(pool: try RealmPool(configuration))
    // end
    // listing: requests
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...20 {
        group.addTask { try await catalog.add("Volume \(number)", isbn: "\(number)") }
      }
      try await group.waitForAll()
    }
    // end
    #expect(try catalog.title("7") == "Volume 7")
    #expect(try catalog.title("21") == nil)
    try await scans(catalog)
  }

  private func scans(_ catalog: Catalog) async throws {
    // listing: background
    let titles = try await catalog.pool.readInBackground { realm in
      realm.objects(Novel.self).sorted(by: \.title).map(\.title)
    }
    // end
    #expect(titles.count == 20 && titles == titles.sorted())
    // listing: snapshot
    let snapshot = try catalog.pool.snapshot()
    let before = snapshot.read { $0.objects(Novel.self).count }
    try await catalog.add("Late", isbn: "late")
    let after = snapshot.read { $0.objects(Novel.self).count }
    // end
    // listing: statistics
    let statistics = try catalog.pool.statistics()
    print(statistics.commitCount, statistics.writeWaitCount, statistics.fileSize)
    if let oldest = statistics.oldestPinnedVersion { print(oldest.holder, oldest.bytes) }
    // end
    #expect(before == 20 && after == 20)
    #expect(statistics.commitCount >= 21 && statistics.fileSize > 0 && statistics.version > 20)
  }
}
