import Foundation
import People
import TestSupport
import TestTraits
import Testing

@testable import Ashlar

@Suite("A program without the product AshlarEncryption", .blocking, .enabled(if: !TestEngine.isSealed))
struct EncryptionProductTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // Performs an operation in `WithoutEncryption`, and returns its output.
  private func run(_ operation: String, _ name: String) throws -> String {
    let result = try Shell.run(Shell.built("WithoutEncryption"), [operation, folder.file(name)])
    try #require(result.status == 0, "\(result.errors)")
    return result.output
  }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }

  private func isRefusal(_ output: String) -> Bool {
    output.hasPrefix("fail: ") && output.contains(#".product(name: "AshlarEncryption", package: "ashlar")"#)
  }

  // Creates a file whose key is that of the program.
  private func makeEncrypted(_ name: String) throws {
    var configuration = folder.configuration(name)
    configuration.encryptionKey = Data(repeating: 7, count: 64)
    do {
      let realm = try Realm(configuration: configuration)
      try realm.write { _ = realm.create(Dog.self, value: ["a dog", 1]) }
    }
    try folder.closeIdleFiles()
  }

  @Test("A new file with a key is refused with the line for Package.swift, and nothing is created")
  func newFile() throws {
    #expect(isRefusal(try run("open", "data.realm")))
    #expect(try names() == [])
  }

  @Test("An encrypted file is refused with its key and without one, and is left as it was")
  func encryptedFile() throws {
    try makeEncrypted("data.realm")
    let before = try Data(contentsOf: folder.url.appending(path: "data.realm"))
    #expect(isRefusal(try run("open", "data.realm")))
    #expect(try run("plain", "data.realm").contains("is encrypted, and no key was given"))
    #expect(try Data(contentsOf: folder.url.appending(path: "data.realm")) == before)
  }

  @Test("An encrypted copy and a new key are refused, and the file is left as it was")
  func copies() throws {
    #expect(try run("plain", "data.realm") == "done\n")
    let before = try names()
    #expect(isRefusal(try run("copy", "data.realm")))
    #expect(isRefusal(try run("change", "data.realm")))
    #expect(try names() == before)
    #expect(try run("plain", "data.realm") == "done\n")
  }

  @Test("The limit of the cache can be set and read")
  func limit() throws { #expect(try run("limit", "data.realm") == "done\n") }
}
