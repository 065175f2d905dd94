import Ashlar
import People
import Testing

@testable import AshlarSwiftUI

@MainActor @Suite("Writing from views", .serialized)
struct WritingFromViewsTests {
  private let base: Shown
  private var realm: Realm { base.realm }
  private let ann: Person

  init() throws {
    base = try Shown()
    try base.add("ann", "bob", "cid", "dan")
    ann = try #require(base.person("ann"))
    let (realm, person) = (base.realm, ann)
    try realm.write { person.friends.append(objectsIn: realm.objects(Person.self)) }
  }

  private var friends: [String] { ann.friends.map(\.firstName) }

  private func property<V>(_ object: Person, _ keyPath: ReferenceWritableKeyPath<Person, V>) -> BoundProperty<Person, V> {
    BoundProperty({ object }, keyPath, touched: { _ in })
  }

  @Test("a property of a frozen object is written to the live one, in a transaction of its own, and read from it at once")
  func property() throws {
    let name = property(ann.freeze(), \.firstName)
    let version = realm._version
    name.set("eve")
    #expect(realm._version == version + 1 && !realm.isInWriteTransaction)
    #expect(ann.firstName == "eve")
    #expect(name.value == "eve")
  }

  @Test("an equal value is not written where values can be compared")
  func equal() throws {
    let name = property(ann, \.firstName)
    try base.elsewhere { _ = $0.create(Person.self) }
    let version = realm._version
    name.setDiffering("ann")
    #expect(realm._version == version, "no write has begun, which would be at the newest version")
    name.setDiffering("eve")
    #expect(realm._version == version + 2)
  }

  @Test("in a write that is open it is written there")
  func inWrite() throws {
    try realm.write {
      property(ann, \.firstName).set("eve")
      #expect(realm.isInWriteTransaction)
    }
    #expect(ann.firstName == "eve")
  }

  @Test("an object that another thread has deleted is not written, and its last value is read")
  func gone() throws {
    let name = property(ann, \.firstName)
    #expect(name.value == "ann")
    try base.elsewhere { realm in realm.delete(realm.objects(Person.self)[0]) }
    // The write begins at the version in which it is gone.
    name.set("eve")
    #expect(realm.objects(Person.self).count == 3)
    #expect(name.value == "ann")
    name.set("eve")
    #expect(name.value == "ann")
  }

  @Test("an unmanaged object is written directly, and observers are called")
  func unmanaged() {
    let person = Person()
    var touched = 0
    let name = BoundProperty({ person }, \.firstName, touched: { _ in touched += 1 })
    name.set("eve")
    #expect(person.firstName == "eve" && touched == 1)
    let managed = BoundProperty({ [ann] in ann }, \.firstName, touched: { _ in touched += 1 })
    managed.set("eve")
    #expect(touched == 1, "managed objects tell that themselves")
  }

  @Test("a collection is read frozen")
  func collection() {
    #expect(property(ann, \.friends).frozen.isFrozen)
    #expect(property(ann.freeze(), \.friends).frozen.isFrozen)
    #expect(!property(Person(), \.friends).frozen.isFrozen)
  }

  @Test("elements of a list are appended, removed and moved by their positions")
  func list() {
    let shown = ann.friends.freeze()
    shown.removeFromView(atOffsets: [1, 2])
    #expect(friends == ["ann", "dan"])
    ann.friends.appendFromView(Person(value: ["firstName": "eve"]))
    #expect(friends == ["ann", "dan", "eve"])
    ann.friends.freeze().moveFromView(fromOffsets: [0], toOffset: 3)
    #expect(friends == ["dan", "eve", "ann"])
    ann.friends.freeze().removeFromView(at: 1)
    #expect(friends == ["dan", "ann"])
    ann.friends.appendFromView(ann.freeze())
    #expect(friends == ["dan", "ann", "ann"])
  }

  @Test("positions are those of the elements shown, also when others have written meanwhile")
  func heldPositions() throws {
    let shown = ann.friends.freeze()
    try base.elsewhere { realm in
      let people = realm.objects(Person.self)
      people[0].friends.insert(people[3], at: 0)
      people[0].friends.remove(at: 2)
    }
    // dan ann cid dan now; shown are ann bob cid dan.
    shown.removeFromView(atOffsets: [1, 2])
    #expect(friends == ["dan", "ann", "dan"], "bob was gone already")
  }

