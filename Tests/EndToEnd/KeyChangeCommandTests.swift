import Foundation
import TestSupport
import TestTraits
import Testing

@Suite("ashlar encrypt and decrypt", .blocking, .enabled(if: Repository.command != nil, "the command is built beside the tests"))
struct KeyChangeCommandTests {
  private let files: EncryptedFolder

  init() throws { files = try EncryptedFolder() }

  @Test("a file is encrypted, gets another key, and is decrypted")
  func roundTrip() throws {
    #expect(try files.run("import", "b.realm", "in.jsonl", "--schema", "people.yaml").status == 0)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: files.folder.file("b.realm"))
    let plain = try files.run("export", "b.realm").output
    let encrypted = try files.run("encrypt", "b.realm", "--new-key-file", "a.key")
    #expect(encrypted.status == 0 && encrypted.errors.isEmpty, "\(encrypted.errors)")
    #expect(
      encrypted.output == "'b.realm' is now encrypted. The disk may still contain blocks of the file as it was before.\n")
    #expect(try files.contents("b.realm").range(of: Data("Markham".utf8)) == nil)
    #expect(try files.run("export", "b.realm", "--key-file", "a.key").output == plain)
    // The key of an encrypted file has to be named.
    #expect(try files.run("encrypt", "b.realm", "--new-key-file", "other.key").status == 2)
    let changed = try files.run("encrypt", "b.realm", "--key-file", "a.key", "--new-key-file", "other.key")
    #expect(changed.status == 0 && changed.output.hasPrefix("'b.realm' is now encrypted with the new key."), "\(changed)")
    #expect(try files.run("export", "b.realm", "--key-file", "a.key").status == 2)
    #expect(try files.run("export", "b.realm", "--key-file", "other.key").output == plain)
    let decrypted = try files.run("decrypt", "b.realm", "--key-file", "other.key")
    #expect(decrypted.output == "'b.realm' is no longer encrypted: all who may read the file can read its contents.\n", "\(decrypted)")
    #expect(try files.run("export", "b.realm").output == plain)
    #expect(try files.run("verify", "b.realm").status == 0)
    #expect(try FileManager.default.attributesOfItem(atPath: files.folder.file("b.realm"))[.posixPermissions] as? Int == 0o640)
    #expect(try !files.hasLeftovers())
    #expect(try files.run("decrypt", "b.realm", "--key-file", "a.key").errors.contains("b.realm' is not encrypted"))
    #expect(try files.run("decrypt", "b.realm").status == 2)
  }

  @Test("a copy with another key is a new file, and the original stays")
  func onCopy() throws {
    let before = try files.contents("a.realm")
    let copy = try files.run("decrypt", "a.realm", "--key-file", "a.key", "--on-copy", "plain.realm")
    #expect(copy.output == "Wrote 'plain.realm', which is not encrypted. 'a.realm' was left as it was.\n", "\(copy)")
    #expect(try files.run("query", "plain.realm", "Person", "--count").status == 0)
    let sealed = try files.run("encrypt", "plain.realm", "--new-key-file", "other.key", "--on-copy", "sealed.realm")
    #expect(sealed.output == "Wrote 'sealed.realm', which is encrypted. 'plain.realm' was left as it was.\n", "\(sealed)")
    #expect(try files.run("query", "sealed.realm", "Person", "--count", "--key-file", "other.key").status == 0)
    let taken = try files.run("encrypt", "a.realm", "--key-file", "a.key", "--new-key-file", "other.key", "--on-copy", "plain.realm")
    #expect(taken.status == 2 && taken.errors.contains("never replaced"), "\(taken)")
    // A key file is never replaced.
    #expect(try files.run("decrypt", "a.realm", "--key-file", "a.key", "--on-copy", "a.key").status == 2)
    #expect(try files.contents("a.realm") == before)
  }

  @Test("a change of the key that is interrupted leaves the file as it was, and no copy", arguments: [SIGINT, SIGTERM, SIGKILL])
  func interrupted(signal: Int32) throws {
    // Large enough for the signal to arrive during the copy.
    let rows = (0..<60_000).map { #"{"$type":"Person","name":"a name of some length \#($0)","age":\#($0)}"# + "\n" }.joined()
    try files.folder.write(rows, to: "many.jsonl")
    #expect(try files.run("import", "many.realm", "many.jsonl", "--schema", "people.yaml").status == 0)
    let before = try files.contents("many.realm")
    let process = Process()
    process.executableURL = Repository.command
    process.arguments = ["encrypt", "many.realm", "--new-key-file", "a.key"]
    process.currentDirectoryURL = files.folder.url
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let copy = files.folder.file("many.realm.compacting")
    while process.isRunning, !FileManager.default.fileExists(atPath: copy) { usleep(200) }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    let key = process.terminationStatus == 0 && process.terminationReason == .exit ? ["--key-file", "a.key"] : []
    if key.isEmpty {
      #expect(try files.contents("many.realm") == before)
      if signal != SIGKILL {
        #expect(process.terminationReason == .exit && process.terminationStatus == 1)
        #expect(try !files.hasLeftovers())
      }
    }
    #expect(try files.run(["query", "many.realm", "Person", "age >= 59999"] + key).output.contains("a name of some length 59999"))
    // A later change removes what a killed process has left.
    let again = try files.run(["encrypt", "many.realm", "--new-key-file", "other.key"] + key)
    #expect(again.status == 0, "\(again.errors)")
    #expect(try !files.hasLeftovers())
  }

  @Test("the target of a symbolic link is replaced, and a file with hard links is refused")
  func links() throws {
    try FileManager.default.createSymbolicLink(atPath: files.folder.file("link.realm"), withDestinationPath: "a.realm")
    #expect(try files.run("encrypt", "link.realm", "--key-file", "a.key", "--new-key-file", "other.key").status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: files.folder.file("link.realm")) == "a.realm")
    #expect(try files.run("query", "a.realm", "Person", "--key-file", "other.key").status == 0)
    try FileManager.default.linkItem(atPath: files.folder.file("a.realm"), toPath: files.folder.file("hard.realm"))
    let refused = try files.run("decrypt", "a.realm", "--key-file", "other.key")
    #expect(refused.status == 1 && refused.errors.contains("has 2 names (hard links)"), "\(refused.errors)")
  }
}
