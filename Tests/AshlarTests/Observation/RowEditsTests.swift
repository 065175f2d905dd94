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

  @Test("ascending keys are brought up to date as sets are")
  func updated() {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(quick: 2_000) {
      let old = Set((0..<random.below(30)).map { _ in Int64(random.below(60)) })
      let gone = Set((0..<random.below(10)).map { _ in Int64(random.below(60)) })
      let come = Set((0..<random.below(10)).map { _ in Int64(random.below(60)) })
      // What comes was gone, or was not there.
      let expected = old.subtracting(gone).union(come.subtracting(old.subtracting(gone)))
      let found = RowUpdate.keys(old.sorted(), without: gone.sorted(), with: come.subtracting(old.subtracting(gone)).sorted())
      #expect(found == expected.sorted(), "seed \(seed)")
    }
  }
}
