internal import Ashlar
internal import AshlarSchema
public import AshlarStore

/// An open file whose contents are shown while other processes write to it. Used only on the actor that opened it.
public final class LiveFile {
  let realm: Realm
  /// The path of the file.
  public let path: String
  private let named: NamedFile
  private var token: NotificationToken?

  /// Opens a file with the types that it stores. The Realm is confined to the caller's actor. Throws a failure that names the reason, such
  /// as a feature that this release does not know.
  /// - Parameter key: The key of an encrypted file; nil for a file that is not encrypted.
  public init(path: String, key: EncryptionKey? = nil) throws(ViewFailure) {
    self.path = path
    named = NamedFile(at: path)
    do { realm = try Realm(followingStoredTypesAt: path, key: key) } catch { throw ViewFailure(error) }
  }

  /// The version that is shown. It is older than the newest version until the last change has been delivered.
  public var version: UInt64 { realm._version }

  /// Whether the file must be opened again: another process has changed its types, and newer versions cannot be shown, or the path names
  /// another file or none.
  public var isOutdated: Bool { realm._isOutdated || NamedFile(at: path) != named }

  /// Advances to the newest version, and returns a snapshot of it.
  public func snapshot() -> FileSnapshot {
    realm.refresh()
    return FileSnapshot(realm, path: path)
  }

  /// Returns a view of the objects of a type. Throws if a part of the request is not valid.
  /// - Parameters:
  ///   - condition: The text of a condition, which all objects satisfy if it is blank.
  ///   - sort: Paths as `ashlar query --sort` accepts them; empty for the order of creation.
  public func view(type: String, where condition: String, sort: String) throws(ViewFailure) -> LiveView {
    let types = StoredTypes(realm, at: path)
    let model: EntityModel
    do throws(RequestFailure) { model = try types.type(named: type) } catch { throw ViewFailure(error, parameter: "type") }
    return LiveView(model, types, try ViewedObjects.results(in: realm, types, model, condition, sort))
  }

  /// Advances to the newest version.
  public func refresh() { realm.refresh() }

  /// Calls `body` on the actor with the changes of all types after each change of the file, until `unobserve` is called. Ends an earlier
  /// observation.
  public func observe(_ body: @escaping (FileChanges) -> Void) {
    token = realm._observeChangeSets { [names = realm._typeNames] changes, version in body(FileChanges(changes, version, names)) }
  }

  /// Ends the observation.
  public func unobserve() { token = nil }
}

/// The changes of a file between two versions.
public struct FileChanges: Sendable {
  /// The changes of one type.
  public struct OfType: Sendable {
    /// The keys of inserted rows, ascending.
    public fileprivate(set) var inserted: [Int64]
    /// The keys of modified rows, ascending.
    public fileprivate(set) var modified: [Int64]
    /// The keys of deleted rows, ascending.
    public fileprivate(set) var deleted: [Int64]
    /// Whether there are too many changes to list, so that any row may have changed.
    public fileprivate(set) var isAnything: Bool

    /// Whether nothing changed.
    public var isEmpty: Bool { !isAnything && inserted.isEmpty && modified.isEmpty && deleted.isEmpty }
  }

  /// The version after the changes.
  public private(set) var version: UInt64
  /// The changes, by the names of the types. Types without changes are missing.
  public private(set) var types: [String: OfType] = [:]
  /// Whether there are too many changes to list, so that any row of any type may have changed.
  public private(set) var isAnything: Bool

  private static let limit = 10_000

  init(_ changes: ChangeSet, _ version: UInt64, _ names: [UInt32: String]) {
    self.version = version
    isAnything = changes.isAnything
    for (id, part) in changes.tables {
      guard let name = names[id] else { continue }
      types[name] = OfType(inserted: part.inserted, modified: part.modified, deleted: part.deleted, isAnything: part.isAnything)
    }
  }

  /// Adds later changes.
  public mutating func add(_ later: FileChanges) {
    version = later.version
    isAnything = isAnything || later.isAnything
    for (name, change) in later.types { types[name] = types[name].map { FileChanges.merged($0, change) } ?? change }
  }

  private static func merged(_ a: OfType, _ b: OfType) -> OfType {
    if a.isAnything || b.isAnything || a.count + b.count > limit {
      return OfType(inserted: [], modified: [], deleted: [], isAnything: true)
    }
    let gone = Set(b.deleted)
    let inserted = Set(a.inserted)
    return OfType(
      inserted: (a.inserted.filter { !gone.contains($0) } + b.inserted).sorted(),
      modified: Set(a.modified).union(b.modified).subtracting(gone).subtracting(inserted).sorted(),
      deleted: (a.deleted + b.deleted.filter { !inserted.contains($0) }).sorted(), isAnything: false)
  }
}

extension FileChanges.OfType {
  fileprivate var count: Int { inserted.count + modified.count + deleted.count }
}
