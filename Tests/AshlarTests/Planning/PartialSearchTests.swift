import Foundation
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

@Suite("Intersections of which one part is too expensive to search", .blocking)
struct PartialSearchTests {
  /// 2,000 rows: 20 of each number, 200 of each level; each is owned by the row of half its id.
  private func samples() throws -> (TemporaryFolder, Realm) {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.release(2, [Sample.self]))
    try realm.write {
      var made: [DynamicObject] = []
      for id in 0..<2_000 {
        let object = realm.dynamicCreate("Sample", value: ["id": id, "number": id % 100, "level": id % 10])
        if id > 0 { object["owner"] = made[id / 2] }
        made.append(object)
      }
    }
    return (folder, realm)
  }

  private func ids(_ realm: Realm, _ text: String) -> [Int?] { realm.objects(Sample.self).filter(text).map { $0["id"] as? Int } }

  @Test(
    "the part that is left out is checked, alone, in an alternative, and in an alternative of an alternative",
    arguments: [
      "owner.level == 9 AND number == 7", "(owner.level == 9 AND number == 7) OR number == 8",
      "number == 8 OR (owner.level == 9 AND number == 7)",
      "number == 8 OR (number == 9 AND (number == 8 OR (owner.level == 9 AND number == 7)))",
      "(owner.level == 9 AND number == 7) OR (owner.level == 3 AND number == 8)",
    ])
  func leftOut(_ text: String) throws {
    let (folder, realm) = try samples()
    defer { withExtendedLifetime(folder) {} }
    realm._core.rules.planChoice = .search
    let count = realm.objects(Sample.self).filter(text).count
    let ids = ids(realm, text)
    realm._core.rules.planChoice = .scan
    #expect(ids == self.ids(realm, text))
    #expect(count == ids.count)
  }
}
