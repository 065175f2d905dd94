import Ashlar
import Dispatch
import Foundation
import People
import Testing
import TestSupport

private final class DogTag: Projection<Dog> {
  @Projected(\Dog.name) var text
}

@Suite("References to objects of a Realm")
struct ReferenceTests {
  private func realm() throws -> Realm {
    let realm = try memoryRealm()
    try realm.write {
      let owner = realm.create(Person.self, value: ["firstName": "Ada"])
      for name in ["Rex", "Fido", "Bello"] { realm.create(Dog.self, value: ["name": name, "owner": owner]) }
    }
    return realm
  }

  @Test("objects, linking objects and results are resolved on another thread, with their conditions and order")
  func kinds() throws {
    let realm = try realm()
    let configuration = realm.configuration
    let person = try #require(realm.objects(Person.self).first)
    let object = ThreadSafeReference(to: person)
    let links = ThreadSafeReference(to: person.dogs)
    let results = ThreadSafeReference(to: realm.objects(Dog.self).where { $0.name != "Rex" }.sorted(byKeyPath: "name"))
    let any = ThreadSafeReference(to: AnyRealmCollection(person.dogs))
    let seen = try onThread { () -> [String?] in
      let realm = try Realm(configuration: configuration)
      let (found, dogs) = (realm.resolve(object), realm.resolve(links))
      let live = [found?.realm, dogs?.realm].allSatisfy { $0 == realm }
      return [
        found?.firstName, dogs?.first?.name, realm.resolve(results)?.map(\.name).joined(separator: " "), "\(live)",
        "\(realm.resolve(any)?.count ?? -1)",
      ]
    }
    #expect(seen == ["Ada", "Rex", "Bello Fido", "true", "3"])
    #expect(object.isInvalidated && links.isInvalidated)
  }

