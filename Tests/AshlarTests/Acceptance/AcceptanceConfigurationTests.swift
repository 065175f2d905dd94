import Ashlar
import Foundation
import Kinds
import People
import AshlarStore
import Testing
import TestSupport

@Suite("Configurations and files")
struct AcceptanceConfigurationTests {
  @Test("a read-only Realm of a missing file is '.fileNotFound'")
  func missing() throws {
    let folder = try TemporaryFolder()
    var configuration = folder.configuration("data.realm", [SmallKey.self])
    configuration.readOnly = true
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: configuration) }
    #expect(error?.code == .fileNotFound && error?.fileURL == folder.url())
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test(
    "a read-only Realm of an immutable file works; opened for writing the file is '.filePermissionDenied' with its path",
    .enabled(if: Immutable.isPossible, "only the superuser may make files immutable, and not on every file system"))
  func immutable() throws {
    let folder = try TemporaryFolder()
    try {
      let realm = try Realm(configuration: folder.configuration("data.realm", [SmallKey.self]))
      try realm.write { _ = realm.create(SmallKey.self, value: [1, 10]) }
    }()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) where name != "data.realm" {
      try FileManager.default.removeItem(at: folder.url(name))
    }
    var configuration = folder.configuration("data.realm", [SmallKey.self])
    configuration.readOnly = true
    // Ends before the folder is removed.
    var lock: Immutable? = Immutable([folder.url(), folder.url])
    let values = try { Array(try Realm(configuration: configuration).objects(SmallKey.self).map(\.value)) }()
    configuration.readOnly = false
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: configuration) }
    withExtendedLifetime(lock) {}
    lock = nil
    #expect(values == [10])
    #expect(error?.code == .filePermissionDenied && error?.fileURL == folder.url())
    #expect(error?.localizedDescription.contains("Use a path that this process may read and write") == true)
  }

  @Test("a path through something that is not a folder is '.fileOperationFailed', with the lock file's path")
  func throughAFile() throws {
    let error = #expect(throws: Realm.Error.self) {
      try Realm(configuration: Realm.Configuration(fileURL: URL(fileURLWithPath: "/dev/null/foo"), objectTypes: [TextKey.self]))
    }
    #expect(error?.code == .fileOperationFailed && error?.fileURL?.path == "/dev/null/foo.lock")
    #expect(error?.localizedDescription.contains("'/dev/null/foo.lock'") == true)
    #expect(error?.localizedDescription.contains("Not a directory") == true)
  }

  @Test("a file of one byte is '.invalidDatabase' and is not changed")
  func oneByte() throws {
    let folder = try TemporaryFolder()
    try Data([7]).write(to: folder.url())
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: folder.configuration()) }
    #expect(error?.code == .invalidDatabase && error?.fileURL == folder.url())
    #expect(error?.localizedDescription.contains("1 bytes are too small") == true)
    #expect(try Data(contentsOf: folder.url()) == Data([7]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["data.realm"])
  }

  @Test("a seed is copied only once")
  func seed() throws {
    let folder = try TemporaryFolder()
    try {
      let seed = try Realm(configuration: folder.configuration("seed.realm", [SmallKey.self]))
      try seed.write { _ = seed.create(SmallKey.self, value: [1, 10]) }
    }()
    var configuration = folder.configuration("data.realm", [SmallKey.self])
    configuration.seedFilePath = folder.url("seed.realm")
    try {
      let realm = try Realm(configuration: configuration)
      #expect(realm.objects(SmallKey.self).map(\.value) == [10])
      try realm.write { realm.objects(SmallKey.self).first?.value = 11 }
    }()
    try {
      let seed = try Realm(configuration: folder.configuration("seed.realm", [SmallKey.self]))
      try seed.write { _ = seed.create(SmallKey.self, value: [2, 20]) }
    }()
    #expect(try Realm(configuration: configuration).objects(SmallKey.self).map(\.value) == [11])
  }

  @Test("the closure of compaction receives the file's exact size and a smaller used size, and the data is unchanged")
  func compaction() throws {
    let folder = try TemporaryFolder()
    try {
      let realm = try Realm(configuration: folder.configuration())
      try realm.write { for index in 0..<5000 { realm.create(Dog.self, value: ["a dog with number \(index)", index]) } }
      try realm.write { realm.delete(realm.objects(Dog.self).where { $0.age >= 100 }) }
    }()
    let size = try Data(contentsOf: folder.url()).count
    let seen = Guarded<[(Int, Int)]>([])
    var configuration = folder.configuration()
    configuration.shouldCompactOnLaunch = { total, used in
      seen.withLock { $0.append((total, used)) }
      return true
    }
    let realm = try Realm(configuration: configuration)
    let calls = seen.withLock { $0 }
    #expect(calls.count == 1 && calls[0].0 == size && calls[0].1 > 0 && calls[0].1 < size)
    #expect(realm.objects(Dog.self).map(\.age) == Array(0..<100))
    #expect(realm.objects(Dog.self).last?.name == "a dog with number 99")
    #expect(try Data(contentsOf: folder.url()).count < size)
  }

  @Test("a Realm with some of the types lists exactly these, and other data remains")
  func subset() throws {
    let folder = try TemporaryFolder()
    func configuration(_ types: [ObjectBase.Type]?) -> Realm.Configuration {
      var configuration = folder.configuration("data.realm", types)
      configuration.schemaVersion = 100
      return configuration
    }
    try {
      let realm = try Realm(configuration: configuration(nil))
      try realm.write {
        realm.create(SmallKey.self, value: [1, 10])
        realm.create(Node.self, value: ["label": "n", "part": ["label": "p"]])
      }
    }()
    try {
      let realm = try Realm(configuration: configuration([SmallKey.self]))
      #expect(realm.schema.objectSchema.map(\.className) == ["SmallKey"])
      #expect(realm.configuration.objectTypes?.map { "\($0)" } == ["SmallKey"])
      try realm.write {
        realm.deleteAll()
        realm.create(SmallKey.self, value: [2, 20])
      }
    }()
    let realm = try Realm(configuration: configuration(nil))
    #expect(realm.objects(SmallKey.self).map(\.value) == [20])
    #expect(realm.objects(Node.self).map { $0.part?.label } == ["p"])
  }
}
