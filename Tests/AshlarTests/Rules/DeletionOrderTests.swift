import AshlarSchema
import Foundation
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

@Suite("The order of a deletion", .blocking)
struct DeletionOrderTests {
  @Test("a deletion under random rules has one result, whatever the order of the types and of the objects")
  func orders() throws {
    let seed = seed()
    print("orders of deletions: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var (refused, extended) = (0, 0)
    for round in 0..<rounds(.deletionOrders) {
      let folder = try TemporaryFolder()
      let graph = DeletionGraph(&random)
      let given = Array(Set((0..<(1 + random.below(3))).map { _ in random.below(graph.objects.count) })).sorted()
      let expected = graph.deleted(Set(given))
      let gone = expected ?? []
      if expected == nil { refused += 1 } else if gone.count > given.count { extended += 1 }
      for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let note: Comment = "seed \(seed), round \(round), order \(order), deleted \(given)"
        let name = order.map { "\($0)" }.joined()
        let realm = try Realm(storedTypesAt: folder.file("\(name).realm"), readOnly: false, creating: graph.model(order))
        try graph.fill(realm)
        let (before, parts) = (graph.contents(realm), graph.parts(realm))
        #expect(before == graph.contents(without: []), note)
        let objects = given.shuffled(using: &random).compactMap { id in
          realm.dynamicObjects(DeletionGraph.types[graph.objects[id]]).first { $0["id"] as? Int == id }
        }
        #expect((realm.refusal(ofDeleting: objects) == nil) == (expected != nil), note)
        realm.beginWrite()
        realm.delete(objects)
        #expect(graph.contents(realm) == graph.contents(without: gone), note)
        #expect(graph.parts(realm) == parts.subtracting(gone), note)
        if expected == nil {
          let error = #expect(throws: Realm.Error.self, note) { try realm.commitWrite() }
          #expect(error?.violations.map(\.rule) == [.denied], note)
          #expect(graph.contents(realm) == before, note)
        } else {
          try realm.commitWrite()
          #expect(graph.contents(realm) == graph.contents(without: gone), note)
        }
      }
    }
    print("orders of deletions: \(refused) refused, \(extended) with further objects")
  }
}
