import AshlarSchema
public import AshlarStore
import CAshlar
import Synchronization

/// One Realm instance: a session on a file, confined to the thread, queue, actor or task that opened it. `Realm` values, accessors and
/// collections refer to it.
///
/// Invariants: `context` is valid as long as the instance exists; the session's tables are indexed by entity ordinal.
public nonisolated final class _RealmCore {
  @usableFromInline let context: UnsafeMutablePointer<_Context>
  let session: StoreSession
  let types: StoredTypes
  // `rules` and `parts` change only within the instance's confinement.
  @exclusivity(unchecked) var rules: AccessRules
  @exclusivity(unchecked) var parts = RealmParts()
  /// The tracker of reads; nil if the Realm does not track reads. If the tracker is set, every access verifies the thread.
  @exclusivity(unchecked) var tracker: AccessTracker?
  @exclusivity(unchecked) var loans: IterationLoans
  // The confinement changes once, when the instance's thread or migration ends; see `RealmCore+Events.swift`.
  @exclusivity(unchecked) var confinement: Confinement
  // Whether a thread, once verified, may access the instance without further verification until another thread does; see
  // `Realm.Configuration.checksEveryAccess`.
  private let keepsOwner: Bool
  /// The number of times that `invalidate`, `park` or `endOwning` has released the version of this live instance.
  @exclusivity(unchecked) var invalidations = 0
  /// The source location that opened the instance.
  let place: String
  /// For a frozen Realm, guards values that are created lazily; nil for a live Realm.
  let frozenLock: ThreadLock?
  /// Whether a frozen Realm was invalidated.
  let isClosed = Atomic(false)
  // The process that opened the instance. In a forked child, every access is verified and stops the program; see `verifyConfinement`.
  private let process = ashlar_process()
  private let handler: ForkHandler

  init(
    engine: any StorageEngine, tables: [TableDefinition?], entities: [Int: _Entity], rules: AccessRules, place: String,
    confinement: Confinement = .current()
  ) throws {
    types = StoredTypes(entities, tables)
    self.rules = rules
    self.place = place
    frozenLock = nil
    self.confinement = confinement
    keepsOwner = (confinement.keepsWrites || !rules.checksEveryAccess) && !rules.tracksReads
    loans = IterationLoans(thread: confinement.isOneThread ? UInt(ashlar_thread()) : 0)
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
    session.versionLimit = rules.versionLimit
    context.pointee.core = Unmanaged.passUnretained(self)
    session.values.onFailure = { misuse(.storage("\($0)")) }
  }

  /// Creates a frozen instance of the version that another instance reads, for use on any thread.
  init(freezing live: _RealmCore) throws {
    types = live.types
    rules = live.rules
    place = live.place
    frozenLock = ThreadLock()
    confinement = live.confinement
    keepsOwner = true
    loans = IterationLoans(thread: 0)
    // With a mask of 0, no access compares the thread.
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
    close()
    assert(!session.isWriting, "no write outlives its instance")
    assert(context.pointee.core?.toOpaque() == Unmanaged.passUnretained(self).toOpaque(), "accessors find their instance by its context")
    #if ASHLAR_CHECKED
      parts._checkInvariants(self)
    #endif
    // The context is deallocated last, because the session uses it. The session's deinitializer does not use the context, because no write
    // is open.
    EnvironmentRegistry.keepForAMoment(session.engine)
    context.deallocate()
  }

  private static func disownInChild(_ context: UnsafeMutablePointer<_Context>) -> ForkHandler {
    // The words `owner` and `ownerMask` are adjacent.
    let owner = UnsafeMutableRawPointer(context) + (MemoryLayout<_Context>.offset(of: \.owner) ?? 0)
    return ForkHandler(owner, ashlar_disown)
  }

  /// Whether the instance stays at its version and may be read on any thread.
  var isFrozen: Bool { frozenLock != nil }

  /// Runs `body`; in a frozen Realm, under a lock. Used for values that are computed once and cached.
  @inline(__always)
  func exclusively<Result>(_ body: () -> Result) -> Result {
    guard let frozenLock else { return body() }
    return frozenLock.withLock(body)
  }

  // MARK: - Confinement

  /// Stops the program unless the caller may use the Realm. Acquires the newest version if none is being read.
  @inline(__always)
  func checkConfinement(_ what: String) {
    if UInt(ashlar_thread()) != context.pointee.owner { verifyConfinement(what) }
  }

  /// Whether the next access must verify the thread.
  @inline(__always)
  var isUnverified: Bool { UInt(ashlar_thread()) != context.pointee.owner }

  /// Whether the caller may use the instance.
  var isInPlace: Bool { isFrozen || UInt(ashlar_thread()) == context.pointee.owner || confinement.isCurrent }

  /// Like `checkConfinement`, but acquires no version, for calls that read no data.
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
    // The next access on this thread needs no verification.
    if keepsOwner { context.pointee.owner = UInt(ashlar_thread()) }
  }

  /// Acquires the newest version if none is being read, such as before the first use or after `invalidate`.
  func takeVersion() throws {
    guard session.readsNothing else { return }
    assert(!session.isWriting, "a session that reads nothing has no write")
    try session.unpark()
    assert(isFrozen || !session.readsNothing, "an instance that is used reads a version")
    parts.delivery?.resumed()
  }

  /// Runs a closure that reads the file, for callers that cannot throw: an error stops the program.
  func reading<Result, Failure: Error>(_ body: () throws(Failure) -> Result) -> Result {
    do {
      return try body()
    } catch {
      misuse(.storage("\(error)"))
    }
  }
}
