import Ashlar
import People
import Testing

@Suite("Deleting an object that a sequence contains twice")
struct RepeatedDeleteTests {
  @Test("deletes it once, whether the objects have one type or two", arguments: [false, true])
  func repeated(isMixed: Bool) throws {
    let realm = try memoryRealm()
    let (first, second) = try realm.write {
      let other: Object = isMixed ? realm.create(Person.self) : realm.create(Dog.self)
      return (realm.create(Dog.self), other)
    }
    let kept = try realm.write { realm.create(Dog.self) }
    let objects: [Object] = [first, second, first]
    try realm.write { realm.delete(objects) }
    #expect(first.isInvalidated)
    #expect(second.isInvalidated)
    #expect(first.realm == nil)
    #expect(second.realm == nil)
    #expect(realm.objects(Dog.self).count == 1)
    #expect(realm.objects(Person.self).isEmpty)
    #expect(!kept.isInvalidated)
  }
}
