import Ashlar
import Dispatch
import Foundation
import People
import AshlarStore
import Testing
import TestSupport

private final class Card: Projection<Person> {
  @Projected(\Person.firstName) var name
  @Projected(\Person.firstName.localizedUppercase) var shouting
  @Projected(\Person.firstName.count) var length
  @Projected(\Person.home?.city) var city
  @Projected(\Person.friends.projectTo.firstName) var friendNames

  /// Not projected.
  var nickname: String? { rootObject.nickname }
}

@Suite("Observing projections")
struct ObservingProjectionsTests {
  private let watched: Watched
  private let realm: Realm
  private let person: Person
  private let friend: Person
  private let card: Card
  // The same person for the other instance.
  private let other: Person

  init() throws {
    watched = try Watched()
    let realm = watched.realm
    (person, friend) = try realm.write {
      let person = realm.create(Person.self, value: ["firstName": "ann", "lastName": "b", "home": ["street": "s", "city": "c"]])
      let friend = realm.create(Person.self, value: ["firstName": "bob"])
      person.friends.append(friend)
      return (person, friend)
    }
    self.realm = realm
    card = Card(projecting: person)
    watched.other.refresh()
    other = watched.other.objects(Person.self)[0]
  }

  private func text(_ change: ObjectChange<Card>) -> String {
    switch change {
    case .change(_, let properties):
      properties.map { change in
        let new = change.newValue is ProjectedCollection<String> ? "…" : change.newValue.map { "\($0)" } ?? "nil"
        return "\(change.name): \(change.oldValue.map { "\($0)" } ?? "nil") → \(new)"
      }.joined(separator: ", ")
    case .deleted: "deleted"
    case .error: "error"
    }
  }

