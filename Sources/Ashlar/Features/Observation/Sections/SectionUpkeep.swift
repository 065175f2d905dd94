import AshlarStore
import Foundation

/// The change of one section.
struct SectionChange<Key> {
  let key: Key
  var old: (position: Int, count: Int)?
  var new: (position: Int, count: Int)?
  /// The edits of the section's rows, if the section existed before and exists now.
  var rows = RowEdits()
  /// Whether the position of the section relative to other sections has changed.
  var isMoved = false
}

extension Sections {
  /// Updates sectioned rows incrementally, and returns the changes by section number. Returns nil, and leaves the rows unchanged, if
  /// unchanged rows may have to be inserted, deleted or moved, or if too many rows have changed. Each changed row costs O(log rows)
  /// comparisons and O(chunks of the `RowOrder`); the whole update also costs O(sections).
  /// - Parameters:
  ///   - asked: The rows whose keys may have changed: those from which a change is reachable through at most `ObservedPaths.defaultDepth`
  ///     links.
  ///   - reached: The rows that are reported as modified if they stay in their sections.
  ///   - paths: The paths of the query.
  func update(
    _ kept: SectionedRows<Key>, _ changes: ChangeSet, asked: ReachedRows, _ reached: ReachedRows, _ paths: QueryPaths
  ) -> [UInt32: SectionChange<Key>]? {
    let results = results._resultsCore
    guard !reached.isAll,
      let (candidates, stored) = results.storedRows(changes, asked, paths, of: kept.count, kept.places, observed: { kept.rows })
    else { return nil }
    let isKnown = Set(stored)
    let come = candidates.isEmpty ? [] : results.matching(candidates)
    let gone = Set(stored).subtracting(come)
    // If the query has neither a condition nor an order, written rows are not among the candidates, but their keys may have changed.
    let askedAgain = asked.keys.filter { !isKnown.contains($0) && kept.section(of: $0) != nil }
    let keys = Dictionary(uniqueKeysWithValues: (come + askedAgain).map { ($0, key(of: $0)) })
    // A row whose key is unchanged keeps its position if the values that determine the position were not written.
    let moving = come + askedAgain.filter { row in keys[row].flatMap { kept.section(of: $0) } != kept.section(of: row) }
    var olds: [UInt32: [(index: Int, key: Int64)]] = [:]
    var modified: [UInt32: [Int]] = [:]
    let isMoving = Set(moving)
    for row in gone.union(moving).union(reached.keys) {
      guard let number = kept.section(of: row), let index = kept.sections[number]?.rows.index(of: row) else { continue }
      if isMoving.contains(row) || gone.contains(row) {
        olds[number, default: []].append((index, row))
      } else {
        modified[number, default: []].append(index)
      }
    }
    var found: [UInt32: SectionChange<Key>] = [:]
    func note(_ number: UInt32) {
      guard found[number] == nil, let key = kept.sections[number]?.key else { return }
      var change = SectionChange(key: key)
      if let position = kept.position(of: number), let section = kept.sections[number] { change.old = (position, section.rows.count) }
      found[number] = change
    }
    for number in olds.keys { note(number) }
    for number in modified.keys { note(number) }
    for row in moving { if let key = keys[row], let number = kept.section(of: key) { note(number) } }
    var comparison = RowComparison(results.arrangement.lastOrder, places: kept.places)
    for list in olds.values { for old in list { kept.remove(old.key) } }
    var put: [UInt32: [Int64]] = [:]
    for row in moving {
      guard let key = keys[row] else { continue }
      comparison.take(row)
      let number = kept.insert(row, key) { comparison.comesBefore($0) }
      note(number)
      put[number, default: []].append(row)
    }
    let before = found
    kept.settle(Set(found.keys), &comparison)
    for (number, change) in before {
      var change = change
      if let section = kept.sections[number], let position = kept.position(of: number) {
        change.new = (position, section.rows.count)
        let news = (put[number] ?? []).compactMap { row in section.rows.index(of: row).map { (index: $0, key: row) } }
        change.rows = RowEdits(
          from: (olds[number] ?? []).byIndex(), to: news.byIndex(), isModified: reached.contains)
        change.rows.modifications = (change.rows.modifications + (modified[number] ?? [])).sorted()
      }
      found[number] = change
    }
    let (olderPlaces, newerPlaces) = (
      found.compactMap { number, change in change.old.map { (index: $0.position, key: Int64(number)) } },
      found.compactMap { number, change in change.new.map { (index: $0.position, key: Int64(number)) } }
    )
    let moves = RowEdits(
      from: olderPlaces.byIndex(), to: newerPlaces.byIndex(), isModified: { _ in false })
    let deleted = Set(moves.deletions)
    for (number, change) in found where change.new != nil {
      if let old = change.old, deleted.contains(old.position) { found[number]?.isMoved = true }
    }
    return found
  }
}

extension SectionEdits {
  /// Creates the edits of all sections.
  init<Key>(_ changes: some Sequence<SectionChange<Key>>) {
    for change in changes {
      if let old = change.old, let new = change.new, !change.isMoved {
        add(change.rows, old.position, new.position)
      } else {
        if let old = change.old { sectionsToDelete.insert(old.position) }
        if let new = change.new { insert(new.position, new.count) }
      }
    }
    deletions.sort()
    insertions.sort()
    modifications.sort()
  }

  /// Creates the edits of one section.
  init<Key>(ofOne change: SectionChange<Key>?) {
    switch (change?.old, change?.new) {
    case (let old?, let new?): add(change?.rows ?? RowEdits(), old.position, new.position)
    case (let old?, nil): sectionsToDelete.insert(old.position)
    case (nil, let new?): insert(new.position, new.count)
    case (nil, nil): break
    }
  }
}
