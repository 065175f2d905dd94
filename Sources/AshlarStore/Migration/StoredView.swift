import AshlarSchema

/// A session over tables, for changes that need no code.
final class StoredView {
  let context: UnsafeMutablePointer<AccessContext>
  let session: StoreSession

  init(_ engine: any StorageEngine, _ tables: [TableDefinition?]) throws {
    context = .allocate(capacity: 1)
    context.initialize(to: AccessContext(kind: .live, generation: 1, writeGeneration: AccessContext.noWrite))
    do {
      session = try StoreSession(engine: engine, tables: tables, context: context)
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
}

/// Changes nothing.
final class NoCode: MigrationCode {
  private var views: [StoredView] = []

  let reach = CodeReach.nothing

  func sessions(
    _ engine: any StorageEngine, before: [TableDefinition?], after: [TableDefinition?]
  ) throws -> (before: StoreSession, after: StoreSession) {
    views = [try StoredView(engine, before), try StoredView(engine, after)]
    return (views[0].session, views[1].session)
  }

  func run(_ migration: CatalogMigration) throws {}
}
