/// The holder of a snapshot, for messages.
public struct SnapshotHolder: Hashable, Sendable {
  /// The kind of a holder.
  public enum Kind: Hashable, Sendable {
    /// A Realm instance, which reads the version until it is refreshed.
    case realm
    /// A Realm instance that cannot be refreshed, because the file's schema was changed after it was opened.
    case outdated
    /// A frozen Realm, and the objects read from it.
    case frozen
    /// A loop over objects that began before its Realm was refreshed.
    case loop
    /// The store itself, during one operation.
    case store
  }

  /// The kind of the holder.
  public var kind: Kind
  /// The call site that opened the Realm, as `Module/File.swift:12`, if known.
  public var place: String?

  /// Creates a holder.
  public init(_ kind: Kind, place: String? = nil) {
    self.kind = kind
    self.place = place
  }
}

extension SnapshotHolder: CustomStringConvertible {
  /// The kind and call site in one phrase.
  public var description: String {
    let what =
      switch kind {
      case .realm: "a Realm"
      case .outdated: "a Realm that stays at its version because the schema was changed elsewhere"
      case .frozen: "a frozen Realm"
      case .loop: "a loop over objects of a Realm"
      case .store: "the store"
      }
    return place.map { "\(what) opened at \($0)" } ?? what
  }
}

/// A version that can still be read. Pages freed by later commits are not reused while this or an older version is pinned; the file grows
/// instead.
public struct PinnedVersion: Hashable, Sendable {
  /// The version number.
  public var version: UInt64
  /// The process that reads the version.
  public var process: Int32
  /// The holder in this process; nil for another process.
  public var holder: SnapshotHolder?
  /// The thread that opened the snapshot; nil for another process.
  public var thread: UInt?
  /// The time for which the snapshot has read this version; nil for another process.
  public var age: Duration?
  /// The number of pages freed by later commits. They become reusable when this version is released, unless other versions also pin them.
  public var pages: UInt64
  /// The page size in bytes.
  public var pageSize: Int
}

extension PinnedVersion: CustomStringConvertible {
  /// The version, holder, age and pages in one phrase.
  public var description: String {
    var text = "version \(version), held by \(holder?.description ?? "process \(process)")"
    if let thread { text += " on thread 0x\(String(thread, radix: 16))" }
    if let age { text += " for \(PinnedVersion.text(age))" }
    return text + ", keeps \(pages) pages (\(pages * UInt64(pageSize)) bytes) from being reused"
  }

  private static func text(_ age: Duration) -> String {
    let (seconds, parts) = age.components
    return seconds >= 10 ? "\(seconds) s" : "\(seconds * 1000 + parts / 1_000_000_000_000_000) ms"
  }
}
