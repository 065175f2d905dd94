import Foundation
import Testing
import TestSupport
import TestTraits

@Suite("ashlar inspect and verify", .blocking, .enabled(if: Repository.command != nil, "the command is built beside the tests"))
struct InspectTests {
  private let folder: TemporaryFolder

  /// Makes a database file with the program of the crash tests.
  init() throws {
    folder = try TemporaryFolder()
    let program = try #require(Repository.command).deletingLastPathComponent().appending(path: "CrashWriter")
    #expect(try Shell.run(program, ["fill", "a.realm", "1"], in: folder.url).status == 0)
  }

  private func run(_ arguments: String...) throws -> Shell.Result {
    try Shell.run(#require(Repository.command), arguments, in: folder.url)
  }

  @Test("inspect lists tables and trees, as text and as JSON, and the file is unchanged")
  func inspect() throws {
    let before = try Data(contentsOf: folder.url.appending(path: "a.realm"))
    let text = try run("inspect", "a.realm")
    #expect((text.status, text.errors) == (0, ""))
    for line in ["file      a.realm", "schema    version 1", "tables", "  Person ", "trees", "  clusters ", "no readers"] {
      #expect(text.output.contains(line), "\(text.output)")
    }
    let json = try run("inspect", "a.realm", "--format", "json")
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let tables = object?["tables"] as? [[String: Any]]
    #expect(tables?.contains { $0["name"] as? String == "Person" && $0["rows"] as? Int == 2000 } == true)
    #expect(try Data(contentsOf: folder.url.appending(path: "a.realm")) == before)
  }

  @Test("dump and graph take a database file, and title the picture with its name")
  func otherCommands() throws {
    let dump = try run("dump", "a.realm")
    #expect((dump.status, dump.errors) == (0, ""))
    #expect(dump.output.contains("  name: a\n  version: 1\n") && dump.output.contains("  Person:\n"))
    try folder.write(dump.output, to: "dump.yaml")
    let again = try run("diff", "a.realm", "dump.yaml")
    #expect((again.status, again.output, again.errors) == (0, "", ""))
    #expect(try run("dump", "a.realm", "--format", "json").output.contains(#""name": "Person""#))
    let hex = try run("dump", "a.realm", "--format", "hex")
    #expect((hex.status, hex.errors) == (2, "error: 'a.realm' is a database file; only descriptors can be printed byte by byte\n"))
    #expect(try run("graph", "a.realm").output.contains("  class Person {\n"))
    #expect(try run("graph", "a.realm", "--format", "html").output.contains("<title>a</title>"))
    try Data([UInt8](repeating: 0, count: 16) + [0xDE, 0xC0, 0xEF, 0xBE] + [UInt8](repeating: 0, count: 100))
      .write(to: folder.url.appending(path: "b.realm"))
    #expect(try run("dump", "b.realm").status == 1)
    #expect(try run("graph", "b.realm").status == 1)
  }

  @Test("verify distinguishes an intact file from a damaged one, a foreign one and a missing one")
  func verify() throws {
    let intact = try run("verify", "a.realm")
    #expect(intact.status == 0 && intact.output.hasPrefix("'a.realm' is intact: version "))
    let rules = try run("verify", "a.realm", "--rules")
    #expect(rules.status == 0)
    #expect(rules.output == intact.output + "Every object satisfies the rules about values and the unique rules.\n")
    var bytes = try Data(contentsOf: folder.url.appending(path: "a.realm"))
    try bytes.dropLast(bytes.count / 2).write(to: folder.url.appending(path: "b.realm"))
    let truncated = try run("verify", "b.realm")
    #expect(truncated.status == 1 && truncated.output.isEmpty && truncated.errors.contains("is truncated"))
    // A page in the middle belongs to a cluster or to an index, or is free.
    for page in stride(from: 40, to: 200, by: 7) { bytes[page * 4096 + 2000] ^= 0x55 }
    try bytes.write(to: folder.url.appending(path: "c.realm"))
    let damaged = try run("verify", "c.realm")
    #expect(damaged.status == 1 && damaged.errors.contains("is damaged"), "\(damaged.output) \(damaged.errors)")
    try folder.write("hello", to: "d.realm")
    #expect(try run("verify", "d.realm").status == 1)
    #expect(try run("verify", "e.realm").status == 2)
  }

  @Test("of a file that was in use when the machine was restarted both show the version to which it goes back, and say so")
  func restart() throws {
    func note(_ version: String) -> String {
      "the machine restarted while the file was in use: the next opening restores version \(version), the last one that was synced\n"
    }
    let program = try #require(Repository.command).deletingLastPathComponent().appending(path: "CrashWriter")
    _ = try Shell.run(program, ["die", "a.realm"], in: folder.url)
    let place = folder.url.appending(path: "a.realm.checkpoint")
    var bytes = [UInt8](try Data(contentsOf: place))
    let newest = try #require(try run("verify", "a.realm").output.split(separator: " ").dropFirst(4).first)
    #expect(try !run("verify", "a.realm").output.contains("restarted"))
    // As of another start of the machine.
    for index in 16..<32 { bytes[index] ^= 0xFF }
    withUnsafeBytes(of: crc32c(bytes[..<360])) { bytes.replaceSubrange(360..<364, with: $0) }
    try Data(bytes).write(to: place)
    let verified = try run("verify", "a.realm")
    #expect((verified.status, verified.errors) == (0, ""))
    let version = String(try #require(verified.output.split(separator: " ").dropFirst(4).first).dropLast())
    #expect(verified.output.hasSuffix(note(version)) && version != newest.dropLast(), "\(verified.output)")
    let inspected = try run("inspect", "a.realm").output
    #expect(inspected.contains("version   \(version)\n          " + note(version)) && inspected.contains("no readers"), "\(inspected)")
    #expect(try run("inspect", "a.realm", "--format", "json").output.contains("\"restorePending\":true"))
    bytes[20] ^= 1
    try Data(bytes).write(to: place)
    let damaged = try run("verify", "a.realm")
    #expect(damaged.status == 1)
    #expect(damaged.errors.contains("'a.realm.checkpoint' is damaged: its checksum does not match"), "\(damaged.errors)")
  }

  @Test("of a file with features of a later release both name them, commands that read go on, and those that write refuse it")
  func features() throws {
    let program = try #require(Repository.command).deletingLastPathComponent().appending(path: "CrashWriter")
    #expect(try Shell.run(program, ["add-features", "a.realm", "sequences,history"], in: folder.url).output == "stored\n")
    let inspected = try run("inspect", "a.realm")
    #expect(inspected.status == 0)
    let list = "features  history (not known to this release), sequences (not known to this release)\n"
    #expect(inspected.output.contains("format    9\n" + list), "\(inspected.output)")
    #expect(inspected.output.contains("\n  history "), "\(inspected.output)")
    let json = try run("inspect", "a.realm", "--format", "json").output
    let features = #""features":[{"name":"history","known":false},{"name":"sequences","known":false}]"#
    let members = #""format":9,"# + features + #","encryption":null,"readable":true"#
    #expect(json.contains(members), "\(json)")
    let verified = try run("verify", "a.realm")
    #expect(verified.status == 0)
    #expect(
      verified.output.hasSuffix(
        "not checked: the contents of 'history' and 'sequences', which this release does not know; their pages, keys and sums are right\n"),
      "\(verified.output)")
    let dump = try run("dump", "a.realm").output
    #expect(dump.contains("  Person:\n"))
    try folder.write(dump, to: "dump.yaml")
    #expect(try run("diff", "a.realm", "dump.yaml").status == 0)
    #expect(try run("check", "dump.yaml", "--against", "a.realm").status == 0)
    #expect(try run("graph", "a.realm").output.contains("  class Person {\n"))
    #expect(try run("query", "a.realm", "Dog").status == 0)
    #expect(try run("export", "a.realm", "Dog").status == 0)
    try folder.write("{\"name\": \"rex\"}\n", to: "rows.jsonl")
    let imported = try run("import", "a.realm", "rows.jsonl", "--type", "Dog")
    #expect(imported.status != 0 && imported.errors.contains("uses 'history' and 'sequences'"), "\(imported.errors)")
  }

  @Test("of a file that a later release alone can read both name the features, and all other commands refuse it")
  func unreadableFeatures() throws {
    let program = try #require(Repository.command).deletingLastPathComponent().appending(path: "CrashWriter")
    #expect(try Shell.run(program, ["add-features", "a.realm", "vectors"], in: folder.url).output == "stored\n")
    let inspected = try run("inspect", "a.realm")
    #expect(inspected.status == 0)
    #expect(inspected.output.contains("features  vectors (not known to this release)\n"), "\(inspected.output)")
    #expect(inspected.output.contains("tables (not readable without the features above)\n"), "\(inspected.output)")
    let verified = try run("verify", "a.realm")
    #expect(verified.status == 0)
    #expect(
      verified.output.hasSuffix(
        "not checked: the contents of the trees, which this release cannot read without 'vectors'; all pages and keys are right\n"),
      "\(verified.output)")
    try folder.write("ashlar: 1\nobjects:\n  Dog:\n    properties: {}\n", to: "dog.yaml")
    try folder.write("{\"name\": \"rex\"}\n", to: "rows.jsonl")
    let refused = [
      ["dump", "a.realm"], ["graph", "a.realm"], ["diff", "a.realm", "dog.yaml"], ["check", "dog.yaml", "--against", "a.realm"],
      ["query", "a.realm", "Dog"], ["export", "a.realm", "Dog"], ["import", "a.realm", "rows.jsonl", "--type", "Dog"],
    ]
    for arguments in refused {
      let result = try Shell.run(#require(Repository.command), arguments, in: folder.url)
      #expect(result.status != 0 && result.errors.contains("uses 'vectors', which this release does not know"), "\(result.errors)")
    }
  }

  private func crc32c(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 0 ? 0 : 0x82F6_3B78) }
    }
  }

  @Test("a schema is checked against a database file")
  func against() throws {
    try folder.write("ashlar: 1\nschema: { version: 2 }\nobjects:\n  Address:\n    properties: {}\n", to: "new.yaml")
    let result = try run("check", "new.yaml", "--against", "a.realm")
    #expect(result.status == 1 && result.errors.contains("type 'Address' has been changed from embedded to object"), "\(result.errors)")
    #expect(try run("check", "new.yaml", "--against", "a.realm", "--allow-data-loss").status == 0)
    #expect(try run("diff", "a.realm", "new.yaml").output.contains("Type 'Person' has been removed."))
  }

  @Test("inspect shows who reads a version, and how many pages that pins")
  func readers() throws {
    let process = Process()
    process.executableURL = try #require(Repository.command).deletingLastPathComponent().appending(path: "CrashWriter")
    process.arguments = ["pin", "a.realm"]
    process.currentDirectoryURL = folder.url
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    defer { process.terminate() }
    let version = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).dropLast().split(separator: " ").last ?? ""
    #expect(try Shell.run(#require(process.executableURL), ["fill", "a.realm", "3"], in: folder.url).status == 0)
    let text = try run("inspect", "a.realm").output
    let line = try #require(text.split(separator: "\n").last)
    #expect(line.hasPrefix("  process \(process.processIdentifier): version \(version), ") && line.hasSuffix(" pages pinned"), "\(text)")
    let json = try JSONSerialization.jsonObject(with: Data(run("inspect", "a.realm", "--format", "json").output.utf8)) as? [String: Any]
    let reader = (json?["readers"] as? [[String: Any]])?.first
    #expect((reader?["pinnedPages"] as? Int ?? 0) > 0 && reader?["process"] as? Int == Int(process.processIdentifier))
  }
}
