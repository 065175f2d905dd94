import AshlarStore
import Dispatch
import Foundation
import People
import Shelves
import TestSupport
import TestTraits
import Testing

@testable import Ashlar

private final class Label: Projection<Person> {
  @Projected(\Person.firstName) var name
}

/// What lives of some observations.
private final class Census: @unchecked Sendable {
  private struct Weak {
    weak let object: AnyObject?
  }

  private var registrations: [Weak] = []
  private var observers: [Weak] = []

  /// At the place where it is told.
  func add(_ token: NotificationToken) {
    registrations.append(Weak(object: token.registration))
    token.registration.use { observers.append(Weak(object: $0)) }
  }

  var live: (registrations: Int, observers: Int) {
    (registrations.count { $0.object != nil }, observers.count { $0.object != nil })
  }
}

@Suite("What observations leave when they end", .blocking, .serialized)
struct FreedObserversTests {
  private let realm: Realm
  private let person: Person
  private static let each = 50

  init() throws {
    realm = try Watched().realm
    person = try realm.write { [realm] in
      let people = (0..<20).map { realm.create(Person.self, value: ["firstName": "\($0)"]) }
      people[0].friends.append(objectsIn: people)
      people[0].tags.append("a")
      return people[0]
    }
  }

  private func observeAll() -> [NotificationToken] {
    let people = realm.objects(Person.self)
    let sections = people.sectioned(sortDescriptors: [SortDescriptor(keyPath: "firstName")]) { String($0.firstName.prefix(1)) }
    return [
      people.observe { _ in }, people.sorted(byKeyPath: "firstName").observe { _ in },
      people.where { $0.friends.firstName == "1" }.observe { _ in }, people.distinct(by: ["lastName"]).limited(to: 3).observe { _ in },
      AnyRealmCollection(people).observe { _ in }, person.friends.observe { _ in }, person.tags.observe { _ in },
      person.friends.projectTo.firstName.observe { _ in }, person.dogs.observe { _ in }, sections.observe { _ in },
      sections[0].observe { _ in }, person.observe { (_: ObjectChange<Person>) in }, Label(projecting: person).observe { _ in },
    ]
  }

  @Test(
    "tokens that are released leave no registration, no observer and no Realm, whether they were told or not", arguments: [false, true])
  func released(isTold: Bool) throws {
    let census = Census()
    weak var core: _RealmCore?
    do {
      var tokens = (0..<Self.each).flatMap { _ in observeAll() }
      for token in tokens { census.add(token) }
      #expect(census.live == (tokens.count, tokens.count))
      if isTold {
        realm.refresh()
        try realm.write { person.firstName = "x" }
        realm.refresh()
        #expect(census.live == (tokens.count, tokens.count))
      }
      // One of all kinds is left over.
      let kept = tokens.removeLast()
      tokens = []
      realm.refresh()
      #expect(census.live == (1, 1))
      #expect(realm._core.session.engine.changes.isObserved)
      kept.invalidate()
    }
    core = realm._core
    #expect(census.live == (0, 0))
    #expect(realm._core.observers?.isEmpty == true)
    #expect(!realm._core.session.engine.changes.isObserved)
    #expect(core != nil)
  }

  @Test("an invalidated token that is kept does not keep its observer")
  func ended() throws {
    let census = Census()
    let tokens = observeAll()
    for token in tokens { census.add(token) }
    realm.refresh()
    for token in tokens { token.invalidate() }
    #expect(census.live == (tokens.count, 0))
    withExtendedLifetime(tokens) {}
  }

  @Test("an observed Realm is released with its last token")
  func instance() throws {
    weak var core: _RealmCore?
    var token: NotificationToken?
    do {
      let other = try Watched().realm
      token = other.objects(Person.self).observe { _ in }
      core = other._core
    }
    #expect(core != nil)
    withExtendedLifetime(token) {}
    token = nil
    #expect(core == nil)
  }

  @Test("loops that are left, and tokens of queues, leave nothing either")
  func queues() throws {
    let census = Census()
    let queue = DispatchQueue(label: "freed")
    weak var core: _RealmCore?
    do {
      let tokens = (0..<Self.each).map { _ in realm.objects(Person.self).observe(on: queue) { _ in } }
      for _ in 0..<6_000 where tokens.contains(where: { $0.registration.core == nil }) { usleep(10_000) }
      queue.sync { for token in tokens { census.add(token) } }
      core = tokens[0].registration.core
      #expect(census.live == (Self.each, Self.each))
      #expect(core != nil)
      withExtendedLifetime(tokens) {}
    }
    for _ in 0..<6_000 where census.live != (0, 0) || core != nil { usleep(10_000) }
    #expect(census.live == (0, 0))
    #expect(core == nil)
    #expect(!realm._core.session.engine.changes.isObserved)
  }
}
