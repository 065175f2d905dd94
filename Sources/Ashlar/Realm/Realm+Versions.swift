import AshlarStore

extension Realm {
  /// A version of a file that somebody can still read, and what that costs.
  public nonisolated struct PinnedVersion: Sendable, Hashable, CustomStringConvertible {
    /// What keeps it.
    public enum Holder: Sendable, Hashable {
      /// A Realm that was not refreshed since, which was opened at this place, as `Module/File.swift:12`.
      case realm(openedAt: String?)
      /// A frozen Realm, or what was read from it; the place is where the Realm was opened that was frozen.
      case frozenRealm(openedAt: String?)
      /// A loop over objects that began before its Realm moved on.
      case loop(openedAt: String?)
      /// A running operation, such as a copy.
      case operation
      /// Another process.
      case process
    }

    /// The version.
    public let version: UInt64
    /// What keeps it.
    public let holder: Holder
    /// The process that reads it.
    public let process: Int32
    /// How long it has been kept; nil for another process.
    public let age: Duration?
    /// Bytes that commits after this version have given up. As long as it is kept they are not used again.
    public let bytes: UInt64
    /// All of this in one phrase.
    public let description: String

    init(_ found: AshlarStore.PinnedVersion) {
      version = found.version
      let place = found.holder?.place
      holder =
        switch found.holder?.kind {
        case nil: .process
        case .realm: .realm(openedAt: place)
        case .frozen: .frozenRealm(openedAt: place)
        case .loop: .loop(openedAt: place)
        case .store: .operation
        }
      process = found.process
      age = found.age
      bytes = found.pages * UInt64(found.pageSize)
      description = found.description
    }
  }

  /// The versions of the file that are read now, oldest first: by Realms of this process, this one among them, and by other
  /// processes. The oldest keeps the file from using pages again.
  ///
  /// Throws `Realm.Error` when the file cannot be read. Complexity: O(readers + versions since the oldest).
  public func pinnedVersions() throws -> [PinnedVersion] {
    do {
      return try _core.session.engine.pinnedVersions().map { PinnedVersion($0) }
    } catch {
      throw Realm.Error.wrapping(error)
    }
  }
}
