@testable import Ashlar
import Foundation
import People
import Shelves
import TestSupport
import Testing

private final class Card: Projection<Person> {
  @Projected(\Person.firstName) var name
}

@Suite("Changes as sequences")
struct ChangeSequencesTests {
  private let configuration = memory(UUID().uuidString, PeopleSchema.objectTypes + CollectionsSchema.objectTypes)

  private func write(_ body: @escaping @Sendable (Realm) -> Void) throws {
    let configuration = configuration
    try onThread {
      let realm = try Realm(configuration: configuration)
      try realm.write { body(realm) }
    }
  }

  private func text<C>(_ change: RealmCollectionChange<C>?) -> String {
    guard let change else { return "end" }
    let calls = Calls()
    calls.add(change)
    return calls.list[0]
  }

  @Test("the first element is the collection, and what happens while the loop is busy is one change whose positions fit")
  @MainActor
  func merged() async throws {
    let realm = try Realm(configuration: configuration)
    let people = realm.objects(Person.self).where { $0.firstName != "x" }
    var changes = people.changes().makeAsyncIterator()
    #expect(text(await changes.next()) == "initial")
    try write { $0.create(Person.self, value: ["firstName": "a"]) }
    try realm.write { _ = realm.create(Person.self, value: ["firstName": "b"]) }
    try write { $0.objects(Person.self)[0].firstName = "x" }
    try write { $0.create(Person.self, value: ["firstName": "c"]) }
    try await Task.sleep(for: .milliseconds(20))
    let change = await changes.next()
    #expect(text(change) == "-[] +[0, 1] ~[]")
    guard case .update(let found, _, let insertions, _) = change else { return }
    #expect(insertions.map { found[$0].firstName } == ["b", "c"])
  }

  @Test("an element arrives after a commit of this Realm, and of another thread")
  @MainActor
  func waits() async throws {
    let realm = try Realm(configuration: configuration)
    var changes = realm.objects(Person.self).changes().makeAsyncIterator()
    _ = await changes.next()
    Task { @MainActor in try realm.write { _ = realm.create(Person.self) } }
    #expect(text(await changes.next()) == "-[] +[0] ~[]")
    Task.detached { try write { $0.create(Person.self) } }
    #expect(text(await changes.next()) == "-[] +[1] ~[]")
  }

  @Test("the loop may write, and its next element is this change")
  @MainActor
  func writes() async throws {
    let realm = try Realm(configuration: configuration)
    var seen: [Int] = []
    for await people in realm.objects(Person.self).values() {
      seen.append(people.count)
      if people.count == 3 { break }
      try realm.write { _ = realm.create(Person.self) }
    }
    #expect(seen == [0, 1, 2, 3])
  }

  @Test("a write that is open when something changed holds the element back until its end")
  @MainActor
  func openWrite() async throws {
    let realm = try Realm(configuration: configuration)
    var changes = realm.objects(Person.self).changes().makeAsyncIterator()
    _ = await changes.next()
    try write { $0.create(Person.self) }
    realm.beginWrite()
    Task { @MainActor in
      try await Task.sleep(for: .milliseconds(20))
      realm.create(Person.self)
      realm.cancelWrite()
    }
    #expect(text(await changes.next()) == "-[] +[0] ~[]")
    #expect(!realm.isInWriteTransaction)
  }

  @Test("a task's own Realm advances in the loop after commits of others")
  func task() async throws {
    let realm = try await Realm.open(configuration: configuration)
    var changes = realm.objects(Person.self).changes().makeAsyncIterator()
    #expect(text(await changes.next()) == "initial")
    for count in 0..<20 {
      Task.detached { try write { $0.create(Person.self) } }
      #expect(text(await changes.next()) == "-[] +[\(count)] ~[]")
      #expect(realm.objects(Person.self).count == count + 1)
    }
  }

