import Ashlar
import AshlarStore
import Foundation
import People
import Testing
import TestSupport
import TestTraits

@Suite("Files of Realms", .blocking)
struct FileTests {
  @Test("deleteFiles while open is .alreadyOpen and deletes nothing; closed it returns true and keeps the lock file")
  func deleteFiles() throws {
    let folder = try TemporaryFolder()
    let configuration = folder.configuration()
    #expect(!Realm.fileExists(for: configuration))
    #expect(try Realm.deleteFiles(for: configuration) == false)
    do {
      let realm = try Realm(configuration: configuration)
      try realm.write { realm.create(Dog.self, value: ["d", 1]) }
      #expect(Realm.fileExists(for: configuration))
      let error = #expect(throws: Realm.Error.self) { try Realm.deleteFiles(for: configuration) }
      #expect(error?.code == .alreadyOpen)
      #expect(Realm.fileExists(for: configuration) && realm.objects(Dog.self).count == 1)
    }
    #expect(try Realm.deleteFiles(for: configuration) == true)
    #expect(!Realm.fileExists(for: configuration))
    #expect(try names(folder) == ["data.realm-lock", "data.realm.lock"])
    #expect(try Realm(configuration: configuration).isEmpty)
  }

  @Test("a relaxed file can be deleted right after its last Realm is released, though it remains open for a moment")
  func relaxed() throws {
    let folder = try TemporaryFolder()
    var configuration = folder.configuration()
    configuration.durability = .relaxed
    do {
      let realm = try Realm(configuration: configuration)
      try realm.write { realm.create(Dog.self, value: ["d", 1]) }
    }
    #expect(try names(folder).contains("data.realm.checkpoint"))
    #expect(try Realm.deleteFiles(for: configuration))
    #expect(try names(folder) == ["data.realm-lock", "data.realm.lock"])
  }

  @Test("a database in memory exists as long as it is open, and is not deleted")
  func inMemory() throws {
    let configuration = memory()
    do {
      let realm = try Realm(configuration: configuration)
      #expect(Realm.fileExists(for: configuration) && realm.isEmpty)
      #expect(throws: Realm.Error(.alreadyOpen)) { try Realm.deleteFiles(for: configuration) }
    }
    #expect(!Realm.fileExists(for: configuration))
    #expect(try Realm.deleteFiles(for: configuration) == false)
  }

  @Test("a commit to a file that is deleted within the write throws, and the path is refused until its Realms are released")
  func deletedWhileOpen() throws {
    let folder = try TemporaryFolder()
    let configuration = folder.configuration()
    do {
      let realm = try Realm(configuration: configuration)
      try realm.write { realm.create(Dog.self, value: ["d", 1]) }
      let error = #expect(throws: Realm.Error.self) {
        try realm.write {
          realm.create(Dog.self, value: ["e", 2])
          try FileManager.default.removeItem(at: folder.url())
        }
      }
      #expect(error?.localizedDescription.contains("was deleted or renamed while it was open") == true)
      #expect(realm.objects(Dog.self).count == 1 && !realm.isInWriteTransaction)
      try onThread {
        let error = #expect(throws: Realm.Error.self) { try Realm(configuration: configuration) }
        #expect(error?.code == .alreadyOpen)
      }
    }
    #expect(try Realm(configuration: configuration).isEmpty)
  }

  @Test("a write to a file that was deleted, renamed or replaced throws as it begins", arguments: 0..<3)
  func goneBeforeTheWrite(_ way: Int) throws {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.configuration())
    try realm.write { realm.create(Dog.self, value: ["d", 1]) }
    if way == 0 {
      try FileManager.default.removeItem(at: folder.url())
    } else {
      try FileManager.default.moveItem(at: folder.url(), to: folder.url("other.realm"))
    }
    if way == 2 { try Data("another".utf8).write(to: folder.url()) }
    // Within a millisecond of a commit a write throws only as it commits.
    usleep(2000)
    var hasBegun = false
    let error = #expect(throws: Realm.Error.self) { try realm.write { hasBegun = true } }
    #expect(error?.localizedDescription.contains(way == 2 ? "was replaced" : "was deleted or renamed while it was open") == true)
    #expect(!hasBegun && !realm.isInWriteTransaction && realm.objects(Dog.self).count == 1)
    if way == 0 { return }
    // Once it is back, it can be written to again.
    try FileManager.default.moveItem(at: folder.url("other.realm"), to: folder.url("back.realm"))
    if way == 2 { try FileManager.default.removeItem(at: folder.url()) }
    try FileManager.default.moveItem(at: folder.url("back.realm"), to: folder.url())
    try realm.write { realm.create(Dog.self, value: ["e", 2]) }
    #expect(realm.objects(Dog.self).count == 2)
  }

  #if os(Linux)
    @Test(
      "the first use of a Realm, an object or a frozen Realm in a forked child stops it; the parent continues",
      .enabled(if: !TestEngine.isSealed))
    func forked() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let folder = try TemporaryFolder()
        let configuration = folder.configuration()
        let realm = try Realm(configuration: configuration)
        let dog = try realm.write { realm.create(Dog.self, value: ["d", 1]) }
        let frozen = realm.freeze()
        let uses: [() throws -> Void] = [
          { try realm.write {} }, { realm.refresh() }, { _ = dog.age }, { _ = realm.objects(Dog.self).count },
          { _ = frozen.objects(Dog.self).count }, { realm.invalidate() },
        ]
        for use in uses { #expect(statusOfChild { try use() } & 0x7F != 0) }
        // One that opens the file itself may write; what it inherited goes with it.
        let status = statusOfChild {
          let own = try Realm(configuration: configuration)
          try own.write { own.create(Dog.self, value: ["child", 2]) }
        }
        #expect(status == 0)
        realm.refresh()
        try realm.write { realm.create(Dog.self, value: ["e", 3]) }
        #expect(realm.objects(Dog.self).count == 3 && frozen.objects(Dog.self).count == 1)
      }
      let text = errorText(result)
      #expect(text.components(separatedBy: "Realm accessed from a forked process: '").count - 1 == 6, "\(text)")
      #expect(text.contains("was opened before the fork and belongs to the parent. Nothing was written"))
    }
  #endif

  private func names(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }
}

#if os(Linux)
  /// Runs `body` in a forked child, and returns how that ended, as `waitpid` says it.
  private func statusOfChild(_ body: () throws -> Void) -> Int32 {
    typealias Fork = @convention(c) () -> pid_t
    guard let address = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "fork") else { return -1 }
    let child = unsafeBitCast(address, to: Fork.self)()
    if child == 0 {
      do { try body() } catch { _exit(1) }
      _exit(0)
    }
    var status: Int32 = -1
    waitpid(child, &status, 0)
    return status
  }
#endif
