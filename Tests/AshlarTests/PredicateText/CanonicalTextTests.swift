import Kinds
import Matrix
import Testing

@testable import Ashlar

@Suite("Conditions whose texts are canonical equivalents")
struct CanonicalTextTests {
  @Test("compare with their own literals, also when the other text was parsed before")
  func literals() throws {
    let realm = try memoryRealm()
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    #expect(composed == decomposed)
    try realm.write { realm.create(Scalars.self, value: ["string": composed]) }
    for text in [composed, decomposed, composed] {
      let count = realm.objects(Scalars.self).filter("string == '\(text)'").count
      #expect(count == (text.utf8.count == composed.utf8.count ? 1 : 0))
    }
  }
}
