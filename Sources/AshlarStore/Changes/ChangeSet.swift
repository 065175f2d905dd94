/// The changes of rows between two versions, by table. It names rows by key, never by index, and tables and columns by their numbers in the
/// file, so sessions with different schemas can read it. It contains no pointers into a version's memory.
public struct ChangeSet: Sendable, Equatable {
  /// The changes by table number in the file. Unchanged tables are omitted.
  public internal(set) var tables: [UInt32: TableChanges] = [:]
  /// Whether any row of any table may have changed.
  public internal(set) var isAnything = false

  /// The maximum size in bytes. A larger set drops the rows of the tables with the most changes, and records instead that any row of these
  /// tables may have changed.
  static let sizeLimit = 1 << 20

  /// Creates an empty change set.
  public init() {}

  /// A change set in which any row of any table may have changed.
  public static var anything: ChangeSet {
    var changes = ChangeSet()
    changes.isAnything = true
    return changes
  }

  /// Whether nothing changed.
  public var isEmpty: Bool { !isAnything && tables.isEmpty }

  var size: Int { tables.values.reduce(64) { $0 + $1.size } }

  /// Returns the changes of one row of the old version; nil if it was neither modified nor deleted. If any row of its table may have
  /// changed, returns a change set that states the same. Complexity: O(log rows).
  /// - Parameter id: The number of the row's table in the file.
  public func only(_ id: UInt32, _ key: Int64) -> ChangeSet? {
    if isAnything { return self }
    guard let changes = tables[id]?.only(key) else { return nil }
    var result = ChangeSet()
    result.tables[id] = changes
    return result
  }

  /// Adds later changes.
  public mutating func merge(_ later: ChangeSet) {
    if isAnything || later.isAnything {
      self = .anything
      return
    }
    if isEmpty {
      self = later
      return
    }
    for (id, changes) in later.tables {
      tables[id, default: TableChanges(width: changes.width)].merge(changes)
      if tables[id]?.isEmpty == true { tables[id] = nil }
    }
    collapse()
  }

  /// Adds the columns that commits wrote. A computed difference lacks the columns to which equal values were written.
  public mutating func addModified(of commits: ChangeSet) {
    if isAnything { return }
    for (id, changes) in commits.tables {
      tables[id, default: TableChanges(width: changes.width)].addModified(of: changes)
      if tables[id]?.isEmpty == true { tables[id] = nil }
    }
    collapse()
  }

  mutating func collapse() {
    while size > ChangeSet.sizeLimit, let largest = tables.max(by: { $0.value.size < $1.value.size }), !largest.value.isAnything {
      tables[largest.key]?.forgetRows()
    }
  }
}
