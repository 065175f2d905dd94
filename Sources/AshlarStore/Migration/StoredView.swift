import AshlarSchema

/// A session with its context, for migrations without code.
final class StoredView {
  let context: UnsafeMutablePointer<AccessContext>
  let session: StoreSession

  init(_ side: MigrationSide) throws {
    context = .allocate(capacity: 1)
    context.initialize(to: AccessContext(kind: .live, generation: 1, writeGeneration: AccessContext.noWrite))
    do {
      session = try StoreSession(engine: side.engine, tables: side.tables, context: context)
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

/// Migration code that changes nothing.
final class NoCode: MigrationCode {
  private var views: [StoredView] = []

  let reach = CodeReach.nothing

  func sessions(before: MigrationSide, after: MigrationSide) throws -> (before: StoreSession, after: StoreSession) {
    views = [try StoredView(before), try StoredView(after)]
    return (views[0].session, views[1].session)
  }

  func run(_ migration: CatalogMigration) throws {}

  func end() { views = [] }
}
