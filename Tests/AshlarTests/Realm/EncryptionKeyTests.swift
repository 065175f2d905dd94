import Ashlar
import Foundation
import Kinds
import People
import TestSupport
import TestTraits
import Testing

@Suite("Keys of encrypted Realms", .blocking)
struct EncryptionKeyTests {
  private static let key = Data((0..<64).map { UInt8(truncatingIfNeeded: $0 * 5 + 1) })
  private static let otherKey = Data((0..<64).map { UInt8(200 - $0) })
  private static func digits(_ key: Data) -> String { key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func configuration(_ key: Data?) -> Realm.Configuration {
    var configuration = folder.configuration("data.realm")
    configuration.encryptionKey = key
    return configuration
  }

  private func failure(_ body: @autoclosure () throws -> Any) throws -> Realm.Error {
    let error = #expect(throws: Realm.Error.self) { _ = try body() }
    return try #require(error)
  }

  @Test("a key is read from a file of bytes or of digits, and from the environment")
  func reading() throws {
    try Self.key.write(to: folder.url("bytes.key"))
    try folder.write(Self.digits(Self.key) + "\n", to: "digits.key")
    #expect(try Realm.encryptionKey(contentsOf: folder.url("bytes.key")) == Self.key)
    #expect(try Realm.encryptionKey(contentsOf: folder.url("digits.key")) == Self.key)
    setenv("ASHLAR_ENCRYPTION_KEY_TEST", Self.digits(Self.otherKey), 1)
    defer { unsetenv("ASHLAR_ENCRYPTION_KEY_TEST") }
    #expect(try Realm.encryptionKey(environment: "ASHLAR_ENCRYPTION_KEY_TEST") == Self.otherKey)
  }

  @Test("bytes that are not a key are refused; the message states their source and size, and contains none of them")
  func refused() throws {
    try Self.key.dropLast().write(to: folder.url("short.key"))
    let short = try failure(Realm.encryptionKey(contentsOf: folder.url("short.key")))
    #expect(short.code == .invalidInput && short.fileURL?.lastPathComponent == "short.key")
    #expect(short.localizedDescription.contains("short.key' contains 63 bytes"))
    #expect(try failure(Realm.encryptionKey(contentsOf: folder.url("none.key"))).code == .fileNotFound)
    let unset = try failure(Realm.encryptionKey(environment: "ASHLAR_NO_SUCH_KEY"))
    #expect(unset.code == .invalidInput && unset.localizedDescription.contains("'ASHLAR_NO_SUCH_KEY' is not set"))
    let digits = String(Self.digits(Self.key).dropLast(1)) + "x"
    setenv("ASHLAR_WRONG_KEY_TEST", digits, 1)
    defer { unsetenv("ASHLAR_WRONG_KEY_TEST") }
    let wrong = try failure(Realm.encryptionKey(environment: "ASHLAR_WRONG_KEY_TEST"))
    #expect(wrong.code == .invalidInput && !"\(wrong)".contains(digits.prefix(6)), "\(wrong)")
  }

  @Test("the key of a file is set, changed and removed")
  func changes() throws {
    do {
      let realm = try Realm(configuration: configuration(nil))
      try realm.write { for age in 0..<300 { realm.create(Dog.self, value: ["dog \(age)", age]) } }
    }
    try folder.closeIdleFiles()
    for (old, new) in [(nil, Self.key), (Self.key, Self.otherKey), (Self.otherKey, nil)] as [(Data?, Data?)] {
      try Realm.changeEncryptionKey(for: configuration(old), to: new)
      do {
        let realm = try Realm(configuration: configuration(new))
        #expect(realm.objects(Dog.self).where { $0.age > 296 }.map(\.name) == ["dog 297", "dog 298", "dog 299"])
        try realm.write { realm.objects(Dog.self).first?.age = 0 }
        let open = try failure(Realm.changeEncryptionKey(for: configuration(new), to: Self.key))
        #expect(open.code == .alreadyOpen)
      }
      try folder.closeIdleFiles()
    }
  }

  @Test("a key of another size, a configuration in memory and one that only reads are refused")
  func arguments() throws {
    _ = try Realm(configuration: configuration(nil))
    try folder.closeIdleFiles()
    #expect(try failure(Realm.changeEncryptionKey(for: configuration(nil), to: Data(count: 32))).code == .invalidInput)
    #expect(try failure(Realm.changeEncryptionKey(for: configuration(Data(count: 3)), to: Self.key)).code == .invalidInput)
    var reading = configuration(nil)
    reading.readOnly = true
    #expect(try failure(Realm.changeEncryptionKey(for: reading, to: Self.key)).code == .fail)
    let memory = Realm.Configuration(inMemoryIdentifier: "keys")
    #expect(try failure(Realm.changeEncryptionKey(for: memory, to: Self.key)).code == .fail)
    let wrong = try failure(Realm.changeEncryptionKey(for: configuration(Self.key), to: nil))
    #expect(wrong.code == .invalidDatabase)
    _ = try Realm(configuration: configuration(nil))
  }
}
