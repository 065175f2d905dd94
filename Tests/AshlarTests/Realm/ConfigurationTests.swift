import Ashlar
import Foundation
import Kinds
import People
import Testing
import TestSupport

@Suite("Configurations")
struct ConfigurationTests {
  private func failure(_ configuration: Realm.Configuration) throws -> Realm.Error {
    try #require(#expect(throws: Realm.Error.self) { try Realm(configuration: configuration) })
  }

  @Test("they compare by file, name, key, version and whether the file is only read")
  func equality() {
    var configuration = Realm.Configuration(inMemoryIdentifier: "a")
    #expect(configuration == Realm.Configuration(inMemoryIdentifier: "a", objectTypes: [Dog.self], durability: .relaxed))
    #expect(configuration != Realm.Configuration(inMemoryIdentifier: "b"))
    configuration.schemaVersion = 1
    #expect(configuration != Realm.Configuration(inMemoryIdentifier: "a"))
    let file = Realm.Configuration(fileURL: URL(fileURLWithPath: "/x"))
    #expect(file == Realm.Configuration(fileURL: URL(fileURLWithPath: "/x"), deleteRealmIfMigrationNeeded: true))
    #expect(file != Realm.Configuration(fileURL: URL(fileURLWithPath: "/x"), readOnly: true))
    #expect(file != Realm.Configuration(fileURL: URL(fileURLWithPath: "/x"), encryptionKey: Data(count: 64)))
  }

  @Test("a file and a name in memory exclude each other")
  func places() {
    var configuration = Realm.Configuration(inMemoryIdentifier: "a")
    #expect(configuration.fileURL == nil)
    configuration.fileURL = URL(fileURLWithPath: "/x")
    #expect(configuration.inMemoryIdentifier == nil)
    configuration.inMemoryIdentifier = "b"
    #expect(configuration.fileURL == nil)
  }

