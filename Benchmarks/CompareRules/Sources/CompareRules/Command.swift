import Ashlar
import Foundation

/// `CompareRules SEED ROUNDS` makes random histories in Ashlar and in SQLite with the same rules, and compares rows and refusals. Exits
/// with 1 after the first difference that is not known.
@main struct Command {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let seed = UInt64(arguments[1]), let rounds = Int(arguments[2]), rounds > 0 else {
      FileHandle.standardError.write(Data("usage: CompareRules SEED ROUNDS\n".utf8))
      exit(2)
    }
    do {
      try knownDifferences()
      try graphs(seed, rounds)
      try values(seed, rounds)
    } catch {
      print("Seed \(seed): \(error)")
      exit(1)
    }
  }

  private static func open(_ types: [ObjectBase.Type]) throws -> Realm {
    try Realm(configuration: Realm.Configuration(inMemoryIdentifier: "compare-rules-\(UUID().uuidString)", objectTypes: types))
  }

  private static func knownDifferences() throws {
    let realm = try open([Alpha.self, Beta.self, Gamma.self, Part.self, Seat.self])
    print("Known differences:")
    for difference in KnownDifference.all {
      try difference.check(realm)
      print("- \(difference.name): Ashlar \(difference.ashlar.rawValue) it, SQLite \(difference.sqlite.rawValue) it. \(difference.reason)")
    }
    for rule in KnownDifference.withoutCounterpart { print("- \(rule)") }
  }

  private static func graphs(_ seed: UInt64, _ rounds: Int) throws {
    let realm = try open([Alpha.self, Beta.self, Gamma.self, Part.self])
    var counts = GraphHistory.Counts()
    for round in 0..<rounds {
      do {
        let history = try GraphHistory(realm, seed: seed &+ UInt64(round) &* 0x1_0000_0001)
        try history.run(transactions: 24)
        counts.deletions += history.counts.deletions
        counts.refusals += history.counts.refusals
        counts.cascades += history.counts.cascades
      } catch let difference as Difference {
        throw Difference(description: "graph \(round): \(difference)")
      }
    }
    print(
      "\(rounds) graphs: \(counts.deletions) deletions, of which \(counts.refusals) were refused and \(counts.cascades) deleted further objects."
    )
    // A comparison that refuses or cascades nothing shows nothing.
    guard counts.refusals * 50 > counts.deletions, counts.cascades * 50 > counts.deletions else {
      throw Difference(description: "too few deletions of the graphs were refused or extended by rules")
    }
  }

  private static func values(_ seed: UInt64, _ rounds: Int) throws {
    let realm = try open([Subject.self, Desk.self])
    var (stored, refused) = (0, [String: Int]())
    for round in 0..<rounds {
      do {
        let history = try ValueHistory(realm, seed: seed &+ UInt64(round) &* 0x1_0000_0001)
        try history.run(transactions: 60)
        stored += history.counts.stored
        refused.merge(history.counts.refused) { $0 + $1 }
      } catch let difference as Difference {
        throw Difference(description: "values \(round): \(difference)")
      }
    }
    let rules = refused.sorted { $0.key < $1.key }.map { "\($0.value) for \($0.key)" }.joined(separator: ", ")
    print("\(rounds) histories of values: \(stored) transactions were permitted. Refused were \(rules).")
  }
}