  @Test("a reference can be passed to a task, an actor and a queue")
  func everywhere() async throws {
    let realm = try realm()
    let configuration = realm.configuration
    func reference() throws -> ThreadSafeReference<Dog> { ThreadSafeReference(to: try #require(realm.objects(Dog.self).first)) }
    let first = try reference()
    #expect(try await Task.detached { try await Realm.open(configuration: configuration).resolve(first)?.name }.value == "Rex")
    let second = try reference()
    #expect(try await MainActor.run { try Realm(configuration: configuration).resolve(second)?.name } == "Rex")
    let third = try reference()
    let queue = DispatchQueue(label: "serial")
    #expect(try queue.sync { try Realm(configuration: configuration, queue: queue).resolve(third)?.name } == "Rex")
  }

  @Test("an older Realm advances to resolve, a newer one stays")
  func versions() throws {
    let first = try realm()
    let configuration = first.configuration
    let second = try onQueue { try Realm(configuration: configuration, queue: $0) }
    #expect(second.queue.sync { second.value.objects(Dog.self).count } == 3)
    try first.write { _ = first.create(Dog.self, value: ["name": "new"]) }
    let new = ThreadSafeReference(to: try #require(first.objects(Dog.self).last))
    #expect(second.queue.sync { second.value.resolve(new)?.name } == "new")
    let old = ThreadSafeReference(to: try #require(first.objects(Dog.self).last))
    try second.queue.sync { try second.value.write { second.value.delete(second.value.objects(Dog.self)) } }
    // Deleted in the version that this one reads; the other has not seen it yet.
    #expect(second.queue.sync { second.value.resolve(old) } == nil)
    #expect(first.objects(Dog.self).count == 4)
  }

  private struct OnQueue: @unchecked Sendable {
    let queue: DispatchQueue
    let value: Realm
  }
  private func onQueue(_ open: (DispatchQueue) throws -> Realm) throws -> OnQueue {
    let queue = DispatchQueue(label: "serial")
    return OnQueue(queue: queue, value: try queue.sync { try open(queue) })
  }

  @Test("a reference made inside a write sees what the write has committed when it is resolved")
  func writing() throws {
    let realm = try realm()
    let configuration = realm.configuration
    let dog = try #require(realm.objects(Dog.self).first)
    realm.beginWrite()
    dog.name = "Max"
    let reference = ThreadSafeReference(to: dog)
    try realm.commitWrite()
    #expect(try onThread { try Realm(configuration: configuration).resolve(reference)?.name } == "Max")
  }

  @Test("an object that a write has made is found once that is committed, and never when it is cancelled or goes on")
  func created() throws {
    let realm = try realm()
    let configuration = realm.configuration
    func found(_ reference: ThreadSafeReference<Dog>) throws -> String? {
      try onThread { try Realm(configuration: configuration).resolve(reference)?.name }
    }
    let committed = try realm.write { ThreadSafeReference(to: realm.create(Dog.self, value: ["name": "committed"])) }
    #expect(try found(committed) == "committed")
    realm.beginWrite()
    let cancelled = ThreadSafeReference(to: realm.create(Dog.self, value: ["name": "cancelled"]))
    realm.cancelWrite()
    // It has the key that the cancelled one had.
    try realm.write { _ = realm.create(Dog.self, value: ["name": "another"]) }
    #expect(try found(cancelled) == nil)
    realm.beginWrite()
    let made = realm.create(Dog.self, value: ["name": "open"])
    let (open, own) = (ThreadSafeReference(to: made), ThreadSafeReference(to: made))
    #expect(try found(open) == nil)
    #expect(realm.resolve(own)?.name == "open")
    try realm.commitWrite()
    let deleted = try realm.write { ThreadSafeReference(to: realm.create(Dog.self, value: ["name": "deleted"])) }
    try realm.write { realm.delete(realm.objects(Dog.self).where { $0.name == "deleted" }) }
    #expect(try found(deleted) == nil)
  }

  @Test("a reference to an unmanaged or deleted object, or one resolved twice or in another file, stops the program", arguments: 0..<4)
  func stopped(_ number: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [number = number as Int] in
      let realm = try memoryRealm()
      let dog = try realm.write { realm.create(Dog.self) }
      switch number {
      case 0: _ = ThreadSafeReference(to: Dog())
      case 1:
        try realm.write { realm.delete(dog) }
        _ = ThreadSafeReference(to: dog)
      case 2:
        let reference = ThreadSafeReference(to: dog)
        _ = realm.resolve(reference)
        _ = realm.resolve(reference)
      default: _ = try memoryRealm().resolve(ThreadSafeReference(to: dog))
      }
    }
    let messages = [
      "Cannot construct reference to unmanaged object, which can be passed across threads directly",
      "Cannot construct reference to invalidated object", "Can only resolve a thread safe reference once",
      "cannot be resolved in a Realm of",
    ]
    #expect(errorText(result).contains(messages[number]))
  }

  @Test("a thread-safe variable gives each place its own object, nil once that is deleted, and what was set last")
  func variable() throws {
    let holder = ThreadSafe<Dog>(wrappedValue: nil)
    #expect(holder.wrappedValue == nil)
    let realm = try realm()
    holder.wrappedValue = realm.objects(Dog.self).first
    #expect(holder.wrappedValue?.realm == realm)
    #expect(try onThread { holder.wrappedValue?.name } == "Rex")
    try onThread {
      guard let dog = holder.wrappedValue else { return }
      try dog.realm?.write { dog.name = "Max" }
    }
    realm.refresh()
    #expect(holder.wrappedValue?.name == "Max")
    holder.wrappedValue = realm.objects(Dog.self).last
    #expect(try onThread { holder.wrappedValue?.name } == "Bello")
    try realm.write { if let dog = holder.wrappedValue { realm.delete(dog) } }
    #expect(try onThread { holder.wrappedValue == nil })
    try realm.write { holder.wrappedValue = realm.create(Dog.self, value: ["name": "new"]) }
    #expect(try onThread { holder.wrappedValue?.name } == "new")
    realm.beginWrite()
    holder.wrappedValue = realm.create(Dog.self, value: ["name": "newer"])
    #expect(try onThread { holder.wrappedValue == nil })
    try realm.commitWrite()
    #expect(try onThread { holder.wrappedValue?.name } == "newer")
    holder.wrappedValue = nil
    #expect(holder.wrappedValue == nil)
  }

  @Test("a frozen object's properties, links and collections are read in tasks")
  func frozen() async throws {
    let realm = try realm()
    let person = Frozen(try #require(realm.objects(Person.self).first))
    let dogs = FrozenResults(realm.objects(Dog.self).sorted(byKeyPath: "name"))
    try realm.write { realm.deleteAll() }
    let seen = await Task.detached { () -> [String?] in
      [person.firstName, person.dogs.first?.name, dogs.first?.owner?.firstName, "\(dogs.count)"]
    }.value
    #expect(seen == ["Ada", "Rex", "Ada", "3"])
    #expect(person.thaw() == nil)
  }

  @Test("frozen objects can be sent to a task without an annotation")
  func sending() async throws {
    let dogs = try realm().objects(Dog.self).freeze()
    #expect(await Task.detached { dogs.count }.value == 3)
  }

  @Test("a thread-safe variable holds an object that the open write has made", arguments: [false, true])
  func variableInWrite(isFirst: Bool) throws {
    let realm = try isFirst ? memoryRealm() : realm()
    var projection: ThreadSafeReference<DogTag>?
    let holder = try realm.write { () -> ThreadSafe<Dog> in
      let dog = realm.create(Dog.self, value: ["name": "new"])
      @ThreadSafe var variable = dog
      #expect(variable?.isSameObject(as: dog) == true)
      let person = realm.create(Person.self, value: ["firstName": "a", "home": ["city": "c"]])
      @ThreadSafe var home = person.home
      #expect(home?.city == "c")
      @ThreadSafe var tag = DogTag(projecting: dog)
      #expect(tag?.rootObject.isSameObject(as: dog) == true)
      projection = ThreadSafeReference(to: DogTag(projecting: dog))
      return _variable
    }
    #expect(try onThread { holder.wrappedValue?.name } == "new")
    let (configuration, reference) = (realm.configuration, try #require(projection))
    #expect(try onThread { try Realm(configuration: configuration).resolve(reference)?.text } == "new")
  }
}
