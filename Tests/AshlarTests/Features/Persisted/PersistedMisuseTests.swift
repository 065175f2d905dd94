import Ashlar
import Handwritten
import Testing

@Suite("Misuse of classes written by hand stops as that of generated ones does")
struct PersistedMisuseTests {
  @Test("a primary key cannot be changed")
  func key() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(HandwrittenSchema.objectTypes)
      try realm.write {
        let parrot = realm.create(Parrot.self, value: ["name": "Polly"])
        parrot.name = "Rex"
      }
    }
    #expect(errorText(result).contains("Parrot.name"))
  }

  @Test("writing outside of a write names the property")
  func outside() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(HandwrittenSchema.objectTypes)
      let sailor = Sailor(name: "Ann")
      try realm.write { realm.add(sailor) }
      sailor.age = 3
    }
    #expect(errorText(result).contains("Sailor.age"))
  }

  @Test("linking objects cannot be assigned")
  func linking() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let sailor = Sailor(name: "Ann")
      sailor.admirers = sailor.admirers
    }
    #expect(errorText(result).contains("LinkingObjects are read-only"))
  }
}
