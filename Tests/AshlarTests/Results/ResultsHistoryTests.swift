import AshlarStore
import Foundation
import People
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

/// One database with random results, which are read between and within the writes of two instances and compared with arrays.
private final class ResultsHistory {
  private final class Subject {
    let query: PeopleQuery
    let results: Results<Person>
    var token: NotificationToken?

    init(_ query: PeopleQuery, _ results: Results<Person>) {
      self.query = query
      self.results = results
    }
  }

  private let watched: Watched
  private var random: SeededGenerator
  private var subjects: [Subject] = []
  // The last committed version, and the version that `realm` reads.
  private var latest = PeopleModel()
  private var seen = PeopleModel()
  private let owner: Int64
  var label = ""

  private var realm: Realm { watched.realm }

  init(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let watched = try Watched.people()
    let realm = watched.realm
    realm._core.rules.planChoice = random.pick([.cheapest, .search, .scan])
    // Indexes of small tables are not searched.
    let count = random.once(in: 3) ? 1_300 : 40
    realm.beginWrite()
    var model = PeopleModel()
    let first = ResultsHistory.create(realm, &model, &random)
    for _ in 1..<count { _ = ResultsHistory.create(realm, &model, &random) }
    for _ in 0..<30 {
      let friend = random.pick(model.rows).key
      first.friends.append(try #require(realm._core.object(Person.self, friend)))
      model.friends.append(friend)
    }
    try realm.commitWrite()
    (self.watched, self.random, owner) = (watched, random, first._rowAccess.key)
    (latest, seen) = (model, model)
    subjects = try (0..<6).map { _ in try subject() }
  }

  private func subject() throws -> Subject {
    let query = PeopleQuery(&random)
    return Subject(query, query.results(realm, try #require(realm._core.object(Person.self, owner))))
  }

  // MARK: - Writing

  private static func create(_ realm: Realm, _ model: inout PeopleModel, _ random: inout SeededGenerator) -> Person {
    let person = realm.create(
      Person.self, value: ["firstName": PeopleQuery.first(&random), "lastName": PeopleQuery.last(&random)])
    var row = PeopleModel.Row(key: person._rowAccess.key, first: person.firstName, last: person.lastName)
    if random.once(in: 2) { row.born = random.below(100) }
    person.birthday = row.birthday
    model.insert(row)
    return person
  }

  // Makes one change in an open write, and the same in a model.
  private func change(_ realm: Realm, _ model: inout PeopleModel) throws {
    let list = try #require(realm._core.object(Person.self, owner)).friends
    let index = random.below(model.rows.count)
    let key = model.rows[index].key
    let person = try #require(realm._core.object(Person.self, key))
    switch random.below(10) {
    case 0: _ = ResultsHistory.create(realm, &model, &random)
    case 1:
      if key == owner { break }
      realm.delete(person)
      model.delete(key)
    case 2:
      let position = random.below(list.count + 1)
      list.insert(person, at: position)
      model.friends.insert(key, at: position)
    case 3:
      if list.isEmpty { break }
      let position = random.below(list.count)
      list.remove(at: position)
      model.friends.remove(at: position)
    // Another table, whose changes leave what is known of people valid.
    case 4: realm.create(Dog.self, value: ["name": "dog"])
    case 5:
      model.rows[index].born = random.once(in: 3) ? nil : random.below(100)
      person.birthday = model.rows[index].birthday
    case 6, 7:
      model.rows[index].last = PeopleQuery.last(&random)
      person.lastName = model.rows[index].last
    default:
      model.rows[index].first = PeopleQuery.first(&random)
      person.firstName = model.rows[index].first
    }
  }

  private func ownWrite() throws {
    seen = latest
    realm.beginWrite()
    for _ in 0...random.below(4) {
      var model = seen
      try change(realm, &model)
      seen = model
      if random.once(in: 2) { try ask() }
    }
    if random.once(in: 4) {
      seen = latest
      realm.cancelWrite()
    } else {
      latest = seen
      try realm.commitWrite()
    }
  }

  private func othersWrite() throws {
    watched.other.beginWrite()
    var model = latest
    for _ in 0...random.below(4) { try change(watched.other, &model) }
    latest = model
    try watched.other.commitWrite()
  }

  private func refresh() {
    seen = latest
    realm.refresh()
  }

  // MARK: - Reading

  private func ask() throws {
    let subject = random.pick(subjects)
    let rows = subject.query.rows(seen)
    for _ in 0...random.below(3) {
      try ask(subject.results, rows, "\(subject.query), \(label)")
      subject.results._resultsCore._checkInvariants()
    }
  }

  private func ask(_ results: Results<Person>, _ rows: [PeopleModel.Row], _ place: String) throws {
    switch random.below(9) {
    case 0: #expect(results.count == rows.count, "count of \(place)")
    case 1: #expect(results.isEmpty == rows.isEmpty, "isEmpty of \(place)")
    case 2: #expect(results.first?._rowAccess.key == rows.first?.key, "first of \(place)")
    case 3: #expect(results.last?._rowAccess.key == rows.last?.key, "last of \(place)")
    case 4:
      guard let index = rows.indices.randomElement(using: &random) else { break }
      #expect(results[index]._rowAccess.key == rows[index].key, "element \(index) of \(place)")
    case 5:
      let key = random.pick(seen.rows).key
      let person = try #require(realm._core.object(Person.self, key))
      #expect(results.index(of: person) == rows.firstIndex { $0.key == key }, "index of \(key) in \(place)")
    case 6:
      let latest: Date? = results.max(ofProperty: "birthday")
      #expect(latest == rows.compactMap(\.birthday).max(), "max of \(place)")
    case 7:
      let sorted = results.sorted(byKeyPath: "firstName")
      let least = rows.min { $0.first < $1.first }
      #expect(sorted.isEmpty == rows.isEmpty && sorted.first?.firstName == least?.first, "first in an order of \(place)")
    default: #expect(results.map(\._rowAccess.key) == rows.map(\.key), "loop over \(place)")
    }
  }

  // Observers update the rows that they share with the results, and read them in their blocks.
  private func observe() {
    let subject = random.pick(subjects)
    if subject.token != nil {
      subject.token = nil
      return
    }
    subject.token = subject.results.observe { [unowned self, unowned subject] _ in
      let rows = subject.query.rows(seen)
      #expect(subject.results.count == rows.count, "count for an observer of \(subject.query), \(label)")
      #expect(subject.results.first?._rowAccess.key == rows.first?.key, "first for an observer of \(subject.query), \(label)")
    }
  }

  private func freeze() throws {
    let subject = random.pick(subjects)
    let frozen = subject.results.freeze()
    let rows = subject.query.rows(seen)
    for _ in 0..<2 {
      #expect(frozen.isEmpty == rows.isEmpty && frozen.map(\._rowAccess.key) == rows.map(\.key), "frozen \(subject.query), \(label)")
      #expect(frozen.count == rows.count && frozen.last?._rowAccess.key == rows.last?.key, "frozen \(subject.query), \(label)")
    }
    frozen._resultsCore._checkInvariants()
  }

  func step() throws {
    switch random.below(12) {
    case 0, 1: try ownWrite()
    case 2: try othersWrite()
    case 3: refresh()
    case 4: observe()
    case 5: try freeze()
    case 6: subjects[random.below(subjects.count)] = try subject()
    default: try ask()
    }
    for subject in subjects { subject.results._resultsCore._checkInvariants() }
  }

  /// Compares all results with the last commit.
  func end() throws {
    refresh()
    for subject in subjects {
      #expect(subject.results.map(\._rowAccess.key) == subject.query.rows(seen).map(\.key), "\(subject.query), \(label)")
      subject.token = nil
    }
  }
}

@Suite("Results against arrays", .blocking)
struct ResultsHistoryTests {
  @Test("whatever was read before, results have the rows that an array has, and what is kept of them agrees with itself")
  func random() throws {
    let seed = seed()
    for number in 0..<UInt64(rounds(.resultHistories)) {
      let history = try ResultsHistory(seed &+ number)
      for step in 0..<60 {
        history.label = "step \(step), seed \(seed &+ number)"
        try history.step()
      }
      try history.end()
    }
  }

  @Test("ordered results are not empty when their only row is beyond the clusters that are scanned first")
  func farMatch() throws {
    let realm = try memoryRealm(PeopleSchema.objectTypes)
    // More clusters than are scanned first: 64 without an index, 4 with one.
    let count = 64 * 256 + 1
    try realm.write {
      for number in 1...count { realm.create(Dog.self, value: ["name": "dog", "age": number == count ? 9 : 1]) }
      for number in 1...1_100 { realm.create(Person.self, value: ["firstName": "a", "lastName": number == 1_100 ? "z" : "b"]) }
    }
    for choice: PlanChoice in [.cheapest, .search, .scan] {
      realm._core.rules.planChoice = choice
      let dogs = realm.objects(Dog.self).where { $0.age > 5 }
      let people = realm.objects(Person.self).where { $0.lastName > "x" }
      let (sortedDogs, sortedPeople) = (dogs.sorted(byKeyPath: "name"), people.sorted(byKeyPath: "firstName"))
      #expect(!sortedDogs.isEmpty && !sortedPeople.isEmpty, "\(choice)")
      #expect(sortedDogs.first?.age == 9 && sortedPeople.first?.lastName == "z", "\(choice)")
      #expect(dogs.first?.age == 9 && people.first?.lastName == "z", "\(choice)")
      let none = realm.objects(Dog.self).where { $0.age > 9 }.sorted(byKeyPath: "name")
      #expect(none.isEmpty && none.first == nil, "\(choice)")
      for results in [dogs, sortedDogs, none] { results._resultsCore._checkInvariants() }
    }
  }
}
