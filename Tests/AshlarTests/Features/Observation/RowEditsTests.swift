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
    for round in 0..<rounds(.rowEdits) {
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
      let list = RowEdits(from: ObservedParts(old), to: ObservedParts(new), pairs: true, modified: [])
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

  // Parts of a few elements; those whose elements lie at one place in both have the same number, as segments that nobody has written have.
  private func parts(_ old: [Int64], _ new: [Int64], _ random: inout SeededGenerator) -> (ObservedParts<Int64>, ObservedParts<Int64>) {
    var (before, after) = (ObservedParts<Int64>(), ObservedParts<Int64>())
    var (i, j) = (0, 0)
    var number: UInt64 = 0
    func add(_ elements: ArraySlice<Int64>, _ number: UInt64, to parts: inout ObservedParts<Int64>) {
      if !elements.isEmpty { parts.append(ObservedParts.Part(number: number, elements: Array(elements))) }
    }
    while i < old.count || j < new.count {
      number += 1
      var shared = 0
      while i + shared < old.count, j + shared < new.count, old[i + shared] == new[j + shared], shared < 3 { shared += 1 }
      if shared > 0 {
        add(old[i..<i + shared], number, to: &before)
        add(new[j..<j + shared], number, to: &after)
      } else {
        let (gone, come) = (min(old.count - i, random.below(3)), min(new.count - j, random.below(3)))
        add(old[i..<i + gone], 1_000 + number, to: &before)
        add(new[j..<j + come], 2_000 + number, to: &after)
        (i, j) = (i + gone, j + come)
      }
      (i, j) = (i + shared, j + shared)
    }
    return (before, after)
  }

  @Test("of a list in parts the edits give what is, and modify what counts and stays")
  func inParts() {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(.rowEdits) {
      let kinds = random.pick([3, 40])
      let old = (0..<random.below(20)).map { _ in Int64(random.below(kinds)) }
      var new = old
      for _ in 0..<random.below(4) {
        switch random.below(3) {
        case 0: new.insert(Int64(random.below(kinds)), at: random.below(new.count + 1))
        case 1: if !new.isEmpty { new.remove(at: random.below(new.count)) }
        default: if !new.isEmpty { new.insert(new.remove(at: random.below(new.count)), at: random.below(new.count + 1)) }
        }
      }
      let label: Comment = "\(old) → \(new), round \(round), seed \(seed)"
      let (before, after) = parts(old, new, &random)
      #expect(before.all == old && after.all == new, label)
      #expect(old.indices.allSatisfy { before[$0] == old[$0] }, label)
      let modified = Set((0..<random.below(3)).map { _ in Int64(random.below(kinds)) })
      let isSet = random.once(in: 2)
      let edits = RowEdits(from: before, to: after, pairs: !isSet, modified: modified)
      #expect(apply(edits, to: old, from: new, replacing: !isSet) == new, label)
      let (removed, changed) = (Set(edits.deletions), Set(edits.modifications))
      #expect(removed.isDisjoint(with: changed), label)
      #expect(old.indices.allSatisfy { removed.contains($0) || !modified.contains(old[$0]) || changed.contains($0) }, label)
      if isSet { #expect(changed.allSatisfy { modified.contains(old[$0]) }, label) }
      // What moved is elsewhere as well, and so no modification.
      let come = Set(edits.insertions.map { new[$0] })
      let replaced = changed.filter { !modified.contains(old[$0]) }
      #expect(replaced.allSatisfy { !come.contains(old[$0]) }, label)
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
    for _ in 0..<rounds(.wholeEdits) {
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
