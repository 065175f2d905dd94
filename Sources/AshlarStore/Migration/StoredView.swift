import AshlarSchema

/// A session over the tables of a file under their stored names, with ordinals of its own: those of the catalog's list of types.
final class StoredView {
  let context: UnsafeMutablePointer<AccessContext>
  let session: StoreSession

  /// - Parameters:
  ///   - changes: made while a table's primary key or indexes are not what the catalog says yet: nobody looks for these.
  init(_ engine: any StorageEngine, _ catalog: Catalog, changing changes: [TableChange] = []) throws {
    context = .allocate(capacity: 1)
    context.initialize(to: AccessContext(kind: .live, generation: 1, writeGeneration: AccessContext.noWrite))
    do {
      session = try StoreSession(engine: engine, tables: StoredView.tables(catalog, changing: changes), context: context)
      // The catalog is what it is, or is about to be.
      session.mayHaveNewIndexes = false
    } catch {
      context.deinitialize(count: 1)
      context.deallocate()
      throw error
    }
  }

  deinit {
    if session.isWriting { session.cancelWrite() }
    context.deinitialize(count: 1)
    context.deallocate()
  }

  /// The definitions of all tables of a file, by the place of their type in the catalog.
  static func tables(_ catalog: Catalog, changing changes: [TableChange] = []) -> [TableDefinition?] {
    var catalog = catalog
    for change in changes {
      guard let index = catalog.schema.entities.firstIndex(where: { $0.name == change.type }) else { continue }
      for column in catalog.schema.entities[index].properties.indices {
        if change.hasNewKey { catalog.schema.entities[index].properties[column].isPrimaryKey = false }
        if change.newIndexes.contains(catalog.schema.entities[index].properties[column].name) {
          catalog.schema.entities[index].properties[column].isIndexed = false
        }
      }
    }
    let names = Dictionary(catalog.schema.entities.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let none = SchemaModel(name: "stored", version: catalog.schema.version, entities: [])
    return catalog.definitions(of: WantedSchema(none, ordinals: [:], unlisted: { names[$0] ?? 0 }))
  }

  /// The table with a number in the file.
  func table(_ id: UInt32) -> TableDefinition? { session.tables.lazy.compactMap { $0 }.first { $0.id == id } }
}
