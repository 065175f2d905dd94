import AshlarStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A database as one thread, or the main queue, sees it. A value that refers to a shared instance: opening the same file
/// again in the same place gives an equal Realm.
///
/// A live Realm reads one version of the data until it advances: by `refresh()`, or by beginning a write.
@frozen public nonisolated struct Realm: Equatable {
  /// The instance. For the runtime.
  public let _core: RealmCore

  init(_ core: RealmCore) { _core = core }

  /// Opens the default configuration. Throws as `init(configuration:)`.
  public init(fileID: StaticString = #fileID, line: UInt = #line) throws {
    try self.init(configuration: .defaultConfiguration, fileID: fileID, line: line)
  }

  /// Opens a file, creating it when it is missing or empty.
  ///
  /// Throws `Realm.Error`: `.invalidDatabase` when the file is none or damaged, `.schemaMismatch` when its data does not fit
  /// the types, `.fileNotFound`, `.filePermissionDenied` and others for what the system refuses. The file is then left as
  /// it was.
  ///
  /// `pinnedVersions()` reports the place of the call.
  public init(configuration: Configuration, fileID: StaticString = #fileID, line: UInt = #line) throws {
    do {
      _core = try RealmOpening.open(configuration, place: "\(fileID):\(line)")
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

  /// What the Realm was opened with, with its types as `objectTypes`.
  public var configuration: Configuration {
    var configuration = _core.configuration
    if configuration.objectTypes == nil { configuration.objectTypes = _core.entities.values.sorted { $0.ordinal < $1.ordinal }.map(\.type) }
    return configuration
  }

  /// The types of the Realm.
  public var schema: Schema { Schema(_core.entities.values.map { ObjectSchema($0) }) }

  /// Whether there is no object of any type, embedded ones and types that this Realm does not have among them. Inside a write
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
  /// cancelled and the error is thrown on. A block may end the transaction itself.
  ///
  /// Throws what the block throws, and `Realm.Error` when the data cannot be stored; nothing of it is then visible.
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
  /// objects, commit and cancel, also one that is opened after this one is gone. That of a thread is cancelled when the thread
  /// ends. A writer that waits longer than three seconds says in the log who has the transaction that it waits for.
  public func beginWrite() {
    if let refusal = _core.refusal("perform transactions") { misuse(refusal) }
    do { try _begin() } catch { misuse(.writeRefused("\(error)")) }
  }

  private func _begin() throws {
    _core.checkConfinement("Realm")
    if let refusal = _core.refusal("perform transactions") {
      throw Realm.Error(.fail, refusal.description, fileURL: _core.configuration.fileURL)
    }
    if isInWriteTransaction { misuse(.nestedWrite) }
    do { try _core.beginWrite() } catch { throw Realm.Error.wrapping(error) }
  }

  /// Stores the changes of the write transaction. Throws `Realm.Error` when that fails, or when `create` was given a value too
  /// large to store (`.invalidInput`); the transaction is then cancelled.
  public func commitWrite() throws {
    _core.checkConfinement("Realm")
    guard isInWriteTransaction else { misuse(.noWrite(operation: "commit")) }
    if let refusal = _core.refusalError {
      cancelWrite()
      throw refusal
    }
    do {
      try _core.commitWrite()
    } catch {
      throw Realm.Error.wrapping(error)
    }
  }

  /// Forgets the changes of the write transaction. Objects added in it become invalid for ever.
  public func cancelWrite() {
    _core.checkConfinement("Realm")
    guard isInWriteTransaction else { misuse(.noWrite(operation: "cancel")) }
    _core.cancelWrite()
  }

  /// Advances to the newest version; true when there was a newer one, and after `invalidate()`. Inside a write and for a frozen
  /// Realm there is none; for a read-only one it stops the program.
  @discardableResult
  public func refresh() -> Bool {
    let wasReleased = _core.session.isReleased
    _core.checkConfinement("Realm")
    if _core.configuration.readOnly, !isFrozen { misuse(.readOnlyRefresh) }
    if isInWriteTransaction { return false }
    return _core.reading { try _core.session.advance() } || wasReleased
  }

  /// Makes every object and collection of this instance invalid, cancels an open write, and lets go of the version that was
  /// read: the next use of the Realm reads the newest one. A frozen Realm is closed: reading anything of it stops the program
  /// from then on; no other thread may be reading while this is called.
  public func invalidate() {
    _core.invalidate()
  }

  /// How `add` and `create` treat an object whose primary key exists.
  @frozen public enum UpdatePolicy: Int, Sendable {
    /// It is an error.
    case error = 1
    /// Values that differ are written.
    case modified = 3
    /// All values are written.
    case all = 2
  }
}
