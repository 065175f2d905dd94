import Observation
import Synchronization

/// Stands for one row, or for a table as a whole, where Swift's Observation wants an object whose properties are read.
nonisolated final class TrackedRow: Observable {
  let registrar = ObservationRegistrar()
  /// The columns that were read while somebody tracked reads.
  var columns: Set<Int> = []

  // What the key paths of columns are made of; nobody reads it.
  subscript(column: TrackedColumn) -> Int { column.number }

  /// Tells who tracks a column.
  func tell(_ column: KeyPath<TrackedRow, Int>) {
    registrar.willSet(self, keyPath: column)
    registrar.didSet(self, keyPath: column)
  }
}

/// A column in the key path of a tracked row.
///
/// A registrar does not say whether anybody tracks reads; but where somebody does, it puts the key path into a set, and that asks for the hash
/// of this.
nonisolated struct TrackedColumn: Hashable {
  /// Whether a hash was asked for; set from any thread.
  final class Mark: Sendable {
    private let isSet = Atomic(false)

    /// Whether a hash was asked for since the last call.
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
