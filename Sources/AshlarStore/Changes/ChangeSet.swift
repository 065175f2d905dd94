/// What happened to rows between two versions, table by table: facts about rows, never indices. Tables and columns are named by their
/// numbers in the file, so that sessions with other schemas understand it. It refers to no memory of a version.
public struct ChangeSet: Sendable, Equatable {
  /// By the table's number in the file. Tables of which nothing happened are not there.
  public internal(set) var tables: [UInt32: TableChanges] = [:]
  /// Whether rows of any table may have changed.
  public internal(set) var isAnything = false

  /// Most bytes: of what is larger, the largest tables are no longer kept row by row.
  static let sizeLimit = 1 << 20

  /// Nothing.
  public init() {}

  /// Any row of any table may have changed.
  public static var anything: ChangeSet {
    var changes = ChangeSet()
    changes.isAnything = true
    return changes
  }

  /// Whether nothing happened.
  public var isEmpty: Bool { !isAnything && tables.isEmpty }

  var size: Int { tables.values.reduce(64) { $0 + $1.size } }

  /// What of this happened to one row; nil for nothing. O(log rows).
  /// - Parameter id: the number of the row's table in the file.
  public func only(_ id: UInt32, _ key: Int64) -> ChangeSet? {
    if isAnything { return self }
    guard let changes = tables[id]?.only(key) else { return nil }
    var result = ChangeSet()
    result.tables[id] = changes
    return result
  }

  /// Adds what happened afterwards.
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

  /// Adds the columns that commits stored to, to a difference that was computed and may not show them.
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
