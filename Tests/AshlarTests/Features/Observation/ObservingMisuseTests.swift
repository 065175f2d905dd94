import Ashlar
import Foundation
import People
import Testing
import TestSupport
import TestTraits

@Suite("Misuse of observing", .blocking)
struct ObservingMisuseTests {
  @Test("unmanaged collections stop the program")
  func unmanaged() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Person().tags.observe { _ in }
    }
    #expect(errorText(result).contains("Change notifications are only supported on managed collections."))
  }

  @Test("unmanaged objects stop the program")
  func unmanagedObject() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Person().observe { (_: ObjectChange<Person>) in }
    }
    #expect(errorText(result).contains("Only objects which are managed by a Realm support change notifications"))
  }

  @Test("observing a frozen object or collection stops the program")
  func frozen() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm(PeopleSchema.objectTypes).freeze().objects(Person.self).observe { _ in }
    }
    #expect(errorText(result).contains("Frozen Realms do not change and do not have change notifications."))
  }

  @Test("observing in a write that has changed something stops the program")
  func inWrite() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(PeopleSchema.objectTypes)
      realm.beginWrite()
      let before = realm.objects(Person.self).observe { _ in }
      realm.create(Person.self)
      _ = realm.objects(Person.self).observe { _ in }
      withExtendedLifetime(before) {}
    }
    #expect(errorText(result).contains("Cannot create asynchronous query after making changes in a write transaction."))
  }

  @Test("a name in a key path that is no property stops the program with both names")
  func path() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm(PeopleSchema.objectTypes).objects(Person.self).observe(keyPaths: ["friends.shoe"]) { _ in }
    }
    #expect(errorText(result).contains("Invalid property name: property 'shoe' not found in object of type 'Person'"))
  }

  @Test("a block for another type stops the program")
  func type() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(PeopleSchema.objectTypes)
      let person = try realm.write { realm.create(Person.self) }
      _ = person.observe { (_: ObjectChange<Dog>) in }
    }
    #expect(errorText(result).contains("The block accepts changes of 'Dog', and the observed object is a 'Person'."))
  }

  @Test("tokens of another Realm cannot be excluded from a commit")
  func skipping() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (realm, other) = (try memoryRealm(PeopleSchema.objectTypes), try memoryRealm(PeopleSchema.objectTypes))
      let token = other.objects(Person.self).observe { _ in }
      try realm.write(withoutNotifying: [token]) {}
    }
    #expect(errorText(result).contains("Incorrect Realm: only notifications for the Realm being modified can be skipped."))
  }

  @Test("nor can the token of an observer on another queue")
  func skippingOfQueue() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(PeopleSchema.objectTypes)
      let token = realm.objects(Person.self).observe(on: DispatchQueue(label: "other")) { _ in }
      try realm.write(withoutNotifying: [token]) {}
    }
    #expect(errorText(result).contains("not those of observers on another queue or actor."))
  }

  @Test("a sequence of a thread's Realm stops the program, and says where sequences are for")
  func sequenceOfThread() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try onThread {
        let people = try! memoryRealm(PeopleSchema.objectTypes).objects(Person.self)
        _ = people.changes().makeAsyncIterator()
      }
    }
    #expect(errorText(result).contains("'changes' is for Realms of the main actor (the main thread), of other actors and of tasks."))
  }

  @Test("so does waiting for a change inside of the task's own write")
  func sequenceInWrite() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let task = Task.detached {
        let realm = try memoryRealm(PeopleSchema.objectTypes)
        var changes = realm.objects(Person.self).changes().makeAsyncIterator()
        _ = await changes.next()
        realm.beginWrite()
        _ = await changes.next()
      }
      try await task.value
    }
    #expect(errorText(result).contains("A task cannot wait for the next change inside its own write transaction."))
  }
}
