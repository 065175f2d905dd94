#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import AshlarSchema
import AshlarStore

extension Realm {
  /// The settings with which a Realm is opened: the file, its types, and the durability of commits.
  ///
  /// ```swift
  /// var configuration = Realm.Configuration(fileURL: folder.appendingPathComponent("people.realm"))
  /// configuration.objectTypes = [Person.self, Dog.self]
  /// configuration.durability = .relaxed
  /// let realm = try Realm(configuration: configuration)
  /// ```
  ///
  /// A configuration is a value: changing it does not affect Realms that are open. See the guide, *Opening a Realm*.
  public nonisolated struct Configuration: Sendable {
    /// The failures that a commit survives once it has returned. See the guide, *Files*.
    ///
    /// ```swift
    /// configuration.durability = .relaxed
    /// ```
    public enum Durability: Sendable {
      /// The commit survives a loss of power.
      case full
      /// The commit survives the end of the process. After a loss of power, or a restart without warning, the next opening restores the
      /// file to a slightly earlier version, which is complete: it contains all commits up to that version and none after it.
      ///
      /// A background thread begins to sync the file within one second after the first unsynced commit, or when 64 MB have been written. A
      /// commit waits only if it is the first relaxed commit, if it is the first after commits with a different durability or by another
      /// process, if more than 128 MB are unsynced, or if the file has other hard links, in which case every commit is a `.full` commit.
      /// After the last Realm of the file is closed, the file stays open for two seconds, so that reopening it soon does not wait; a
      /// background thread then closes it.
      ///
      /// If a sync fails, the next commit throws the error. Until a sync succeeds, the file grows, because freed pages are not reused.
      /// Opening throws `Realm.Error` if the system does not report whether the machine was restarted, as on Linux without `/proc`. Has no
      /// effect on in-memory Realms.
      case relaxed
      /// The commit survives the end of the process. A loss of power may damage the file: use this only for data that can be recreated.
      /// Once this process has made a `.relaxed` commit, or has found one that another process made, `.unsynced` behaves like `.relaxed`.
      case unsynced
    }

    /// The schema changes that are applied to a file even if the schema version is not higher than the file's. New types and indexes are
    /// always added.
    ///
    /// ```swift
    /// configuration.automaticChanges = .always
    /// ```
    ///
    /// See the guide, *Changing a schema*.
    public enum AutomaticChanges: Sendable {
      /// Only new types and indexes, as in RealmSwift.
      case withHigherVersion
      /// All changes that lose no data: properties that are added or renamed with `was`, or whose type becomes optional or wider. Intended
      /// for development, where a schema changes many times between two releases.
      case always
    }

    private static let current = Guarded<Configuration>(Configuration())

    /// The configuration that `Realm()` uses. Setting it does not affect open Realms.
    ///
    /// ```swift
    /// Realm.Configuration.defaultConfiguration = Realm.Configuration(fileURL: url, schemaVersion: 2)
    /// let realm = try Realm()
    /// ```
    public static var defaultConfiguration: Configuration {
      get { current.withLock { $0 } }
      set { current.withLock { $0 = newValue } }
    }

    /// The URL of the file; setting it to a value clears `inMemoryIdentifier`. By default, the file is `default.realm` in a folder named
    /// after the program in the user's data folder.
    public var fileURL: URL? {
      didSet { if fileURL != nil { inMemoryIdentifier = nil } }
    }
    /// The name of an in-memory database, which exists as long as a Realm has it open; setting it to a value clears `fileURL`.
    ///
    /// ```swift
    /// let configuration = Realm.Configuration(inMemoryIdentifier: "preview")
    /// ```
    public var inMemoryIdentifier: String? {
      didSet { if inMemoryIdentifier != nil { fileURL = nil } }
    }
    /// Whether the file is only read. Opening it neither changes it nor creates other files, so it may be on read-only media.
    ///
    /// The file must exist or be copied from `seedFilePath`, no other code may write to it while it is open, and its schema version must
    /// equal the configured version. A type that the file lacks has no objects; tables and columns that only the file has are ignored; a
    /// column that the file lacks is an error. The setting cannot be combined with `deleteRealmIfMigrationNeeded`, `shouldCompactOnLaunch`
    /// or `inMemoryIdentifier`: opening then throws. See the guide, *Opening a Realm*.
    public var readOnly: Bool
    /// The schema version, less than `UInt64.max`; 0 means the highest version of the schemas that contain the Realm's types. See the
    /// guide, *Changing a schema*.
    public var schemaVersion: UInt64
    /// A block that migrates the values that Ashlar cannot migrate automatically. The block runs once while a file of a lower schema
    /// version is opened, regardless of the number of versions in between.
    ///
    /// ```swift
    /// configuration.schemaVersion = 2
    /// configuration.migrationBlock = { migration, oldSchemaVersion in
    ///   migration.enumerateObjects(ofType: "Person") { old, new in
    ///     new?["name"] = "\(old?["firstName"] as? String ?? "") \(old?["lastName"] as? String ?? "")"
    ///   }
    /// }
    /// ```
    ///
    /// If the block fails, opening throws and the file is unchanged. The block does not run for a new file, or with `readOnly` or
    /// `deleteRealmIfMigrationNeeded`. See `Migration` and the guide, *Changing a schema*.
    public var migrationBlock: MigrationBlock?
    /// The releases of a schema and the migration code between them, as the compiler emits them from the history of the schema.
    ///
    /// ```swift
    /// configuration.migration = PeopleSchema.migration()
    /// ```
    ///
    /// A file of a lower version is migrated to the types of this configuration: the code of all steps between the two versions runs in
    /// ascending order, and `migrationBlock` runs last. The migration is atomic. If the code of a step leads to a release between the two
    /// versions or starts at one, or if names do not determine the migration, the file passes through that release, on a copy that replaces
    /// the file. The copy takes disk space; opening throws `.alreadyOpen` if another Realm or another process has the file open, if the
    /// file has other hard links, or if the database is in memory. See the guide, *Releasing a schema*.
    public var migration: MigrationPlan?
    /// The size in bytes of the largest file whose objects are migrated in one transaction; 512 MB by default. The transaction takes about
    /// as much memory as the size of the file. Objects of a larger file are migrated in a copy beside it, which then replaces the file; the
    /// copy takes disk space and some 100 MB of memory. This limit does not affect changes of the schema that leave the objects unchanged.
    public var migrationMemory = 512 << 20
    /// Called during a migration: at the beginning and the end of each phase, and between them at most every 50 ms. If the closure throws,
    /// the migration is cancelled: opening throws the error, and the file is unchanged.
    ///
    /// ```swift
    /// configuration.migrationProgress = { print("\($0.phase): \($0.done) of \($0.total)") }
    /// ```
    public var migrationProgress: (@Sendable (_ progress: MigrationProgress) throws -> Void)?
    /// Whether a file that does not match the types, or has a different schema version or file format, is deleted with all its data and
    /// recreated empty. If other code has the file open, opening throws instead. See the guide, *Changing a schema*.
    public var deleteRealmIfMigrationNeeded: Bool
    /// Called before `deleteRealmIfMigrationNeeded` deletes a file, with the known differences between the file and the types. If the
    /// closure returns false, the file is unchanged and opening throws `.schemaMismatch`.
    ///
    /// ```swift
    /// configuration.willDeleteForMigration = { differences in
    ///   print(differences)
    ///   return true
    /// }
    /// ```
    public var willDeleteForMigration: (@Sendable (_ differences: [SchemaDifference]) -> Bool)?
    /// The schema changes that are applied even if the schema version is not higher than the file's.
    public var automaticChanges = AutomaticChanges.withHigherVersion
    /// The key of an encrypted file: 64 random bytes. A new file is encrypted with the key. Opening throws `Realm.Error`: `.invalidInput`
    /// if the key does not have 64 bytes, and `.invalidDatabase` if the existing file has another key or is not encrypted. A file that is
    /// encrypted cannot be opened without its key. The setting cannot be combined with `inMemoryIdentifier`. See the guide, *Encryption*.
    public var encryptionKey: Data?
    /// A file that is copied to `fileURL` if no file exists there. The setting cannot be combined with `inMemoryIdentifier`: opening then
    /// throws. See the guide, *Opening a Realm*.
    public var seedFilePath: URL?
    /// Called when a file is opened, provided that no other Realm of this or another process has it open, and that the file contains free
    /// pages and has no other hard links. The arguments are the size of the file and the number of bytes in use.
    ///
    /// ```swift
    /// configuration.shouldCompactOnLaunch = { totalBytes, usedBytes in totalBytes > 100 << 20 && usedBytes < totalBytes / 2 }
    /// ```
    ///
    /// If the closure returns true, the file is first compacted: its pages in use are written to a new file beside it, which then replaces
    /// it. If compaction fails, opening throws, and the file is either unchanged or compacted. The closure must not open the same file.
    public var shouldCompactOnLaunch: (@Sendable (_ totalBytes: Int, _ usedBytes: Int) -> Bool)?
    /// The types of the Realm; nil means all types of all linked schemas, except those that `shouldIncludeInDefaultSchema()` or
    /// `_realmIgnoreClass()` excludes and, without an `outbox`, asymmetric types. Every type that a listed type links to must be listed;
    /// otherwise opening throws. An empty list is intended for access by `dynamicObjects`; if `schemaVersion` is 0, the file is then opened
    /// at its stored version.
    public var objectTypes: [ObjectBase.Type]?
    /// The limits of the outbox, which stores objects until they are sent; nil for a Realm without asymmetric types.
    ///
    /// ```swift
    /// configuration.outbox = .init(maximumObjects: 10_000)
    /// ```
    ///
    /// With an outbox, `objectTypes` may list types that inherit from `AsymmetricObject`, and `create` stores their objects in the file,
    /// where they wait to be sent. A write that creates an object beyond a limit throws `Realm.Error.outboxFull` and stores nothing.
    ///
    /// Waiting objects belong to the file: they remain there when a Realm is opened without an outbox or with a different schema.
    public var outbox: Outbox?
    /// The failures that a commit survives once it has returned. See the guide, *Files*.
    public var durability: Durability
    /// The maximum number of versions, from the oldest in use to the newest, when a write begins; nil or 0 for no limit.
    ///
    /// ```swift
    /// configuration.maximumNumberOfActiveVersions = 1_000
    /// ```
    ///
    /// The pages of a version in use, and of all later versions, are not reused. A limit therefore bounds how much the file grows because
    /// of a Realm that is never refreshed, a frozen Realm or another process. Beyond the limit, `write` throws `Realm.Error` with the code
    /// `.fail` and a message that names the holder of the oldest version; `beginWrite` stops the program with that message.
    public var maximumNumberOfActiveVersions: UInt?

    /// Whether every access to a Realm that is confined to a queue, actor or task checks the confinement, which takes some 10 ns. If false,
    /// an access checks the confinement only if the thread has changed: an access by another queue, actor or task that happens to run on
    /// the thread on which the Realm was last used is not detected.
    ///
    /// The Swift 6 language mode reports such accesses at compile time. Set the property if you use the Swift 5 mode, or while you debug.
    /// Realms that are confined to threads or to the main queue are always checked.
    public var checksEveryAccess = false

    /// Whether reads are tracked by Swift's Observation: in `withObservationTracking`, in `Observations` and in SwiftUI views. Properties
    /// of objects, elements and counts of collections, and results are tracked.
    ///
    /// ```swift
    /// configuration.tracksReads = true
    /// let realm = try Realm(configuration: configuration)
    /// withObservationTracking {
    ///   print(realm.objects(Person.self).count)
    /// } onChange: {
    ///   print("The people have changed.")
    /// }
    /// ```
    ///
    /// A change of data that was read is reported after the commit, when the Realm notifies its other observers; nothing is reported inside
    /// a write. Every access to a Realm that tracks reads is a function call, which takes some 50 ns. Reads of other Realms are not
    /// tracked: if code in which reads are tracked reads from such a Realm, a warning is logged once for each type. Such code is detected
    /// only when it looks up an object again or evaluates results, and only by the first 256 of these reads in a process. A Realm stays
    /// alive while anything that was read from it is tracked. See the guide, *Observing*.
    public var tracksReads = false

    var commitDurability: CommitDurability {
      switch durability {
      case .full: .full
      case .relaxed: .relaxed
      case .unsynced: .unsynced
      }
    }

    /// Creates a configuration. Contradictory settings are reported when a Realm is opened with it.
    ///
    /// ```swift
    /// let configuration = Realm.Configuration(fileURL: url, schemaVersion: 2, objectTypes: [Person.self, Dog.self])
    /// ```
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

    /// The default `fileURL`: `default.realm` in a folder named after the program, in `$XDG_DATA_HOME` if that is an absolute path,
    /// otherwise in `~/.local/share`. Nil if `HOME` is needed but not set.
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
  /// Returns whether `fileURL`, `inMemoryIdentifier`, `encryptionKey`, `schemaVersion` and `readOnly` are equal; other settings are
  /// ignored.
  public static func == (a: Self, b: Self) -> Bool {
    a.fileURL == b.fileURL && a.inMemoryIdentifier == b.inMemoryIdentifier && a.encryptionKey == b.encryptionKey
      && a.readOnly == b.readOnly && a.schemaVersion == b.schemaVersion
  }
}

extension Realm.Configuration: CustomStringConvertible {
  /// The settings, one on each line, except `migrationProgress` and `willDeleteForMigration`. An encryption key is represented by its
  /// length.
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
      ("migration", migration.map { _ in "(plan)" }),
      ("migrationMemory", "\(migrationMemory) bytes"),
      ("automaticChanges", "\(automaticChanges)"),
      ("checksEveryAccess", "\(checksEveryAccess)"),
      ("tracksReads", "\(tracksReads)"),
    ]
    return "Realm.Configuration {\n" + fields.map { "\t\($0) = \($1 ?? "(null)");\n" }.joined() + "}"
  }
}
