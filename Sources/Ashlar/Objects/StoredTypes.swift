import AshlarSchema
import AshlarStore

/// The types of one Realm: those of its schema, and those that only its file has.
///
/// Invariant: `entities` and `links` never change, so frozen Realms share this with the Realm that they were made of.
nonisolated final class StoredTypes: Sendable {
  /// The entities of the Realm's schema, by ordinal.
  let entities: [Int: _Entity]
  // By the ordinal of the type that has it, and its column.
  private let links: [Int: [Int: LinkColumn]]
  // Types that the file has and the program does not, by ordinal, made when they are first needed, by any thread.
  private let unlisted = Guarded<[Int: _Entity]>([:])

  init(_ entities: [Int: _Entity], _ tables: [TableDefinition?]) {
    self.entities = entities
    var links: [Int: [Int: LinkColumn]] = [:]
    for case let table? in tables {
      for link in table.links { links[link.source, default: [:]][link.column] = link }
    }
    self.links = links
  }

  /// What a column links to; nil of a column that holds no links.
  func link(_ ordinal: Int, _ column: Int) -> LinkColumn? { links[ordinal]?[column] }

  /// The entity of a type that only the file has.
  func unlisted(_ table: TableDefinition) -> _Entity {
    unlisted.withLock { known in
      if let entity = known[table.ordinal] { return entity }
      let made = UnlistedTables.entity(of: table)
      known[table.ordinal] = made
      return made
    }
  }
}
