import Ashlar
import Handwritten
import TestSupport
import Testing

@Suite("Classes written by hand whose objects are Frozen")
struct FrozenClassTests {
  @Test("an object of a class whose stored properties are all @Persisted is read in a task")
  func persisted() async throws {
    let realm = try memoryRealm([Anchor.self])
    try realm.write { realm.add(Anchor(weight: 5)) }
    let anchor = Frozen(try #require(realm.objects(Anchor.self).first))
    let anchors = FrozenResults(realm.objects(Anchor.self))
    try realm.write { realm.deleteAll() }
    #expect(await Task.detached { [anchor.weight, anchors.count, anchors.first?.weight ?? 0] }.value == [5, 1, 5])
  }

  @Test("an object of a class with a superclass is read in a task")
  func derived() async throws {
    let parrot = Parrot()
    parrot.name = "Polly"
    let realm = try memoryRealm(HandwrittenSchema.objectTypes)
    try realm.write { realm.add(parrot) }
    let frozen = Frozen(parrot)
    #expect(await Task.detached { frozen.name }.value == "Polly")
  }

  @Test("a class with another stored property cannot be Frozen")
  func other() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(HandwrittenSchema.objectTypes)
      let sailor = Sailor(name: "Ada")
      try realm.write { realm.add(sailor) }
      _ = Frozen(sailor)
    }
    #expect(errorText(result).contains("'Sailor' has stored properties that are not in the schema"))
  }
}
