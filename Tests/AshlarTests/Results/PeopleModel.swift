import Foundation
import People
import TestSupport

@testable import Ashlar

/// People, and the friends of one of them, in plain arrays.
struct PeopleModel: Equatable {
  struct Row: Equatable {
    let key: Int64
    var first: String
    var last: String
    var born: Int?

    /// The date that the object stores for `born`.
    var birthday: Date? { born.map { Date(timeIntervalSince1970: Double($0)) } }
  }

  // In ascending order of their keys.
  var rows: [Row] = []
  // Keys in the order of the list, in which a row may be several times.
  var friends: [Int64] = []

  mutating func insert(_ row: Row) { rows.insert(row, at: rows.firstIndex { $0.key > row.key } ?? rows.count) }

  mutating func delete(_ key: Int64) {
    rows.removeAll { $0.key == key }
    friends.removeAll { $0 == key }
  }
}

/// Results of people with random conditions and a random arrangement, of the table or of a list, and the same over a model.
struct PeopleQuery: CustomStringConvertible {
  private enum Filter {
    case firstBelow(String)
    case lastIs(String)
    case lastIn([String])
    case lastAbove(String)
    case bornAfter(Int)
  }

  private enum Step {
    case sorted(byLast: Bool, ascending: Bool)
    case distinct(byLast: Bool)
    case limited(Int, offset: Int)
    case page(Int)
  }

  private let isOfList: Bool
  private var filters: [Filter]
  private var steps: [Step] = []

  init(_ random: inout SeededGenerator) {
    isOfList = random.once(in: 4)
    filters = (0..<random.below(3)).map { _ in PeopleQuery.filter(&random) }
    // Without a condition and an arrangement, the elements of a list are no results.
    if isOfList, filters.isEmpty { filters = [.firstBelow("z")] }
    for _ in 0..<random.below(3) {
      switch random.below(8) {
      case 0...3: steps.append(.sorted(byLast: random.once(in: 2), ascending: random.once(in: 2)))
      case 4, 5: steps.append(.distinct(byLast: random.once(in: 3)))
      default: steps.append(.limited(random.below(40), offset: random.below(6)))
      }
    }
    if case .limited? = steps.last {} else if random.once(in: 6) { steps.append(.page(random.below(30))) }
  }

  private static func filter(_ random: inout SeededGenerator) -> Filter {
    switch random.below(6) {
    case 0, 1: .firstBelow(PeopleQuery.first(&random))
    case 2: .lastIs(PeopleQuery.last(&random))
    case 3: .lastIn((0...random.below(3)).map { _ in PeopleQuery.last(&random) })
    case 4: .lastAbove(PeopleQuery.last(&random))
    default: .bornAfter(random.below(100))
    }
  }

  static func first(_ random: inout SeededGenerator) -> String { "\(random.pick(["a", "b", "c", "d", "e"]))\(random.below(400))" }

  // A property with an index, whose values are shared by several rows.
  static func last(_ random: inout SeededGenerator) -> String { "n\(random.below(40))" }

  var description: String { "\(isOfList ? "friends" : "people") where \(filters), \(steps)" }

  /// The results in a Realm; `owner` is the person with the list.
  func results(_ realm: Realm, _ owner: Person) -> Results<Person> {
    var results: Results<Person>?
    for filter in filters {
      results = results.map { condition(filter, $0) } ?? (isOfList ? condition(filter, owner.friends) : nil)
      if results == nil { results = condition(filter, realm.objects(Person.self)) }
    }
    return steps.reduce(results ?? realm.objects(Person.self)) { results, step in
      switch step {
      case .sorted(let byLast, let ascending): results.sorted(byKeyPath: byLast ? "lastName" : "firstName", ascending: ascending)
      case .distinct(let byLast): results.distinct(by: [byLast ? "lastName" : "firstName"])
      case .limited(let count, let offset): results.limited(to: count, offset: offset)
      case .page(let size): results.page(after: nil, size: size)
      }
    }
  }

  private func condition<C: RealmCollection>(_ filter: Filter, _ people: C) -> Results<Person> where C.Element == Person {
    switch filter {
    case .firstBelow(let text): people.where { $0.firstName < text }
    case .lastIs(let text): people.where { $0.lastName == text }
    case .lastIn(let texts): people.where { $0.lastName.in(texts) }
    case .lastAbove(let text): people.where { $0.lastName > text }
    case .bornAfter(let second): people.where { $0.birthday > Date(timeIntervalSince1970: Double(second)) }
    }
  }

  /// The rows in order, as a model has them.
  func rows(_ model: PeopleModel) -> [PeopleModel.Row] {
    var rows = model.rows
    if isOfList {
      let known = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0) })
      rows = model.friends.compactMap { known[$0] }
    }
    for filter in filters { rows.removeAll { !matches(filter, $0) } }
    for step in steps {
      switch step {
      case .sorted(let byLast, let ascending):
        rows = rows.enumerated().sorted { a, b in
          let (x, y) = byLast ? (a.element.last, b.element.last) : (a.element.first, b.element.first)
          return x == y ? a.offset < b.offset : (x < y) == ascending
        }.map(\.element)
      case .distinct(let byLast):
        var seen: Set<String> = []
        rows = rows.filter { seen.insert(byLast ? $0.last : $0.first).inserted }
      case .limited(let count, let offset): rows = Array(rows.dropFirst(offset).prefix(count))
      case .page(let size): rows = Array(rows.prefix(size))
      }
    }
    return rows
  }

  private func matches(_ filter: Filter, _ row: PeopleModel.Row) -> Bool {
    switch filter {
    case .firstBelow(let text): row.first < text
    case .lastIs(let text): row.last == text
    case .lastIn(let texts): texts.contains(row.last)
    case .lastAbove(let text): row.last > text
    case .bornAfter(let second): row.born.map { $0 > second } ?? false
    }
  }
}