  @Test("the description has a line for each field, and no byte of a key")
  func text() {
    var configuration = Realm.Configuration(
      fileURL: URL(fileURLWithPath: "/x"), encryptionKey: Data(repeating: 65, count: 64), schemaVersion: 3,
      shouldCompactOnLaunch: { _, _ in false }, objectTypes: [Dog.self], seedFilePath: URL(fileURLWithPath: "/seed"))
    configuration.maximumNumberOfActiveVersions = 8
    #expect(
      configuration.description == """
        Realm.Configuration {
        \tfileURL = /x;
        \tinMemoryIdentifier = (null);
        \tencryptionKey = (64 bytes);
        \treadOnly = false;
        \tschemaVersion = 3;
        \tmigrationBlock = (null);
        \tdeleteRealmIfMigrationNeeded = false;
        \tshouldCompactOnLaunch = (block);
        \tobjectTypes = [Dog];
        \tseedFilePath = /seed;
        \tmaximumNumberOfActiveVersions = 8;
        \toutbox = (null);
        \tdurability = full;
        \tmigration = (null);
        \tmigrationMemory = 536870912 bytes;
        \tautomaticChanges = withHigherVersion;
        \tchecksEveryAccess = false;
        \ttracksReads = false;
        }
        """)
  }

  @Test(
    "configurations that differ in a setting that is not a closure have different descriptions",
    arguments: [
      { @Sendable in $0.fileURL = URL(fileURLWithPath: "/y") }, { $0.inMemoryIdentifier = "a" }, { $0.readOnly = true },
      { $0.schemaVersion = 1 }, { $0.deleteRealmIfMigrationNeeded = true }, { $0.objectTypes = [Dog.self] },
      { $0.seedFilePath = URL(fileURLWithPath: "/seed") }, { $0.maximumNumberOfActiveVersions = 8 }, { $0.outbox = .init() },
      { $0.durability = .relaxed }, { $0.migrationMemory = 1 }, { $0.automaticChanges = .always }, { $0.checksEveryAccess = true },
      { $0.tracksReads = true },
    ] as [@Sendable (inout Realm.Configuration) -> Void])
  func differences(change: @Sendable (inout Realm.Configuration) -> Void) {
    let configuration = Realm.Configuration(fileURL: URL(fileURLWithPath: "/x"))
    var other = configuration
    change(&other)
    #expect(other.description != configuration.description)
  }

  @Test("a Realm's configuration is the one it was opened with, with its types")
  func ofRealm() throws {
    let configuration = memory("ofRealm", [TextKey.self])
    #expect(try Realm(configuration: configuration).configuration.objectTypes?.map { "\($0)" } == ["TextKey"])
    let all = try #require(try memoryRealm().configuration.objectTypes)
    #expect(all.contains { $0 == Person.self } && all.contains { $0 == Address.self })
    let realm = try memoryRealm()
    #expect(try Realm(configuration: realm.configuration).objects(Dog.self).isEmpty)
  }

  @Test("the default file is in the data folder of the user, in a folder with the name of the program")
  func defaultPlace() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let program = URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent
      setenv("XDG_DATA_HOME", folder.url.path, 1)
      let url = try #require(Realm.Configuration.defaultFileURL)
      #expect(url.path == folder.url.appendingPathComponent(program).appendingPathComponent("default.realm").path)
      _ = try Realm(configuration: Realm.Configuration(fileURL: url, objectTypes: [TextKey.self]))
      #expect(FileManager.default.fileExists(atPath: url.path))
      setenv("HOME", "/home/me", 1)
      for ignored in ["", "relative/folder"] {
        setenv("XDG_DATA_HOME", ignored, 1)
        #expect(Realm.Configuration.defaultFileURL?.path == "/home/me/.local/share/\(program)/default.realm")
      }
    }
  }

  @Test("setting the default configuration changes what 'Realm()' and 'Realm(fileURL:)' open, and nothing that is open")
  func defaults() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      var configuration = folder.configuration("data.realm", [TextKey.self])
      configuration.schemaVersion = 8
      Realm.Configuration.defaultConfiguration = configuration
      let realm = try Realm()
      #expect(realm.configuration == configuration)
      Realm.Configuration.defaultConfiguration.schemaVersion = 9
      #expect(realm.configuration.schemaVersion == 8)
      let other = try Realm(fileURL: folder.url("other.realm"))
      #expect(other.configuration.schemaVersion == 9 && other.schema.objectSchema.map(\.className) == ["TextKey"])
    }
  }

  @Test("settings that are invalid, unsupported or contradictory are refused before the file is accessed")
  func refused() throws {
    let folder = try TemporaryFolder()
    func message(_ code: Realm.Error.Code, _ change: (inout Realm.Configuration) -> Void) throws -> String {
      var configuration = folder.configuration("data.realm", [TextKey.self])
      change(&configuration)
      let error = try failure(configuration)
      #expect(error.code == code && error.fileURL == configuration.fileURL)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
      return error.localizedDescription
    }
    #expect(
      try message(.fail) {
        $0.encryptionKey = Data(count: 64)
        $0.inMemoryIdentifier = "memory"
      } == "Cannot set 'encryptionKey' for a Realm in memory, which stores nothing in a file. Leave it out.")
    #expect(try message(.invalidInput) { $0.encryptionKey = Data(count: 3) } == "An encryption key must have 64 bytes, not 3.")
    #expect(try message(.fail) { $0.schemaVersion = .max }.hasPrefix("Cannot set 'schemaVersion' to 18446744073709551615"))
    #expect(
      try message(.fail) {
        $0.readOnly = true
        $0.deleteRealmIfMigrationNeeded = true
      } == "Cannot set 'deleteRealmIfMigrationNeeded' when 'readOnly' is set.")
    #expect(
      try message(.fail) {
        $0.readOnly = true
        $0.shouldCompactOnLaunch = { _, _ in true }
      } == "Cannot set 'shouldCompactOnLaunch' when 'readOnly' is set.")
    #expect(
      try message(.fail) {
        $0.readOnly = true
        $0.inMemoryIdentifier = "refused"
      } == "Cannot set 'readOnly' for a Realm in memory, which has no file to read.")
    #expect(
      try message(.fail) {
        $0.seedFilePath = folder.url("seed.realm")
        $0.inMemoryIdentifier = "refused"
      }.hasPrefix("Cannot set 'seedFilePath' for a Realm in memory"))
  }

  @Test("a base class among the types stops the program")
  func baseClass() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm([Object.self])
    }
    #expect(errorText(result).contains("'Object' has no schema: models are generated from YAML"))
  }

  @Test("neither a file nor a name stops the program")
  func noPlace() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var configuration = Realm.Configuration(inMemoryIdentifier: "a")
      configuration.inMemoryIdentifier = nil
      _ = try Realm(configuration: configuration)
    }
    #expect(errorText(result).contains("A Realm configuration must specify a path or an in-memory identifier."))
  }

  @Test("a Realm is empty when no type has an object: also embedded ones, types it does not have, and in a write")
  func emptiness() throws {
    let folder = try TemporaryFolder()
    var configuration = folder.configuration()
    configuration.schemaVersion = 9
    let realm = try Realm(configuration: configuration)
    #expect(realm.isEmpty)
    configuration.objectTypes = [SmallKey.self]
    let other = try Realm(configuration: configuration)
    #expect(other.isEmpty)
    realm.beginWrite()
    let node = realm.create(Node.self, value: ["part": ["label": "p"]])
    #expect(!realm.isEmpty && other.isEmpty)
    realm.cancelWrite()
    #expect(realm.isEmpty && node.isInvalidated)
    try realm.write { _ = realm.create(TextKey.self, value: ["id": "x"]) }
    #expect(!realm.isEmpty && other.isEmpty)
    other.refresh()
    #expect(!other.isEmpty, "there is an object of a type that it does not have")
    try realm.write { realm.deleteAll() }
    other.refresh()
    #expect(realm.isEmpty && other.isEmpty)
  }
}
