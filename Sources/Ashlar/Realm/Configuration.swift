#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import AshlarStore
import Synchronization

extension Realm {
  /// Where a Realm keeps its data and which types it has.
  public nonisolated struct Configuration: Sendable, Equatable, CustomStringConvertible {
    /// How much a returned commit promises.
    public enum Durability: Sendable {
      /// It survives the loss of power.
      case full
      /// It survives the end of the process. When the machine loses power or is restarted without a warning, the file goes back,
      /// when it is opened next, to a version that was there a moment before: a whole one, with all commits before it and none
      /// after it. A thread of the Realm waits for the disk: it begins to within a second of the first commit that is not there
      /// yet, or when 64 MB were written. A commit waits only when it is the first one, or the first after commits of another
      /// kind or process, and while that thread is more than 128 MB behind. Closing the last Realm of the file waits too.
      ///
      /// What that thread could not do is thrown by the next commit. Until it is done the file grows: pages that are given up
      /// are not used again before. Opening throws `Realm.Error` where the system does not tell whether it was restarted: on
      /// Linux without `/proc`. Has no meaning in memory.
      case relaxed
      /// It survives the end of the process. Losing power may damage the file: for data that can be made again. It is as
      /// `.relaxed` from the first commit of that kind on which its process makes, or finds made by another one.
      case unsynced
    }

    private static let current = Mutex<Configuration>(Configuration())

    /// What `Realm()` uses. Setting it does not concern Realms that are open.
    public static var defaultConfiguration: Configuration {
      get { current.withLock { $0 } }
      set { current.withLock { $0 = newValue } }
    }

    /// The file; setting it clears `inMemoryIdentifier`. By default `default.realm` in a folder named as the program in the
    /// user's data folder.
    public var fileURL: URL? {
      didSet { if fileURL != nil { inMemoryIdentifier = nil } }
    }
    /// The name of a database that lives as long as some Realm has it open; setting it clears `fileURL`.
    public var inMemoryIdentifier: String? {
      didSet { if inMemoryIdentifier != nil { fileURL = nil } }
    }
    /// The version of the data; 0 means the highest version of the schemas in use.
    public var schemaVersion: UInt64
    /// Asked when a file is opened that nobody has open, in this process or another, and that has free pages: with the size of
    /// the file and the bytes of it that are in use. When it answers true the file is compacted first: written anew beside
    /// itself, without free pages, and moved to its place. An error of that fails the opening, and the file is as it was.
    ///
    /// Must not open the same file.
    public var shouldCompactOnLaunch: (@Sendable (_ totalBytes: Int, _ usedBytes: Int) -> Bool)?
    /// The types of the Realm; nil means all types of all linked schemas. Every type that a listed one links to must be
    /// listed.
    public var objectTypes: [ObjectBase.Type]?
    /// How much a returned commit promises.
    public var durability: Durability
    /// How many versions there may be, from the oldest that somebody reads to the newest, when a write begins; nil or 0 for any
    /// number. The pages of a version that somebody reads, and of all after it, are not used again: a limit bounds how far a
    /// Realm that is never refreshed, a frozen one or another process makes the file grow. Beyond it `write` throws
    /// `Realm.Error` with the code `.fail`, whose message says who holds the oldest; `beginWrite` stops the program with it.
    public var maximumNumberOfActiveVersions: UInt?

    var commitDurability: CommitDurability {
      switch durability {
      case .full: .full
      case .relaxed: .relaxed
      case .unsynced: .unsynced
      }
    }

    /// A configuration; nothing is checked before a Realm is opened with it.
    public init(
      fileURL: URL? = Configuration.defaultFileURL, inMemoryIdentifier: String? = nil, schemaVersion: UInt64 = 0,
      shouldCompactOnLaunch: (@Sendable (Int, Int) -> Bool)? = nil, objectTypes: [ObjectBase.Type]? = nil, durability: Durability = .full
    ) {
      self.fileURL = inMemoryIdentifier == nil ? fileURL : nil
      self.inMemoryIdentifier = inMemoryIdentifier
      self.schemaVersion = schemaVersion
      self.shouldCompactOnLaunch = shouldCompactOnLaunch
      self.objectTypes = objectTypes
      self.durability = durability
    }

    static let defaultFileName = "default.realm"

    /// `$XDG_DATA_HOME` or `~/.local/share`, then the program's name, then `default.realm`.
    public static var defaultFileURL: URL? {
      let environment = ProcessInfo.processInfo.environment
      let program = CommandLine.arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "ashlar"
      let data =
        environment["XDG_DATA_HOME"].map { URL(fileURLWithPath: $0) }
        ?? environment["HOME"].map { URL(fileURLWithPath: $0).appendingPathComponent(".local/share") }
      return data?.appendingPathComponent(program).appendingPathComponent(defaultFileName)
    }

    /// Compares file, identifier and version.
    public static func == (a: Configuration, b: Configuration) -> Bool {
      a.fileURL == b.fileURL && a.inMemoryIdentifier == b.inMemoryIdentifier && a.schemaVersion == b.schemaVersion
    }

    /// One line for each field.
    public var description: String {
      """
      Realm.Configuration {
      \tfileURL = \(fileURL?.path ?? "(null)");
      \tinMemoryIdentifier = \(inMemoryIdentifier ?? "(null)");
      \tschemaVersion = \(schemaVersion);
      \tshouldCompactOnLaunch = \(shouldCompactOnLaunch == nil ? "(null)" : "(block)");
      \tdurability = \(durability);
      }
      """
    }
  }
}
