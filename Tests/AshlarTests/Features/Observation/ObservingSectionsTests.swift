import Ashlar
import Foundation
import People
import Testing
import TestSupport

@Suite("Observing sections")
struct ObservingSectionsTests {
  private let realm: Realm
  private let sections: SectionedResults<String, Person>

  init() throws {
    realm = try Watched().realm
    sections = realm.objects(Person.self).sectioned(sortDescriptors: [SortDescriptor(keyPath: "firstName")]) {
      String($0.firstName.prefix(1))
    }
  }

  private func add(_ names: [String]) throws {
    try realm.write { for name in names { realm.create(Person.self, value: ["firstName": name]) } }
  }

  private func person(_ name: String) throws -> Person { try #require(realm.objects(Person.self).where { $0.firstName == name }.first) }

  private func text<C>(_ change: SectionedResultsChange<C>) -> String {
    func paths(_ list: [IndexPath]) -> String { list.map { "\($0.section).\($0.item)" }.joined(separator: " ") }
    switch change {
    case .initial: return "initial"
    case .update(_, let deletions, let insertions, let modifications, let inserted, let deleted):
      return "-[\(paths(deletions))] +[\(paths(insertions))] ~[\(paths(modifications))] sections +\(Array(inserted)) -\(Array(deleted))"
    }
  }

  @Test("rows of a deleted section are not told, those of an inserted one are; a row that comes to another section is deleted and inserted")
  func shapes() throws {
    try add(["a1", "a2", "b1", "c1"])
    var calls: [String] = []
    let token = sections.observe { calls.append(text($0)) }
    func next() -> [String] {
      realm.refresh()
      defer { calls = [] }
      return calls
    }
    #expect(next() == ["initial"])
    try realm.write { try person("a2").lastName = "x" }
    #expect(next() == ["-[] +[] ~[0.1] sections +[] -[]"])
    try realm.write { realm.delete(try person("b1")) }
    #expect(next() == ["-[] +[] ~[] sections +[] -[1]"])
    try add(["b1", "b2"])
    #expect(next() == ["-[] +[1.0 1.1] ~[] sections +[1] -[]"])
    try realm.write { try person("a1").firstName = "b0" }
    #expect(next() == ["-[0.0] +[1.0] ~[] sections +[] -[]"], "its key changed")
    try realm.write { try person("b0").firstName = "b3" }
    #expect(next() == ["-[1.0] +[1.2] ~[] sections +[] -[]"], "its place changed")
    try realm.write { try person("a2").firstName = "d1" }
    #expect(next() == ["-[] +[2.0] ~[] sections +[2] -[0]"])
    withExtendedLifetime(token) {}
  }

  @Test("after a small commit the key's block is called for what changed, and for nothing when the sections are read")
  func upkeep() throws {
    try add((0..<400).map { "\(["a", "b", "c", "d"][$0 % 4])\($0)" })
    var keyed = 0
    let counted = realm.objects(Person.self).sectioned(sortDescriptors: [SortDescriptor(keyPath: "firstName")]) { person in
      keyed += 1
      return String(person.firstName.prefix(1))
    }
    var calls: [String] = []
    let token = counted.observe { calls.append(text($0)) }
    realm.refresh()
    #expect(keyed == 400)
    keyed = 0
    try realm.write { try person("a0").firstName = "bb" }
    realm.refresh()
    #expect(calls.last == "-[0.0] +[1.100] ~[] sections +[] -[]")
    #expect(keyed == 1)
    keyed = 0
    #expect(counted.count == 4 && counted.allKeys == ["a", "b", "c", "d"])
    #expect(counted[1].count == 101 && counted[1][100].firstName == "bb" && counted[0].first?.firstName == "a100")
    #expect(counted.map { $0.count } == [99, 101, 100, 100])
    #expect(keyed == 0, "the sections are those that the observer has")
    try realm.write { try person("bb").firstName = "e" }
    #expect(counted.allKeys == ["a", "b", "c", "d", "e"], "what is not told yet is read")
    #expect(keyed > 0)
    realm.refresh()
    #expect(calls.last == "-[1.100] +[4.0] ~[] sections +[4] -[]")
    withExtendedLifetime(token) {}
  }

  @Test(
    "keys that are read from linking objects of what an element links to are those of sections that nobody observes",
    arguments: ["renamed", "given away", "deleted", "added", "not asked for"])
  func linkingObjects(_ change: String) throws {
    try realm.write {
      let owners = ["a", "b"].map { name in realm.create(Person.self, value: ["firstName": name]) }
      for number in 0..<40 { realm.create(Dog.self, value: ["name": "d\(number)", "owner": owners[number % 2]]) }
    }
    let dogs = realm.objects(Dog.self)
    func sections() -> SectionedResults<String, Dog> {
      dogs.sectioned(sortDescriptors: [SortDescriptor(keyPath: "name")]) { dog in
        dog.owner.map { owner in owner.firstName + ":" + owner.dogs.map(\.name).sorted().joined(separator: ",") } ?? ""
      }
    }
    let observed = sections()
    let token = observed.observe { _ in }
    realm.refresh()
    try realm.write {
      let dog = try #require(dogs.where { $0.name == "d7" }.first)
      switch change {
      case "renamed": dog.name = "e"
      case "given away": dog.owner = try person("a")
      case "deleted": realm.delete(dog)
      case "added": realm.create(Dog.self, value: ["name": "f", "owner": dog.owner as Any])
      default: dog.age = 3
      }
    }
    realm.refresh()
    #expect(observed.allKeys == sections().allKeys)
    #expect(observed.map { $0.map(\.name) } == sections().map { $0.map(\.name) })
    withExtendedLifetime(token) {}
  }

  @Test("one section is notified of its own changes, its deletion and its insertion")
  func one() throws {
    try add(["a1", "b1", "b2"])
    var calls: [String] = []
    let section = sections[1]
    let token = section.observe { calls.append(text($0)) }
    func next() -> [String] {
      realm.refresh()
      defer { calls = [] }
      return calls
    }
    #expect(next() == ["initial"])
    try realm.write { try person("a1").lastName = "x" }
    #expect(next() == [])
    try add(["b0"])
    #expect(next() == ["-[] +[1.0] ~[] sections +[] -[]"])
    try realm.write { realm.delete(try person("a1")) }
    #expect(next() == [], "it comes to stand elsewhere")
    try realm.write { try person("b1").lastName = "x" }
    #expect(next() == ["-[] +[] ~[0.1] sections +[] -[]"])
    try realm.write { realm.delete(realm.objects(Person.self)) }
    #expect(next() == ["-[] +[] ~[] sections +[] -[0]"])
    #expect(section.isInvalidated)
    try add(["a9", "b9"])
    #expect(next() == ["-[] +[1.0] ~[] sections +[1] -[]"])
    withExtendedLifetime(token) {}
  }

  @Test("key paths select modifications, and sections of values are notified")
  func paths() throws {
    try add(["a1"])
    var (names, values): ([String], [String]) = ([], [])
    let person = try person("a1")
    try realm.write { person.tags.append(objectsIn: ["xa", "ya"]) }
    let tags = person.tags.sectioned(by: { String($0.prefix(1)) })
    let tokens = [
      sections.observe(keyPaths: [\.lastName]) { names.append(text($0)) }, tags.observe { values.append(text($0)) },
    ]
    realm.refresh()
    try realm.write { person.tags.append("xb") }
    realm.refresh()
    #expect(names == ["initial"] && values == ["initial", "-[] +[0.1] ~[] sections +[] -[]"])
    try realm.write { person.lastName = "x" }
    realm.refresh()
    #expect(names.last == "-[] +[] ~[0.0] sections +[] -[]" && values.count == 2)
    withExtendedLifetime(tokens) {}
  }

  @Test("edits applied to the old sections give the new ones")
  func random() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    var shown: [[ObjectId]] = []
    func rows() -> [[ObjectId]] { sections.map { $0.map { $0._id } } }
    var label: Comment = ""
    let token = sections.observe { change in
      guard case .update(_, let deletions, let insertions, _, let inserted, let deleted) = change else {
        shown = rows()
        return
      }
      let now = rows()
      for path in deletions.reversed() { shown[path.section].remove(at: path.item) }
      for section in deleted.reversed() { shown.remove(at: section) }
      for section in inserted { shown.insert([], at: section) }
      for path in insertions { shown[path.section].insert(now[path.section][path.item], at: path.item) }
      #expect(shown == now, label)
    }
    realm.refresh()
    for round in 0..<rounds(.sectionCommits) {
      label = "round \(round), seed \(seed)"
      try realm.write {
        let people = Array(realm.objects(Person.self))
        for _ in 0..<1 + random.below(4) {
          let name = random.pick(["a", "b", "c", "d"]) + "\(random.below(100))"
          if people.count < 3 || random.once(in: 3) {
            realm.create(Person.self, value: ["firstName": name])
          } else {
            let person = random.pick(people)
            if person.isInvalidated { continue }
            if random.once(in: 2) { realm.delete(person) } else { person.firstName = name }
          }
        }
      }
      realm.refresh()
      #expect(shown == rows(), label)
    }
    withExtendedLifetime(token) {}
  }
}
