import People
import TestSupport
import Testing

@testable import Ashlar
@testable import AshlarStore

@Suite("A commit whose version cannot be read")
struct UnreadCommitTests {
  @Test("throws, is stored, and leaves the Realm at the version before it")
  func readersInUse() throws {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.configuration())
    try realm.write { _ = realm.create(Dog.self, value: ["name": "Rex"]) }
    // The frozen Realm shares the snapshot, so the commit needs another reader.
    let frozen = realm.freeze()
    #expect(frozen.objects(Dog.self).count == 1)
    realm.beginWrite()
    let dog = realm.create(Dog.self, value: ["name": "Max"])
    let reference = ThreadSafeReference(to: dog)
    var snapshots: [any StorageSnapshot] = []
    while let snapshot = try? realm._core.session.engine.snapshot() { snapshots.append(snapshot) }
    #expect(throws: Realm.Error.self) { try realm.commitWrite() }
    #expect(!realm.isInWriteTransaction)
    #expect(realm.objects(Dog.self).map(\.name) == ["Rex"])
    #expect(dog.isInvalidated)

    snapshots = []
    #expect(realm.refresh())
    #expect(realm.objects(Dog.self).map(\.name) == ["Rex", "Max"])
    #expect(realm.resolve(reference)?.name == "Max")
    try realm.write { _ = realm.create(Dog.self, value: ["name": "Kim"]) }
    #expect(realm.objects(Dog.self).map(\.name) == ["Rex", "Max", "Kim"])
  }
}
