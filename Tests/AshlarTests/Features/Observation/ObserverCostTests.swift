import AshlarStore
import Kinds
import People
import Shelves
import TestSupport
import TestTraits
import Testing

@testable import Ashlar

/// Counts the observers that examine a commit, and the clusters, indexes and backlinks that they search.
@Suite("What observers examine after a commit", .blocking)
struct ObserverCostTests {
  private struct Cost: Equatable, CustomStringConvertible {
    var observers = 0
    var clusters = 0
    var indexes = 0
    var backlinks = 0
    var sources = 0

    var description: String {
      "\(observers) observers, \(clusters) clusters, \(indexes) searches in indexes, \(backlinks) in backlinks with \(sources) sources"
    }
  }

  private func now(_ realm: Realm) -> Cost {
    let session = realm._core.session
    return Cost(
      observers: realm._core.observers?.examinations ?? 0, clusters: session.visitedClusters, indexes: session.indexSearches,
      backlinks: session.backlinkSearches, sources: session.visitedSources)
  }

  /// What the observers of a commit cost, apart from the commit itself.
  private func cost(_ realm: Realm, _ body: () -> Void) throws -> Cost {
    try realm.write(body)
    let before = now(realm)
    realm.refresh()
    let after = now(realm)
    return Cost(
      observers: after.observers - before.observers, clusters: after.clusters - before.clusters, indexes: after.indexes - before.indexes,
      backlinks: after.backlinks - before.backlinks, sources: after.sources - before.sources)
  }

  /// People with the names "p 0", "p 1", and so on, of which each has a dog, "d 0", "d 1", and so on.
  private func fill(_ realm: Realm, _ count: Int) throws -> (people: [Person], dogs: [Dog]) {
    try realm.write {
      let people = (0..<count).map { realm.create(Person.self, value: ["firstName": "p \($0)", "lastName": "l \($0 % 7)"]) }
      let dogs = people.enumerated().map { realm.create(Dog.self, value: ["name": "d \($0)", "owner": $1]) }
      return (people, dogs)
    }
  }

  @Test("a commit to another type is examined by no observer and searches nothing, and what was observed is read without a search")
  func otherTypes() throws {
    let realm = try Watched().realm
    let (people, dogs) = try fill(realm, 40)
    let shelf = try realm.write {
      people[0].friends.append(objectsIn: people[1..<20])
      people[0].tags.append(objectsIn: ["a", "b"])
      return realm.create(Shelf.self)
    }
    let (all, every, calls) = (realm.objects(Person.self), realm.objects(Dog.self), Calls())
    var tokens: [NotificationToken] = []
    func observe<C: RealmCollection>(_ collection: C, keyPaths: [String]? = nil) {
      tokens.append(collection.observe(keyPaths: keyPaths) { calls.add($0) })
    }
    let filtered = all.where { $0.firstName > "p 2" }
    let linked = every.where { $0.owner.firstName < "p 3" }
    let sorted = every.sorted(byKeyPath: "owner.firstName")
    let friends = people[0].friends.where { $0.lastName > "l 2" }
    let linking = people[1].dogs.sorted(byKeyPath: "name")
    observe(all)
    observe(filtered)
    observe(all.sorted(byKeyPath: "lastName"))
    observe(all.sorted(byKeyPath: "firstName").limited(to: 3))
    observe(all.distinct(by: ["lastName"]))
    observe(all, keyPaths: ["dogs.name"])
    observe(all, keyPaths: ["friends.firstName"])
    observe(linked)
    observe(sorted)
    observe(people[0].friends)
    observe(friends)
    observe(people[0].tags)
    observe(people[1].dogs)
    observe(linking)
    var keyed = 0
    let sections = every.sectioned(sortDescriptors: [SortDescriptor(keyPath: "name")]) { dog in
      keyed += 1
      return String(dog.name.prefix(3))
    }
    tokens.append(sections.observe { _ in })
    realm.refresh()
    #expect(calls.take().count == tokens.count - 1)
    func counts() -> [Int] { [filtered.count, linked.count, sorted.count, friends.count, linking.count, sections.count] }
    let known = counts()
    keyed = 0
    #expect(try cost(realm) { shelf.maybeInts.append(1) } == Cost())
    #expect(try cost(realm) { realm.create(Shelf.self, value: ["id": 1]) } == Cost())
    #expect(try cost(realm) { realm.delete(shelf) } == Cost())
    let before = now(realm)
    #expect(counts() == known)
    #expect(sorted[3].owner != nil && friends[0].lastName > "l 2" && linking[0].isSameObject(as: dogs[1]))
    #expect(now(realm) == before && keyed == 0)
    #expect(calls.take() == [])
    withExtendedLifetime(tokens) {}
  }

