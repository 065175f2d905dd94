import AshlarSchema
public import AshlarStore
import CAshlar
import Synchronization

/// One Realm instance: a session on a file, confined to where it was opened. `Realm` values, accessors and collections
/// refer to it.
///
/// Invariants: `context` lives as long as this; the session's tables are indexed by entity ordinal.
public nonisolated final class _RealmCore {
  @usableFromInline let context: UnsafeMutablePointer<_Context>
  let session: StoreSession
  let configuration: Realm.Configuration
  /// The entities of this Realm's schema, by ordinal.
  let entities: [Int: _Entity]
  // Changes once: when its thread or its migration ends.
  @exclusivity(unchecked) private(set) var confinement: Confinement
  /// The thread whose iterations may lend to their elements, see `_Keeper`; 0 for none. Not any thread that runs the main queue:
  /// blocks of that may move from thread to thread, and a loan takes for granted that a thread alone is where it was made.
  let lendingThread: UInt
  // Whether the thread stands for the confinement until another one is seen; see `Realm.Configuration.checksEveryAccess`.
  private let keepsOwner: Bool
  /// A loan that no iteration has, for the next one; only `lendingThread` looks at it.
  @exclusivity(unchecked) var spareLoan: UnsafeMutablePointer<_Loan>?
  /// This instance, while its write transaction is open: the write belongs to the thread, not to the variables that refer to it. Not
  /// where nobody would ever end it; see `Confinement.keepsWrites`.
  @exclusivity(unchecked) var keptForWrite: _RealmCore?
  /// Who observes this instance; nil as long as nobody did.
  @exclusivity(unchecked) var observers: ObserverTable?
  /// Of a Realm that tracks reads, in which every access comes to where the thread is verified; see `Realm.Configuration.tracksReads`.
  @exclusivity(unchecked) private(set) var tracker: ReadTracker?
  /// Asks for turns at this instance's place; nil where nothing can be run there.
  @exclusivity(unchecked) var bell: Bell?
  /// Whether a turn moves to the newest version.
  @exclusivity(unchecked) var autorefreshes = true
  /// The newest version of which was told that it was not moved to.
  @exclusivity(unchecked) var refusedVersion: UInt64 = 0
  /// Whether a write that begins has the right to write already, while observers are told.
  @exclusivity(unchecked) var hasWriteLock = false
  /// Called when nothing refers to the instance any more.
  var onClose: @Sendable () -> Void = {}
  /// The migration that runs, for one of its two sides, which it keeps.
  @exclusivity(unchecked) unowned(unsafe) var migration: MigrationRun?
  /// Which plans conditions get.
  @exclusivity(unchecked) var planChoice = PlanChoice.cheapest
  /// Asynchronous writes, once there are any.
  @exclusivity(unchecked) private(set) var madeAsynchronous: AsynchronousWrites?
  /// Of the open write, when somebody wants to know.
  @exclusivity(unchecked) var writeOutcome: WriteOutcome?
  /// Whether a pool lends it to a body that may not write.
  @exclusivity(unchecked) var isForReading = false
  /// How often the Realm was invalidated.
  @exclusivity(unchecked) private(set) var invalidations = 0
  /// The types whose objects go into the outbox; nil without one.
  let outbox: OutboxTypes?
  /// Memory for encoding them.
  @exclusivity(unchecked) var outboxBytes: [UInt8] = []
  private let linkColumns: [Int: [Int: LinkColumn]]
  // Types that the file has and the program does not, by ordinal, as far as they were asked for. Frozen Realms are asked by several
  // threads.
  private let storedEntities = Guarded<[Int: _Entity]>([:])
  /// Where the program opened it.
  let place: String
  /// Of frozen Realms: for what is made on first need.
  let frozenLock: ThreadLock?
  // A frozen Realm that was invalidated.
  private let isClosed = Atomic(false)
  // In a forked child every use from any thread asks where it is; see `verifyConfinement`.
  private let process = ashlar_process()
  private let handler: ForkHandler

  init(
    engine: any StorageEngine, tables: [TableDefinition?], entities: [Int: _Entity], outbox: OutboxTypes? = nil,
    configuration: Realm.Configuration, place: String, confinement: Confinement = .current()
  ) throws {
    self.configuration = configuration
    self.entities = entities
    self.outbox = outbox
    self.place = place
    frozenLock = nil
    self.confinement = confinement
    keepsOwner = (confinement.keepsWrites || !configuration.checksEveryAccess) && !configuration.tracksReads
    lendingThread = confinement.isOneThread ? UInt(ashlar_thread()) : 0
    context = .allocate(capacity: 1)
    context.initialize(to: _Context(kind: .live, generation: 1, writeGeneration: _Context.noWrite))
    context.pointee.owner = keepsOwner ? UInt(ashlar_thread()) : 0
    context.pointee.ownerMask = .max
    handler = _RealmCore.disownInChild(context)
    do {
      session = try StoreSession(engine: engine, tables: tables, context: context, place: place)
    } catch {
      context.deallocate()
      throw error
    }
    session.writeHolder = WriteHolder(place: place, confinement: confinement.ofWrites)
    session.versionLimit = configuration.maximumNumberOfActiveVersions.flatMap { $0 == 0 ? nil : UInt64($0) }
    var columns: [Int: [Int: LinkColumn]] = [:]
    for case let table? in tables {
      for link in table.links { columns[link.source, default: [:]][link.column] = link }
    }
    linkColumns = columns
    context.pointee.core = Unmanaged.passUnretained(self)
    if configuration.tracksReads, !configuration.readOnly { tracker = ReadTracker(self) }
    session.values.onFailure = { misuse(.storage("\($0)")) }
  }

  /// The version that another instance reads, for any thread.
  init(freezing live: _RealmCore) throws {
    configuration = live.configuration
    entities = live.entities
    outbox = live.outbox
    place = live.place
    frozenLock = ThreadLock()
    confinement = live.confinement
    keepsOwner = true
    lendingThread = 0
    linkColumns = live.linkColumns
    // Mask 0: it may be used anywhere.
    context = .allocate(capacity: 1)
    context.initialize(to: _Context(kind: .live, generation: 1, writeGeneration: _Context.noWrite))
    handler = _RealmCore.disownInChild(context)
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
    stopListening()
    spareLoan?.deallocate()
    if session.isWriting { cancelWrite(because: "nothing refers to its Realm any more") }
    dropAsynchronousWrites(because: "nothing refers to their Realm any more")
    // The session uses the context to the end.
    EnvironmentRegistry.keepForAMoment(session.engine)
    context.deallocate()
  }

  private static func disownInChild(_ context: UnsafeMutablePointer<_Context>) -> ForkHandler {
    // The two words lie next to each other.
    let owner = UnsafeMutableRawPointer(context) + (MemoryLayout<_Context>.offset(of: \.owner) ?? 0)
    return ForkHandler(owner, ashlar_disown)
  }

  var asynchronous: AsynchronousWrites {
    if let madeAsynchronous { return madeAsynchronous }
    let made = AsynchronousWrites()
    madeAsynchronous = made
    return made
  }

  // MARK: - Confinement

  /// Stops the program unless the caller is where the Realm was opened.
  @inline(__always)
  func checkConfinement(_ what: String) {
    if UInt(ashlar_thread()) != context.pointee.owner { verifyConfinement(what) }
  }

  /// Whether the next access must verify the thread.
  @inline(__always)
  var isUnverified: Bool { UInt(ashlar_thread()) != context.pointee.owner }

  /// Whether this may be used here.
  var isInPlace: Bool { isFrozen || UInt(ashlar_thread()) == context.pointee.owner || confinement.isCurrent }

  /// As `checkConfinement`, for what reads nothing: a version that was let go of stays so.
  func checkPlace(_ what: String) {
    if UInt(ashlar_thread()) == context.pointee.owner { return }
    if session.readsNothing, process == ashlar_process(), isFrozen || confinement.isCurrent { return }
    verifyConfinement(what)
  }

  @inline(never)
  private func verifyConfinement(_ what: String) {
    if process != ashlar_process() { misuse(.inherited(path: session.engine.hasFile ? session.engine.path : nil)) }
    if isFrozen {
      if isClosed.load(ordering: .relaxed) { misuse(.frozenClosed) }
      return
    }
    guard confinement.isCurrent else {
      misuse(.incorrectThread(what: what, opened: confinement.description, current: Confinement.current().description))
    }
    reading { try takeVersion() }
    // The next access from this thread is free again.
    if keepsOwner { context.pointee.owner = UInt(ashlar_thread()) }
  }

  /// Reads the newest version, if none is read: before the first use, and after `invalidate`.
  func takeVersion() throws {
    guard session.readsNothing else { return }
    try session.unpark()
    observers?.resumed()
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
      session.release()
      return
    }
    checkPlace("Realm")
    // Observers that are still to be called read the version.
    if isNotifying { return }
    if session.isWriting { cancelWrite(because: "its Realm is invalidated") }
    dropAsynchronousWrites(because: "their Realm is invalidated")
    session.invalidateAccessors()
    invalidations += 1
    observers?.released()
    letGo()
    // Observers go on from the newest version.
    bell?.ring()
  }

  /// Whether it may be used between its turns other than by references that others have.
  var isUsedBetweenTurns: Bool {
    session.isWriting || session.readsNothing || tracker != nil || madeAsynchronous != nil || configuration.readOnly
      || observers?.blocks.isEmpty == false
  }

  /// Lets go of the version while it rests, on any thread; see `Bell`.
  func park() {
    session.invalidateAccessors()
    invalidations += 1
    observers?.released()
    letGo()
  }

  /// Lets go of the version: the next check of confinement takes the newest one.
  private func letGo() {
    session.release()
    context.pointee.owner = 0
  }

  /// Reads no version until it is used. It was opened, or a pool takes it back: nothing that was read can be used any more.
  func endOwning() {
    session.park()
    invalidations += 1
    context.pointee.owner = 0
  }

  /// A pool lends it to the calling thread.
  func beginOwning() { context.pointee.owner = UInt(ashlar_thread()) }

  /// Called last by the thread to which this is confined, as it ends: nobody else can end its write or read its version.
  func threadEnds() {
    if session.isWriting { cancelWrite(because: "its thread ends") }
    observers?.endAll()
    session.invalidateAccessors()
    confinement = confinement.ended
    letGo()
  }

  /// The migration of which this was a side is over: nothing of it can be used any more.
  func endMigration() {
    migration = nil
    if session.isWriting { cancelWrite() }
    session.invalidateAccessors()
    confinement = .endedMigration
    letGo()
  }

  // MARK: - Rows

  /// The entities of this Realm's schema, with those whose objects go into the outbox.
  var allEntities: [_Entity] { Array(entities.values) + (outbox?.entities ?? []) }

  /// The entity of a table: of a type of this Realm's schema, or made of what the file says.
  func entity(_ ordinal: Int) -> _Entity? {
    if let entity = entities[ordinal] { return entity }
    guard let table = session.table(ordinal) else { return nil }
    return storedEntities.withLock { known in
      if let entity = known[ordinal] { return entity }
      let made = UnlistedTables.entity(of: table)
      known[ordinal] = made
      return made
    }
  }

  /// The entity of a row that was read.
  func entity(of row: _Row) -> _Entity? { ColumnTable.ordinal(row.columns).flatMap { entity($0) } }

  /// The type with this name: of this Realm's schema, by its Swift name, or else of the file, by the name that it has there.
  func entity(named name: String) -> _Entity? {
    if let entity = entities.values.first(where: { $0.model.name == name }) { return entity }
    // The outbox is not for reading.
    guard
      let table = session.tables.lazy.compactMap({ $0 }).first(where: { $0.entity.storedName == name && $0.entity.kind != .asymmetric })
    else { return nil }
    return entity(table.ordinal)
  }

  /// What a column links to.
  func target(_ entity: _Entity, _ column: Int) -> _Entity? {
    if column < 0 { return backwardTarget(column) }
    return entity.isStoredOnly ? link(entity.ordinal, column).flatMap { self.entity($0.target) } : entity.target(column)
  }

  /// Whether the class belongs to this Realm.
  func has(_ entity: _Entity) -> Bool { session.hasTable(entity.ordinal) }

  func requireEntity(_ entity: _Entity) {
    if !has(entity) { misuse(.notInRealm(type: entity.model.name)) }
  }

  func requireWrite(_ operation: String) {
    checkConfinement("Realm")
    if !session.isWriting { misuse(refusal(operation) ?? .realmOutsideWrite(operation: operation)) }
  }

  /// Why this can never be written to; nil when it can.
  func refusal(_ operation: String) -> UsageError? {
    if isForReading { return .pooledReading(operation: operation) }
    return isFrozen ? .frozenRealm(operation: operation) : configuration.readOnly ? .readOnlyRealm(operation: operation) : nil
  }

  /// An accessor for a row, nil when it is gone.
  func object<T: ObjectBase>(_ type: T.Type, _ key: Int64) -> T? {
    checkConfinement("Realm")
    let ordinal = T._entity.ordinal
    guard let row = reading({ () throws(StoreError) in try session.locate(ordinal, key) }) else { return nil }
    return T._accessor(row, self)
  }

  func link(_ ordinal: Int, _ column: Int) -> LinkColumn? { linkColumns[ordinal]?[column] }

  /// The link column that a linking objects property follows.
  func origin(_ entity: _Entity, _ ordinal: Int) -> LinkColumn? {
    if ordinal < 0 { return backwardLink(ordinal) }
    let property = entity.model.properties[ordinal]
    guard let source = entity.target(ordinal), has(source),
      let column = source.model.columns.firstIndex(where: { $0.name == property.origin })
    else { return nil }
    return link(source.ordinal, column)
  }

  func isSame(_ object: ObjectBase, _ ordinal: Int, _ key: Int64) -> Bool {
    object._row.context == context && object._row.key == key && object._entity.ordinal == ordinal
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