  @Test("elements are moved before the element that they were dropped at, also when others have written meanwhile")
  func heldDestination() throws {
    let shown = ann.friends.freeze()
    try base.elsewhere { realm in
      let people = realm.objects(Person.self)
      people[0].friends.insert(people[1], at: 0)
    }
    // bob ann bob cid dan; of equal elements the first is the first that was shown.
    shown.moveFromView(fromOffsets: [0], toOffset: 3)
    #expect(friends == ["bob", "bob", "cid", "ann", "dan"])
  }

  @Test("the element at the position is removed, not an equal one")
  func duplicates() throws {
    try realm.write { ann.tags.append(objectsIn: ["a", "b", "a", "c"]) }
    let shown = ann.tags.freeze()
    try base.elsewhere { realm in realm.objects(Person.self)[0].tags.insert("x", at: 1) }
    shown.removeFromView(atOffsets: [2])
    #expect(Array(ann.tags) == ["a", "x", "b", "c"])
  }

  @Test("objects of results are deleted by the positions shown, without those that were deleted before")
  func results() throws {
    let shown = realm.objects(Person.self).sorted(byKeyPath: "firstName", ascending: false).freeze()
    try base.elsewhere { realm in
      realm.delete(realm.objects(Person.self)[3])
      realm.create(Person.self, value: ["firstName": "zoe"])
    }
    deleteFromView(objectsShown(in: shown, at: [0, 1]))
    #expect(realm.objects(Person.self).map(\.firstName) == ["ann", "bob", "zoe"], "dan was gone, cid is deleted")
    deleteFromView(objectsShown(in: shown, at: [0, 9]))
    #expect(realm.objects(Person.self).count == 3)
  }

  @Test("an object is added to the Realm, and one that is there already is left")
  func added() {
    addFromView(Person(value: ["firstName": "eve"]), to: realm)
    addFromView(ann, to: realm)
    addFromView(ann.freeze(), to: realm)
    #expect(realm.objects(Person.self).count == 5)
  }

  @Test("a write that fails is reported and stores nothing; views then show the stored values again")
  func failed() throws {
    let shown = ShownValue(ann)
    var changes = 0
    shown.changed = { changes += 1 }
    let version = realm._version
    // Longer than any text that can be stored.
    transaction(in: realm) {
      ann.firstName = "eve"
      realm.create(Person.self, value: ["firstName": String(repeating: "x", count: 17_000_000)])
    }
    #expect(!realm.isInWriteTransaction)
    #expect(realm._version == version)
    #expect(property(ann, \.firstName).value == "ann")
    #expect(realm.objects(Person.self).count == 4)
    #expect(changes == 1)
    property(ann, \.firstName).set("eve")
    #expect(ann.firstName == "eve")
    #expect(changes == 1)
  }

  @Test("the innermost of nested handlers is called, and of several at one depth the last; other errors call none")
  func handlers() {
    let failed = FailedWrites()
    var called: [String] = []
    func handler(_ name: String, depth: Int) -> FailureHandler {
      let handler = FailureHandler()
      handler.depth = depth
      handler.action = { called.append("\(name) \($0.code == .ruleViolated)") }
      failed.add(handler)
      return handler
    }
    let broken = Realm.Error(.ruleViolated)
    failed.report(broken, from: realm)
    let outer = handler("outer", depth: 0)
    failed.report(broken, from: realm)
    do {
      let first = handler("first", depth: 1)
      let second = handler("second", depth: 1)
      failed.report(broken, from: realm)
      second.action = nil
      failed.report(broken, from: realm)
      withExtendedLifetime((first, second)) {}
    }
    // Those of views that are gone are not called, and other errors concern no handler.
    failed.report(broken, from: realm)
    failed.report(Realm.Error(.outOfDiskSpace), from: realm)
    #expect(called == ["outer true", "second true", "first true", "outer true"])
    withExtendedLifetime(outer) {}
  }
}
