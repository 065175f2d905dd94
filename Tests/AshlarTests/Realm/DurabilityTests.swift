import Ashlar
import AshlarStore
import Foundation
import People
import Testing
import TestSupport

@Suite("Durability")
struct DurabilityTests {
  @Test("a relaxed Realm has a checkpoint beside its file while it is open, and what it wrote is there when it is opened again")
  func relaxed() throws {
    let folder = try TemporaryFolder()
    var configuration = folder.configuration()
    configuration.durability = .relaxed
    #expect(configuration.description.contains("durability = relaxed;"))
    for round in 0..<2 {
      let realm = try Realm(configuration: configuration)
      #expect(realm.objects(Dog.self).count == round)
      try realm.write { realm.create(Dog.self, value: ["d", round]) }
      #expect(try names(folder).contains("data.realm.checkpoint"))
      let frozen = realm.freeze()
      try realm.writeCopy(toFile: folder.url.appendingPathComponent("copy\(round)"))
      #expect(frozen.objects(Dog.self).count == round + 1)
    }
    // Kept open for a moment.
    EnvironmentRegistry.closeIdleFile(path: folder.url().path)
    #expect(try names(folder).filter { $0.contains("checkpoint") } == [])
    configuration.durability = .full
    #expect(try Realm(configuration: configuration).objects(Dog.self).count == 2)
  }

  @Test("threads may write one file with different durabilities; in one place it is opened with one")
  func several() throws {
    let folder = try TemporaryFolder()
    var configuration = folder.configuration()
    configuration.durability = .relaxed
    let realm = try Realm(configuration: configuration)
    try realm.write { realm.create(Dog.self, value: ["d", 1]) }
    var other = configuration
    other.durability = .full
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: other) }
    #expect(error?.localizedDescription.contains("is already opened with different durability: .relaxed.") == true)
    try onThread { [other] in
      let realm = try Realm(configuration: other)
      try realm.write { realm.create(Dog.self, value: ["d", 2]) }
    }
    #expect(try names(folder).filter { $0.contains("checkpoint") } == [])
    try realm.write { realm.create(Dog.self, value: ["d", 3]) }
    #expect(realm.objects(Dog.self).count == 3)
  }

  @Test("a damaged checkpoint refuses the file with an error that says what to do")
  func damaged() throws {
    let folder = try TemporaryFolder()
    let configuration = folder.configuration()
    do { _ = try Realm(configuration: configuration) }
    try Data([1, 2, 3]).write(to: folder.url.appendingPathComponent("data.realm.checkpoint"))
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: configuration) }
    #expect(error?.code == .invalidDatabase)
    let message = error?.localizedDescription ?? ""
    #expect(message.contains("data.realm.checkpoint' is damaged: it does not begin with the signature. If the machine"), "\(message)")
  }

  private func names(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }
}
