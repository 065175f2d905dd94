import AshlarStore
import People
import Shelves
import TestSupport
import TestTraits
import Testing

@testable import Ashlar

/// Counts how often changes are compared with the tables of observers.
@Suite("The tables on which observers depend", .blocking)
struct ObserverInterestTests {
  /// Counts, for one delivery, the registrations visited, the comparisons of changes with tables, and the observers that examined changes.
  private struct Work: Equatable, CustomStringConvertible {
    var visits = 0
    var evaluations = 0
    var examinations = 0

    var description: String { "\(visits) registrations visited, \(evaluations) comparisons, \(examinations) observers" }
  }

  private func now(_ realm: Realm) -> Work {
    guard let table = realm._core.observers else { return Work() }
    return Work(visits: table.deliveryVisits, evaluations: table.evaluations, examinations: table.examinations)
  }

  /// Commits in `writer`, and returns the work of the delivery in `realm`.
  private func work(_ realm: Realm, by writer: Realm? = nil, _ body: () -> Void) throws -> Work {
    let before = now(realm)
    try (writer ?? realm).write(body)
    realm.refresh()
    let after = now(realm)
    return Work(
      visits: after.visits - before.visits, evaluations: after.evaluations - before.evaluations,
      examinations: after.examinations - before.examinations)
  }

  private func fill(_ realm: Realm, _ count: Int) throws -> (people: [Person], dogs: [Dog]) {
    try realm.write {
      let people = (0..<count).map { realm.create(Person.self, value: ["firstName": "p \($0)", "lastName": "l \($0 % 7)"]) }
      let dogs = people.enumerated().map { realm.create(Dog.self, value: ["name": "d \($0)", "owner": $1]) }
      return (people, dogs)
    }
  }

  @Test("a commit to tables on which no observer depends visits no observer, in this Realm and in another")
  func untouched() throws {
    let watched = try Watched()
    let realm = watched.realm
    let (people, dogs) = try fill(realm, 10)
    try realm.write { people[0].friends.append(objectsIn: people[1...]) }
    var tokens: [NotificationToken] = []
    for _ in 0..<20 {
      tokens.append(realm.objects(Dog.self).where { $0.owner.firstName < "p 3" }.observe { _ in })
      tokens.append(people[0].friends.where { $0.lastName > "l 2" }.observe { _ in })
      tokens.append(people[0].dogs.observe { _ in })
      tokens.append(
        realm.objects(Dog.self).sectioned(sortDescriptors: [SortDescriptor(keyPath: "name")]) { String($0.name.prefix(3)) }.observe { _ in }
      )
    }
    realm.refresh()
    #expect(try work(realm) { realm.create(Shelf.self, value: ["id": 1]) } == Work())
    #expect(try work(realm, by: watched.other) { watched.other.create(Shelf.self, value: ["id": 2]) } == Work())
    #expect(realm.objects(Shelf.self).count == 2)
    // Observers with equal tables are compared together: the results, and the friends, the linking objects and the sections.
    let touched = try work(realm) { dogs[0].age = 5 }
    #expect(touched.visits == tokens.count && touched.evaluations <= 4 && touched.examinations == 60, "\(touched)")
    #expect(try work(realm) { realm.create(Shelf.self, value: ["id": 3]) } == Work())
    tokens.removeLast(79)
    #expect(try work(realm) { people[9].lastName = "x" }.evaluations == 1)
    tokens = []
    #expect(realm._core.observers?.isEmpty == true)
  }

