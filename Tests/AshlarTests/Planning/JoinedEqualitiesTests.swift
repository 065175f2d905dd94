import Foundation
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

@Suite("An OR of comparisons with one indexed property", .blocking)
struct JoinedEqualitiesTests {
  private let folder: TemporaryFolder
  private let all: Results<DynamicObject>

  init() throws {
    folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.release(2, [Sample.self]))
    try realm.write {
      for id in 0..<3_000 {
        let level: Any = id % 5 == 0 ? NSNull() : id % 11
        _ = realm.dynamicCreate("Sample", value: ["id": id, "number": id % 100, "level": level])
      }
    }
    all = realm.dynamicObjects("Sample")
  }

  @Test("is one look-up of several values")
  func plan() {
    #expect(
      all.filter("number == 3 OR number == 5 OR number == 3").explain().outline == """
        Sample: 60 rows
        └─ index number IN {3, 5, 3}: expected 60, met 60
        """)
  }

  @Test(
    "matches what each comparison matches",
    arguments: [
      "number == 3 OR number == 5", "number == 3 OR (number == 5 OR number == 200)", "level == 3 OR level == nil OR level == 4",
      "id == 5 OR id == 2999 OR id == -1", "number == 3 OR level == 4", "number == 3 OR number > 97",
      "number == 3 OR number == 4.5", "NOT (number == 3 OR number == 5)", "level == 2 AND (number == 3 OR number == 5)",
    ])
  func matches(text: String) throws {
    let core = try #require(all.realm)._core
    core.rules.planChoice = .scan
    // A conjunct that all rows pass, so that the disjuncts are tested one by one.
    let expected = Array(all.filter("(\(text)) AND id >= -1").map { $0["id"] as? Int ?? -1 })
    for choice in [PlanChoice.cheapest, .search, .scan] {
      core.rules.planChoice = choice
      let found = all.filter(text)
      #expect(found.map { $0["id"] as? Int ?? -1 } == expected && found.count == expected.count, "\(choice)")
      #expect(found.freeze().count == expected.count)
    }
  }
}