  @Test("of the types that are observed, only the properties on the paths count")
  func columns() throws {
    let realm = try Watched().realm
    let (people, dogs) = try fill(realm, 40)
    let calls = Calls()
    let tokens = [
      realm.objects(Dog.self).where { $0.owner.firstName < "p 3" }.observe(keyPaths: ["name"]) { calls.add($0) },
      realm.objects(Person.self).sorted(byKeyPath: "firstName").observe(keyPaths: ["home.city"]) { calls.add($0) },
    ]
    realm.refresh()
    #expect(calls.take() == ["initial", "initial"])
    #expect(try cost(realm) { people[0].lastName = "other" } == Cost())
    #expect(try cost(realm) { dogs[0].age = 3 } == Cost())
    #expect(try cost(realm) { people[0].firstName = "p 9" }.observers == 2)
    #expect(calls.take() == ["-[0] +[] ~[]", "-[0] +[38] ~[]"])
    #expect(try cost(realm) { dogs[1].name = "other" }.observers == 1)
    #expect(calls.take() == ["-[] +[] ~[0]"])
    #expect(try cost(realm) { dogs[1].owner = people[0] }.observers == 1)
    #expect(calls.take() == ["-[0] +[] ~[]"])
    #expect(try cost(realm) { people[1].home = Address(value: ["city": "c"]) }.observers == 1)
    #expect(calls.take() == ["-[] +[] ~[0]"])
    #expect(try cost(realm) { people[1].home?.city = "d" }.observers == 1)
    #expect(calls.take() == ["-[] +[] ~[0]"])
    #expect(try cost(realm) { people[1].home?.street = "s" } == Cost())
    #expect(calls.take() == [])
    withExtendedLifetime(tokens) {}
  }

  @Test("a condition and an order through a link are updated from the rows that changed, without a scan")
  func links() throws {
    let realm = try Watched().realm
    let (people, dogs) = try fill(realm, 2_000)
    let calls = Calls()
    let every = realm.objects(Dog.self)
    let filtered = every.where { $0.owner.firstName < "p 3" }
    let sorted = every.sorted(byKeyPath: "owner.firstName")
    let tokens = [filtered.observe { calls.add($0) }, sorted.observe { calls.add($0) }]
    realm.refresh()
    #expect(calls.take() == ["initial", "initial"])
    var costs: [Cost] = []
    costs.append(try cost(realm) { realm.create(Dog.self, value: ["name": "new", "owner": people[0]]) })
    #expect(calls.take() == ["-[] +[\(filtered.count - 1)] ~[]", "-[] +[1] ~[]"])
    costs.append(try cost(realm) { people[0].firstName = "q" })
    #expect(calls.take() == ["-[0, \(filtered.count + 1)] +[] ~[]", "-[0, 1] +[1999, 2000] ~[]"])
    // A null link is less than any text, so the dog still matches.
    costs.append(try cost(realm) { realm.delete(people[1]) })
    #expect(calls.take() == ["-[] +[] ~[0]", "-[0] +[2000] ~[]"])
    costs.append(try cost(realm) { realm.delete(dogs[0]) })
    #expect(calls.take().count == 1)
    for cost in costs {
      #expect(cost.clusters == 0 && cost.indexes == 0, "\(cost)")
      #expect(cost.observers == 2 && cost.backlinks < 40 && cost.sources < 40, "\(cost)")
    }
    let wanted: [[Int64]] = [filtered, sorted].map { results in Array(results.freeze()).map(\._rowAccess.key) }
    #expect([filtered, sorted].map { results in Array(results).map(\._rowAccess.key) } == wanted)
    withExtendedLifetime(tokens) {}
  }

  @Test("linking objects are updated from the rows that gained or lost the link, without reading the others")
  func linkingObjects() throws {
    let realm = try Watched().realm
    let (people, dogs) = try fill(realm, 10)
    try realm.write { for number in 0..<500 { realm.create(Dog.self, value: ["name": "e \(number)", "age": number, "owner": people[0]]) } }
    let calls = Calls()
    let (plain, old) = (people[0].dogs, people[0].dogs.where { $0.age > 400 }.sorted(byKeyPath: "age", ascending: false))
    let tokens = [plain.observe { calls.add($0) }, old.observe { calls.add($0) }]
    realm.refresh()
    #expect(calls.take() == ["initial", "initial"])
    func expect(_ told: [String], _ body: () -> Void) throws {
      let cost = try cost(realm, body)
      #expect(calls.take() == told)
      // The look-ups of objects that link to a changed object do not depend on the number of linking objects that are observed.
      #expect(cost.clusters == 0 && cost.sources < 10, "\(cost)")
    }
    try expect([]) { dogs[5].age = 1_000 }
    try expect(["-[] +[] ~[0]"]) { dogs[0].age = 2 }
    try expect(["-[] +[1] ~[]", "-[] +[0] ~[]"]) { dogs[5].owner = people[0] }
    try expect(["-[0] +[] ~[]"]) { dogs[0].owner = nil }
    try expect(["-[] +[] ~[0]", "-[0] +[79] ~[]"]) { dogs[5].age = 420 }
    try expect(["-[0] +[] ~[]", "-[79] +[] ~[]"]) { realm.delete(dogs[5]) }
    #expect(plain.count == 500 && old.count == 99)
    try realm.write { realm.delete(people[0]) }
    realm.refresh()
    #expect(calls.take() == ["-\(Array(0..<500)) +[] ~[]", "-\(Array(0..<99)) +[] ~[]"])
    withExtendedLifetime(tokens) {}
  }

