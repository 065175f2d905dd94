import CAshlarEncryption
import AshlarStore
import Foundation
import People
import TestSupport
import Testing

@testable import Ashlar

/// Each test has a process of its own, which exits. Handlers of `exit` run in the reverse order of their registration, so those that are
/// registered before a key is first used run after the one that ends calls of libcrypto.
@Suite("Encrypted Realms while the process exits")
struct EncryptedExitTests {
  private static let count = 3000
  private static let mayRead = DispatchSemaphore(value: 0)
  private static let isOpen = DispatchSemaphore(value: 0)
  private static let file = Guarded<Realm.Configuration?>(nil)

  private static func configuration(_ folder: TemporaryFolder, _ name: String, isEncrypted: Bool) -> Realm.Configuration {
    var configuration = folder.configuration(name)
    configuration.durability = .relaxed
    if isEncrypted { configuration.encryptionKey = Data((0..<64).map { UInt8(truncatingIfNeeded: $0 * 11 + 5) }) }
    return configuration
  }

  // Fills many clusters and an index. The first object has a value that is stored outside of its cluster.
  private static func fill(_ configuration: Realm.Configuration) throws {
    let realm = try Realm(configuration: configuration)
    try realm.write {
      for number in 0..<count {
        let person = realm.create(Person.self, value: ["firstName": "a first name \(number)", "lastName": "last \(number)"])
        if number == 0 { person.photo = Data(count: 20_000) }
      }
    }
  }

  // Starts a thread that opens a Realm, and reads from it once `exit` has begun.
  private static func read<Prepared>(
    _ configuration: Realm.Configuration, after prepare: @escaping @Sendable (Realm) -> Prepared,
    _ body: @escaping @Sendable (Realm, Prepared) -> Void
  ) {
    Thread.detachNewThread {
      guard let realm = try? Realm(configuration: configuration) else { _exit(1) }
      let prepared = prepare(realm)
      isOpen.signal()
      mayRead.wait()
      body(realm, prepared)
      // No value is in memory, so the read must not have returned.
      _exit(2)
    }
  }

  @Test("threads that read after exit has begun wait for the end of the process, which keeps its exit code")
  func readers() async {
    await #expect(processExitsWith: .exitCode(7)) {
      atexit {
        for _ in 0..<4 { EncryptedExitTests.mayRead.signal() }
        // The process ends once all threads wait. A thread that does not wait ends it with another status.
        while ashlar_crypto_waiting() < 4 { usleep(1000) }
      }
      let folder = try TemporaryFolder()
      let configuration = EncryptedExitTests.configuration(folder, "data.realm", isEncrypted: true)
      try EncryptedExitTests.fill(configuration)
      // The blocks of the file leave the memory when it is closed.
      try folder.closeIdleFiles()
      EncryptedExitTests.read(configuration, after: { _ in () }) { realm, _ in
        _ = realm.objects(Person.self).where { $0.firstName.starts(with: "last") }.count
      }
      EncryptedExitTests.read(configuration, after: { _ in () }) { realm, _ in
        for person in realm.objects(Person.self) { _ = person.firstName }
      }
      EncryptedExitTests.read(configuration, after: { _ in () }) { realm, _ in
        _ = realm.objects(Person.self).where { $0.lastName == "last 2999" }.first?.firstName
      }
      // The row is in memory, and the photo, which is stored outside of it, is not.
      EncryptedExitTests.read(
        configuration,
        after: { (realm: Realm) -> Person? in
          let person = realm.objects(Person.self).first
          _ = person?.firstName
          return person
        },
        { (_: Realm, person: Person?) in _ = person?.photo })
      for _ in 0..<4 { EncryptedExitTests.isOpen.wait() }
      try FileManager.default.removeItem(at: folder.url)
      Foundation.exit(7)
    }
  }

  @Test("the thread that exits closes idle files, and a Realm that it opens throws")
  func exiting() async {
    await #expect(processExitsWith: .exitCode(7)) {
      // Runs last.
      atexit {
        guard let configuration = EncryptedExitTests.file.withLock({ $0 }) else { _exit(1) }
        do {
          _ = try Realm(configuration: configuration)
          _exit(2)
        } catch {
          if !"\(error)".contains("the process is ending") { _exit(3) }
        }
        if ashlar_crypto_waiting() != 0 { _exit(4) }
        if let folder = configuration.fileURL?.deletingLastPathComponent() { try? FileManager.default.removeItem(at: folder) }
      }
      let folder = try TemporaryFolder()
      // The first idle file registers the handler that closes idle files, which then runs after calls of libcrypto have ended.
      try EncryptedExitTests.fill(EncryptedExitTests.configuration(folder, "plain.realm", isEncrypted: false))
      let configuration = EncryptedExitTests.configuration(folder, "data.realm", isEncrypted: true)
      EncryptedExitTests.file.withLock { $0 = configuration }
      try EncryptedExitTests.fill(configuration)
      Foundation.exit(7)
    }
  }
}
