import AshlarStore
import Foundation
import People
import Shelves
import TestSupport
import TestTraits
import Testing

@testable import Ashlar

/// One database with watchers of every kind, and random writes of two instances.
private final class History {
  let watched: Watched
  var random: SeededGenerator
  var watchers: [Watcher] = []
  private var sectionWatchers: [SectionsWatcher] = []
  /// How many commits were made.
  private(set) var commits = 0
  private var counter = 0
  private var objectTouches: Set<String> = []
  private var tokens: [NotificationToken] = []
  // Kept, so that all copies of one version share one frozen Realm.
  private var frozen: Realm?
  private let first: Person
  // Its friends are people, each of them once.
  private let second: Person

  var realm: Realm { watched.realm }

  init(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let letters = (0..<8).map { _ in random.pick(["a", "b", "c", "d", "e", "f"]) }
    self.random = random
    watched = try .people()
    (first, second) = try watched.realm.write { [realm = watched.realm] in
      let people = letters.enumerated().map { number, letter in
        realm.create(Person.self, value: ["firstName": "\(letter)0\(number)", "lastName": "n\(number)"])
      }
      for index in 0..<6 { realm.create(Dog.self, value: ["name": "dog \(index)", "owner": people[index % 4]]) }
      people[0].friends.append(objectsIn: people)
      people[1].friends.append(objectsIn: people)
      return (people[0], people[1])
    }
    try watch()
  }

  // MARK: - Watching

  /// A row, and how many links may be followed from it.
  private struct Place: Hashable {
    let ordinal: Int
    let key: Int64
    let left: Int
  }

  // What the walk found for the same stored properties in the same version; most watchers ask about the same rows.
  private var found: (version: Int, touched: Set<Touch>, places: [Place: Bool]) = (0, [], [:])

  private func deep(_ ordinal: Int, _ key: Int64, _ touched: Set<Touch>, _ left: Int) -> Bool {
    if touched.isEmpty { return false }
    if found.version != commits || found.touched != touched { found = (commits, touched, [:]) }
    let place = Place(ordinal: ordinal, key: key, left: left)
    if let known = found.places[place] { return known }
    let isReached = walk(ordinal, key, touched, left)
    found.places[place] = isReached
    return isReached
  }

  private func walk(_ ordinal: Int, _ key: Int64, _ touched: Set<Touch>, _ left: Int) -> Bool {
    let (type, links): (String, [(Int, Int64)])
    if ordinal == Person._entity.ordinal {
      guard let person = realm._core.object(Person.self, key) else { return false }
      type = "Person"
      links =
        person.friends.map { (ordinal, $0._rowAccess.key) } + (person.home.map { [(Address._entity.ordinal, $0._rowAccess.key)] } ?? [])
    } else if ordinal == Dog._entity.ordinal {
      guard let dog = realm._core.object(Dog.self, key) else { return false }
      type = "Dog"
      links = dog.owner.map { [(Person._entity.ordinal, $0._rowAccess.key)] } ?? []
    } else {
      (type, links) = ("Address", [])
    }
    if touched.contains(where: { $0.type == type && $0.key == key }) { return true }
    return left > 0 && links.contains { deep($0.0, $0.1, touched, left - 1) }
  }