  @Test("keys of sections are computed again for the rows that changed, unless one was computed from linking objects")
  func sections() throws {
    let realm = try Watched().realm
    let (people, dogs) = try fill(realm, 300)
    try realm.write { for dog in dogs { dog.owner = people[0] } }
    var keyed = 0
    // The owner of a dog has linking objects, which this key does not read unless a dog has a special name.
    let sections = realm.objects(Dog.self).sectioned(sortDescriptors: [SortDescriptor(keyPath: "name")]) { dog in
      keyed += 1
      return dog.name == "counted" ? "\(dog.owner?.dogs.count ?? 0) dogs" : String(dog.name.prefix(3))
    }
    let token = sections.observe { _ in }
    realm.refresh()
    func expect(_ count: Int, _ body: () -> Void) throws {
      keyed = 0
      let cost = try cost(realm, body)
      #expect(keyed == count)
      #expect(cost.clusters == 0, "\(cost)")
      let wanted = sections.freeze()
      #expect(sections.allKeys == wanted.allKeys && sections.map(\.count) == wanted.map(\.count))
    }
    try expect(1) { dogs[7].name = "d 1" }
    try expect(1) { dogs[8].owner = people[1] }
    try expect(0) { realm.delete(dogs[9]) }
    try expect(1) { realm.create(Dog.self, value: ["name": "d 9", "owner": people[0]]) }
    try realm.write { dogs[10].name = "counted" }
    realm.refresh()
    #expect(sections.allKeys.contains("299 dogs"), "\(sections.allKeys)")
    try realm.write { realm.delete(dogs[11]) }
    realm.refresh()
    #expect(sections.allKeys.contains("298 dogs"), "\(sections.allKeys)")
    try realm.write { dogs[12].owner = nil }
    realm.refresh()
    #expect(sections.allKeys.contains("297 dogs"), "\(sections.allKeys)")
    withExtendedLifetime(token) {}
  }

  @Test("embedded objects count through their owners, and objects in an AnyRealmValue through every link")
  func otherLinks() throws {
    let realm = try memoryRealm(KindsSchema.objectTypes)
    let calls = Calls()
    let node = try realm.write { realm.create(Node.self, value: ["part": ["size": 1.0]] as [String: Any]) }
    let large = realm.objects(Node.self).where { $0.part.size > 2 }.observe(keyPaths: ["label"]) { calls.add($0) }
    realm.refresh()
    _ = calls.take()
    #expect(try cost(realm) { node.part?.label = "other" } == Cost())
    #expect(try cost(realm) { node.part?.size = 3 }.observers == 1)
    #expect(calls.take() == ["-[] +[0] ~[]"])
    #expect(try cost(realm) { node.part = nil }.observers == 1)
    #expect(calls.take() == ["-[0] +[] ~[]"])
    let values = try memoryRealm(ValueSchema.types)
    let target = try values.write {
      let target = values.create(Target.self)
      values.create(Anything.self, value: ["id": 1]).any = .object(target)
      return target
    }
    let anything = values.objects(Anything.self)
    let tokens = [
      anything.observe { calls.add($0) }, anything.where { $0.id > 0 }.observe(keyPaths: ["any"]) { calls.add($0) },
      anything.where { $0.any == .object(target) }.observe(keyPaths: ["id"]) { calls.add($0) },
    ]
    values.refresh()
    #expect(calls.take() == ["initial", "initial", "initial"])
    #expect(try cost(values) { target.name = "other" }.observers == 1)
    #expect(calls.take() == ["-[] +[] ~[0]"])
    #expect(try cost(values) { values.delete(target) }.observers == 3)
    #expect(calls.take() == ["-[] +[] ~[0]", "-[] +[] ~[0]", "-[0] +[] ~[]"])
    withExtendedLifetime((large, tokens)) {}
  }
}
