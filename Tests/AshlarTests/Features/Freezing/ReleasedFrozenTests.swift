import AshlarStore
import People
import Testing

@testable import Ashlar

@Suite("Frozen Realms that have released their version")
struct ReleasedFrozenTests {
  @Test("do not report that they have moved to another version")
  func advance() throws {
    let realm = try memoryRealm()
    let frozen = realm.freeze()
    try realm.write { realm.create(Dog.self) }
    #expect(try !frozen._core.session.advance())
    frozen._core.session.release()
    #expect(try !frozen._core.session.advance())
    #expect(frozen._core.session.isReleased)
  }
}
