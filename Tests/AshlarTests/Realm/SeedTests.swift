import Ashlar
import Foundation
import Kinds
import Testing
import TestSupport

@Suite("Files that begin as a copy of another one")
struct SeedTests {
  private func seed(_ folder: TemporaryFolder, _ keys: [Int] = [1, 2]) throws -> URL {
    let realm = try Realm(configuration: folder.configuration("seed.realm", [SmallKey.self]))
    try realm.write { for key in keys { realm.create(SmallKey.self, value: [key, key]) } }
    return folder.url("seed.realm")
  }

  private func configuration(_ folder: TemporaryFolder, _ seed: URL) -> Realm.Configuration {
    var configuration = folder.configuration("data.realm", [SmallKey.self])
    configuration.seedFilePath = seed
    return configuration
  }

  @Test("the seed is not changed, and the copy is a database of its own")
  func independent() throws {
    let folder = try TemporaryFolder()
    let configuration = configuration(folder, try seed(folder))
    let before = try Data(contentsOf: folder.url("seed.realm"))
    let realm = try Realm(configuration: configuration)
    try realm.write { realm.deleteAll() }
    #expect(try Data(contentsOf: folder.url("seed.realm")) == before)
    #expect(try Realm(configuration: folder.configuration("seed.realm", [SmallKey.self])).objects(SmallKey.self).count == 2)
  }

  @Test("a seed that is missing or no database is refused by name, and no file is created")
  func refused() throws {
    let folder = try TemporaryFolder()
    func failure(_ seed: URL) throws -> Realm.Error {
      let error = #expect(throws: Realm.Error.self) { try Realm(configuration: configuration(folder, seed)) }
      #expect(!FileManager.default.fileExists(atPath: folder.url().path))
      return try #require(error)
    }
    let missing = try failure(folder.url("missing.realm"))
    #expect(missing.code == .fileNotFound && missing.fileURL == folder.url("missing.realm"))
    try Data("this is not a database, but long enough to have a header of one".utf8).write(to: folder.url("text"))
    let foreign = try failure(folder.url("text"))
    #expect(foreign.code == .invalidDatabase && foreign.fileURL == folder.url("text"))
    try Data().write(to: folder.url("empty"))
    #expect(try failure(folder.url("empty")).code == .invalidDatabase)
    let seed = try seed(folder)
    try Data(contentsOf: seed).prefix(9000).write(to: folder.url("cut.realm"))
    #expect(try failure(folder.url("cut.realm")).code == .invalidDatabase)
    try Data("x".utf8).write(to: folder.url("seed.realm.checkpoint"))
    let open = try failure(seed)
    #expect(open.code == .fail && open.localizedDescription.contains("was not closed after use"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).allSatisfy { !$0.contains("copying") })
  }

  @Test("a folder that is missing is the destination's error")
  func folder() throws {
    let folder = try TemporaryFolder()
    var configuration = configuration(folder, try seed(folder))
    configuration.fileURL = folder.url("missing/data.realm")
    #expect(throws: Realm.Error(.fileNotFound)) { try Realm(configuration: configuration) }
  }

  @Test("many that open at once find the whole seed")
  func together() throws {
    let folder = try TemporaryFolder()
    let seed = try seed(folder, Array(-100..<100))
    let failures = Failures()
    for round in 0..<5 {
      var configuration = configuration(folder, seed)
      configuration.fileURL = folder.url("data\(round).realm")
      DispatchQueue.concurrentPerform(iterations: 4) { [configuration] _ in
        do {
          let count = try Realm(configuration: configuration).objects(SmallKey.self).count
          if count != 200 { failures.add("\(count)") }
        } catch {
          failures.add("\(error)")
        }
      }
    }
    #expect(failures.all == [])
  }
}