  @Test("cancelling the task ends the loop at once, and releases what it observed")
  func cancelled() async throws {
    let configuration = configuration
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      let realm = try await Realm.open(configuration: configuration)
      for await _ in realm.objects(Person.self).changes() { start.yield() }
      return realm._core.observers?.isEmpty
    }
    for await _ in started { break }
    task.cancel()
    #expect(try await task.value == true)
  }

  @Test("leaving the loop ends the observation")
  @MainActor
  func left() async throws {
    let realm = try Realm(configuration: configuration)
    for await _ in realm.objects(Person.self).changes() { break }
    realm.refresh()
    try await Task.sleep(for: .milliseconds(5))
    #expect(realm._core.observers?.isEmpty == true)
  }

  @Test("two loops over one sequence count for themselves")
  @MainActor
  func two() async throws {
    let realm = try Realm(configuration: configuration)
    let changes = realm.objects(Person.self).changes()
    var (a, b) = (changes.makeAsyncIterator(), changes.makeAsyncIterator())
    #expect(text(await a.next()) == "initial")
    try realm.write { _ = realm.create(Person.self) }
    #expect(text(await b.next()) == "initial")
    #expect(text(await a.next()) == "-[] +[0] ~[]")
    try realm.write { _ = realm.create(Person.self) }
    #expect(text(await b.next()) == "-[] +[1] ~[]")
    #expect(text(await a.next()) == "-[] +[1] ~[]")
  }

  @Test("an object's sequence contains changed properties with their old values, and ends after the deletion")
  @MainActor
  func object() async throws {
    let realm = try Realm(configuration: configuration)
    let person = try realm.write { realm.create(Person.self, value: ["firstName": "a"]) }
    var changes = person.changes(keyPaths: [\.firstName]).makeAsyncIterator()
    try write { $0.objects(Person.self)[0].firstName = "b" }
    let calls = Calls()
    if let change = await changes.next() { calls.add(change) }
    try write { $0.deleteAll() }
    if let change = await changes.next() { calls.add(change) }
    #expect(calls.list == ["firstName: a → b", "deleted"])
    #expect(await changes.next() == nil)
  }

  @Test("a list's sequence ends after the removal of all, when its owner is deleted")
  @MainActor
  func owner() async throws {
    let realm = try Realm(configuration: configuration)
    let person = try realm.write { realm.create(Person.self, value: ["tags": ["a", "b"]]) }
    var changes = person.tags.changes().makeAsyncIterator()
    #expect(text(await changes.next()) == "initial")
    try realm.write { realm.delete(person) }
    #expect(text(await changes.next()) == "-[0, 1] +[] ~[]")
    #expect(text(await changes.next()) == "end")
  }

  @Test("a projection and the values of a projected collection")
  @MainActor
  func projections() async throws {
    let realm = try Realm(configuration: configuration)
    let person = try realm.write { realm.create(Person.self, value: ["friends": [["firstName": "f"]]]) }
    let card = Card(projecting: person)
    var changes = card.changes().makeAsyncIterator()
    var friends = person.friends.projectTo.firstName.changes().makeAsyncIterator()
    #expect(text(await friends.next()) == "initial")
    try write { $0.objects(Person.self).forEach { $0.firstName += "!" } }
    guard case .change(_, let properties) = await changes.next() else {
      Issue.record("no change")
      return
    }
    #expect(properties.map(\.name) == ["name"])
    let change = await friends.next()
    #expect(text(change) == "-[] +[] ~[0]")
    guard case .update(let names, _, _, _) = change else { return }
    #expect(Array(names) == ["f!"])
  }

  @Test("sections, one section and a map have sequences of changes")
  @MainActor
  func others() async throws {
    let realm = try Realm(configuration: configuration)
    let people = try realm.write {
      for name in ["Ada", "Alan", "Bob"] { realm.create(Person.self, value: ["firstName": name]) }
      return realm.objects(Person.self)
    }
    let sections = people.sectioned(sortDescriptors: [SortDescriptor(keyPath: "firstName")]) { String($0.firstName.prefix(1)) }
    var all = sections.changes().makeAsyncIterator()
    var one = sections[1].changes().makeAsyncIterator()
    _ = await (all.next(), one.next())
    try write { $0.create(Person.self, value: ["firstName": "Ben"]) }
    guard case .update(_, _, let insertions, _, _, _) = await all.next() else {
      Issue.record("no change")
      return
    }
    #expect(insertions == [IndexPath(indexes: [1, 0])])
    guard case .update(let section, _, _, _, _, _) = await one.next() else {
      Issue.record("no change")
      return
    }
    #expect(section.map(\.firstName) == ["Ben", "Bob"])

    let owner = try realm.write { realm.create(Shelf.self) }
    var entries = owner.names.changes().makeAsyncIterator()
    _ = await entries.next()
    try write { $0.objects(Shelf.self)[0].names["k"] = "v" }
    guard case .update(_, _, let keys, _) = await entries.next() else {
      Issue.record("no change")
      return
    }
    #expect(keys == ["k"])
  }

  @Test("a Realm's sequence has one element for the versions that came while the loop was busy")
  @MainActor
  func realm() async throws {
    let realm = try Realm(configuration: configuration)
    var changes = realm.changes().makeAsyncIterator()
    try realm.write { _ = realm.create(Person.self) }
    try write { $0.create(Person.self) }
    #expect(await changes.next() == .didChange)
    realm.autorefresh = false
    realm.refresh()
    _ = await changes.next()
    try write { $0.create(Person.self) }
    #expect(await changes.next() == .refreshRequired)
  }

  @Test("frozen changes go to any task, and their positions fit the frozen collection")
  func frozen() async throws {
    let realm = try await Realm.open(configuration: configuration)
    let people = realm.objects(Person.self).sorted(byKeyPath: "firstName")
    let changes = people.frozenChanges()
    try realm.write { _ = realm.create(Person.self, value: ["firstName": "b"]) }
    let task = Task.detached {
      var names: [[String]] = []
      for await change in changes {
        switch change {
        case .initial(let people): names.append(people.map(\.firstName))
        case .update(let people, _, let insertions, _): names.append(insertions.map { people[$0].firstName })
        case .error: break
        }
        if names.count == 4 { break }
        let next = ["c", "a", "d"][names.count - 1]
        try write { $0.create(Person.self, value: ["firstName": next]) }
      }
      return names
    }
    #expect(try await task.value == [["b"], ["c"], ["a"], ["d"]])
  }

  @Test("frozen changes end when their task is cancelled, and when the owner of the collection is deleted")
  func frozenEnds() async throws {
    let realm = try await Realm.open(configuration: configuration)
    let person = try realm.write { realm.create(Person.self, value: ["friends": [["firstName": "f"]]]) }
    let task = Task { [changes = person.friends.frozenChanges()] in
      var count = 0
      for await _ in changes { count += 1 }
      return count
    }
    var changes = person.friends.frozenChanges().makeAsyncIterator()
    _ = await changes.next()
    task.cancel()
    _ = await task.value
    try realm.write { realm.delete(person) }
    #expect(await changes.next() == nil)
  }
}
