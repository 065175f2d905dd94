import Ashlar
import Kinds
import Testing
import TestSupport
import TestTraits

/// Conditions of several parts go over a table in two steps, a few clusters ahead of what they decide.
@Suite("Conditions that must all hold", .blocking)
struct ConjunctionTests {
  private typealias Part = (text: String, query: (Query<Scalars>) -> Query<Bool>, holds: (Scalars) -> Bool)

  private static let texts = ["", "a", "cat-42", "eleven byte", "twelve bytes", "a text that is longer than a cell"]

  private static func fill(_ row: Scalars, _ random: inout SeededGenerator) {
    row.int = .random(in: -20...20, using: &random)
    row.int8 = .random(in: -3...3, using: &random)
    row.int32 = .random(in: -3...3, using: &random)
    row.double = random.pick([-.infinity, -1.5, 0, 2, .nan])
    row.float = random.pick([-1.5, 0, 2, .nan])
    row.bool = random.chance(50)
    row.string = random.pick(texts)
    row.anyString = random.chance(30) ? nil : random.pick(texts)
    row.anyInt = random.chance(30) ? nil : .random(in: -3...3, using: &random)
    row.anyBool = random.chance(30) ? nil : random.chance(50)
    row.anyDouble = random.chance(30) ? nil : random.pick([-1.5, 0, 2, .nan])
  }

  private static func part(_ random: inout SeededGenerator) -> Part {
    let number = Int.random(in: -20...20, using: &random)
    let small = Int.random(in: -3...3, using: &random)
    let text = random.pick(texts)
    let some = random.chance(30) ? nil : text
    let named = some ?? "nil"
    let numbers: [Part] = [
      ("int > \(number)", { $0.int > number }, { $0.int > number }),
      ("int == \(number)", { $0.int == number }, { $0.int == number }),
      ("int8 <= \(small)", { $0.int8 <= Int8(small) }, { $0.int8 <= small }),
      ("int32 != \(small)", { $0.int32 != Int32(small) }, { $0.int32 != small }),
      ("double < 1", { $0.double < 1 }, { $0.double < 1 }),
      ("float >= 0", { $0.float >= 0 }, { $0.float >= 0 }),
    ]
    let flagsAndTexts: [Part] = [
      ("bool", { $0.bool }, { $0.bool }),
      ("not bool", { !$0.bool }, { !$0.bool }),
      ("string == '\(text)'", { $0.string == text }, { $0.string == text }),
      ("string != '\(text)'", { $0.string != text }, { $0.string != text }),
      ("string equals '\(text)'", { $0.string.equals(text) }, { $0.string == text }),
      ("string contains e", { $0.string.contains("e") }, { $0.string.utf8.contains(0x65) }),
    ]
    let optionals: [Part] = [
      ("anyString == \(named)", { $0.anyString == some }, { $0.anyString == some }),
      ("anyString != \(named)", { $0.anyString != some }, { $0.anyString != some }),
      ("anyInt > \(small)", { $0.anyInt > small }, { $0.anyInt.map { $0 > small } ?? false }),
      ("anyInt != \(small)", { $0.anyInt != small }, { $0.anyInt != small }),
      ("anyBool == true", { $0.anyBool == true }, { $0.anyBool == true }),
      ("anyDouble < 1", { $0.anyDouble < 1 }, { $0.anyDouble.map { $0 < 1 } ?? false }),
    ]
    // No scans of a column.
    let others: [Part] = [
      ("string in another case", { $0.string.contains("CAT", options: .caseInsensitive) }, { $0.string == "cat-42" }),
      ("either", { $0.int > number || $0.string == text }, { $0.int > number || $0.string == text }),
    ]
    return random.pick(numbers + flagsAndTexts + optionals + others)
  }

  private func check(_ realm: Realm, _ random: inout SeededGenerator, rounds: Int, _ note: String) {
    let all = realm.objects(Scalars.self)
    let rows = Array(all)
    for _ in 0..<rounds {
      let parts = (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.part(&random) }
      let text = parts.map(\.text).joined(separator: " && ")
      let wanted = rows.filter { row in parts.allSatisfy { $0.holds(row) } }.map(\.uuid)
      func found() -> Results<Scalars> {
        all.where { query in parts.dropFirst().reduce(parts[0].query(query)) { $0 && $1.query(query) } }
      }
      #expect(found().count == wanted.count, "\(text), \(note)")
      #expect(found().map(\.uuid) == wanted, "\(text), \(note)")
    }
  }

  @Test("conjunctions match the same rows as a test of each row, after any writes and within them", arguments: [71, 72, 73] as [UInt64])
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var realm = try Realm(configuration: folder.configuration("parts.realm"))
    // Within the first clusters, which are smaller, and over more than are asked for ahead.
    for added in [5, 40, 400, 3000] {
      try realm.write {
        for _ in 0..<added { Self.fill(realm.create(Scalars.self), &random) }
      }
      check(realm, &random, rounds: 15, "\(added) more, seed \(seed)")
      realm.beginWrite()
      for row in Array(realm.objects(Scalars.self)) where random.chance(6) {
        if random.chance(50) { realm.delete(row) } else { Self.fill(row, &random) }
      }
      check(realm, &random, rounds: 15, "in a write after \(added) more, seed \(seed)")
      if random.chance(50) { try realm.commitWrite() } else { realm.cancelWrite() }
      // Small commits are kept beside the clusters that they change.
      try realm.write {
        for row in Array(realm.objects(Scalars.self)) where random.chance(1) { Self.fill(row, &random) }
      }
      if random.chance(50) { realm = try Realm(configuration: folder.configuration("parts.realm")) }
      check(realm, &random, rounds: 15, "after \(added) more, seed \(seed)")
    }
    check(realm.freeze(), &random, rounds: 15, "frozen, seed \(seed)")
  }
}
