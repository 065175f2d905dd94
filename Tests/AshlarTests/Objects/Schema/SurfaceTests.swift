import Ashlar
import Testing
import Traits

private final class Horse: Animal {
  var isFed = false
  func feed() { isFed = true }
}

@Suite("What only Swift sees of a schema")
struct SurfaceTests {
  @Test("a subclass written by hand is a view of the same table")
  func subclass() throws {
    let realm = try memoryRealm(TraitsSchema.objectTypes)
    let horse = Horse()
    horse.name = "Rex"
    horse.feed()
    try realm.write { realm.add(horse) }
    #expect(horse.isFed && horse.realm == realm)
    #expect(realm.objects(Animal.self).map(\.name) == ["Rex"])
    let other = try #require(realm.objects(Horse.self).where { $0.name == "Rex" }.first)
    #expect(type(of: other) == Horse.self && other.legs == 4 && !other.isFed)
    #expect(horse.isSameObject(as: other))
  }

  @Test("deprecated types and properties are stored as others are")
  func deprecated() throws {
    let realm = try memoryRealm(TraitsSchema.objectTypes)
    let cage = try #require(TraitsSchema.objectTypes.first { $0.className() == "Cage" } as? Object.Type)
    let animal = Animal()
    try realm.write {
      realm.add(animal)
      animal["cage"] = cage.init()
      animal["gait"] = 2
    }
    #expect((animal["cage"] as? Object)?.objectSchema.className == "Cage")
    #expect((animal["gait"] as? Gait)?.rawValue == 2 || animal["gait"] as? Int == 2)
  }

  @Test("an enum with a deprecated case knows all cases")
  func cases() {
    #expect(Gait.allCases.map(\.rawValue) == [1, 2, 3])
    #expect(Gait() == .walk)
  }
}
