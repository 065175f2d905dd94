import Ashlar
import Foundation
import Kinds
import People
import Testing
import TestSupport

/// Scans of whole clusters find what looking at each row finds.
@Suite struct ScanTests {
  private struct Known {
    let id: ObjectId
    var first: String
    var nick: String?
    var last: String

    func write(to person: Person) {
      person.firstName = first
      person.nickname = nick
      person.lastName = last
    }
  }

  // Empty, on both sides of what fits a cell and of what is a value of its own, and not in ASCII.
  private static let texts =
    ["", "a", "ab", "é", "Ünïcödé", "ba\0ab", "eleven byte", "twelve bytes", "thirteen char", "a text that takes more than 32 bytes, és"]
    + [32, 33, 512, 513, 700].map { String(repeating: "ab", count: $0 / 2) + String(repeating: "c", count: $0 % 2) }
  private static let lasts = ["Lovelace", "Noether", "of a name longer than a cell"]

  private static func text(_ random: inout SeededGenerator) -> String {
    random.chance(50) ? random.pick(texts) : random.pick(texts) + random.pick(texts)
  }

  private static func known(_ random: inout SeededGenerator, _ id: ObjectId) -> Known {
    Known(id: id, first: text(&random), nick: random.chance(30) ? nil : text(&random), last: random.pick(lasts))
  }

  // Lengths 0, 1, 2, 11, 12, 13 and more than 32 are among the texts themselves and what is cut out of them.
  private static func wanted(_ random: inout SeededGenerator) -> String {
    let text = Array(text(&random).unicodeScalars)
    let start = random.below(text.count + 1)
    let length = random.pick([0, 1, 2, 3, 8, 11, 12, 13, 40, 600])
    return String(String.UnicodeScalarView(random.chance(40) ? text[...] : text[start...].prefix(length)))
  }

  private static func contains(_ text: String, _ wanted: String) -> Bool {
    let (text, wanted) = (Array(text.utf8), Array(wanted.utf8))
    return !wanted.isEmpty && text.count >= wanted.count
      && (0...text.count - wanted.count).contains { text[$0..<$0 + wanted.count].elementsEqual(wanted) }
  }

  private static func begins(_ text: String, _ wanted: String) -> Bool { !wanted.isEmpty && text.utf8.starts(with: wanted.utf8) }
  private static func ends(_ text: String, _ wanted: String) -> Bool {
    !wanted.isEmpty && text.utf8.count >= wanted.utf8.count && text.utf8.suffix(wanted.utf8.count).elementsEqual(wanted.utf8)
  }

  private typealias Check = (text: String, query: (Query<Person>) -> Query<Bool>, holds: (Known) -> Bool)

  private static func checks(_ w: String, _ last: String) -> [Check] {
    [
      ("first ==", { $0.firstName == w }, { $0.first == w }),
      ("first !=", { $0.firstName != w }, { $0.first != w }),
      ("first begins", { $0.firstName.starts(with: w) }, { begins($0.first, w) }),
      ("first ends", { $0.firstName.ends(with: w) }, { ends($0.first, w) }),
      ("first contains", { $0.firstName.contains(w) }, { contains($0.first, w) }),
      ("nick ==", { $0.nickname == w }, { $0.nick == w }),
      ("nick !=", { $0.nickname != w }, { $0.nick != w }),
      ("nick begins", { $0.nickname.starts(with: w) }, { begins($0.nick ?? "", w) }),
      ("nick contains", { $0.nickname.contains(w) }, { contains($0.nick ?? "", w) }),
      ("nick == nil", { $0.nickname == nil }, { $0.nick == nil }),
      ("last ==", { $0.lastName == last }, { $0.last == last }),
      ("last == and contains", { $0.lastName == last && $0.firstName.contains(w) }, { $0.last == last && contains($0.first, w) }),
      (
        "three", { $0.nickname != nil && $0.firstName.ends(with: w) && $0.lastName == last },
        { $0.nick != nil && ends($0.first, w) && $0.last == last }
      ),
      (
        "either", { $0.firstName == w || $0.nickname.contains(w) || $0.firstName.contains(w) },
        { $0.first == w || contains($0.nick ?? "", w) || contains($0.first, w) }
      ),
    ]
  }

  private func check(_ realm: Realm, _ model: [Known], _ random: inout SeededGenerator, _ note: String) {
    let people = realm.objects(Person.self)
    for _ in 0..<2 {
      let (wanted, last) = (Self.wanted(&random), random.pick(Self.lasts))
      for check in Self.checks(wanted, last) {
        let expected = model.filter(check.holds).map(\.id)
        let counted = people.where(check.query)
        #expect(counted.count == expected.count, "\(check.text) '\(wanted)', \(last), \(note)")
        #expect(counted.map(\._id) == expected, "\(check.text) '\(wanted)', \(last), \(note)")
        let listed = people.where(check.query)
        #expect(listed.map(\._id) == expected, "listed first: \(check.text) '\(wanted)', \(last), \(note)")
        #expect(listed.count == expected.count && listed.last?._id == expected.last, "\(check.text) '\(wanted)', \(last), \(note)")
      }
    }
  }

