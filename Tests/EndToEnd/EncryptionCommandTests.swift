import Foundation
import TestSupport
import TestTraits
import Testing

@Suite("Commands for encrypted files", .blocking, .enabled(if: Repository.command != nil, "the command is built beside the tests"))
struct EncryptionCommandTests {
  private let files: EncryptedFolder

  init() throws { files = try EncryptedFolder() }

  /// Commands that need the key of `a.realm`, without the options that name it.
  private static let commands: [[String]] = [
    ["query", "a.realm", "Person"], ["query", "a.realm", "Person", "age > 3", "--count"], ["export", "a.realm"],
    ["export", "a.realm", "Person", "--format", "csv"], ["export", "a.realm", "--to", "sqlite", "out.sqlite", "--force"],
    ["import", "a.realm", "in.jsonl", "--update"], ["import", "a.realm", "in.jsonl", "--update", "--schema", "a.realm"],
    ["dump", "a.realm"], ["graph", "a.realm"], ["diff", "a.realm", "people.yaml"], ["diff", "people.yaml", "a.realm"],
    ["check", "people.yaml", "--against", "a.realm"], ["migrate", "a.realm", "people.yaml", "--dry-run"],
    ["verify", "a.realm", "--rules"], ["ingest", "a.realm", "--quarantined"], ["decrypt", "a.realm", "--on-copy", "plain.realm"],
  ]

  @Test("a command without the key, or with another one, exits with 2 and names the options", arguments: commands)
  func refused(command: [String]) throws {
    let before = try files.contents("a.realm")
    let without = try files.run(command)
    #expect(without.status == 2 && without.output.isEmpty, "\(without)")
    #expect(without.errors.contains("--key-file") && without.errors.contains("--key-env"), "\(without.errors)")
    let other = try files.run(command + ["--key-file", "other.key"])
    #expect(other.status == 2 && other.output.isEmpty, "\(other)")
    #expect(other.errors.contains("a.realm' is encrypted with another key") && other.errors.contains("--key-file"), "\(other.errors)")
    #expect(try files.contents("a.realm") == before)
    #expect(!files.exists("plain.realm"))
  }

  @Test("a command works with the key in a file or in the environment", arguments: commands)
  func works(command: [String]) throws {
    for options in [["--key-file", "a.key"], ["--key-env", "PEOPLE_KEY"]] {
      let result = try files.run(command + options, environment: ["PEOPLE_KEY": files.digits])
      // SQLite's library is loaded when it is used, and need not be installed.
      if command.contains("sqlite"), result.errors.contains("libsqlite3") { return }
      #expect(result.status == 0 && !result.errors.contains("error"), "\(command): \(result.errors)")
      try? FileManager.default.removeItem(atPath: files.folder.file("plain.realm"))
    }
  }

  @Test("a key on standard input, also of a command whose inputs are files")
  func standardInput() throws {
    #expect(try files.shell("\"$ASHLAR\" query a.realm Person --count --key-file - < a.key").output.contains("2"))
    #expect(try files.shell("\"$ASHLAR\" import a.realm in.jsonl --update --key-file - < a.key").status == 0)
    let both = try files.shell("\"$ASHLAR\" import a.realm - --update --key-file - < a.key")
    #expect(both.status == 2 && both.errors.contains("standard input cannot contain both the key and an input"))
    #expect(try files.shell("\"$ASHLAR\" query a.realm Person --key-file - < short.key").status == 2)
  }

  @Test("a key file that is missing, too short or open to others is named")
  func keyFiles() throws {
    for (name, words) in [("none.key", "does not exist"), ("short.key", "contains 63 bytes"), (".", "cannot be read")] {
      let result = try files.run("query", "a.realm", "Person", "--key-file", name)
      #expect(result.status == 2 && result.errors.contains("'\(name)' \(words)"), "\(result.errors)")
    }
    #expect(try files.run("query", "a.realm", "Person", "--key-env", "NO_SUCH_KEY").errors.contains("'NO_SUCH_KEY' is not set"))
    let both = try files.run("query", "a.realm", "Person", "--key-file", "a.key", "--key-env", "A")
    #expect(both.status == 2 && both.errors.contains("Specify either '--key-file' or '--key-env'."))
    try files.write(Data(files.digits.utf8), to: "open.key", mode: 0o644)
    let open = try files.run("query", "a.realm", "Person", "--count", "--key-file", "open.key")
    #expect(open.status == 0)
    #expect(open.errors == "warning: the key file 'open.key' can be read by other users; 'chmod 600' prevents this\n")
  }

