import Foundation
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

@Suite("Plans that people can read", .blocking)
struct ExplainTests {
  /// 2,000 rows: 20 of each number, 200 of each level; each is owned by the row of half its id.
  private func samples() throws -> (TemporaryFolder, Realm) {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.release(2, [Sample.self]))
    try realm.write {
      var made: [DynamicObject] = []
      for id in 0..<2_000 {
        let object = realm.dynamicCreate(
          "Sample", value: ["id": id, "number": id % 100, "level": id % 10, "name": "name \(id % 50)", "code": id, "label": "label \(id)"])
        if id > 0 { object["owner"] = made[id / 2] }
        made.append(object)
      }
    }
    return (folder, realm)
  }

  private func outline(_ realm: Realm, _ text: String) -> String { realm.objects(Sample.self).filter(text).explain().outline }

  @Test("the plan of a condition without an index states that all rows were scanned, the cheapest part first")
  func scan() throws {
    let (folder, realm) = try samples()
    defer { withExtendedLifetime(folder) {} }
    #expect(
      outline(realm, "label CONTAINS[c] 'LABEL 19' AND code >= 1000") == """
        Sample: 100 rows
        ├─ scan code >= 1000: 2000 rows, 1000 left
        └─ check label CONTAINS[c] "LABEL 19": 1000 rows, 100 left
        """)
    #expect(
      realm.objects(Sample.self).explain().outline == """
        Sample: 2000 rows
        └─ all rows of Sample: 2000 rows
        """)
  }

  @Test("an index is named with what was looked up, and the rest is checked")
  func index() throws {
    let (folder, realm) = try samples()
    defer { withExtendedLifetime(folder) {} }
    #expect(
      outline(realm, "number == 7") == """
        Sample: 20 rows
        └─ index number == 7: expected 20, met 20
        """)
    realm._core.rules.planChoice = .search
    #expect(
      outline(realm, "code < 1000 AND number == 7") == """
        Sample: 10 rows
        ├─ index number == 7: expected 20, met 20
        └─ check code < 1000: 20 rows, 10 left
        """)
    realm._core.rules.planChoice = .cheapest
    #expect(
      outline(realm, "id IN {3, 5, 7, 11}") == """
        Sample: 4 rows
        └─ key id IN {3, 5, 7, … 4 values}: expected 4, met 4
        """)
  }

  @Test("alternatives, ranges and prefixes are looked up together")
  func together() throws {
    let (folder, realm) = try samples()
    defer { withExtendedLifetime(folder) {} }
    realm._core.rules.planChoice = .search
    #expect(
      outline(realm, "number == 7 OR number >= 98 AND number < 200 OR name BEGINSWITH 'name 4'") == """
        Sample: 460 rows
        └─ rows in any of: expected 500, met 460
           ├─ index number == 7: expected 20, met 20
           ├─ index number >= 98 AND number < 200: expected 40, met 40
           └─ index name BEGINSWITH "name 4": expected 440, met 440
        """)
  }

  @Test("links are followed backwards where few rows are linked to")
  func links() throws {
    let (folder, realm) = try samples()
    defer { withExtendedLifetime(folder) {} }
    realm._core.rules.planChoice = .search
    #expect(
      outline(realm, "owner.number == 7") == """
        Sample: 20 rows
        └─ backlinks owner.number == 7: expected 20, met 20
        """)
  }

  @Test("a search that costs more than a scan is abandoned, and the plan states this")
  func givenUp() throws {
    let (folder, realm) = try samples()
    defer { withExtendedLifetime(folder) {} }
    #expect(
      outline(realm, "number >= 0") == """
        Sample: 2000 rows
        ├─ index number >= 0: given up, a scan takes less time
        └─ scan number >= 0: 2000 rows, 2000 left
        """)
  }

  @Test("a search whose index a read-only file lacks is abandoned for that reason, also as one of several alternatives")
  func withoutIndex() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    var configuration = folder.release(2, [Era<SampleWithoutIndexes.Sample>.self])
    try {
      let realm = try Realm(configuration: configuration)
      try realm.write { for id in 0..<2_000 { realm.dynamicCreate("Sample", value: ["id": id, "number": id % 100]) } }
    }()
    (configuration.objectTypes, configuration.readOnly) = ([Sample.self], true)
    let realm = try Realm(configuration: configuration)
    #expect(
      outline(realm, "number >= 98") == """
        Sample: 40 rows
        ├─ index number >= 98: given up, the file does not have the index
        └─ scan number >= 98: 2000 rows, 40 left
        """)
    #expect(outline(realm, "number == 7").contains("├─ index number == 7: given up, the file does not have the index"))
    realm._core.rules.planChoice = .search
    #expect(
      outline(realm, "id == 3 OR number == 7").hasPrefix(
        """
        Sample: 21 rows
        ├─ rows in any of: given up, the file does not have the index
        """))
  }

  @Test("a second search that costs more than testing the rows of the first is abandoned, and the plan states this")
  func narrowed() {
    let trace = PlanTrace()
    let whole = trace.begin("rows in all of", expected: 20)
    trace.end(trace.begin("index number == 7", expected: 20), met: 20)
    trace.isNarrowing = true
    trace.end(trace.begin("index code >= 0", expected: 30), met: nil)
    trace.isNarrowing = false
    trace.end(whole, met: 20)
    let plan = QueryPlan(type: "Sample", count: 20, duration: .zero, steps: trace.steps)
    #expect(
      plan.outline == """
        Sample: 20 rows
        └─ rows in all of: expected 20, met 20
           ├─ index number == 7: expected 20, met 20
           └─ index code >= 0: given up, testing the rows found so far takes less time
        """)
  }

  @Test("orders and limits are named, and the plan of a list states that its elements were read")
  func arranged() throws {
    let (folder, realm) = try samples()
    defer { withExtendedLifetime(folder) {} }
    let plan = realm.objects(Sample.self).filter("number == 7").sorted(byKeyPath: "code", ascending: false).limited(to: 5).explain()
    #expect(
      plan.outline == """
        Sample: 5 rows
        ├─ index number == 7: expected 20, met 20
        ├─ sort by code descending
        └─ limit 5
        """)
    #expect(plan.count == 5 && plan.steps.count == 3 && plan.steps[0].met == 20 && plan.duration > .zero)
    #expect(plan.description.hasPrefix("Sample: 5 rows, ") && plan.description.split(separator: "\n")[0].hasSuffix(" ms"))
  }

  @Test("a look-up in a table of few rows is named, because it is used there as well")
  func few() throws {
    let (folder, realm) = try samples()
    defer { withExtendedLifetime(folder) {} }
    try realm.write { realm.delete(realm.objects(Sample.self).filter("code >= 100")) }
    #expect(
      outline(realm, "number == 7") == """
        Sample: 1 row
        └─ index number == 7: expected 1, met 1
        """)
    #expect(outline(realm, "number == 7 AND code < 1000").contains("─ scan "), "other conditions are scanned")
  }

  @Test("what is found does not change: explaining stores nothing, also within a write")
  func withinWrite() throws {
    let (folder, realm) = try samples()
    defer { withExtendedLifetime(folder) {} }
    try realm.write {
      realm.dynamicCreate("Sample", value: ["id": 5_000, "number": 7])
      let found = realm.objects(Sample.self).filter("number == 7")
      #expect(found.explain().count == 21 && found.count == 21)
    }
    #expect(realm.objects(Sample.self).filter("number == 7").explain().count == 21)
  }
}
