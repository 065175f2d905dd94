import AshlarSchema

// Session queries for observers.
extension ReadSession {
  /// Whether the open write has changed anything.
  public var hasPendingChanges: Bool { pending?.overlays.isEmpty == false }

  /// The changes of the open write so far; empty outside a write. Complexity: O(changes).
  package var pendingChanges: ChangeSet { ChangeSetBuilder.changes(of: pending?.overlays ?? []) }

  /// Returns whether any column can link to rows of a table.
  public func isLinked(_ ordinal: Int) -> Bool {
    guard let table = tables[ordinal] else { return false }
    return !table.backlinks.isEmpty || !anyLinks.isEmpty && table.entity.kind == .object
  }

  /// Returns the rows that link to a row through any column of any table, as table ordinals and keys. Complexity: O(links).
  public func rowsLinking(to ordinal: Int, _ key: Int64) throws -> [(ordinal: Int, key: Int64)] {
    guard let table = tables[ordinal] else { return [] }
    var found: [(ordinal: Int, key: Int64)] = []
    for link in table.backlinks { found += try sources(link, of: key).map { (link.source, $0.key) } }
    if table.entity.kind == .object {
      let target = AnyLink(table: table.id, key: key).packed
      for link in anyLinks { found += try sources(link, of: target).map { (link.source, $0.key) } }
    }
    return found
  }

  /// Returns the rows that a row links to through any of its columns. Complexity: O(links).
  public func rowsLinked(from ordinal: Int, _ key: Int64) throws -> [(ordinal: Int, key: Int64)] {
    guard let table = tables[ordinal], let row = try locate(ordinal, key) else { return [] }
    var found: [(ordinal: Int, key: Int64)] = []
    for link in table.links {
      let targets = targets(link, row.base, row.columns, row.slot)
      if link.isAny {
        for target in targets.map({ AnyLink(packed: $0) }) {
          if let other = tablesById[target.table] { found.append((other.ordinal, target.key)) }
        }
      } else {
        found += targets.map { (link.target, $0) }
      }
    }
    return found
  }

  /// Returns the rows that a row links to through a column, which must not be of type `AnyRealmValue`. Complexity: O(links).
  public func rowsLinked(_ link: LinkColumn, from key: Int64) throws -> [Int64] {
    guard let row = try locate(link.source, key) else { return [] }
    return targets(link, row.base, row.columns, row.slot)
  }
}
