import AshlarSchema
import AshlarStore
import Synchronization

/// The types of one Realm: those of its schema, and those that exist in its file only.
///
/// Invariants: `entities` and `links` never change, so a frozen Realm shares them with the Realm that was frozen. `known` has `capacity`
/// elements, each 0 or the address of an entity that exists as long as this object.
nonisolated final class StoredTypes: Sendable {
  /// The entities of the Realm's schema, by ordinal.
  let entities: [Int: _Entity]
  // The link columns, by the ordinal of the type and the index of the column.
  private let links: [Int: [Int: LinkColumn]]
  // The entities of types that exist in the file only, by ordinal. Any thread creates them on first use.
  private let unlisted = Guarded<[Int: _Entity]>([:])
  // The addresses of the entities of rows that were read, by ordinal: every access by name needs the entity of its row, and the look-up
  // must neither acquire a lock nor hash the ordinal.
  private nonisolated(unsafe) let known: UnsafeMutablePointer<Atomic<UInt>>
  private let capacity: Int

  init(_ entities: [Int: _Entity], _ tables: [TableDefinition?]) {
    self.entities = entities
    var links: [Int: [Int: LinkColumn]] = [:]
    for case let table? in tables {
      for link in table.links { links[link.source, default: [:]][link.column] = link }
    }
    self.links = links
    capacity = tables.count
    known = .allocate(capacity: max(1, capacity))
    for ordinal in 0..<capacity { (known + ordinal).initialize(to: Atomic(0)) }
  }

  deinit {
    known.deinitialize(count: capacity)
    known.deallocate()
  }

  /// Returns the entity that `remember` stored for an ordinal; nil if there is none.
  @inline(__always)
  func remembered(_ ordinal: Int) -> _Entity? {
    guard ordinal < capacity, let entity = UnsafeRawPointer(bitPattern: known[ordinal].load(ordering: .acquiring)) else { return nil }
    return Unmanaged<_Entity>.fromOpaque(entity).takeUnretainedValue()
  }

  /// Stores an entity of `entities` or of `unlisted` by the ordinal of its table.
  func remember(_ entity: _Entity, _ ordinal: Int) {
    guard ordinal < capacity else { return }
    known[ordinal].store(UInt(bitPattern: Unmanaged.passUnretained(entity).toOpaque()), ordering: .releasing)
  }

  /// Returns the `LinkColumn` of a column; nil if the column does not store links.
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