  // Found once more, apart from what observers keep; the collection itself, which shows what they keep, must have the same.
  private func keys<C: RealmCollection>(_ collection: C, _ name: String) -> [Int64] where C.Element: ObjectBase {
    if collection.isInvalidated { return [] }
    let copy = collection.freeze()
    frozen = copy.realm
    let keys: [Int64] = Array(copy).map(\._rowAccess.key)
    #expect(Array(collection).map(\._rowAccess.key) == keys, "\(name)")
    #expect(collection.count == keys.count, "\(name)")
    if let last = keys.indices.last { #expect(collection[last]._rowAccess.key == keys[last], "\(name)") }
    return keys
  }

  private func add<C: RealmCollection>(
    _ name: String, _ collection: C, keyPaths: [String]? = nil, ordered: String? = nil, _ isReached: ((Int64, Set<Touch>) -> Bool)? = nil
  ) where C.Element: ObjectBase {
    let ordinal = C.Element._entity.ordinal
    let watcher = Watcher(
      name, ordered: ordered, { self.keys(collection, name) }, isReached ?? { self.deep(ordinal, $0, $1, 3) }
    )
    watcher.token = collection.observe(keyPaths: keyPaths) { [unowned watcher, unowned self] in watcher.called($0, self.label) }
    watchers.append(watcher)
  }

  private func add(
    _ name: String, _ sections: SectionedResults<String, Person>, isOrdered: Bool = true
  ) {
    let watcher = SectionsWatcher(
      name, isOrdered: isOrdered, { self.sections(sections, name) }, { self.deep(Person._entity.ordinal, $0, $1, 3) })
    watcher.token = sections.observe { [unowned watcher, unowned self] in watcher.called($0, self.label) }
    sectionWatchers.append(watcher)
  }

  // Found once more, as above.
  private func sections(_ sections: SectionedResults<String, Person>, _ name: String) -> [SectionsWatcher.Section] {
    if sections.isInvalidated { return [] }
    let copy = sections.freeze()
    frozen = copy.realm
    let found: [SectionsWatcher.Section] = copy.map { ($0.key, $0.map(\._rowAccess.key)) }
    #expect(sections.allKeys == found.map(\.key), "\(name)")
    #expect(sections.map { $0.map(\._rowAccess.key) } == found.map(\.rows), "\(name)")
    return found
  }

  var label: Comment = ""

  private func watch() throws {
    let (people, dogs) = (realm.objects(Person.self), realm.objects(Dog.self))
    add("people", people)
    add("filtered", people.where { $0.firstName < "d" })
    add("sorted", people.sorted(byKeyPath: "firstName"), ordered: "Person")
    add("filtered and sorted", people.where { $0.firstName > "b" }.sorted(byKeyPath: "lastName", ascending: false), ordered: "Person")
    add("by the owner's name", dogs.where { $0.owner.firstName < "d" })
    add("in the order of the owner's name", dogs.sorted(byKeyPath: "owner.firstName"))
    add("by the owner, in another order", dogs.where { $0.owner.lastName < "n" }.sorted(byKeyPath: "owner.firstName", ascending: false))
    add("by the street of the owner", dogs.where { $0.owner.home.street > "c" })
    add("the first in the order of the street", dogs.sorted(byKeyPath: "owner.home.street").limited(to: 3))
    add("by the friends of the owner", dogs.filter("ANY owner.friends.firstName < 'b'"))
    add("by some of the friends", people.filter("SUBQUERY(friends, $x, $x.firstName < 'c').@count > 1"))
    add("by the dogs", people.filter("ANY dogs.name < 'c'").sorted(byKeyPath: "firstName"))
    add("limited", people.sorted(byKeyPath: "firstName").limited(to: 3))
    add("limited, in the order of the table", people.limited(to: 3, offset: 2))
    add("distinct", people.distinct(by: ["lastName"]), ordered: "Person")
    add("distinct, in an order", people.sorted(byKeyPath: "firstName").distinct(by: ["lastName"]), ordered: "Person")
    add("distinct and limited", people.where { $0.firstName < "e" }.distinct(by: ["lastName"]).limited(to: 2))
    add("friends, filtered", first.friends.where { $0.firstName < "d" })
    add("friends, filtered and sorted", first.friends.where { $0.firstName < "d" }.sorted(byKeyPath: "lastName"))
    add("friends, distinct", first.friends.distinct(by: ["lastName"]))
    add("friends, limited", first.friends.sorted(byKeyPath: "firstName").limited(to: 2))
    add("friends of no one twice", second.friends.where { $0.firstName > "b" }.sorted(byKeyPath: "lastName", ascending: false))
    add("any", AnyRealmCollection(people.where { $0.friends.count > 1 }))
    add("friends", first.friends)
    add("friends, sorted", first.friends.sorted(byKeyPath: "firstName"))
    add("dogs", first.dogs)
    add("dogs, filtered and sorted", first.dogs.where { $0.name > "c" }.sorted(byKeyPath: "name", ascending: false))
    add("dogs, in the order of the owner's street", first.dogs.sorted(byKeyPath: "owner.home.street").limited(to: 4))
    func touches(_ key: Int64, _ touched: Set<Touch>, _ type: String, _ property: String) -> Bool {
      touched.contains(Touch(type: type, key: key, property: property))
    }
    add("people by name", people, keyPaths: ["firstName"]) { touches($0, $1, "Person", "firstName") }
    add("people by friends", people, keyPaths: ["friends.firstName"]) { key, touched in
      guard let person = self.realm._core.object(Person.self, key) else { return false }
      return touches(key, touched, "Person", "friends")
        || person.friends.contains { touches($0._rowAccess.key, touched, "Person", "firstName") }
    }
    add("dogs by name, of some owners", dogs.where { $0.owner.firstName < "d" }, keyPaths: ["name"]) { touches($0, $1, "Dog", "name") }
    func initial(_ text: String) -> String { String(text.prefix(1)) }
    let byName = [SortDescriptor(keyPath: "firstName")]
    add("sections", people.sectioned(sortDescriptors: byName) { initial($0.firstName) })
    add("sections by a property", people.sectioned(by: \.lastName, ascending: false))
    add("filtered sections", people.where { $0.firstName < "e" }.sectioned(sortDescriptors: byName) { initial($0.firstName) })
    add("sections apart from their order", people.sectioned(sortDescriptors: byName) { initial($0.lastName) })
    add("sections by the home", people.sectioned(sortDescriptors: byName) { initial($0.home?.street ?? "") })
    let byStreet = [SortDescriptor(keyPath: "home.street")]
    let streets = people.sectioned(sortDescriptors: byStreet) { initial($0.home?.street ?? "") }
    add("sections in the order of the home", streets, isOrdered: false)
    add("sections by the number of dogs", people.sectioned(sortDescriptors: byName) { "\($0.dogs.count)" })
    add("sections of friends", second.friends.sectioned(sortDescriptors: byName) { initial($0.firstName) }, isOrdered: false)
    tokens.append(first.observe { [unowned self] (change: ObjectChange<Person>) in objectCalled(change) })
  }

  private func objectCalled(_ change: ObjectChange<Person>) {
    if case .change(_, let properties) = change { #expect(Set(properties.map(\.name)) == objectTouches, label) }
    objectTouches = []
  }

  // MARK: - Writing

  private func text() -> String {
    counter += 1
    return "\(random.pick(["a", "b", "c", "d", "e", "f"]))\(counter)"
  }

  /// One or more changes in a write of one of the two instances; some are cancelled.
  func write(_ realm: Realm, steps: Int) throws {
    var touches: Set<Touch> = []
    realm.beginWrite()
    for _ in 0..<steps { step(realm, &touches) }
    if random.once(in: 8) { return realm.cancelWrite() }
    try realm.commitWrite()
    commits += 1
    for watcher in watchers { watcher.note(touches) }
    for watcher in sectionWatchers { watcher.note(touches) }
    for touch in touches where touch.type == "Person" && touch.key == first._rowAccess.key { objectTouches.insert(touch.property) }
  }

  private func step(_ realm: Realm, _ touches: inout Set<Touch>) {
    let (people, dogs) = (Array(realm.objects(Person.self)), Array(realm.objects(Dog.self)))
    let person = random.pick(people)
    func touch(_ object: ObjectBase, _ property: String) {
      touches.insert(Touch(type: object._className, key: object._rowAccess.key, property: property))
    }
    switch random.below(13) {
    case 0:
      let made = realm.create(Person.self, value: ["firstName": text(), "lastName": text()])
      if random.once(in: 2) {
        person.friends.append(made)
        touch(person, "friends")
      }
    case 1: realm.create(Dog.self, value: ["name": text(), "owner": person])
    case 2:
      let gone = people[people.count - 1]
      if people.count < 5 { break }
      for other in people where other != gone && other.friends.contains(gone) { touch(other, "friends") }
      for dog in dogs where dog.owner == gone { touch(dog, "owner") }
      realm.delete(gone)
    case 3:
      if let dog = dogs.last { realm.delete(dog) }
    case 4:
      guard let dog = dogs.first else { break }
      if dog.owner == person { break }
      dog.owner = person
      touch(dog, "owner")
    case 5:
      let friend = random.pick(people)
      if person._rowAccess.key == second._rowAccess.key, person.friends.contains(friend) { break }
      person.friends.insert(friend, at: random.below(person.friends.count + 1))
      touch(person, "friends")
    case 6:
      if person.friends.isEmpty { break }
      person.friends.remove(at: random.below(person.friends.count))
      touch(person, "friends")
    case 7:
      // Of equal elements nothing would change.
      if Set(person.friends.map(\._rowAccess.key)).count < 2 { break }
      person.friends.move(from: 0, to: person.friends.count - 1)
      touch(person, "friends")
    case 8:
      person.home = Address(value: ["street": text(), "city": text()])
      touch(person, "home")
    case 9:
      guard let home = person.home else { break }
      home.street = text()
      touch(home, "street")
    case 10:
      guard let dog = dogs.last else { break }
      dog.name = text()
      touch(dog, "name")
    default:
      if random.once(in: 2) {
        person.firstName = text()
        touch(person, "firstName")
      } else {
        // Some of which there are many.
        let name = random.pick(["m", "n", "o"])
        person.lastName = random.once(in: 2) && person.lastName != name ? name : text()
        touch(person, "lastName")
      }
    }
  }

  /// Lets go of everything.
  func end() {
    (watchers, sectionWatchers, tokens, frozen) = ([], [], [], nil)
  }

  func check() {
    for watcher in watchers { watcher.check(label) }
    for watcher in sectionWatchers { watcher.check(label) }
    #expect(objectTouches.isEmpty, label)
  }
}

@Suite("Observers of every kind against a naive walk over the objects", .blocking)
struct ObservationOracleTests {
  // Runs histories of some steps each. The soak runs longer ones until they have made `longForm` commits.
  private func histories(_ count: Int, part: Int = 0, steps: Int, longForm: Int, _ step: (History) throws -> Void) throws {
    let seed = seed() &+ UInt64(part) << 20
    var (number, commits) = (0, 0)
    while Soak.isOn ? commits < longForm : number < count {
      let (made, weak) = try run(seed &+ UInt64(number), Soak.isOn ? 400 : steps, step)
      #expect(weak.core == nil, "what was observed is freed with the tokens")
      (number, commits) = (number + 1, commits + made)
    }
    if Soak.isOn { print("\(commits) commits observed in \(number) histories from seed \(seed)") }
  }

  private func run(_ seed: UInt64, _ steps: Int, _ step: (History) throws -> Void) throws -> (commits: Int, core: Weak) {
    let history = try History(seed)
    defer { history.end() }
    history.realm.refresh()
    for index in 0..<steps {
      history.label = "step \(index), seed \(seed)"
      try step(history)
      history.realm.refresh()
      history.check()
    }
    return (history.commits, Weak(core: history.realm._core))
  }

  private struct Weak {
    weak let core: _RealmCore?
  }

  private func writeSome(_ history: History) throws {
    let most = history.random.once(in: 4) ? 12 : 3
    for _ in 0..<1 + history.random.below(most) {
      let realm = history.random.once(in: 2) ? history.realm : history.watched.other
      try history.write(realm, steps: 1 + history.random.below(4))
    }
  }

  // In parts, which run side by side.
  @Test("reported changes turn the old state into the new one, with the modifications that a naive walk finds", arguments: 0..<5)
  func random(part: Int) throws { try histories(rounds(.histories), part: part, steps: 1, longForm: 200_000, writeSome) }

  @Test("changes reported after earlier ones agree with the naive walk")
  func again() throws { try histories(rounds(.laterHistories), steps: 2, longForm: 20_000, writeSome) }

  @Test("changes in a long history agree with the naive walk")
  func long() throws { try histories(1, steps: rounds(.historySteps), longForm: 20_000, writeSome) }

  @Test("changes computed from two versions, without the commits, agree with the naive walk")
  func withoutFeed() throws {
    try histories(rounds(.historiesWithoutCommits), steps: 2, longForm: 20_000) { history in
      let feed = history.realm._core.session.engine.changes
      feed.removeObserver()
      try history.write(history.watched.other, steps: 1)
      feed.addObserver()
    }
  }
}
