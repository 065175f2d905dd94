#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import AshlarSchema
import AshlarStore

extension Realm {
  /// Where a Realm keeps its data and which types it has.
  public nonisolated struct Configuration: Sendable {
    /// What a commit guarantees when it returns.
    public enum Durability: Sendable {
      /// It survives the loss of power.
      case full
      /// It survives the end of the process. When the machine loses power or is restarted without a warning, the file goes back,
      /// when it is opened next, to a version that was there a moment before: a whole one, with all commits before it and none
      /// after it. A thread of the Realm waits for the disk: it begins to within a second of the first commit that is not there
      /// yet, or when 64 MB were written. A commit waits only when it is the first one, or the first after commits of another
      /// kind or process, and while that thread is more than 128 MB behind. After its last Realm has gone the file
      /// stays open for two seconds, so that opening it again soon does not have to wait; then a thread closes it.
      ///
      /// What that thread could not do is thrown by the next commit. Until then the file grows: freed pages
      /// are not reused before. Opening throws `Realm.Error` where the system does not tell whether it was restarted: on
      /// Linux without `/proc`. Has no effect in memory.
      case relaxed
      /// It survives the end of the process. Losing power may damage the file: use it for data that can be recreated. It is as
      /// `.relaxed` from the first commit of that kind on which its process makes, or finds made by another one.
      case unsynced
    }

    /// Which changes of the types are applied to a file without a higher version. Types and indexes are always added.
    public enum AutomaticChanges: Sendable {
      /// No others, as in RealmSwift.
      case withHigherVersion
      /// All that lose nothing: properties added, renamed with `was`, made optional or wider. For development, where a schema changes many
      /// times between two releases.
      case always
    }

    private static let current = Guarded<Configuration>(Configuration())

    /// The configuration that `Realm()` uses. Setting it does not affect open Realms.
    public static var defaultConfiguration: Configuration {
      get { current.withLock { $0 } }
      set { current.withLock { $0 = newValue } }
    }

    /// The file; setting it clears `inMemoryIdentifier`. By default `default.realm` in a folder named after the program
    /// in the user's data folder.
    public var fileURL: URL? {
      didSet { if fileURL != nil { inMemoryIdentifier = nil } }
    }
    /// The name of a database that exists as long as a Realm has it open; setting it clears `fileURL`.
    public var inMemoryIdentifier: String? {
      didSet { if inMemoryIdentifier != nil { fileURL = nil } }
    }
    /// Whether the file is only read. It is opened without changing anything or creating other files, so it may be on read-only
    /// media. It must exist, nobody may write to it while it is open, and its schema version must be the configured one. Types
    /// that the file lacks are empty; tables and columns that only the file has are ignored; columns that the file lacks are an
    /// error. Cannot be combined with `deleteRealmIfMigrationNeeded` or `shouldCompactOnLaunch`.
    public var readOnly: Bool
    /// The version of the data; 0 means the highest version of the schemas in use.
    public var schemaVersion: UInt64
    /// Says what becomes of values that no rule tells: runs while a file of a lower schema version is opened, once, however many
    /// versions lie between. See `Migration`. When it fails, opening throws and the file is as it was. Does not run for a new file,
    /// nor with `readOnly` or `deleteRealmIfMigrationNeeded`.
    public var migrationBlock: MigrationBlock?
    /// The releases of a schema and the code between them, which the compiler emits from the schema's history:
    /// `PeopleSchema.migration(…)`. A file of a lower version goes through the releases in their order, and then to the types of this
    /// configuration; `migrationBlock` runs last. It is all or nothing. When the way has code between more than two versions, the file
    /// is changed on a copy, which takes room on the disk, and nobody else may have it open.
    public var migration: MigrationPlan?
    /// Bytes of the largest file whose objects a migration changes in one transaction, which needs about as much memory. Objects of larger
    /// ones are changed on a copy beside the file, which takes its place at the end: that takes room on the disk, and some 100 MB of
    /// memory. It does not concern changes of the schema that leave objects as they are.
    public var migrationMemory = 512 << 20
    /// Called while a migration changes objects, at most every 50 ms and at the end of each phase. Throwing cancels: opening throws the
    /// error, and the file is as it was.
    public var migrationProgress: (@Sendable (_ progress: MigrationProgress) throws -> Void)?
    /// Whether a file that does not match the types, or has another schema version, is deleted with all its data and recreated
    /// empty. Nobody may have it open.
    public var deleteRealmIfMigrationNeeded: Bool
    /// Asked before `deleteRealmIfMigrationNeeded` deletes a file, with what differs between it and the types, as far as that is known.
    /// False keeps the file: opening throws `.schemaMismatch`.
    public var willDeleteForMigration: (@Sendable (_ differences: [SchemaDifference]) -> Bool)?
    /// Which changes of the types are applied without a higher version.
    public var automaticChanges = AutomaticChanges.withHigherVersion
    /// The key of an encrypted file: 64 bytes. Encryption is not supported yet: opening throws when a key is set.
    public var encryptionKey: Data?
    /// A file that is copied to `fileURL` if no file exists there.
    public var seedFilePath: URL?
    /// Called when a file is opened that nobody else has open, in this process or another, and that has one name and free pages: with
    /// the size of the file and the number of bytes in use. When it returns true, the file is first compacted: rewritten to a
    /// new file beside it, without free pages, which then replaces it. If that fails, opening throws and the file is unchanged.
    ///
    /// Must not open the same file.
    public var shouldCompactOnLaunch: (@Sendable (_ totalBytes: Int, _ usedBytes: Int) -> Bool)?
    /// The types of the Realm; nil means all types of all linked schemas. Every type that a listed one links to must be
    /// listed. An empty list opens a file at the version that it has, for access by `dynamicObjects`.
    public var objectTypes: [ObjectBase.Type]?
    /// How much may wait to be sent; nil for a Realm without asymmetric types. With it `objectTypes` may list types that inherit from
    /// `AsymmetricObject`, and `create` stores their objects in the file, where they wait for what sends them. Beyond the limit a write that
    /// creates such an object throws `Realm.Error.outboxFull`, and nothing of it is stored.
    ///
    /// What waits belongs to the file: it is still there when a Realm is opened without an outbox, and under another schema.
    public var outbox: Outbox?
    /// What a commit guarantees when it returns.
    public var durability: Durability
    /// How many versions there may be when a write begins, from the oldest in use to the newest; nil or 0 means any
    /// number. The pages of a version in use, and of all later ones, are not reused: a limit bounds how far a
    /// Realm that is never refreshed, a frozen one or another process makes the file grow. Beyond it `write` throws
    /// `Realm.Error` with the code `.fail`, whose message says who holds the oldest; `beginWrite` stops the program with it.
    public var maximumNumberOfActiveVersions: UInt?

    /// Whether every access to a Realm of a queue, actor or task asks where it is, which takes some 10 ns. Otherwise it does so when the
    /// thread has changed: code that runs next on the same thread, and passes an object by, is not noticed. The compiler does in the Swift 6
    /// mode; set it in the Swift 5 mode, and where a mistake is looked for. Realms of threads and of the main queue are always checked.
    public var checksEveryAccess = false

    /// Whether Swift's Observation is told what is read: in `withObservationTracking`, `Observations` and views of SwiftUI, properties of
    /// objects, elements and counts of collections, and results. What was read and has changed is told after a commit, in the turn of the Realm
    /// in which it tells its other observers; nothing is told inside of a write.
    ///
    /// Every access of such a Realm is a call of some 50 ns; reads of other Realms cost what they did, and are not tracked. A Realm of which
    /// something is tracked lives until that has changed.
    public var tracksReads = false

    var commitDurability: CommitDurability {
      switch durability {
      case .full: .full
      case .relaxed: .relaxed
      case .unsynced: .unsynced
      }
    }

    /// A configuration; nothing is checked before a Realm is opened with it.
    public init(
      fileURL: URL? = Configuration.defaultFileURL, inMemoryIdentifier: String? = nil, encryptionKey: Data? = nil, readOnly: Bool = false,
      schemaVersion: UInt64 = 0, migrationBlock: MigrationBlock? = nil, deleteRealmIfMigrationNeeded: Bool = false,
      shouldCompactOnLaunch: (@Sendable (Int, Int) -> Bool)? = nil, objectTypes: [ObjectBase.Type]? = nil, seedFilePath: URL? = nil,
      durability: Durability = .full
    ) {
      self.fileURL = inMemoryIdentifier == nil ? fileURL : nil
      self.inMemoryIdentifier = inMemoryIdentifier
      self.encryptionKey = encryptionKey
      self.readOnly = readOnly
      self.schemaVersion = schemaVersion
      self.migrationBlock = migrationBlock
      self.deleteRealmIfMigrationNeeded = deleteRealmIfMigrationNeeded
      self.shouldCompactOnLaunch = shouldCompactOnLaunch
      self.objectTypes = objectTypes
      self.seedFilePath = seedFilePath
      self.durability = durability
    }

    static let defaultFileName = "default.realm"

    /// `$XDG_DATA_HOME` if that is an absolute path, or `~/.local/share`, then the program's name, then `default.realm`.
    public static var defaultFileURL: URL? {
      let environment = ProcessInfo.processInfo.environment
      let program = CommandLine.arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "ashlar"
      let data =
        environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
        ?? environment["HOME"].map { URL(fileURLWithPath: $0).appendingPathComponent(".local/share") }
      return data?.appendingPathComponent(program).appendingPathComponent(defaultFileName)
    }
  }
}

