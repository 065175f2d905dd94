import Ashlar
import Testing
import Traits

@Suite("Identity for lists of views")
struct IdentityTests {
  private func identity<T: Identifiable>(_ object: T) -> T.ID { object.id }

  @Test("a managed object is identified by its row, an unmanaged one by itself")
  func rows() throws {
    let realm = try memoryRealm(TraitsSchema.objectTypes)
    let (first, second) = (Animal(value: ["name": "a"]), Animal(value: ["name": "b"]))
    let before: UInt64 = identity(first)
    #expect(before != identity(second) && before == identity(first))
    try realm.write { realm.add([first, second]) }
    #expect(identity(first) != before && identity(first) != identity(second))
    let again = try #require(realm.objects(Animal.self).where { $0.name == "a" }.first)
    #expect(again !== first && again.id == first.id)
    try realm.write {
      first.name = "a"
      realm.delete(second)
    }
    #expect(again.id == first.id)
  }

  @Test("the identity of a deleted object stops the program")
  func deleted() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(TraitsSchema.objectTypes)
      let animal = try realm.write { realm.create(Animal.self) }
      try realm.write { realm.delete(animal) }
      _ = animal.id
    }
    #expect(errorText(result).contains("Object has been deleted or invalidated. An accessor of 'Animal' was used"))
  }

  @Test("a property named id identifies the object")
  func property() {
    let edition = Edition(value: ["id": "2024-05"])
    let id: String = identity(edition)
    #expect(id == "2024-05" && edition.id == id)
    let article: Int = identity(Article(value: ["id": 7]))
    #expect(article == 7)
  }
}
