/// Who keeps a version readable.
public struct SnapshotHolder: Hashable, Sendable {
  /// What it is.
  public enum Kind: Hashable, Sendable {
    /// A Realm instance that has not moved on since.
    case realm
    /// A Realm instance that cannot move on, because the file's schema was changed since it was opened.
    case outdated
    /// A frozen Realm, and what was read from it.
    case frozen
    /// A loop over objects that began before its Realm moved on.
    case loop
    /// The store itself, for as long as one operation takes.
    case store
  }

  /// What it is.
  public var kind: Kind
  /// Where the program opened it, as `Module/File.swift:12`, when that is known.
  public var place: String?

  /// Makes a holder.
  public init(_ kind: Kind, place: String? = nil) {
    self.kind = kind
    self.place = place
  }
}

extension SnapshotHolder: CustomStringConvertible {
  /// The holder and the place where it was opened, in one phrase.
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

/// A version of a file that somebody can still read: the pages that later commits gave up are not used again as long as there
/// is an older or equal one, and the file grows instead.
public struct PinnedVersion: Hashable, Sendable {
  /// The version.
  public var version: UInt64
  /// The process that reads it.
  public var process: Int32
  /// Who holds it in this process; nil for another process.
  public var holder: SnapshotHolder?
  /// The thread that took it, in this process.
  public var thread: UInt?
  /// How long ago it was taken, in this process.
  public var age: Duration?
  /// Pages that commits after this version have given up. Were this the only one, they would be free without it.
  public var pages: UInt64
  /// The size of a page.
  public var pageSize: Int
}

extension PinnedVersion: CustomStringConvertible {
  /// Version, holder, age and pages in one phrase.
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
