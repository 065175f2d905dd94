import Observation
import Synchronization

/// Represents one row, or a whole table, to Swift's Observation, which tracks properties of objects.
nonisolated final class TrackedRow: Observable {
  let registrar = ObservationRegistrar()
  /// The columns that were read inside a tracking scope.
  var columns: Set<Int> = []

  // A component of the key paths of columns; its value is never read.
  subscript(column: TrackedColumn) -> Int { column.number }

  /// Notifies the observers of a column.
  func tell(_ column: KeyPath<TrackedRow, Int>) {
    registrar.willSet(self, keyPath: column)
    registrar.didSet(self, keyPath: column)
  }
}

/// A column in the key path of a tracked row.
///
/// A registrar does not report whether a tracking scope is open. Inside a scope, however, it inserts the key path into a set, which
/// computes the hash of this value.
nonisolated struct TrackedColumn: Hashable {
  /// Whether a hash was computed. Any thread may set the mark.
  final class Mark: Sendable {
    private let isSet = Atomic(false)

    /// Returns whether a hash has been computed since the last call, and resets the mark.
    func take() -> Bool { isSet.exchange(false, ordering: .relaxed) }
    func set() { isSet.store(true, ordering: .relaxed) }
  }

  let number: Int
  let mark: Mark

  static func == (a: Self, b: Self) -> Bool { a.number == b.number }

  func hash(into hasher: inout Hasher) {
    mark.set()
    hasher.combine(number)
  }
}
