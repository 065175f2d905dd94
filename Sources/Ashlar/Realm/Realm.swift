import AshlarStore
public import Dispatch

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A database as one thread, serial queue, actor or task sees it. The value refers to a shared instance: opening the same file again
/// in the same place returns an equal Realm.
///
/// A live Realm reads one version of the data, the newest at its first use, until it advances: by `refresh()`, by beginning a write, and on queues
/// and actors by itself, see `autorefresh`.
@frozen public nonisolated struct Realm: Equatable {
  /// The instance. For the runtime.
  public let _core: _RealmCore

  init(_ core: _RealmCore) { _core = core }

  /// Opens the default configuration. See `init(configuration:queue:)`.
  public init(queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line) throws {
    try self.init(configuration: .defaultConfiguration, queue: queue, fileID: fileID, line: line)
  }

  /// Opens a file, creating it when it is missing or empty.
  ///
  /// The Realm, and everything read from it, belongs to `queue`: it may be used in every block that runs on it, on whatever thread.
  /// Without a queue it belongs to where the caller is: to the main queue, which is the main actor's; in an actor to the actor; in a
  /// task outside of actors to that task, and not to its child tasks; on a queue with which a Realm was opened to that queue;
  /// elsewhere to the thread. Using it in another place stops the program, with the names of both.
  ///
  /// Throws `Realm.Error`: `.invalidDatabase` when the file is not a database or is damaged, `.schemaMismatch` when its data does not fit
  /// the types, `.fileNotFound`, `.filePermissionDenied` and others for what the system refuses. The file is then left as
  /// it was. Throws `.fail` when the caller is not a block of `queue`, or when the queue runs several blocks at once.
  ///
  /// `pinnedVersions()` reports the place of the call.
  /// - Parameter queue: a serial queue whose block the caller is, or the main queue. Dispatch does not say which queues are serial: the
  ///   first opening on a queue takes a millisecond to find out.
  public init(configuration: Configuration, queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line) throws {
    do {
      let confinement = try queue.map { try Confinement($0, of: configuration) } ?? .current()
      _core = try RealmOpening.open(configuration, place: "\(fileID):\(line)", confinement: confinement)
    } catch {
      throw Realm.Error.wrapping(error)
    }
  }

  /// Opens a file with the default configuration's other settings.
  public init(fileURL: URL, fileID: StaticString = #fileID, line: UInt = #line) throws {
    var configuration = Configuration.defaultConfiguration
    configuration.fileURL = fileURL
    try self.init(configuration: configuration, fileID: fileID, line: line)
  }

  /// The configuration that the Realm was opened with; `objectTypes` lists its types.
  public var configuration: Configuration {
    var configuration = _core.configuration
    if configuration.objectTypes == nil { configuration.objectTypes = _core.allEntities.sorted { $0.ordinal < $1.ordinal }.map(\.type) }
    return configuration
  }

  /// The types of the Realm.
  public var schema: Schema { Schema(_core.allEntities.map { ObjectSchema($0) }) }

  /// Whether the file has no objects at all, including embedded ones and types that this Realm does not list. Inside a write,
  /// its changes count. O(types).
  public var isEmpty: Bool {
    _core.checkConfinement("Realm")
    return _core.session.isEmpty
  }

  /// Whether both are the same instance.
  public static func == (a: Realm, b: Realm) -> Bool { a._core === b._core }

  /// Whether a write transaction is open on this instance; never of a frozen Realm.
  public var isInWriteTransaction: Bool { _core.session.isWriting }

  // MARK: - Writing

  /// Runs `block` in a write transaction and commits it; waits for other writers. When the block throws, its changes are
  /// cancelled and the error is rethrown. The block may end the transaction itself.
  ///
  /// Throws what the block throws, and `Realm.Error` when the data cannot be stored; none of it is then visible.
  @discardableResult
  public func write<Result>(_ block: () throws -> Result) throws -> Result {
    try _begin()
    let result: Result
    do {
      result = try block()
    } catch {
      if isInWriteTransaction { cancelWrite() }
      throw error
    }
    if isInWriteTransaction { try commitWrite() }
    return result
  }

  /// Begins a write transaction; waits for other writers, and advances to the newest version.
  ///
  /// The transaction belongs to the Realm of this place and these types, not to the variable: any equal Realm may change
  /// objects, commit and cancel, also one that is opened after this one is gone. It is cancelled when its thread
  /// ends; on a queue other than the main one, in an actor and in a task when nothing refers to the Realm any more. A writer that waits longer than three seconds logs who holds the transaction that it waits for.
  public func beginWrite() {
    if let refusal = _core.refusal("perform transactions") { misuse(refusal) }
    do { try _begin() } catch { misuse(.writeRefused("\(error)")) }
  }

  func _begin() throws {
    _core.checkPlace("Realm")
    do { try _core.takeVersion() } catch { throw Realm.Error.wrapping(error) }
    _core.checkConfinement("Realm")
    if let refusal = _core.refusal("perform transactions") {
      throw Realm.Error(.fail, refusal.description, fileURL: _core.configuration.fileURL)
    }
    if isInWriteTransaction { misuse(.nestedWrite) }
    _core.refuseInCompletion("begin")
    do { try _core.beginWrite() } catch { throw Realm.Error.wrapping(error) }
  }

  /// Stores the changes of the write transaction. Throws `Realm.Error` when that fails, or when `create` was given a value too
  /// large to store (`.invalidInput`); the transaction is then cancelled.
  public func commitWrite() throws {
    _core.checkConfinement("Realm")
    try _commit(withoutNotifying: [])
  }

  func _commit(withoutNotifying tokens: [NotificationToken]) throws {
    guard isInWriteTransaction else { misuse(.noWrite(operation: "commit")) }
    _core.refuseInCompletion("commit")
    if let refusal = _core.refusalError {
      cancelWrite()
      throw refusal
    }
    do {
      try _core.commitWrite(withoutNotifying: tokens)
    } catch {
      throw Realm.Error.wrapping(error)
    }
  }

  /// Discards the changes of the write transaction. Objects added in it become invalid for good.
  public func cancelWrite() {
    _core.checkConfinement("Realm")
    guard isInWriteTransaction else { misuse(.noWrite(operation: "cancel")) }
    _core.refuseInCompletion("cancel")
    _core.cancelWrite()
  }

  /// Advances to the newest version and tells observers what changed; true when there was a newer one, and after `invalidate()`. Always
  /// false inside a write and inside a notification, for a frozen Realm, and once another process has migrated the file to tables that this
  /// Realm does not know: it then stays at its version, and `write` throws `.schemaMismatch`. Stops the program for a read-only Realm.
  @discardableResult
  public func refresh() -> Bool {
    let (wasReleased, before) = (_core.session.isReleased, _core.session.version)
    _core.checkConfinement("Realm")
    if _core.configuration.readOnly, !isFrozen { misuse(.readOnlyRefresh) }
    if isInWriteTransaction || _core.isNotifying { return false }
    let hasMoved = _core.advance()
    _core.observers?.tell()
    return hasMoved || wasReleased || _core.session.version != before
  }

  /// Invalidates every object and collection of this instance, cancels an open write, and releases the version that was read:
  /// the next use of the Realm reads the newest one. Does nothing while observers of this Realm are called. A frozen Realm is closed: from then on,
  /// reading anything from it stops the program. No other thread may be reading during the call.
  public func invalidate() {
    _core.invalidate()
  }

  /// What `add` and `create` do when an object with the same primary key exists.
  @frozen public enum UpdatePolicy: Int, Sendable {
    /// It is an error.
    case error = 1
    /// Only values that differ are written.
    case modified = 3
    /// All values are written.
    case all = 2
  }
}
