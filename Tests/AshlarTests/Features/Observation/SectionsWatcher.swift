import Ashlar
import Foundation
import Testing

/// Watches sections of people: keeps those of the last call, applies what it is told to them, and compares with what is there.
final class SectionsWatcher {
  typealias Section = (key: String, rows: [Int64])

  let name: String
  private var sections: [Section] = []
  private let current: () -> [Section]
  /// Whether something a row leads to was stored to.
  private let isReached: (Int64, Set<Touch>) -> Bool
  /// Whether the elements' own properties put them in their places.
  private let isOrdered: Bool
  private var touched: Set<Touch> = []
  private var isStarted = false
  var token: NotificationToken?

  init(_ name: String, isOrdered: Bool, _ current: @escaping () -> [Section], _ isReached: @escaping (Int64, Set<Touch>) -> Bool) {
    self.name = name
    self.isOrdered = isOrdered
    self.current = current
    self.isReached = isReached
  }

  /// A commit stored to these.
  func note(_ touches: Set<Touch>) { touched.formUnion(touches) }

  func called<C>(_ change: SectionedResultsChange<C>, _ label: Comment) {
    let now = current()
    switch change {
    case .initial:
      #expect(!isStarted, label)
      isStarted = true
    case .update(_, let deletions, let insertions, let modifications, let sectionsToInsert, let sectionsToDelete):
      for list in [deletions, insertions, modifications] { #expect(list == Array(Set(list)).sorted(), "\(name), \(label)") }
      #expect(Set(deletions).isDisjoint(with: modifications), "\(name), \(label)")
      #expect(
        deletions.count + insertions.count + modifications.count + sectionsToInsert.count + sectionsToDelete.count > 0, "\(name), \(label)")
      #expect(!(deletions + modifications).contains { sectionsToDelete.contains($0[0]) }, "rows of deleted sections: \(name), \(label)")
      for section in sectionsToInsert {
        let rows = insertions.filter { $0[0] == section }.map { $0[1] }
        #expect(rows == Array(now[section].rows.indices), "\(name), \(label)")
      }
      let stays = sections.indices.filter { !sectionsToDelete.contains($0) }
      let places = now.indices.filter { !sectionsToInsert.contains($0) }
      #expect(stays.map { sections[$0].key } == places.map { now[$0].key }, "\(name), \(label)")
      guard stays.count == places.count else { break }
      func items(_ list: [IndexPath], _ section: Int) -> Set<Int> { Set(list.filter { $0[0] == section }.map { $0[1] }) }
      for (old, new) in zip(stays, places) {
        compare(
          sections[old].rows, now[new].rows, items(deletions, old), items(insertions, new), items(modifications, old), label)
      }
    }
    sections = now
    touched = []
  }

  private func compare(
    _ old: [Int64], _ new: [Int64], _ removed: Set<Int>, _ added: Set<Int>, _ changed: Set<Int>, _ label: Comment
  ) {
    let stays = old.indices.filter { !removed.contains($0) }
    #expect(stays.map { old[$0] } == new.indices.filter { !added.contains($0) }.map { new[$0] }, "\(name), \(label)")
    for index in stays {
      #expect(changed.contains(index) == isReached(old[index], touched), "\(name): row \(old[index]), stored to \(touched), \(label)")
    }
    let kept = Set(new)
    for index in removed where isOrdered && kept.contains(old[index]) {
      #expect(
        touched.contains { $0.type == "Person" && $0.key == old[index] }, "\(name): row \(old[index]) moved, stored to \(touched), \(label)"
      )
    }
  }

  /// Everything was told: what is there is what was told, and nothing is left that should have been.
  func check(_ label: Comment) {
    let now = current()
    #expect(sections.map(\.key) == now.map(\.key) && sections.map(\.rows) == now.map(\.rows), "\(name), \(label)")
    for row in sections.flatMap(\.rows) { #expect(!isReached(row, touched), "\(name): row \(row) was not told, \(label)") }
    touched = []
  }
}
