import Foundation
import TestSupport
import Testing

@testable import AshlarStore

@Suite("Sources of keys")
struct KeySourceTests {
  private static let key: [UInt8] = (0..<64).map { UInt8($0 * 3 + 1) }
  private static let digits = key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ bytes: some Sequence<UInt8>, mode: Int = 0o600) throws -> KeySource {
    let path = folder.file("a.key")
    try Data(bytes).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return .file(path)
  }

  private func bytes(_ source: KeySource) throws -> [UInt8] { try #require(try source.read().withUnsafeBytes { Array($0) }) }

  private func fault(_ source: KeySource) throws -> KeyFault {
    let fault = #expect(throws: KeyFault.self) { _ = try source.read() }
    return try #require(fault)
  }

  @Test("a key is 64 bytes, or 128 hexadecimal digits with or without the end of a line")
  func forms() throws {
    #expect(try bytes(file(Self.key)) == Self.key)
    for text in [Self.digits, Self.digits.uppercased(), Self.digits + "\n", Self.digits + "\r\n"] {
      #expect(try bytes(file(text.utf8)) == Self.key, "\(text.count)")
    }
    // 64 bytes are a key whatever they are, also digits.
    let short = Array(Self.digits.utf8.prefix(64))
    #expect(try bytes(file(short)) == short)
  }

  @Test("anything else is refused with the number of bytes, and without the bytes")
  func refused() throws {
    let cases: [([UInt8], String)] = [
      ([], "is empty"), ([7], "contains 1 byte."), (Array(Self.key.dropLast()), "contains 63 bytes"),
      (Self.key + [10], "contains 65 bytes"),
      (Array(Self.digits.utf8.dropLast()), "contains 127 bytes"), (Array("\(Self.digits)\n\n".utf8), "contains 130 bytes"),
      (Array("\(Self.digits)\r".utf8), "contains 129 bytes"), (Array("\n\(Self.digits)".utf8), "contains 129 bytes"),
      (Array("\(Self.digits.dropLast())g".utf8), "contains 128 bytes that are not all hexadecimal digits"),
      ([UInt8](repeating: 0x61, count: 131), "contains more than 130 bytes"),
      ([UInt8](repeating: 0x61, count: 1 << 20), "contains more than 130 bytes"),
    ]
    for (contents, words) in cases {
      let source = try file(contents)
      let text = try fault(source).description
      #expect(text.hasPrefix("The key file '\(folder.file("a.key"))' \(words)"), "\(text)")
      #expect(text.hasSuffix("A key is 64 bytes, or 128 hexadecimal digits."), "\(text)")
      #expect(!text.contains(Self.digits.prefix(8)))
    }
  }

  @Test("a file that is missing, is a folder or must not be read is named")
  func files() throws {
    #expect(try fault(.file(folder.file("no.key"))).reason == .missing)
    #expect(try fault(.file(folder.file("no.key"))).description == "The key file '\(folder.file("no.key"))' does not exist.")
    #expect(try fault(.file(folder.path)).description.hasPrefix("The key file '\(folder.path)' cannot be read: "))
    let source = try file(Self.key, mode: 0)
    // The administrator may read every file.
    if geteuid() != 0 { #expect(try fault(source).reason == .denied) }
  }

  @Test("a variable of the environment contains a key, or is named")
  func environment() throws {
    setenv("ASHLAR_KEY_SOURCE_TEST", Self.digits, 1)
    defer { unsetenv("ASHLAR_KEY_SOURCE_TEST") }
    #expect(try bytes(.environment("ASHLAR_KEY_SOURCE_TEST")) == Self.key)
    setenv("ASHLAR_KEY_SOURCE_TEST", String(Self.digits.dropLast(2)), 1)
    #expect(try fault(.environment("ASHLAR_KEY_SOURCE_TEST")).reason == .otherLength(126))
    let missing = try fault(.environment("ASHLAR_NO_SUCH_KEY"))
    #expect(missing.reason == .notSet && missing.description == "The environment variable 'ASHLAR_NO_SUCH_KEY' is not set.")
  }

  @Test("a key is read from a pipe")
  func pipe() throws {
    let path = folder.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let digits = Self.digits
    Thread.detachNewThread {
      let file = fopen(path, "w")
      fputs(digits + "\n", file)
      fclose(file)
    }
    #expect(try bytes(.file(path)) == Self.key)
  }

  @Test("a file that the group or others can read causes a warning", arguments: [0o600, 0o400, 0o640, 0o604, 0o644, 0o444])
  func warning(mode: Int) throws {
    let source = try file(Self.key, mode: mode)
    if mode & 0o044 == 0 {
      #expect(source.warning == nil)
    } else {
      #expect(source.warning == "the key file '\(folder.file("a.key"))' can be read by other users; 'chmod 600' prevents this")
    }
    #expect(KeySource.standardInput.warning == nil && KeySource.environment("HOME").warning == nil)
    #expect(KeySource.file("/dev/null").warning == nil && KeySource.file(folder.file("none")).warning == nil)
  }

  @Test("bytes of a form are a key or none")
  func form() throws {
    func key(_ bytes: [UInt8]) -> [UInt8]? {
      bytes.withUnsafeBytes { EncryptionKey(reading: $0) }.flatMap { $0.withUnsafeBytes { Array($0) } }
    }
    #expect(key(Self.key) == Self.key && key(Array(Self.digits.utf8)) == Self.key)
    #expect(key([]) == nil && key(Array(Self.key.dropLast())) == nil && key([UInt8](repeating: 0x20, count: 128)) == nil)
  }
}
