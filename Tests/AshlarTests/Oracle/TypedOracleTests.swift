import Foundation
import TestSupport
import TestTraits
import Testing

@testable import Ashlar

@Suite("Random conditions on enums and custom types compared with plain Swift", .blocking)
struct TypedOracleTests {
  private struct Run {
    let seed: UInt64
    var mistakes = 0

    mutating func check(
      _ condition: TypedCondition, _ all: Results<Custom>, _ rows: [PlainCustom], _ place: String
    ) {
      let wanted = rows.indices.filter { condition.holds(rows[$0]) }
      let query = condition.query(Query<Custom>._constructForTesting())
      let (printed, arguments) = query._constructPredicate()
      func check(_ found: Results<Custom>, _ how: String) {
        let indices = Array(found).map { all.index(of: $0) }
        if indices == wanted, found.count == wanted.count { return }
        mistakes += 1
        if mistakes > 20 { return }
        let wrong = Set(indices.compactMap { $0 }).symmetricDifference(wanted).sorted()
        Issue.record(
          "\(printed) \(arguments), \(place), \(how), seed \(seed): wrong \(wrong.prefix(5)), first \(wrong.first.map { "\(rows[$0])" } ?? "")"
        )
      }
      check(all.where(condition.query), "in 'where'")
      check(all.filter(RealmPredicate(format: printed, argumentArray: arguments)), "printed")
      check(all.filter(RealmPredicate(format: printed, argumentArray: arguments)).where(condition.query), "results of results")
    }
  }

  // Conditions on the objects of one Realm, at rest, frozen and within a write. Returns how many.
  private func run(_ seed: UInt64, conditions: Int) throws -> Int {
    var generator = SeededGenerator(seed: seed)
    let realm = try valueRealm()
    var rows = (0..<80).map { _ in PlainCustom(&generator) }
    try realm.write {
      for row in rows {
        let object = Custom()
        realm.add(object)
        row.store(in: object)
      }
    }
    let all = realm.objects(Custom.self)
    var run = Run(seed: seed)
    for number in 0..<conditions {
      let condition = TypedCondition.random(&generator, depth: 2)
      switch number % 3 {
      case 0: run.check(condition, all, rows, "at rest")
      case 1: run.check(condition, all.freeze(), rows, "frozen")
      default:
        try realm.write {
          let changed = generator.below(rows.count)
          rows[changed] = PlainCustom(&generator)
          rows[changed].store(in: all[changed])
          run.check(condition, all, rows, "in a write")
        }
      }
    }
    return conditions
  }

  @Test("in 'where' and printed, at rest, frozen and in a write")
  func everywhere() throws {
    let first = Soak.isOn ? seed() : 7_000
    var (done, next) = (0, first)
    while done < rounds(.typedConditions) {
      done += try run(next, conditions: 150)
      next += 1
    }
  }
}
