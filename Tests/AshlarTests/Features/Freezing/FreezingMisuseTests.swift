import Ashlar
import Atlas
import Foundation
import People
import Testing
import TestSupport

@Suite("Misuse of what is frozen")
struct FreezingMisuseTests {
  @Test("setting a property of a frozen object stops the program")
  func property() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      let dog = try realm.write { realm.create(Dog.self) }.freeze()
      try realm.write { dog.age = 1 }
    }
    #expect(
      errorText(result).contains(
        "Attempting to modify a frozen object: 'Dog.age'. Call thaw() and change the live object inside a write transaction."))
  }

  @Test("changing a frozen list stops the program")
  func list() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      let person = try realm.write { realm.create(Person.self) }.freeze()
      try realm.write { person.tags.append("x") }
    }
    #expect(
      errorText(result).contains(
        "Cannot modify managed List outside of a write transaction: it is frozen. Call thaw() and change the live collection inside a write transaction."
      )
    )
  }

  @Test("changing a collection inside a frozen value of any type stops the program")
  func nested() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try Realm(configuration: memory(UUID().uuidString, [Place.self, Landmark.self, CoordinateStorage.self]))
      let place = Place()
      place.anything = .fromArray([.int(1)])
      try realm.write { realm.add(place) }
      let list = place.freeze().anything.listValue
      try realm.write { list?.append(.int(2)) }
    }
    #expect(errorText(result).contains("Cannot modify managed List outside of a write transaction: it is frozen."))
  }

  @Test("writing to a frozen Realm stops the program")
  func realm() async {
    for operation in 0..<3 {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [operation = operation as Int] in
        let realm = try memoryRealm()
        let frozen = realm.freeze()
        switch operation {
        case 0: frozen.beginWrite()
        case 1: frozen.add(Dog())
        default: frozen.deleteAll()
        }
      }
      let words = ["perform transactions", "add an object", "delete objects"][operation]
      #expect(errorText(result).contains("Cannot \(words) on a frozen Realm. Call thaw() and use the live Realm."))
    }
  }

  @Test("freezing an object in the write that made it stops the program")
  func created() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { _ = realm.create(Dog.self).freeze() }
    }
    #expect(errorText(result).contains("Cannot freeze an object in the same write transaction as it was created in ('Dog')."))
  }

  @Test("freezing a list of an object that the write made stops the program")
  func createdList() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { _ = realm.create(Person.self).tags.freeze() }
    }
    #expect(errorText(result).contains("Cannot freeze an object in the same write transaction as it was created in ('Person')."))
  }

  @Test("freezing and thawing unmanaged objects and collections stops the program, but for embedded ones, which thaw to nil")
  func unmanaged() async {
    for operation in 0..<4 {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [operation = operation as Int] in
        switch operation {
        case 0: _ = Dog().freeze()
        case 1: _ = Dog().thaw()
        case 2: _ = Address().freeze()
        default: _ = Person().tags.freeze()
        }
      }
      let words = [
        "Unmanaged objects cannot be frozen ('Dog').", "Unmanaged objects cannot be thawed ('Dog').",
        "Unmanaged objects cannot be frozen ('Address').", "This method may only be called on List instances retrieved from a Realm",
      ][operation]
      #expect(errorText(result).contains(words))
    }
    #expect(Address().thaw() == nil && !Dog().isFrozen && !Person().tags.isFrozen)
  }

  @Test("freezing a deleted object, or from another thread, stops the program")
  func wrongPlace() async {
    let deleted = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      let dog = try realm.write { realm.create(Dog.self) }
      try realm.write { realm.delete(realm.objects(Dog.self)) }
      _ = dog.freeze()
    }
    #expect(errorText(deleted).contains("Object has been deleted or invalidated."))
    let thread = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      nonisolated(unsafe) let dog = try realm.write { realm.create(Dog.self) }
      try onThread { _ = dog.freeze() }
    }
    #expect(errorText(thread).contains("Realm accessed from incorrect thread."))
  }

  @Test("reading from a frozen Realm that was invalidated stops the program")
  func closed() async {
    for operation in 0..<2 {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [operation = operation as Int] in
        let realm = try memoryRealm()
        let dog = try realm.write { realm.create(Dog.self) }.freeze()
        let dogs = try #require(dog.realm).objects(Dog.self)
        dog.realm?.invalidate()
        if operation == 0 { _ = dog.age } else { _ = dogs.count }
      }
      #expect(errorText(result).contains("Cannot read from a frozen Realm which has been invalidated. Freeze a live Realm again."))
    }
  }
}
