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

  /// What the Realm was opened with.
  public var configuration: Configuration { _core.configuration }

  /// The types of the Realm.
  public var schema: Schema { Schema(_core.entities.values.map { ObjectSchema($0) }) }

  /// Whether there is no object of any type.
  public var isEmpty: Bool {
    _core.checkConfinement("Realm")
    return _core.entities.keys.allSatisfy { _core.session.count($0) == 0 }
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
  public func beginWrite() {
    if isFrozen { misuse(.frozenRealm(operation: "perform transactions")) }
    do { try _begin() } catch { misuse(.writeRefused("\(error)")) }
  }

  private func _begin() throws {
    _core.checkConfinement("Realm")
    if isFrozen {
      throw Realm.Error(
        .fail, UsageError.frozenRealm(operation: "perform transactions").description, fileURL: configuration.fileURL)
    }
    if isInWriteTransaction { misuse(.nestedWrite) }
    do { try _core.session.beginWrite() } catch { throw Realm.Error.wrapping(error) }
  }

  /// Stores the changes of the write transaction. Throws `Realm.Error` when that fails; the transaction is then cancelled.
  public func commitWrite() throws {
    _core.checkConfinement("Realm")
    guard isInWriteTransaction else { misuse(.noWrite(operation: "commit")) }
    do {
      try _core.session.commitWrite(_core.configuration.commitDurability)
    } catch {
      throw Realm.Error.wrapping(error)
    }
  }

  /// Forgets the changes of the write transaction. Objects added in it become invalid for ever.
  public func cancelWrite() {
    _core.checkConfinement("Realm")
    guard isInWriteTransaction else { misuse(.noWrite(operation: "cancel")) }
    _core.session.cancelWrite()
  }

  /// Advances to the newest version; true when there was a newer one. Inside a write and for a frozen Realm there is none.
  @discardableResult
  public func refresh() -> Bool {
    _core.checkConfinement("Realm")
    if isInWriteTransaction { return false }
    return _core.reading { try _core.session.advance() }
  }

  /// Makes every object and collection of this instance invalid, and cancels an open write. A frozen Realm is closed: reading
  /// anything of it stops the program from then on; no other thread may be reading while this is called.
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
