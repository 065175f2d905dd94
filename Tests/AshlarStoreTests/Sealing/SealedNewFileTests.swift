@testable import AshlarEncryption
import Foundation
import StoreFixtures
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Files that are opened with a key for the first time", .blocking)
struct SealedNewFileTests {
  private let folder: TemporaryFolder
  private let path: String
  private let key: EncryptionKey

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("file"))
    key = try Sealing.encryptionKey()
  }

  @Test("A missing file and an empty one become encrypted files", arguments: [false, true])
  func new(isEmpty: Bool) throws {
    if isEmpty { try folder.write("", to: "file") }
    do { try SampleStore(EnvironmentRegistry.open(path: path, key: key)).addNumberedToken(.full) }
    try folder.closeIdleFiles()
    let found = try FileInspection.read(path, key: key, checksums: true)
    #expect(found.encryption?.isOpened == true)
    #expect(found.features.map(\.name) == ["sealed"])
    if Sealing.isOptional { #expect(throws: StoreError.keyMissing(path: path)) { try EnvironmentRegistry.open(path: path) } }
    #expect(throws: StoreError.wrongKey(path: path)) { try EnvironmentRegistry.open(path: path, key: Sealing.encryptionKey(1)) }
    #expect(try SampleStore(EnvironmentRegistry.open(path: path, key: key)).tokenNumbers() == [1])
  }

  @Test("A file that is no database has the same error with a key as without one, and stays as it is")
  func foreign() throws {
    var random = SeededGenerator(seed: 1)
    let contents: [[UInt8]] = [
      [7], Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 8000), random.bytes(100_000, of: Array(0...255)),
      [UInt8](repeating: 0, count: 50_000),
    ]
    for content in contents {
      try Data(content).write(to: URL(fileURLWithPath: path))
      let openings: [(EncryptionKey?) throws -> Any] = [
        { [path] in try EnvironmentRegistry.open(path: path, key: $0) }, { [path] in try ReadOnlyEngines.open(path: path, key: $0) },
        { [path] in try StructureWalk.check(path, key: $0) }, { [path] in try FileInspection.read(path, key: $0) },
      ]
      for opening in openings {
        let error = #expect(throws: StoreError.self) { _ = try opening(key) }
        let without = #expect(throws: StoreError.self) { _ = try opening(nil) }
        #expect(error == without, "\(content.count) bytes")
        var isForeign = false
        if case .notADatabase(path, _)? = error { isForeign = true }
        #expect(isForeign, "\(content.count) bytes: \(error.map { "\($0)" } ?? "no error")")
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(content))
      #expect(try folder.names() == ["file"])
    }
  }

  @Test("The identifiers of files and of commits differ, also between files that were created at the same time with one key")
  func identifiers() throws {
    let threads = 4
    let (folder, key) = (folder.path, key)
    onThreads(threads) { number in
      do {
        try SampleStore(EnvironmentRegistry.open(path: folder + "/\(number)", key: key)).addNumberedToken(.unsynced)
      } catch {
        Issue.record(error)
      }
    }
    try self.folder.closeIdleFiles()
    var (files, commits): (Set<[UInt8]>, Int) = ([], 0)
    var identifiers: Set<[UInt8]> = []
    for number in 0..<threads {
      let forger = Forger(path: folder + "/\(number)")
      let bytes = try forger.bytes
      let record = try #require(try forger.values(isPlain: true).first { $0.key.elementsEqual(SealRecord.key.utf8) })
      files.insert(Array(bytes[record.range][(record.range.lowerBound + 12)..<(record.range.lowerBound + 28)]))
      let own = Set(try forger.values().map { Array(bytes[($0.range.lowerBound + 20)..<($0.range.lowerBound + 36)]) })
      commits += own.count
      identifiers.formUnion(own)
    }
    #expect(files.count == threads)
    #expect(commits >= 2 * threads)
    #expect(identifiers.count == commits)
  }
}
