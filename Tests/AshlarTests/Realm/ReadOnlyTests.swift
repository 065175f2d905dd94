import Ashlar
import Foundation
import Kinds
import People
import Testing
import TestSupport
import TestTraits

/// Makes files and folders such that not even the superuser can change them; ends with the value.
final class Immutable {
  private let paths: [String]
  /// Whether the file system could do it, or permissions are enough.
  let isEffective: Bool

  init(_ paths: [URL]) {
    self.paths = paths.map(\.path)
    if geteuid() == 0 {
      isEffective = Immutable.run(["+i"] + self.paths)
    } else {
      for path in self.paths { chmod(path, 0o555) }
      isEffective = true
    }
  }

  /// Whether this machine and its file system have such files.
  static let isPossible: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    let isEffective = Immutable([folder.url]).isEffective
    return withExtendedLifetime(folder) { isEffective }
  }()

  deinit {
    if geteuid() == 0 { _ = Immutable.run(["-i"] + paths) } else { for path in paths { chmod(path, 0o755) } }
  }

  private static func run(_ arguments: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["chattr"] + arguments
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}

@Suite("Read-only Realms", .blocking)
struct ReadOnlyTests {
  private func make(_ folder: TemporaryFolder, _ types: [ObjectBase.Type] = [TextKey.self, SmallKey.self]) throws {
    let realm = try Realm(configuration: folder.configuration("data.realm", types))
    try realm.write { for key in 0..<100 { realm.create(SmallKey.self, value: [key, key * 2]) } }
  }

  private func reading(_ folder: TemporaryFolder, _ types: [ObjectBase.Type] = [TextKey.self, SmallKey.self]) -> Realm.Configuration {
    var configuration = folder.configuration("data.realm", types)
    configuration.readOnly = true
    return configuration
  }

  private func failure(_ configuration: Realm.Configuration) throws -> Realm.Error {
    try #require(#expect(throws: Realm.Error.self) { try Realm(configuration: configuration) })
  }

  @Test("a file is opened, read, frozen and copied without any other file")
  func alone() throws {
    let folder = try TemporaryFolder()
    try make(folder)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) where name != "data.realm" {
      try FileManager.default.removeItem(at: folder.url(name))
    }
    let before = try Data(contentsOf: folder.url())
    let copy = try TemporaryFolder()
    try {
      let realm = try Realm(configuration: reading(folder))
      #expect(realm.objects(SmallKey.self).count == 100 && realm.object(ofType: SmallKey.self, forPrimaryKey: 7)?.value == 14)
      #expect(realm.objects(SmallKey.self).where { $0.value >= 190 }.count == 5)
      let frozen = realm.freeze()
      realm.invalidate()
      #expect(realm.objects(SmallKey.self).count == 100 && frozen.objects(SmallKey.self).count == 100)
      let configuration = reading(folder)
      let elsewhere = try onThread { try Realm(configuration: configuration).objects(SmallKey.self).count }
      #expect(elsewhere == 100)
      #expect(try realm.pinnedVersions().count == 2)
      try realm.writeCopy(toFile: copy.url())
    }()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["data.realm"])
    #expect(try Data(contentsOf: folder.url()) == before)
    let copied = try Realm(configuration: copy.configuration("data.realm", [TextKey.self, SmallKey.self]))
    #expect(copied.objects(SmallKey.self).count == 100)
  }

  @Test("a file that is not a database is refused as usual, and so is an empty file")
  func refused() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: folder.url())
    #expect(try failure(reading(folder)).code == .invalidDatabase)
    try Data("no database, but long enough to have a header of one, and more than that, far more".utf8).write(to: folder.url())
    #expect(try failure(reading(folder)).code == .invalidDatabase)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["data.realm"])
  }

  @Test("types that the file lacks are empty, and nothing is added to the file")
  func missingTypes() throws {
    let folder = try TemporaryFolder()
    try make(folder, [SmallKey.self])
    let before = try Data(contentsOf: folder.url())
    let realm = try Realm(configuration: reading(folder))
    #expect(realm.objects(TextKey.self).isEmpty && realm.object(ofType: TextKey.self, forPrimaryKey: "x") == nil)
    #expect(realm.objects(SmallKey.self).count == 100 && !realm.isEmpty)
    #expect(realm.objects(TextKey.self).where { $0.value == 3 }.count == 0)
    #expect(try Data(contentsOf: folder.url()) == before)
  }

  @Test("another version than the file's is refused with both numbers")
  func version() throws {
    let folder = try TemporaryFolder()
    try make(folder)
    var configuration = reading(folder)
    configuration.schemaVersion = 77
    let error = try failure(configuration)
    #expect(error.code == .fail && error.localizedDescription.hasPrefix("Provided schema version 77 does not equal last set version "))
  }

  @Test("a file that is open for writing is refused, and the other way round")
  func bothWays() throws {
    let folder = try TemporaryFolder()
    try make(folder)
    try {
      let writing = try Realm(configuration: folder.configuration("data.realm", [TextKey.self, SmallKey.self]))
      let error = try failure(reading(folder))
      #expect(error.code == .fail && error.localizedDescription.contains("already opened with different read permissions"))
      withExtendedLifetime(writing) {}
    }()
    try {
      let reader = try Realm(configuration: reading(folder))
      let error = try failure(folder.configuration("data.realm", [TextKey.self, SmallKey.self]))
      #expect(error.code == .fail && error.localizedDescription.contains("already opened with different read permissions"))
      withExtendedLifetime(reader) {}
    }()
    _ = try Realm(configuration: folder.configuration("data.realm", [TextKey.self, SmallKey.self]))
  }

  @Test("'write' throws")
  func write() throws {
    let folder = try TemporaryFolder()
    try make(folder)
    let realm = try Realm(configuration: reading(folder))
    let error = #expect(throws: Realm.Error.self) { try realm.write {} }
    #expect(error?.code == .fail && error?.fileURL == folder.url())
    #expect(error?.localizedDescription == "Can't perform transactions on read-only Realms. Open the file without 'readOnly' to change it.")
  }

  @Test("beginning a write, adding and refreshing stop the program")
  func stops() async {
    for operation in 0..<3 {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [operation = operation as Int] in
        let folder = try TemporaryFolder()
        try {
          _ = try Realm(configuration: folder.configuration("data.realm", [SmallKey.self]))
        }()
        var configuration = folder.configuration("data.realm", [SmallKey.self])
        configuration.readOnly = true
        let realm = try Realm(configuration: configuration)
        switch operation {
        case 0: realm.beginWrite()
        case 1: realm.add(SmallKey())
        default: realm.refresh()
        }
      }
      let words = [
        "Can't perform transactions on read-only Realms.", "Can't add an object on read-only Realms.",
        "Read-only Realms do not change and cannot be refreshed.",
      ]
      #expect(errorText(result).contains(words[operation]))
    }
  }
}
