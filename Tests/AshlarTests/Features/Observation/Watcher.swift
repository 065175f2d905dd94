import Ashlar
import Testing

/// What a write stored to: a property of a row of a type.
struct Touch: Hashable {
  let type: String
  let key: Int64
  let property: String
}

/// Watches rows: keeps those of the last call, applies what it is told to them, and compares with what is there.
final class Watcher {
  let name: String
  private var rows: [Int64] = []
  private let current: () -> [Int64]
  /// Whether something a row leads to was stored to.
  private let isReached: (Int64, Set<Touch>) -> Bool
  /// The rows' own type, where an order by their own properties puts them in places.
  private let ordered: String?
  private var touched: Set<Touch> = []
  private var isStarted = false
  private(set) var calls = 0
  var token: NotificationToken?

  init(_ name: String, ordered: String? = nil, _ current: @escaping () -> [Int64], _ isReached: @escaping (Int64, Set<Touch>) -> Bool) {
    self.name = name
    self.ordered = ordered
    self.current = current
    self.isReached = isReached
  }

  /// A commit stored to these.
  func note(_ touches: Set<Touch>) { touched.formUnion(touches) }

  func called<C>(_ change: RealmCollectionChange<C>, _ label: Comment) {
    calls += 1
    let now = current()
    switch change {
    case .initial:
      #expect(!isStarted, label)
      isStarted = true
    case .update(_, let deletions, let insertions, let modifications):
      #expect(!(deletions.isEmpty && insertions.isEmpty && modifications.isEmpty), "\(name), \(label)")
      let (removed, added, changed) = (Set(deletions), Set(insertions), Set(modifications))
      #expect(removed.isDisjoint(with: changed), "\(name), \(label)")
      for list in [deletions, insertions, modifications] { #expect(list == Array(Set(list)).sorted(), "\(name), \(label)") }
      let stays = rows.indices.filter { !removed.contains($0) }
      let places = now.indices.filter { !added.contains($0) }
      guard stays.count == places.count else {
        Issue.record("\(name): \(rows) → \(now) by -\(deletions) +\(insertions), \(label)")
        break
      }
      for (old, new) in zip(stays, places) {
        if rows[old] == now[new] {
          #expect(changed.contains(old) == isReached(rows[old], touched), "\(name): row \(rows[old]), stored to \(touched), \(label)")
        } else {
          #expect(changed.contains(old), "\(name): \(rows) → \(now) by -\(deletions) +\(insertions) ~\(modifications), \(label)")
        }
      }
      if let ordered {
        let kept = Set(now)
        for index in deletions where kept.contains(rows[index]) {
          #expect(
            touched.contains { $0.type == ordered && $0.key == rows[index] },
            "\(name): row \(rows[index]) moved: \(rows) → \(now) by -\(deletions) +\(insertions), stored to \(touched), \(label)")
        }
      }
    case .error: Issue.record("\(name) got an error")
    }
    rows = now
    touched = []
  }

  /// Everything was told: what is there is what was told, and nothing is left that should have been.
  func check(_ label: Comment) {
    #expect(rows == current(), "\(name), \(label)")
    for row in rows { #expect(!isReached(row, touched), "\(name): row \(row) was not told, \(label)") }
    touched = []
  }
}
