import Foundation
import TestSupport
import Testing

/// A folder with an encrypted file, `a.realm`, the files with its key and with another one, and runs of the command in it.
final class EncryptedFolder {
  static let schema = """
    ashlar: 1
    schema: { name: People, version: 1 }
    objects:
      Person:
        properties:
          name: { type: String, primaryKey: true }
          age: { type: Int, indexed: true }

    """
  private static let lines = """
    {"$type":"Person","name":"Ada Markham","age":36}
    {"$type":"Person","name":"Bob Markham","age":4}

    """

  let folder: TemporaryFolder
  /// The digits of the key.
  let digits: String
  // Parts of both keys, which no output may contain.
  private let parts: [String]

  /// Creates `a.realm`, `a.key`, `other.key`, `short.key` with 63 bytes, `people.yaml` and `in.jsonl`.
  init() throws {
    folder = try TemporaryFolder()
    let keys = (0..<2).map { _ in (0..<64).map { _ in UInt8.random(in: 0...255) } }
    let digits = keys.map { key in key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
    self.digits = digits[0]
    parts = digits.flatMap { [String($0.prefix(12)), String($0.suffix(12))] }
    try write(Data("\(digits[0])\n".utf8), to: "a.key")
    try write(Data(keys[1]), to: "other.key")
    try write(Data(keys[0].dropLast()), to: "short.key")
    try folder.write(Self.schema, to: "people.yaml")
    try folder.write(Self.lines, to: "in.jsonl")
    let made = try run("import", "a.realm", "in.jsonl", "--schema", "people.yaml", "--key-file", "a.key")
    #expect((made.status, made.output, made.errors) == (0, "Stored 2 objects in 'a.realm'.\n", ""))
  }

  func write(_ bytes: Data, to name: String, mode: Int = 0o600) throws {
    try bytes.write(to: folder.url.appending(path: name))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.file(name))
  }

  func run(_ arguments: String...) throws -> Shell.Result { try run(arguments) }

  /// Runs the command, none of whose output may contain a key.
  func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Shell.Result {
    try checked(Shell.run(#require(Repository.command), arguments, in: folder.url, environment: environment), "\(arguments)")
  }

  /// Runs a script in which `$ASHLAR` is the command.
  func shell(_ script: String) throws -> Shell.Result {
    let command = try #require(Repository.command).path(percentEncoded: false)
    return checked(try Shell.run(URL(filePath: "/bin/sh"), ["-c", script], in: folder.url, environment: ["ASHLAR": command]), "\(script)")
  }

  private func checked(_ result: Shell.Result, _ comment: Comment) -> Shell.Result {
    for part in parts { #expect(!(result.output + result.errors).lowercased().contains(part), comment) }
    return result
  }

  func contents(_ name: String) throws -> Data { try Data(contentsOf: folder.url.appending(path: name)) }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder.file(name)) }

  /// Whether a file remains that a change of a key writes.
  func hasLeftovers() throws -> Bool { try folder.names().contains { $0.contains("compacting") || $0.contains("copying") } }
}
