import AshlarStore
import Foundation
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

/// An index has no changes of the open write: look-ups compute them for the rows that were stored to since the look-up before.
@Suite("Look-ups in an index within a write", .blocking)
struct LookupsInWriteTests {
  private struct Row: Equatable {
    var number: Int
    var name: String
  }

  // Texts that are stored in the cell, in the heap, and beyond what an index holds verbatim.
  private static let names = ["", "a", "twelve bytes", "longer than a cell, in the heap", String(repeating: "x", count: 300)]

  private func make(_ realm: Realm, _ id: Int, _ row: Row) -> DynamicObject {
    realm.dynamicCreate("Sample", value: ["id": id, "number": row.number, "name": row.name] as [String: Any])
  }

  private func ids(_ results: Results<DynamicObject>) -> [Int] { results.map { $0["id"] as? Int ?? -1 } }

  private func expectSame(_ realm: Realm, _ rows: [Int: Row], _ random: inout SeededGenerator, _ comment: Comment) {
    let all = realm.dynamicObjects("Sample")
    let number = random.below(40)
    let name = random.pick(Self.names)
    let numbered = ids(all.filter("number == %d", number))
    let named = ids(all.filter("name == %@", name))
    let expectedNumbers = rows.filter { $0.value.number == number }.keys.sorted()
    let expectedNames = rows.filter { $0.value.name == name }.keys.sorted()
    #expect(numbered.sorted() == expectedNumbers, comment)
    #expect(named.sorted() == expectedNames, comment)
    let count = all.filter("number == %d", number + 1).count
    #expect(count == rows.values.filter { $0.number == number + 1 }.count, comment)
  }

  @Test("agree with a dictionary after stores, insertions, deletions and loops, and after the write", arguments: 0..<4)
  func model(_ round: Int) throws {
    let seed = seed() &+ UInt64(round)
    print("look-ups in writes: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.release(2, [Sample.self]))
    var rows: [Int: Row] = [:]
    var nextId = 0
    func randomRow() -> Row { Row(number: random.below(40), name: random.pick(Self.names)) }
    for write in 0..<6 {
      let before = (rows, nextId)
      realm.beginWrite()
      // Accessors that a look-up must not leave able to store without a report.
      var held: [(id: Int, object: DynamicObject)] = []
      for step in 0..<[60, 400][write % 2] {
        switch random.below(12) {
        case 0...3:
          let row = randomRow()
          held.append((nextId, make(realm, nextId, row)))
          rows[nextId] = row
          nextId += 1
        case 4...5:
          guard let (id, object) = held.randomElement(using: &random), rows[id] != nil else { continue }
          let row = randomRow()
          object["number"] = row.number
          rows[id]?.number = row.number
          if random.chance(50) {
            object["name"] = row.name
            rows[id]?.name = row.name
          }
        case 6...7:
          guard let id = rows.keys.sorted().randomElement(using: &random),
            let object = realm.dynamicObject(ofType: "Sample", forPrimaryKey: id)
          else { continue }
          held.append((id, object))
          let row = randomRow()
          object["name"] = row.name
          rows[id]?.name = row.name
        case 8:
          guard let id = rows.keys.sorted().randomElement(using: &random),
            let object = realm.dynamicObject(ofType: "Sample", forPrimaryKey: id)
          else { continue }
          realm.delete(object)
          rows[id] = nil
        case 9 where step % 5 == 0:
          // A loop that stores to the rows of one number, and looks up between them.
          let number = random.below(40)
          for object in realm.dynamicObjects("Sample") where object["number"] as? Int == number {
            let id = object["id"] as? Int ?? -1
            object["number"] = number + 1
            rows[id]?.number = number + 1
            if random.once(in: 4) { expectSame(realm, rows, &random, "seed \(seed), in a loop of write \(write)") }
          }
        case 10 where step % 7 == 0:
          let number = random.below(40)
          realm.delete(realm.dynamicObjects("Sample").filter("number == %d", number))
          rows = rows.filter { $0.value.number != number }
        default: expectSame(realm, rows, &random, "seed \(seed), write \(write), step \(step)")
        }
      }
      expectSame(realm, rows, &random, "seed \(seed), at the end of write \(write)")
      if random.once(in: 3) {
        realm.cancelWrite()
        (rows, nextId) = before
      } else {
        try realm.commitWrite()
      }
      for _ in 0..<5 { expectSame(realm, rows, &random, "seed \(seed), after write \(write)") }
    }
  }

  @Test("find a value, else create it: each look-up computes the changes of the rows since the one before")
  func findOrCreate() throws {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.release(2, [Sample.self]))
    let session = realm._core.session
    let count = 6_000
    try realm.write { for id in 0..<count { _ = make(realm, id, Row(number: 0, name: "old")) } }
    let all = realm.dynamicObjects("Sample")
    try realm.write {
      let before = (session.visitedChanges, session.visitedClusters)
      for id in count..<count + 3_000 {
        let name = "name \(id % 2_000)"
        if let found = all.filter("name == %@", name).first {
          found["code"] = id
        } else {
          _ = make(realm, id, Row(number: 1, name: name))
        }
      }
      #expect(session.visitedChanges - before.0 <= 3 * 3_000)
      #expect(session.visitedClusters - before.1 < 1_000)
      #expect(all.filter("name == %@", "name 7").count == 1)
      #expect(all.count == count + 2_000)
    }
    #expect(all.filter("name == %@", "name 7").count == 1)
  }
}