  @Test("a key for a file that is not encrypted is refused, except where another file may be the encrypted one")
  func needless() throws {
    #expect(try files.run("import", "plain.realm", "in.jsonl", "--schema", "people.yaml").status == 0)
    for command in [
      ["query", "plain.realm", "Person"], ["inspect", "plain.realm"], ["verify", "plain.realm"], ["export", "plain.realm"],
    ] {
      let result = try files.run(command + ["--key-file", "a.key"])
      #expect(result.status == 2 && result.errors.contains("plain.realm' is not encrypted"), "\(command): \(result.errors)")
    }
    let diff = try files.run("diff", "plain.realm", "a.realm", "--key-file", "a.key")
    #expect((diff.status, diff.errors) == (0, ""))
    for command in [["dump", "plain.realm"], ["graph", "people.yaml"], ["diff", "people.yaml", "plain.realm"]] {
      let result = try files.run(command + ["--key-file", "a.key"])
      #expect(result.status == 2 && result.errors.contains("'--key-file' names the key of an encrypted database file"), "\(command)")
    }
    #expect(try files.run("check", "people.yaml", "--key-file", "a.key").status == 2)
    #expect(try files.run("import", "Models.swift", "--key-file", "a.key").status == 2)
  }

  @Test("an import without a file creates an encrypted one, whose bytes and companions contain no value")
  func created() throws {
    for name in try files.folder.names() where name.hasPrefix("a.realm") {
      let bytes = try files.contents(name)
      for mark in ["Markham", "Person"] { #expect(bytes.range(of: Data(mark.utf8)) == nil, "\(mark) in \(name)") }
    }
  }

  @Test("rows of an SQLite database are stored in an encrypted file, also in batches")
  func sqlite() throws {
    let made = try files.run("export", "a.realm", "--to", "sqlite", "people.sqlite", "--key-file", "a.key")
    if made.status != 0, made.errors.contains("libsqlite3") { return }
    #expect(made.status == 0, "\(made.errors)")
    for (name, batch) in [("whole.realm", []), ("parts.realm", ["--batch", "1"])] {
      let stored = try files.run(["import", "people.sqlite", "--schema", "people.yaml", "--output", name, "--key-file", "a.key"] + batch)
      #expect(stored.status == 0, "\(stored.errors)")
      #expect(try files.run("query", name, "Person").status == 2)
      #expect(try files.run("query", name, "Person", "--key-file", "a.key").output.contains("Ada Markham"))
    }
  }

  @Test("a copy that is migrated keeps the key")
  func migrated() throws {
    let newer = EncryptedFolder.schema.replacing("version: 1", with: "version: 2").replacing("age:", with: "note: String?\n      age:")
    try files.folder.write(newer, to: "new.yaml")
    let result = try files.run("migrate", "a.realm", "new.yaml", "--on-copy", "b.realm", "--key-file", "a.key")
    #expect(result.status == 0, "\(result.errors)\(result.output)")
    #expect(try files.run("query", "b.realm", "Person").status == 2)
    #expect(try files.run("query", "b.realm", "Person", "note == nil", "--count", "--key-file", "a.key").output.contains("2"))
  }

  @Test("inspect and verify show and check an encrypted file with its key, and its pages without")
  func pages() throws {
    let inspected = try files.run("inspect", "a.realm", "--key-file", "a.key")
    #expect(inspected.status == 0 && inspected.output.contains("  Person "), "\(inspected)")
    #expect(inspected.output.contains("\nencrypted epoch 1\n"))
    #expect(try files.run("inspect", "a.realm").output.contains("encrypted epoch 1; the contents are not readable without the key"))
    let json = try files.run("inspect", "a.realm", "--format", "json").output
    #expect(json.contains(#""encryption":{"epoch":1,"opened":false}"#) && json.contains(#""tables":[]"#))
    let verified = try files.run("verify", "a.realm", "--key-file", "a.key")
    #expect(verified.status == 0 && verified.output.contains(", 1 tables, 2 rows\n"), "\(verified)")
    #expect(try files.run("verify", "a.realm").output.contains("not checked: the contents, which are encrypted; name the key"))
    for command in ["inspect", "verify"] {
      let without = try files.run(command, "a.realm")
      #expect(without.status == 0 && !without.output.contains("Person"), "\(without)")
      let other = try files.run(command, "a.realm", "--key-file", "other.key")
      #expect(other.status == 2 && other.errors.contains("encrypted with another key"), "\(other)")
    }
  }
}