  @Test("text is found, whatever was written before", arguments: [11, 12, 13] as [UInt64])
  func text(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var realm = try Realm(configuration: folder.configuration("scan.realm", PeopleSchema.objectTypes))
    var model: [Known] = []
    for round in 0..<6 {
      // Small commits are kept beside the clusters that they change.
      let isSmall = round % 2 == 1
      realm.beginWrite()
      for _ in 0..<(isSmall ? 12 : 150) {
        if !model.isEmpty, random.chance(isSmall ? 70 : 20) {
          let index = random.below(model.count)
          let person = try #require(realm.object(ofType: Person.self, forPrimaryKey: model[index].id))
          if random.chance(40) {
            realm.delete(person)
            model.remove(at: index)
          } else {
            model[index] = Self.known(&random, model[index].id)
            model[index].write(to: person)
          }
        } else {
          let person = Person()
          let known = Self.known(&random, person._id)
          known.write(to: person)
          realm.add(person)
          model.append(known)
        }
      }
      check(realm, model, &random, "in a write, round \(round), seed \(seed)")
      try realm.commitWrite()
      if random.chance(30) { realm = try Realm(configuration: folder.configuration("scan.realm", PeopleSchema.objectTypes)) }
      check(realm, model, &random, "round \(round), seed \(seed)")
    }
    check(realm.freeze(), model, &random, "frozen, seed \(seed)")
  }

  @Test("rows come in the order of a text, equal ones and nil as before", arguments: [21, 22] as [UInt64])
  func textOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let realm = try memoryRealm(PeopleSchema.objectTypes)
    var model: [Known] = []
    try realm.write {
      for _ in 0..<700 {
        let person = Person()
        let known = Self.known(&random, person._id)
        known.write(to: person)
        realm.add(person)
        model.append(known)
      }
    }
    func order(_ text: KeyPath<Known, String?>, _ ascending: Bool, _ rows: [Known]) -> [ObjectId] {
      rows.enumerated().sorted { a, b in
        let (x, y) = (a.element[keyPath: text], b.element[keyPath: text])
        if x == y { return a.offset < b.offset }
        let isLess = x == nil || (y.map { y in x!.utf8.lexicographicallyPrecedes(y.utf8) } ?? false)
        return isLess == ascending
      }.map(\.element.id)
    }
    let some = realm.objects(Person.self).where { $0.lastName == "Noether" || $0.lastName == "Lovelace" }
    for ascending in [true, false] {
      let people = realm.objects(Person.self)
      #expect(people.sorted(by: \.nickname, ascending: ascending).map(\._id) == order(\.nick, ascending, model), "seed \(seed)")
      let wanted = order(\.nick, ascending, model.filter { $0.last == "Noether" || $0.last == "Lovelace" })
      #expect(some.sorted(by: \.nickname, ascending: ascending).map(\._id) == wanted, "seed \(seed)")
    }
  }

  @Test("rows come in the order of a number, equal ones, nil and NaN as before", arguments: [31, 32] as [UInt64])
  func numberOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let realm = try memoryRealm()
    let doubles: [Double] = [-.infinity, -2, -0.0, 0, 1e-300, 3, .infinity, .nan]
    try realm.write {
      for _ in 0..<600 {
        let row = realm.create(Scalars.self)
        row.double = random.pick(doubles)
        row.int8 = .random(in: -3...3, using: &random)
        row.int = .random(in: .min ... .max, using: &random)
        row.anyFloat = random.chance(30) ? nil : Float(random.pick(doubles))
        row.anyInt32 = random.chance(30) ? nil : random.pick([.min, -1, 0, .max])
        row.bool = random.chance(50)
      }
    }
    let rows = realm.objects(Scalars.self)
    func check<T>(_ sorted: (Bool) -> Results<Scalars>, _ value: (Scalars) -> T?, _ isLess: (T, T) -> Bool) {
      for ascending in [true, false] {
        let wanted = Array(rows).map { ($0.uuid, value($0)) }.enumerated().sorted { a, b in
          let (x, y) = (a.element.1, b.element.1)
          let less = x == nil ? y != nil : y != nil && isLess(x!, y!)
          let more = y == nil ? x != nil : x != nil && isLess(y!, x!)
          return less || more ? less == ascending : a.offset < b.offset
        }
        #expect(sorted(ascending).map(\.uuid) == wanted.map(\.element.0), "\(T.self), ascending \(ascending), seed \(seed)")
      }
    }
    func before<T: FloatingPoint>(_ a: T, _ b: T) -> Bool { a.isNaN ? !b.isNaN : a < b }
    check({ rows.sorted(by: \.double, ascending: $0) }, { $0.double }, before)
    check({ rows.sorted(by: \.int8, ascending: $0) }, { $0.int8 }, <)
    check({ rows.sorted(by: \.int, ascending: $0) }, { $0.int }, <)
    check({ rows.sorted(by: \.anyFloat, ascending: $0) }, { $0.anyFloat }, before)
    check({ rows.sorted(by: \.anyInt32, ascending: $0) }, { $0.anyInt32 }, <)
    check({ rows.sorted(byKeyPath: "bool", ascending: $0) }, { $0.bool ? 1 : 0 }, <)
  }

  @Test("a loop contains the rows that matched when it began")
  func loops() throws {
    let realm = try memoryRealm()
    try realm.write { for number in 0..<1000 { realm.create(Scalars.self).int = number } }
    let matching = realm.objects(Scalars.self).where { $0.int8 == 0 && $0.int >= 100 }
    var seen: [Int] = []
    var gone = 0
    try realm.write {
      for row in matching {
        guard !row.isInvalidated else {
          gone += 1
          continue
        }
        seen.append(row.int)
        // The row itself no longer matches, and one that is still to come is deleted.
        row.int8 = 1
        if row.int % 10 == 0, let other = realm.objects(Scalars.self).where({ $0.int == row.int + 500 }).first { realm.delete(other) }
        if row.int == 150 { realm.create(Scalars.self).int = 5000 }
      }
    }
    #expect(seen == (100..<1000).filter { $0 < 600 || $0 % 10 != 0 })
    #expect(gone == 40)
    #expect(matching.count == 1)
  }
}