extension Realm.Configuration: Equatable {
  /// Compares file, identifier, key, version and whether the file is only read.
  public static func == (a: Self, b: Self) -> Bool {
    a.fileURL == b.fileURL && a.inMemoryIdentifier == b.inMemoryIdentifier && a.encryptionKey == b.encryptionKey
      && a.readOnly == b.readOnly && a.schemaVersion == b.schemaVersion
  }
}

extension Realm.Configuration: CustomStringConvertible {
  /// One line for each field; of an encryption key only the length.
  public var description: String {
    let types = objectTypes.map { "[" + $0.map { "\($0)" }.joined(separator: ", ") + "]" }
    let fields: [(String, String?)] = [
      ("fileURL", fileURL?.path),
      ("inMemoryIdentifier", inMemoryIdentifier),
      ("encryptionKey", encryptionKey.map { "(\($0.count) bytes)" }),
      ("readOnly", "\(readOnly)"),
      ("schemaVersion", "\(schemaVersion)"),
      ("migrationBlock", migrationBlock.map { _ in "(block)" }),
      ("deleteRealmIfMigrationNeeded", "\(deleteRealmIfMigrationNeeded)"),
      ("shouldCompactOnLaunch", shouldCompactOnLaunch.map { _ in "(block)" }),
      ("objectTypes", types),
      ("seedFilePath", seedFilePath?.path),
      ("maximumNumberOfActiveVersions", maximumNumberOfActiveVersions.map { "\($0)" }),
      ("outbox", outbox.map { "at most " + ($0.maximumObjects.map { "\($0) objects, " } ?? "") + "\($0.maximumBytes) bytes" }),
      ("durability", "\(durability)"),
    ]
    return "Realm.Configuration {\n" + fields.map { "\t\($0) = \($1 ?? "(null)");\n" }.joined() + "}"
  }
}
