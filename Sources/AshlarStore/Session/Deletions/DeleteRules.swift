import AshlarSchema

/// The delete rules of the file that concern the rows of one table, and the links to these rows. Sessions compute them from the rules of
/// all tables whenever they read a catalog.
struct DeleteRules {
  /// A link column that refuses deletions, and its rule.
  struct Denial {
    let link: LinkColumn
    let rule: EntityRule
  }

  /// The columns of the table whose targets are deleted with the row: links that cascade, and those to embedded objects.
  private(set) var targets: [LinkColumn] = []
  /// The columns, of any table, whose rows are deleted with their target in this table.
  private(set) var sources: [LinkColumn] = []
  /// The columns of the table that prevent the deletion of a row while their targets in the row remain.
  private(set) var deniedTargets: [Denial] = []
  /// The columns, of any table, through which no remaining row may link to a deleted row of this table.
  private(set) var deniedSources: [Denial] = []
  /// The columns, of any table, whose links to a deleted row become null. Remaining rows link to it only through these columns and through
  /// `AnyRealmValue`s.
  private(set) var clearedSources: [LinkColumn] = []
  /// Whether the deletion of a row may delete a row that is not embedded, or may be refused. False if no rule concerns the table's rows or
  /// the rows that they own.
  private(set) var isReached = false

  /// Returns the delete rules by entity ordinal; empty if no table has a delete rule.
  static func of(_ tables: [TableDefinition?]) -> [DeleteRules] {
    guard tables.contains(where: { $0?.rules.deletes.isEmpty == false }) else { return [] }
    var all = [DeleteRules](repeating: DeleteRules(), count: tables.count)
    for case let table? in tables {
      for link in table.links where !link.isAny { add(link, of: table, to: &all) }
    }
    for ordinal in all.indices { all[ordinal].sort() }
    // Marks the tables whose rows own rows of a marked table, directly or indirectly. Each table is visited once.
    var owners: [Int: [Int]] = [:]
    for case let table? in tables {
      for link in table.links where link.isEmbedded { owners[link.target, default: []].append(table.ordinal) }
    }
    var reached = all.indices.filter { all[$0].isReached }
    while let target = reached.popLast() {
      for owner in owners[target] ?? [] where !all[owner].isReached {
        all[owner].isReached = true
        reached.append(owner)
      }
    }
    return all
  }

  private static func add(_ link: LinkColumn, of table: TableDefinition, to all: inout [DeleteRules]) {
    if link.isEmbedded { all[link.source].targets.append(link) }
    var isCleared = true
    for (column, rule) in table.rules.deletes where column == link.column {
      switch rule {
      case .holderDeleted(_, .cascade):
        if !link.isEmbedded { all[link.source].targets.append(link) }
        all[link.source].isReached = true
      case .holderDeleted(_, .deny):
        all[link.source].deniedTargets.append(Denial(link: link, rule: rule))
        all[link.source].isReached = true
      case .targetDeleted(_, .cascade):
        all[link.target].sources.append(link)
        all[link.target].isReached = true
        isCleared = false
      case .targetDeleted(_, .deny):
        all[link.target].deniedSources.append(Denial(link: link, rule: rule))
        all[link.target].isReached = true
        isCleared = false
      case .primaryKey, .unique, .index, .range, .length, .count, .pattern, .oneOf, .required, .order: continue
      }
    }
    if isCleared { all[link.target].clearedSources.append(link) }
  }

  // Sorts the columns by their numbers in the file, so that all programs report the same violation.
  private mutating func sort() {
    deniedTargets.sort { $0.link.prefix.lexicographicallyPrecedes($1.link.prefix) }
    deniedSources.sort { $0.link.prefix.lexicographicallyPrecedes($1.link.prefix) }
  }
}

extension ReadSession {
  /// Returns whether a delete rule of the file concerns the rows of a table, or rows that they own.
  @inline(__always)
  func obeysDeleteRules(_ ordinal: Int) -> Bool {
    ordinal < deleteRules.count && deleteRules[ordinal].isReached
  }

  /// Whether the file has delete rules.
  public var hasDeleteRules: Bool { !deleteRules.isEmpty }
}
