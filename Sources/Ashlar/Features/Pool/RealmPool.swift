import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Realms of one file for many tasks, threads and queues: each body gets one for itself.
///
///     let pool = try RealmPool(configuration)
///     let count = try pool.read { $0.objects(Order.self).where { $0.isOpen }.count }
///     try await pool.write { realm in _ = realm.create(Order.self, value: ["number": 7]) }
///
/// What a body returns must not belong to its Realm: values, `Frozen` objects and `ThreadSafeReference`s can be returned, and the compiler
/// refuses live objects. What leaves a body by other ways, such as a captured variable, cannot be used: that stops the program.
///
/// The file stays open as long as the pool is there.
public nonisolated final class RealmPool: Sendable {
  private struct Idle: @unchecked Sendable {
    // Nobody uses these.
    var cores: [_RealmCore] = []
  }

  let configuration: Realm.Configuration
  let background = BackgroundBodies()
  private let place: String
  private let idle = Guarded(Idle())
  private let engine: any StorageEngine

  /// Opens the file, and migrates it, on the calling thread. Throws as `Realm.init(configuration:queue:)`.
  public init(_ configuration: Realm.Configuration, fileID: StaticString = #fileID, line: UInt = #line) throws {
    self.configuration = configuration
    place = "\(fileID):\(line)"
    let core: _RealmCore
    do {
      core = try RealmOpening.open(configuration, place: place, confinement: .pool(PoolLoan()))
    } catch {
      throw Realm.Error.wrapping(error)
    }
    engine = core.session.engine
    core.endLoan()
    idle.withLock { $0.cores.append(core) }
  }

  /// Runs `body` with a Realm at the newest version, at once and on the caller's thread; readers wait for nobody. The version is kept until
  /// `body` returns.
  ///
  /// Throws what the body throws, and `Realm.Error` when the file cannot be read. Writing in it throws.
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

  /// Runs `body` in a write transaction and commits it, as `Realm.asyncWrite` does: the task is suspended while others write, and until the
  /// commit cannot be lost. The body runs where the caller is, and cannot suspend.
  /// - Parameter _isolation: who the caller is; left out.
  public func write<R>(
    _isolation: isolated (any Actor)? = #isolation, _ body: (Realm) throws -> sending R
  ) async throws -> sending R {
    // Nobody has it while the task is suspended.
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

  /// The newest version, for reading over several suspensions: it never changes, and any number of tasks may read it. It is kept as long as the
  /// snapshot is there, so that the file grows by what later commits change.
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

  // One that is not lent.
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
