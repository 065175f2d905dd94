import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A pool of Realms of one file for many tasks, threads and queues. Each body has exclusive use of a Realm while it runs.
///
/// ```swift
/// let pool = try RealmPool(configuration)
/// let adults = try pool.read { realm in realm.objects(Person.self).where { $0.age >= 18 }.count }
/// try await pool.write { realm in _ = realm.create(Person.self, value: ["name": "Ada", "age": 36]) }
/// ```
///
/// The result of a body must not belong to its Realm. Values, `Frozen` objects and `ThreadSafeReference`s may be returned; the compiler
/// rejects live objects. Using such an object after its body has returned, for example through a captured variable, stops the program.
///
/// The file stays open as long as the pool exists. See the guide, *Ashlar in a server*.
public nonisolated final class RealmPool: Sendable {
  private struct Idle: @unchecked Sendable {
    // Instances that are not in use.
    var cores: [_RealmCore] = []
  }

  let configuration: Realm.Configuration
  let background = BackgroundBodies()
  private let place: String
  private let idle = Guarded(Idle())
  let engine: any StorageEngine

  /// Opens the file, and migrates it if necessary, on the calling thread. Throws the errors of
  /// `Realm.init(configuration:queue:fileID:line:)`.
  ///
  /// ```swift
  /// let pool = try RealmPool(Realm.Configuration(fileURL: url))
  /// ```
  public init(_ configuration: Realm.Configuration, fileID: StaticString = #fileID, line: UInt = #line) throws {
    self.configuration = configuration
    place = "\(fileID):\(line)"
    let core: _RealmCore
    do {
      core = try RealmOpening.open(configuration, place: place, confinement: .pool(PoolLoan()))
    } catch {
      throw Realm.Error.wrapping(error, names: RuleNames(configuration))
    }
    engine = core.session.engine
    core.endLoan()
    idle.withLock { $0.cores.append(core) }
  }

  /// Runs `body` with a Realm at the newest version, immediately and on the caller's thread. Readers never wait. The version stays pinned
  /// until `body` returns.
  ///
  /// ```swift
  /// let age = try pool.read { realm in realm.objects(Person.self).where { $0.name == "Ada" }.first?.age }
  /// ```
  ///
  /// Throws what the body throws, and `Realm.Error` if the file cannot be read. In the body, `write` throws `Realm.Error`, and
  /// `beginWrite` stops the program. See the guide, *Ashlar in a server*.
  public func read<R>(_ body: (Realm) throws -> sending R) throws -> sending R {
    let core: _RealmCore
    do {
      core = try borrow()
    } catch {
      throw Realm.Error.wrapping(error)
    }
    core.rules.isForReading = true
    defer { giveBack(core) }
    return try body(Realm(core))
  }

  /// Runs `body` in a write transaction and commits it, as `Realm.asyncWrite` does. The task is suspended while other writers hold the
  /// lock, and until the commit has the durability of the configuration. The body runs in the caller's isolation and cannot suspend.
  ///
  /// ```swift
  /// let age = try await pool.write { realm in
  ///   let person = realm.create(Person.self, value: ["name": "Ada", "age": 36])
  ///   return person.age
  /// }
  /// ```
  ///
  /// Throws what the body throws, after cancelling the write; `CancellationError` if the task is cancelled before it has acquired the write
  /// lock; and `Realm.Error` if the configuration is read-only, if the transaction cannot begin, or if the changes cannot be stored. See
  /// the guide, *Ashlar in a server*.
  /// - Parameter _isolation: The isolation of the caller. Omit it.
  public func write<R>(
    _isolation: isolated (any Actor)? = #isolation, _ body: (Realm) throws -> sending R
  ) async throws -> sending R {
    // The Realm is not lent yet, because no thread uses it while the task is suspended.
    let core: _RealmCore
    do {
      core = try take()
    } catch {
      throw Realm.Error.wrapping(error)
    }
    if let refusal = core.refusal("perform transactions") {
      keep(core)
      throw Realm.Error(.fail, refusal.description, fileURL: configuration.fileURL)
    }
    do {
      try await core.takeRightToWrite(_isolation)
    } catch {
      keep(core)
      throw Realm.Error.wrapping(error)
    }
    let result: R
    let version: UInt64?
    do {
      defer { giveBack(core) }
      try core.beginWriteOnLoan()
      do {
        result = try body(Realm(core))
      } catch {
        if core.session.isWriting { core.cancelWrite() }
        throw error
      }
      version = try core.commitOnLoan()
    }
    if let version {
      let engine = engine
      let failure = await withCheckedContinuation { continuation in
        engine.whenSaved(version) { continuation.resume(returning: $0) }
      }
      if let failure { throw Realm.Error.wrapping(failure) }
    }
    return result
  }

  /// Returns a snapshot of the newest version, which can be read across several suspensions. The snapshot never changes, and any number of
  /// tasks may read it.
  ///
  /// ```swift
  /// let snapshot = try pool.snapshot()
  /// let count = try snapshot.read { realm in realm.objects(Person.self).count }
  /// ```
  ///
  /// The version stays pinned as long as the snapshot exists: pages that later commits free cannot be reused, so the file may grow. Throws
  /// `Realm.Error` if the file cannot be read. See the guide, *Ashlar in a server*.
  public func snapshot() throws -> RealmSnapshot {
    do {
      let core = try borrow()
      defer { giveBack(core) }
      return RealmSnapshot(core.frozenCore())
    } catch {
      throw Realm.Error.wrapping(error)
    }
  }

  // MARK: - Lending

  // Returns a Realm that is not lent, and opens one if necessary.
  private func take() throws -> _RealmCore {
    if let core = idle.withLock({ $0.cores.popLast() }) { return core }
    let core = try RealmOpening.open(configuration, place: place, confinement: .pool(PoolLoan()))
    core.endLoan()
    return core
  }

  private func borrow() throws -> _RealmCore {
    let core = try take()
    do {
      try core.beginLoan()
    } catch {
      keep(core)
      throw error
    }
    return core
  }

  private func giveBack(_ core: _RealmCore) {
    core.endLoan()
    keep(core)
  }

  private func keep(_ core: _RealmCore) {
    idle.withLock { if $0.cores.count < RealmPool.mostIdle { $0.cores.append(core) } }
  }

  private static let mostIdle = 2 * ProcessInfo.processInfo.activeProcessorCount
}
