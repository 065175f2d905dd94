import AshlarStore
import Kinds
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

@Suite("Results that a commit does not change", .blocking)
struct UnchangedResultsTests {
  private func fill(_ realm: Realm) throws {
    try realm.write { for number in 0..<3_000 { realm.create(TextKey.self, value: ["id": "key \(number)", "value": number]) } }
  }

  @Test("a commit that changes other types costs nothing, one that changes theirs is seen")
  func ownCommits() throws {
    let realm = try memoryRealm()
    try fill(realm)
    let found = realm.objects(TextKey.self).where { $0.value >= 1_000 }
    #expect(found.count == 2_000)
    let visited = realm._core.session.visitedClusters
    try realm.write { realm.create(SmallKey.self, value: ["id": 1, "value": 1]) }
    #expect(found.count == 2_000 && realm._core.session.visitedClusters == visited)
    try realm.write { realm.object(ofType: TextKey.self, forPrimaryKey: "key 5")?.value = 5_000 }
    #expect(found.count == 2_001 && realm._core.session.visitedClusters > visited)
    realm.beginWrite()
    let small = realm.object(ofType: SmallKey.self, forPrimaryKey: Int8(1))
    small?.value = 2
    #expect(found.count == 2_001)
    realm.object(ofType: TextKey.self, forPrimaryKey: "key 6")?.value = 5_000
    #expect(found.count == 2_002)
    realm.cancelWrite()
    #expect(found.count == 2_001)
    try realm.write { realm.delete(realm.objects(TextKey.self).where { $0.value == 5_000 }) }
    #expect(found.count == 2_000)
  }

  @Test("nor does a commit of another Realm, as far as it says what it changed")
  func otherCommits() throws {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.configuration())
    try fill(realm)
    let found = realm.objects(TextKey.self).where { $0.value >= 1_000 }
    #expect(found.count == 2_000)
    let visited = realm._core.session.visitedClusters
    let configuration = folder.configuration()
    try onThread {
      let other = try Realm(configuration: configuration)
      try other.write { other.create(SmallKey.self, value: ["id": 1, "value": 1]) }
    }
    #expect(realm.refresh() && found.count == 2_000 && realm._core.session.visitedClusters == visited)
    try onThread {
      let other = try Realm(configuration: configuration)
      try other.write { other.create(TextKey.self, value: ["id": "more", "value": 7_000]) }
    }
    #expect(realm.refresh() && found.count == 2_001)
  }
}
