import AshlarStore

extension Realm {
  /// A version of the file that a reader still uses, and the space whose reuse it prevents. See `Realm.pinnedVersions()` for an example.
  public nonisolated struct PinnedVersion: Sendable, Hashable, CustomStringConvertible {
    /// The reader that pins a version.
    public enum Holder: Sendable, Hashable {
      /// A Realm that has not advanced since this version. `openedAt` is the source location at which it was opened, such as
      /// `Module/File.swift:12`.
      case realm(openedAt: String?)
      /// A Realm that stays at its version because another process has changed the schema of the file.
      case outdatedRealm(openedAt: String?)
      /// A frozen Realm, or an object or collection read from it. `openedAt` is the source location at which the original Realm was opened.
      case frozenRealm(openedAt: String?)
      /// A loop over objects, if the loop began before its Realm advanced.
      case loop(openedAt: String?)
      /// A running operation, such as a copy.
      case operation
      /// Another process.
      case process
    }

    /// The number of the version.
    public let version: UInt64
    /// The reader that pins the version.
    public let holder: Holder
    /// The identifier of the process that reads the version.
    public let process: Int32
    /// The time since the version was first pinned; nil for another process.
    public let age: Duration?
    /// The number of bytes freed by commits after this version. These bytes are not reused while the version is pinned.
    public let bytes: UInt64
    /// A phrase that states the version, the holder, the age and the bytes.
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

  /// Returns the versions of the file that this Realm, other Realms and operations of this process, and other processes are reading, the
  /// oldest first. The oldest version prevents the reuse of pages.
  ///
  /// ```swift
  /// for pinned in try realm.pinnedVersions() {
  ///   print(pinned.version, pinned.holder, pinned.bytes)
  /// }
  /// ```
  ///
  /// Throws `Realm.Error` if the file cannot be read. Complexity: O(readers + versions since the oldest). See the guide, *Threads, actors
  /// and tasks*.
  public func pinnedVersions() throws -> [PinnedVersion] {
    do {
      return try _core.session.engine.pinnedVersions().map { PinnedVersion($0) }
    } catch {
      throw Realm.Error.wrapping(error)
    }
  }
}