  @Test("an AnyRealmValue counts the tables to which one links, which are read once until such values change")
  func values() throws {
    let realm = try memoryRealm(ValueSchema.types)
    let calls = Calls()
    let (anything, key) = try realm.write {
      (realm.create(Anything.self, value: ["id": 1]), realm.create(WebKey.self, value: ["id": Web("a"), "value": 1]))
    }
    let tokens = (0..<30).map { _ in realm.objects(Anything.self).observe { calls.add($0) } }
    realm.refresh()
    _ = calls.take()
    let session = realm._core.session
    #expect(try work(realm) { key.value = 2 } == Work())
    let searches = session.valueLinkSearches
    for value in 3..<10 { #expect(try work(realm) { key.value = value } == Work()) }
    #expect(session.valueLinkSearches == searches)
    #expect(try work(realm) { realm.create(WebKey.self, value: ["id": Web("b")]) } == Work())
    #expect(calls.take() == [])

    #expect(try work(realm) { anything.list.append(.object(key)) }.examinations == 30)
    #expect(calls.take() == Array(repeating: "-[] +[] ~[0]", count: 30))
    let linked = try work(realm) { key.value = 10 }
    #expect(linked == Work(visits: 30, evaluations: 1, examinations: 30))
    #expect(calls.take() == Array(repeating: "-[] +[] ~[0]", count: 30))

    // Another table, and one behind a link of the linked object.
    let target = try realm.write {
      let target = realm.create(Target.self, value: ["name": "t"])
      anything.any = .object(target)
      return target
    }
    realm.refresh()
    _ = calls.take()
    let custom = try realm.write {
      let custom = realm.create(Custom.self)
      target.any = .object(custom)
      return custom
    }
    realm.refresh()
    _ = calls.take()
    #expect(try work(realm) { custom.point = MapPoint(1, 2) }.examinations == 30)
    #expect(calls.take() == Array(repeating: "-[] +[] ~[0]", count: 30))

    try realm.write { anything.list.removeAll() }
    realm.refresh()
    _ = calls.take()
    #expect(try work(realm) { key.value = 11 } == Work())
    #expect(calls.take() == [])
    withExtendedLifetime(tokens) {}
  }

  @Test("each change of an object that an AnyRealmValue reaches through up to three links is reported, also if several commits are merged")
  func histories() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let name = "values \(ObjectId.generate())"
    let watched = try Watched(name, ValueSchema.types, others: ValueSchema.types + PeopleSchema.objectTypes)
    let realm = watched.realm
    let count = 4
    try realm.write {
      for number in 0..<count {
        realm.create(Anything.self, value: ["id": number])
        realm.create(Target.self)
        realm.create(WebKey.self, value: ["id": Web("\(number)")])
        realm.create(Custom.self)
      }
    }
    let all = realm.objects(Anything.self)
    var told = [Set<Int>](repeating: [], count: 3)
    let observed = [all.where { $0.id >= 0 }, all.sorted(byKeyPath: "id"), all.distinct(by: ["id"])]
    let tokens = observed.enumerated().map { number, results in
      results.observe { if case .update(_, _, _, let modifications) = $0 { told[number].formUnion(modifications) } }
    }
    realm.refresh()
    func change(_ writer: Realm) {
      let number = random.below(count)
      func value() -> AnyRealmValue {
        let target = random.below(count)
        return switch random.below(5) {
        case 0: .object(writer.objects(Anything.self)[target])
        case 1: .object(writer.objects(Target.self)[target])
        case 2: .object(writer.objects(WebKey.self)[target])
        case 3: .object(writer.objects(Custom.self)[target])
        default: .none
        }
      }
      let anything = writer.objects(Anything.self)[number]
      switch random.below(8) {
      case 0: anything.any = value()
      case 1: anything.list.append(value())
      case 2: anything.list.removeAll()
      case 3: writer.objects(Target.self)[number].any = value()
      case 4: writer.objects(Target.self)[number].name += "x"
      case 5: writer.objects(WebKey.self)[number].value += 1
      default: writer.objects(Custom.self)[number].point = MapPoint(Double(random.below(1_000)), 0)
      }
    }
    var before = all.map { contents($0, 3) }
    for step in 0..<rounds(.manyObservers) {
      let writer = random.once(in: 2) ? watched.other : realm
      try writer.write { for _ in 0...random.below(2) { change(writer) } }
      if random.once(in: 3) { continue }
      realm.refresh()
      let now = all.map { contents($0, 3) }
      let changed = Set((0..<count).filter { now[$0] != before[$0] })
      for modified in told { #expect(modified.isSuperset(of: changed), "step \(step), seed \(seed)") }
      before = now
      told = [Set<Int>](repeating: [], count: 3)
    }
    withExtendedLifetime(tokens) {}
  }

  // Returns the values of an object and of the objects that it reaches through at most `links` links.
  private func contents(_ object: ObjectBase, _ links: Int) -> String {
    func text(_ value: AnyRealmValue) -> String {
      guard case .object(let target) = value else { return "\(value)" }
      return "\(type(of: target)) \(target._rowAccess.key)" + (links > 0 ? " (\(contents(target, links - 1)))" : "")
    }
    switch object {
    case let object as Anything: return ([object.any] + object.list).map(text).joined(separator: ", ")
    case let object as Target: return object.name + text(object.any)
    case let object as WebKey: return "\(object.value)"
    case let object as Custom: return links > 0 ? "\(object.point)" : ""
    default: return ""
    }
  }

  @Test("an observer whose owner was deleted in a write that it skipped ends at the next commit, whatever that concerns")
  func ownerDeleted() throws {
    let realm = try Watched().realm
    let people = try fill(realm, 2).people
    let token = people[0].tags.observe { _ in }
    realm.refresh()
    try realm.write(withoutNotifying: [token]) { realm.delete(people[0]) }
    realm.refresh()
    #expect(realm._core.observers?.isEmpty == false)
    try realm.write { realm.create(Shelf.self) }
    realm.refresh()
    #expect(realm._core.observers?.isEmpty == true)
    withExtendedLifetime(token) {}
  }

  @Test("results of lists and of linking objects are not computed again after commits to other tables, and are after those to their own")
  func cached() throws {
    let watched = try Watched()
    let realm = watched.realm
    let (people, dogs) = try fill(realm, 40)
    try realm.write {
      people[0].friends.append(objectsIn: people[1..<20])
      for dog in dogs[1..<5] { dog.owner = people[0] }
    }
    let friends = people[0].friends.where { $0.lastName > "l 2" }.sorted(byKeyPath: "firstName")
    let linking = people[0].dogs.where { $0.name > "d 1" }
    func now() -> [Int] {
      let session = realm._core.session
      return [session.visitedClusters, session.indexSearches, session.backlinkSearches, session.visitedSources]
    }
    func firstNames() -> [String] { friends.map { $0.firstName } }
    func dogNames() -> [String] { linking.map { $0.name } }
    let wanted = (friends: firstNames(), dogs: dogNames())
    for (id, writer) in [realm, watched.other].enumerated() {
      try writer.write { _ = writer.create(Shelf.self, value: ["id": id]) }
      realm.refresh()
      let before = now()
      #expect(friends.count == wanted.friends.count && linking.count == wanted.dogs.count)
      #expect(now() == before)
      #expect(firstNames() == wanted.friends && dogNames() == wanted.dogs)
    }
    try realm.write { people[0].friends.remove(at: 2) }
    #expect(firstNames() == wanted.friends.filter { $0 != "p 3" })
    try realm.write { people[5].firstName = "a" }
    #expect(firstNames() == firstNames().sorted() && firstNames().contains("a"))
    try realm.write { dogs[2].owner = nil }
    #expect(dogNames() == wanted.dogs.filter { $0 != "d 2" })
    try realm.write { realm.delete(dogs[3]) }
    #expect(dogNames() == wanted.dogs.filter { $0 != "d 2" && $0 != "d 3" })
  }
}