  @Test("three projections of one property report three changes, computed ones with the values before and after")
  func labels() throws {
    var calls: [String] = []
    let token = card.observe { calls.append(text($0)) }
    realm.refresh()
    #expect(calls == [], "there is no first call")
    try watched.other.write { other.firstName = "cleo" }
    realm.refresh()
    #expect(calls == ["name: ann → cleo, shouting: ANN → CLEO, length: 3 → 4"])
    try realm.write { person.firstName = "cleo" }
    realm.refresh()
    #expect(
      calls.last == "name: nil → cleo, shouting: nil → CLEO, length: nil → 4", "an own value stored to itself counts, without old values")
    try realm.write { person.lastName = "x" }
    realm.refresh()
    #expect(calls.count == 2, "another property does not count")
    withExtendedLifetime(token) {}
  }

  @Test("names of projected properties, paths of the object and key paths of the projection select the same changes")
  func filters() throws {
    var calls: [[String]] = [[], [], [], []]
    let tokens = [
      card.observe(keyPaths: ["city"]) { calls[0].append(text($0)) }, card.observe(keyPaths: ["home.city"]) { calls[1].append(text($0)) },
      card.observe(keyPaths: [\.city]) { calls[2].append(text($0)) }, card.observe(keyPaths: ["home"]) { calls[3].append(text($0)) },
    ]
    try watched.other.write { other.home?.city = "d" }
    realm.refresh()
    #expect(calls == [["city: c → d"], ["city: c → d"], ["city: c → d"], []], "behind a link, with the old value of there")
    try watched.other.write { other.home?.street = "t" }
    try watched.other.write { other.firstName = "x" }
    realm.refresh()
    #expect(calls.map(\.count) == [1, 1, 1, 0])
    try watched.other.write { other.home = nil }
    realm.refresh()
    #expect(calls.map(\.last) == Array(repeating: "city: d → nil", count: 4), "the link itself")
    withExtendedLifetime(tokens) {}
  }

  @Test(
    "what a projected collection shows counts: friends that come and go and their names, not their other properties",
    arguments: [false, true])
  func elements(isFiltered: Bool) throws {
    var calls: [String] = []
    let token =
      isFiltered ? card.observe(keyPaths: [\.friendNames]) { calls.append(text($0)) } : card.observe { calls.append(text($0)) }
    func expect(_ count: Int, _ what: Comment) {
      realm.refresh()
      #expect(calls == Array(repeating: "friendNames: nil → …", count: count), what)
      calls = []
    }
    try realm.write { friend.lastName = "x" }
    expect(0, "a friend's other property")
    try realm.write { friend.firstName = "x" }
    expect(1, "a friend's name")
    try realm.write { person.friends.append(friend) }
    expect(1, "an insertion")
    try realm.write { person.friends.removeLast() }
    expect(1, "a removal")
    try watched.other.write { other.friends[0].firstName = "y" }
    expect(1, "a friend's name, by another instance")
    try realm.write { realm.delete(friend) }
    expect(1, "a friend that is deleted")
    withExtendedLifetime(token) {}
  }

  @Test("the observed projection itself is passed, and the deletion of the object is notified once")
  func deletion() throws {
    var calls: [String] = []
    let token = card.observe(keyPaths: ["name"]) { change in
      calls.append(text(change))
      if case .change(let found, _) = change { #expect(found === card) }
    }
    try realm.write { person.firstName = "x" }
    realm.refresh()
    try realm.write { realm.delete(person) }
    realm.refresh()
    #expect(calls == ["name: nil → x", "deleted"])
    #expect(token.invalidate() && !token.invalidate())
  }

  @Test("a queue and an actor are notified of writes since the call, with their own projection")
  func elsewhere() async throws {
    let queue = DispatchQueue(label: "cards", attributes: .initiallyInactive)
    let calls = Guarded<[String]>([])
    let tokens = [
      card.observe(on: queue) { change in
        if case .change(let card, let properties) = change { calls.withLock { $0.append("queue \(card.name) \(properties.count)") } }
      },
      card.observe(keyPaths: [\.length], on: queue) { change in
        // A key path chooses what it is computed of: all that shows that is told.
        guard case .change(_, let properties) = change else { return }
        let length = properties.first { $0.name == "length" }
        calls.withLock { $0.append("length \(length?.oldValue ?? "nil")") }
      },
      await card.observe(keyPaths: ["name"], on: MainActor.shared) { _, change in
        if case .change(let card, _) = change { calls.withLock { $0.append("actor \(card.name)") } }
      },
    ]
    try realm.write { person.firstName = "dora" }
    queue.activate()
    for _ in 0..<4_000 where calls.withLock({ $0.count < 3 }) { try await Task.sleep(for: .milliseconds(5)) }
    #expect(Set(calls.withLock { $0 }) == ["queue dora 3", "length 3", "actor dora"])
    withExtendedLifetime(tokens) {}
  }

  @Test("results of projections are notified of properties that the projection has")
  func results() throws {
    let calls = Calls()
    let token = realm.objects(Card.self).observe { calls.add($0) }
    realm.refresh()
    #expect(calls.take() == ["initial"])
    try realm.write { person.lastName = "x" }
    realm.refresh()
    #expect(calls.take() == [])
    try realm.write { friend.firstName = "x" }
    realm.refresh()
    #expect(calls.take() == ["-[] +[] ~[0, 1]"])
    withExtendedLifetime(token) {}
  }

  @Test("a projected collection is notified with the positions of its objects, only of properties that it has")
  func projectedCollection() throws {
    let calls = Calls()
    let token = card.friendNames.observe { calls.add($0) }
    realm.refresh()
    #expect(calls.take() == ["initial"])
    try realm.write {
      friend.firstName = "x"
      person.friends.append(person)
    }
    realm.refresh()
    #expect(calls.take() == ["-[] +[1] ~[0]"])
    try realm.write { friend.lastName = "x" }
    realm.refresh()
    #expect(calls.take() == [])
    withExtendedLifetime(token) {}
  }

  @Test("a key path that is neither a projected property nor a path of the object stops the program, which names it")
  func unknown() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(PeopleSchema.objectTypes)
      let person = try realm.write { realm.create(Person.self) }
      _ = Card(projecting: person).observe(keyPaths: ["name", "shoe"]) { _ in }
    }
    #expect(errorText(result).contains("'shoe' is neither a property of 'Card' nor a path of 'Person'"))
  }

  @Test("a projection of an unmanaged object cannot be observed")
  func unmanaged() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Card(projecting: Person()).observe { _ in }
    }
    #expect(errorText(result).contains("Only objects which are managed by a Realm support change notifications"))
  }

  @Test("a key path of which the projection shows nothing stops the program, which names it", arguments: 0..<4)
  func hidden(_ number: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [number = number as Int] in
      let realm = try memoryRealm(PeopleSchema.objectTypes)
      let card = Card(projecting: try realm.write { realm.create(Person.self) })
      switch number {
      case 0: _ = card.observe(keyPaths: ["name", "nickname"]) { _ in }
      case 1: _ = card.observe(keyPaths: [\.nickname]) { _ in }
      case 2: _ = card.observe(keyPaths: ["friends.lastName"], on: DispatchQueue(label: "cards")) { _ in }
      default:
        _ = try await Task { @MainActor in
          let realm = try memoryRealm(PeopleSchema.objectTypes)
          _ = Card(projecting: try realm.write { realm.create(Person.self) }).changes(keyPaths: ["nickname"]).makeAsyncIterator()
        }.value
      }
    }
    let path = number == 2 ? "friends.lastName" : "nickname"
    #expect(errorText(result).contains("'Card' has no property for '\(path)', so an observer of it would never be called."))
  }
}
