import Testing
import TestSupport

@testable import Ashlar

@Suite("Edits of sequences")
struct RowEditsTests {
  private func apply<E: Equatable>(_ edits: RowEdits, to old: [E], from new: [E], replacing: Bool) -> [E] {
    // Which elements stay, in their order; a replaced one is found in the new sequence at its own place.
    let removed = Set(edits.deletions), added = Set(edits.insertions), changed = Set(edits.modifications)
    let stays = old.indices.filter { !removed.contains($0) }
    let places = new.indices.filter { !added.contains($0) }
    guard stays.count == places.count else { return [] }
    var rows = new
    for (place, index) in zip(places, stays) { rows[place] = replacing && changed.contains(index) ? new[place] : old[index] }
    return rows
  }

  @Test("applied to what was they give what is, whatever repeats and moves")
  func random() {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(quick: 3_000) {
      let kinds = random.pick([2, 5, 40])
      let old = (0..<random.below(14)).map { _ in Int64(random.below(kinds)) }
      var new = old
      for _ in 0..<random.below(5) {
        switch random.below(3) {
        case 0: new.insert(Int64(random.below(kinds)), at: random.below(new.count + 1))
        case 1: if !new.isEmpty { new.remove(at: random.below(new.count)) }
        default: if !new.isEmpty { new.swapAt(random.below(new.count), random.below(new.count)) }
        }
      }
      let label: Comment = "\(old) → \(new), round \(round), seed \(seed)"
      let list = RowEdits(from: old, to: new, pairs: true) { _ in false }
      #expect(apply(list, to: old, from: new, replacing: true) == new, label)
      #expect(
        Set(list.deletions).isDisjoint(with: list.modifications) && old.count - list.deletions.count + list.insertions.count == new.count,
        label)
      let rows = RowEdits(from: old, to: new, isAscending: false, mayMove: { $0 % 2 == 0 }, isModified: { $0 == 1 })
      #expect(apply(rows, to: old, from: new, replacing: false) == new, label)
      for edits in [list, rows] {
        for indices in [edits.deletions, edits.insertions, edits.modifications] { #expect(indices == Array(Set(indices)).sorted(), label) }
      }
    }
  }

  @Test("rows that may not move stay, and of the others as many as can")
  func smallest() {
    let edits = RowEdits(from: [1, 2, 3, 4], to: [2, 1, 3, 4], isAscending: false, mayMove: { $0 == 1 }, isModified: { _ in true })
    #expect(edits == RowEdits(deletions: [0], insertions: [1], modifications: [1, 2, 3]))
    let other = RowEdits(from: [1, 2, 3, 4], to: [2, 1, 3, 4], isAscending: false, mayMove: { $0 == 2 }, isModified: { _ in false })
    #expect(other == RowEdits(deletions: [1], insertions: [0]))
  }

  @Test("edits of a few rows among others are those of all rows, where only these may move")
  func few() {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(quick: 2_000) {
      var ranks = Dictionary(uniqueKeysWithValues: (0..<30).map { (Int64($0), random.below(12)) })
      func order(_ keys: Set<Int64>) -> [Int64] { keys.sorted { (ranks[$0]!, $0) < (ranks[$1]!, $1) } }
      let before = Set((0..<30).filter { _ in random.below(3) > 0 }.map(Int64.init))
      let old = order(before)
      let changed = Set((0..<random.below(8)).map { _ in Int64(random.below(30)) })
      for key in changed { ranks[key] = random.below(12) }
      let new = order(before.subtracting(changed).union(changed.filter { _ in random.below(4) > 0 }))
      let isModified = { (key: Int64) in key % 2 == 0 }
      func places(_ keys: [Int64]) -> [(index: Int, key: Int64)] {
        keys.enumerated().filter { changed.contains($1) }.map { (index: $0, key: $1) }
      }
      let found = RowEdits(from: places(old), to: places(new), isModified: isModified)
      let all = RowEdits(from: old, to: new, mayMove: changed.contains, isModified: { changed.contains($0) && isModified($0) })
      let label: Comment = "seed \(seed): \(old) → \(new), changed \(changed)"
      #expect(found.deletions.count == all.deletions.count, label)
      #expect(apply(found, to: old, from: new, replacing: false) == new, label)
      #expect(Set(found.modifications.map { old[$0] }).isSubset(of: changed.filter(isModified)), label)
    }
  }
}
