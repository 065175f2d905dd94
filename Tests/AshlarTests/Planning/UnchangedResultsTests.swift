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

  @Test("nor does a commit of another Realm, if its changes are known")
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

  @Test("a commit that changes types which links lead to, but the condition and the order do not, costs nothing")
  func ownPaths() throws {
    let realm = try memoryRealm()
    try realm.write {
      for number in 0..<300 {
        realm.create(Node.self, value: ["label": "\(number)", "weight": number, "part": ["size": 1.0]] as [String: Any])
      }
      realm.create(TextKey.self, value: ["id": "a", "value": 1])
    }
    let session = realm._core.session
    let plain = realm.objects(Node.self).where { $0.weight > 100 }
    let linked = realm.objects(Node.self).where { $0.part.size > 0.5 }
    let counted = realm.objects(Node.self).where { ($0.parts.size > 2).count == 0 }
    let sorted = realm.objects(Node.self).sorted(byKeyPath: "part.size")
    #expect(plain.count == 199 && linked.count == 300 && counted.count == 300 && sorted.first?.weight == 0)
    let visited = session.visitedClusters
    try realm.write { realm.object(ofType: TextKey.self, forPrimaryKey: "a")?.value = 2 }
    #expect(plain.count == 199 && linked.count == 300 && counted.count == 300 && session.visitedClusters == visited)
    try realm.write { realm.objects(Node.self)[200].part?.size = 0.1 }
    let after = session.visitedClusters
    #expect(plain.count == 199 && session.visitedClusters == after)
    #expect(linked.count == 299 && sorted.first?.weight == 200)
    try realm.write { realm.objects(Node.self)[7].parts.append(Part(value: ["size": 3.0])) }
    #expect(counted.count == 299)
  }

  @Test("values of any type, which may link to every table, make none of them count")
  func anyValues() throws {
    let realm = try memoryRealm(ValueSchema.types)
    let session = realm._core.session
    try realm.write { realm.create(Anything.self, value: ["id": 1, "any": 3]) }
    let values = realm.objects(Anything.self).where { $0.any == .int(3) }
    #expect(values.count == 1)
    let visited = session.visitedClusters
    try realm.write { realm.create(Target.self) }
    #expect(values.count == 1 && session.visitedClusters == visited)
    try realm.write { realm.create(Anything.self, value: ["id": 2, "any": 3]) }
    #expect(values.count == 2)
  }
}
