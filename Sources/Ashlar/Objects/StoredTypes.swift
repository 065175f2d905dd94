import AshlarSchema
import AshlarStore

/// The types of one Realm: those of its schema, and those that exist in its file only.
///
/// Invariant: `entities` and `links` never change, so a frozen Realm shares them with the Realm that was frozen.
nonisolated final class StoredTypes: Sendable {
  /// The entities of the Realm's schema, by ordinal.
  let entities: [Int: _Entity]
  // The link columns, by the ordinal of the type and the index of the column.
  private let links: [Int: [Int: LinkColumn]]
  // The entities of types that exist in the file only, by ordinal. Any thread creates them on first use.
  private let unlisted = Guarded<[Int: _Entity]>([:])

  init(_ entities: [Int: _Entity], _ tables: [TableDefinition?]) {
    self.entities = entities
    var links: [Int: [Int: LinkColumn]] = [:]
    for case let table? in tables {
      for link in table.links { links[link.source, default: [:]][link.column] = link }
    }
    self.links = links
  }

  /// Returns the link column of a column; nil if the column has no links.
  func link(_ ordinal: Int, _ column: Int) -> LinkColumn? { links[ordinal]?[column] }

  /// Returns the entity of a type that exists in the file only.
  func unlisted(_ table: TableDefinition) -> _Entity {
    unlisted.withLock { known in
      if let entity = known[table.ordinal] { return entity }
      let made = UnlistedTables.entity(of: table)
      known[table.ordinal] = made
      return made
    }
  }
}
