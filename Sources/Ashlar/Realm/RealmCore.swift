import AshlarSchema
public import AshlarStore
import CAshlar
import Synchronization

/// One Realm instance: a session on a file, confined to where it was opened. `Realm` values, accessors and collections
/// refer to it.
///
/// Invariants: `context` lives as long as this; the session's tables are indexed by entity ordinal.
public nonisolated final class RealmCore {
  @usableFromInline let context: UnsafeMutablePointer<_Context>
  let session: StoreSession
  let configuration: Realm.Configuration
  /// The entities of this Realm's schema, by ordinal.
  let entities: [Int: Entity]
  private let confinement: Confinement
  /// The thread whose iterations may lend to their elements, see `_Keeper`; 0 for none. Not any thread that runs the main queue:
  /// blocks of that may move from thread to thread, and a loan takes for granted that a thread alone is where it was made.
  let lendingThread: UInt
  /// A loan that no iteration has, for the next one; only `lendingThread` looks at it.
  @exclusivity(unchecked) var spareLoan: UnsafeMutablePointer<Loan>?
  /// Called when nothing refers to the instance any more.
  var onClose: @Sendable () -> Void = {}
  /// How often the Realm was invalidated.
  @exclusivity(unchecked) private(set) var invalidations = 0
  private let linkColumns: [Int: [Int: LinkColumn]]
  /// Where the program opened it.
  let place: String
  /// Of frozen Realms: for what is made on first need.
  let frozenLock: ThreadLock?
  // A frozen Realm that was invalidated.
  private let isClosed = Atomic(false)

  init(engine: any StorageEngine, tables: [TableDefinition?], entities: [Int: Entity], configuration: Realm.Configuration, place: String)
    throws
  {
    self.configuration = configuration
    self.entities = entities
    self.place = place
    frozenLock = nil
    confinement = Confinement.current()
    lendingThread = confinement == .mainQueue && ashlar_is_first_thread() == 0 ? 0 : UInt(ashlar_thread())
    context = .allocate(capacity: 1)
    context.initialize(to: _Context(kind: .live, generation: 1, writeGeneration: _Context.noWrite))
    context.pointee.owner = UInt(ashlar_thread())
    context.pointee.ownerMask = .max
    do {
      session = try StoreSession(engine: engine, tables: tables, context: context, place: place)
    } catch {
      context.deallocate()
      throw error
    }
    session.versionLimit = configuration.maximumNumberOfActiveVersions.flatMap { $0 == 0 ? nil : UInt64($0) }
    var columns: [Int: [Int: LinkColumn]] = [:]
    for case let table? in tables {
      for link in table.links { columns[link.source, default: [:]][link.column] = link }
    }
    linkColumns = columns
    context.pointee.core = Unmanaged.passUnretained(self)
    session.values.onFailure = { misuse(.storage("\($0)")) }
  }

  /// The version that another instance reads, for any thread.
  init(freezing live: RealmCore) throws {
    configuration = live.configuration
    entities = live.entities
    place = live.place
    frozenLock = ThreadLock()
    confinement = live.confinement
    lendingThread = 0
    linkColumns = live.linkColumns
    // Mask 0: whoever asks is where it may be used.
    context = .allocate(capacity: 1)
    context.initialize(to: _Context(kind: .live, generation: 1, writeGeneration: _Context.noWrite))
    do {
      session = try StoreSession(freezing: live.session, context: context)
    } catch {
      context.deallocate()
      throw error
    }
    session.values.onFailure = { misuse(.storage("\($0)")) }
    context.pointee.core = Unmanaged.passUnretained(self)
  }

  deinit {
    onClose()
    spareLoan?.deallocate()
    // The session uses the context to the end.
    if session.isWriting { session.cancelWrite() }
    context.deallocate()
  }

  // MARK: - Confinement

  /// Stops the program unless this is where the Realm was opened.
  @inline(__always)
  func checkConfinement(_ what: String) {
    if UInt(ashlar_thread()) != context.pointee.owner { verifyConfinement(what) }
  }

  @inline(never)
  private func verifyConfinement(_ what: String) {
    if isFrozen {
      if isClosed.load(ordering: .relaxed) { misuse(.frozenClosed) }
      return
    }
    guard confinement.isCurrent else {
      misuse(.incorrectThread(what: what, opened: confinement.description, current: Confinement.current().description))
    }
    // The main queue may change threads: the next access from here is free again.
    context.pointee.owner = UInt(ashlar_thread())
  }

  /// Runs something that reads the file, where the caller cannot throw.
  func reading<Result, Failure: Error>(_ body: () throws(Failure) -> Result) -> Result {
    do {
      return try body()
    } catch {
      misuse(.storage("\(error)"))
    }
  }

  /// See `Realm.invalidate`.
  func invalidate() {
    if isFrozen {
      if isClosed.exchange(true, ordering: .relaxed) { return }
      onClose()
      session.invalidateAccessors()
      return
    }
    checkConfinement("Realm")
    session.invalidateAccessors()
    invalidations += 1
    reading { _ = try session.advance() }
  }

  // MARK: - Rows

  /// Whether the class belongs to this Realm.
  func has(_ entity: Entity) -> Bool { session.hasTable(entity.ordinal) }

  func requireEntity(_ entity: Entity) {
    if !has(entity) { misuse(.notInRealm(type: entity.model.name)) }
  }

  func requireWrite(_ operation: String) {
    checkConfinement("Realm")
    if isFrozen { misuse(.frozenRealm(operation: operation)) }
    if !session.isWriting { misuse(.realmOutsideWrite(operation: operation)) }
  }

  /// An accessor for a row, nil when it is gone.
  func object<T: ObjectBase>(_ type: T.Type, _ key: Int64) -> T? {
    let ordinal = T._entity.ordinal
    guard let row = reading({ () throws(StoreError) in try session.locate(ordinal, key) }) else { return nil }
    return T(row, self)
  }

  func link(_ ordinal: Int, _ column: Int) -> LinkColumn? { linkColumns[ordinal]?[column] }

  /// The link column that a linking objects property follows.
  func origin(_ entity: Entity, _ ordinal: Int) -> LinkColumn? {
    let property = entity.model.properties[ordinal]
    guard let source = entity.target(ordinal), has(source),
      let column = source.model.columns.firstIndex(where: { $0.name == property.origin })
    else { return nil }
    return link(source.ordinal, column)
  }

  func isSame(_ object: ObjectBase, _ ordinal: Int, _ key: Int64) -> Bool {
    object._row.context == context && object._row.key == key && type(of: object)._entity.ordinal == ordinal
  }

  func deleteRow(_ ordinal: Int, _ key: Int64) {
    reading { try session.delete(ordinal, key) }
    context.pointee.generation += 1
  }

  func deleteRows(_ ordinal: Int, _ keys: [Int64]) {
    reading { try session.delete(ordinal, keys) }
    // Accessors of the rows that are gone must find out.
    context.pointee.generation += 1
  }
}
