import Testing
import TestSupport

@testable import AshlarStore

@Suite("Change sets")
struct ChangeSetTests {
  private func table(inserted: [Int64] = [], deleted: [Int64] = [], modified: [(Int64, UInt64)] = []) -> TableChanges {
    var made = TableChanges(width: 1)
    (made.inserted, made.deleted, made.modified, made.masks) = (inserted, deleted, modified.map(\.0), modified.map(\.1))
    return made
  }

  @Test("inserted and changed is inserted, inserted and deleted is nothing, changed and deleted is deleted, and columns add up")
  func merge() {
    var changes = table(inserted: [5, 9], deleted: [1], modified: [(2, 1), (3, 2)])
    changes.merge(table(inserted: [12], deleted: [3, 9], modified: [(2, 4), (4, 8), (5, 1)]))
    #expect(changes == table(inserted: [5, 12], deleted: [1, 3], modified: [(2, 5), (4, 8)]))
  }

  @Test("change sets merged one after the other equal those of a model of the rows")
  func random() {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(.changeSets) {
      var live = Set<Int64>(0..<10)
      let before = live
      var next: Int64 = 10
      var masks: [Int64: UInt64] = [:]
      var merged = TableChanges(width: 1)
      for _ in 0..<random.below(6) {
        var step = TableChanges(width: 1)
        let gone = live.filter { _ in random.once(in: 6) }
        let stored = live.subtracting(gone).filter { _ in random.once(in: 3) }.sorted()
        let come = (0..<Int64(random.below(3))).map { next + $0 }
        next += Int64(come.count)
        (step.inserted, step.deleted, step.modified) = (come, gone.sorted(), stored)
        step.masks = stored.map { key in
          let mask: UInt64 = 1 << UInt64(random.below(5))
          masks[key, default: 0] |= mask
          return mask
        }
        live = live.subtracting(gone).union(come)
        merged.merge(step)
      }
      let modified = live.intersection(before).filter { masks[$0] != nil }.sorted()
      let expected = table(
        inserted: live.subtracting(before).sorted(), deleted: before.subtracting(live).sorted(),
        modified: modified.map { ($0, masks[$0] ?? 0) })
      #expect(merged == expected, "round \(round), seed \(seed)")
    }
  }

  @Test("a change set that is too large does not list rows")
  func collapse() {
    var changes = ChangeSet()
    changes.tables[1] = table(inserted: Array(0..<200_000))
    changes.tables[2] = table(modified: [(1, 1)])
    changes.collapse()
    #expect(changes.tables[1]?.isAnything == true && changes.tables[1]?.inserted == [])
    #expect(changes.tables[2]?.isAnything == false)
  }
}
