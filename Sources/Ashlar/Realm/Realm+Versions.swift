import AshlarStore

extension Realm {
  /// A version of a file that is still in use, and what that costs.
  public nonisolated struct PinnedVersion: Sendable, Hashable, CustomStringConvertible {
    /// What keeps the version.
    public enum Holder: Sendable, Hashable {
      /// A Realm that has not been refreshed since, with the place where it was opened, such as `Module/File.swift:12`.
      case realm(openedAt: String?)
      /// A Realm that stays at its version because another process has changed the file's schema.
      case outdatedRealm(openedAt: String?)
      /// A frozen Realm, or what was read from it; the place is where the Realm was opened that was frozen.
      case frozenRealm(openedAt: String?)
      /// A loop over objects that began before its Realm advanced.
      case loop(openedAt: String?)
      /// A running operation, such as a copy.
      case operation
      /// Another process.
      case process
    }

    /// The version.
    public let version: UInt64
    /// What keeps the version.
    public let holder: Holder
    /// The process that reads it.
    public let process: Int32
    /// How long it has been kept; nil for another process.
    public let age: Duration?
    /// Bytes freed by commits after this version. They are not reused as long as the version is kept.
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
        case .outdated: .outdatedRealm(openedAt: place)
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
  /// processes. The oldest one keeps the file from reusing pages.
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
