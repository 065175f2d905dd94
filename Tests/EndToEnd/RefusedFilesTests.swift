import Foundation
import Testing
import TestSupport
import TestTraits

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite("Files that the command refuses", .blocking, .enabled(if: Repository.command != nil, "the command is built beside the tests"))
struct RefusedFilesTests {
  private static let dogs = "ashlar: 1\nobjects:\n  Dog:\n    properties:\n      name: String\n"
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.dogs, to: "dogs.yaml")
  }

  private func run(_ arguments: String...) throws -> Shell.Result {
    // A command that waits for a pipe is ended, with the status 124.
    try Shell.run(URL(filePath: "/usr/bin/env"), ["timeout", "20", #require(Repository.command).path] + arguments, in: folder.url)
  }

  @Test(
    "output that cannot be written is an error of every command that prints",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "the system has a device that is always full"),
    arguments: [
      "dump dogs.ashlarbin", "dump --format hex dogs.ashlarbin", "dump dogs.realm", "graph dogs.yaml", "graph --format svg dogs.yaml",
      "diff dogs.yaml cats.yaml",
      "generate dogs.yaml --name Kennel --print swift", "generate dogs.yaml --print parsed",
      "generate dogs.yaml --name Kennel --print resolved",
      "generate dogs.yaml --name Kennel --print layout", "generate dogs.yaml --name Kennel --output out --verbose", "explain unknown-type",
      "explain --markdown",
      "editor-schema", "sql logs.yaml", "release dogs.yaml", "import Dog.swift", "import Dog.swift --output new.yaml", "--help",
      "help dump", "--generate-completion-script bash", "inspect dogs.realm", "verify dogs.realm", "query dogs.realm Dog",
      "query dogs.realm Dog --format json", "export dogs.realm", "migrate dogs.realm cats.yaml --dry-run",
    ])
  func fullDevice(arguments: String) throws {
    try folder.write("ashlar: 1\nobjects: { Cat: { properties: { name: String } } }\n", to: "cats.yaml")
    try folder.write("ashlar: 1\nasymmetric: { Log: { properties: { text: String } } }\n", to: "logs.yaml")
    try folder.write("class Dog: Object {\n  @Persisted var name: String\n}\n", to: "Dog.swift")
    try folder.write("{\"name\":\"Rex\"}\n", to: "more.jsonl")
    _ = try run("generate", "dogs.yaml", "--descriptor", "dogs.ashlarbin", "--name", "Kennel")
    _ = try run("import", "dogs.realm", "more.jsonl", "--schema", "dogs.yaml", "--type", "Dog")
    let command = try #require(Repository.command).path
    let words = arguments.split(separator: " ").map(String.init)
    func status(_ device: String) throws -> Shell.Result {
      try Shell.run(URL(filePath: "/bin/sh"), ["-c", "exec \"$0\" \"$@\" > \(device)", command] + words, in: folder.url)
    }
    let result = try status("/dev/full")
    #expect(result.status == 2 && result.errors.contains("error: cannot write 'standard output': No space left on device"), "\(result)")
  }

  @Test("a symbolic link to no file is an error, in a folder as well")
  func danglingLinks() throws {
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: folder.url.appending(path: "cats.yaml").path, withDestinationPath: "nowhere.yaml")
    for arguments in [["check", "."], ["check", "cats.yaml"], ["generate", ".", "--output", "out", "--name", "Kennel"]] {
      let result = try Shell.run(#require(Repository.command), arguments, in: folder.url)
      #expect(result.status == 2)
      #expect(
        result.errors.hasPrefix("error: '") && result.errors.hasSuffix("cats.yaml' is a symbolic link to something that does not exist\n"))
    }
    try manager.removeItem(at: folder.url.appending(path: "cats.yaml"))
    try manager.createSymbolicLink(atPath: folder.url.appending(path: "History").path, withDestinationPath: "nowhere")
    #expect(try run("generate", "dogs.yaml", "--output", "out", "--name", "Kennel").status == 2)
  }

  @Test("generate does not overwrite a file that it did not write, and then writes nothing at all")
  func foreignFile() throws {
    let mine = "// My dogs\nstruct Dog {}\n"
    try folder.write(mine, to: "out/dogs.swift")
    let result = try run("generate", "dogs.yaml", "--output", "out", "--name", "Kennel")
    #expect(result.status == 2)
    #expect(
      result.errors == "error: 'out/dogs.swift' was not written by ashlar and would be lost; nothing was written. "
        + "Move it away, or choose another path\n")
    #expect(try folder.text("out/dogs.swift") == mine)
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "out/KennelSchema.swift").path))
    #expect(try run("generate", "dogs.yaml", "--output", "out", "--name", "Kennel", "--check").status == 2)
  }

  @Test("generate does not overwrite a file with a descriptor, nor a descriptor with Swift")
  func foreignDescriptor() throws {
    let result = try run("generate", "dogs.yaml", "--descriptor", "dogs.yaml", "--name", "Kennel")
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("error: 'dogs.yaml' was not written by ashlar"))
    #expect(try folder.text("dogs.yaml") == Self.dogs)
    #expect(try run("generate", "dogs.yaml", "--descriptor", "out/dogs.swift", "--name", "Kennel").status == 0)
    #expect(try run("generate", "dogs.yaml", "--output", "out", "--name", "Kennel").status == 2)
    let twice = try run("generate", "dogs.yaml", "--output", "o", "--descriptor", "o/dogs.swift", "--name", "Kennel")
    #expect((twice.status, twice.errors) == (2, "error: 'o/dogs.swift' would be written twice; choose another path for the descriptor\n"))
  }

  @Test("generate overwrites its own files, also with other line ends, and empty ones")
  func ownFiles() throws {
    _ = try run("generate", "dogs.yaml", "--output", "out", "--name", "Kennel", "--descriptor", "dogs.ashlarbin")
    try folder.write(folder.text("out/dogs.swift").replacing("\n", with: "\r\n"), to: "out/dogs.swift")
    try folder.write("", to: "out/KennelSchema.swift")
    try folder.write(Self.dogs + "      age: Int\n", to: "dogs.yaml")
    let result = try run("generate", "dogs.yaml", "--output", "out", "--name", "Kennel", "--descriptor", "dogs.ashlarbin")
    #expect((result.status, result.errors) == (0, ""))
    #expect(try folder.text("out/dogs.swift").contains("var age: Int"))
  }

  @Test("a symbolic link stays one, and permissions stay")
  func links() throws {
    try folder.write("objects: { Dog: {} }\nashlar: 1\n", to: "real/cats.yaml")
    let real = folder.url.appending(path: "real/cats.yaml").path
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: real)
    let link = folder.url.appending(path: "cats.yaml").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real/cats.yaml")
    #expect(try run("format", "cats.yaml").status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real/cats.yaml")
    #expect(try folder.text("real/cats.yaml") == "ashlar: 1\n\nobjects:\n  Dog: {}\n")
    #expect(try FileManager.default.attributesOfItem(atPath: real)[.posixPermissions] as? Int == 0o640)
  }

  @Test("a pipe, a device and a folder are no schema files, and are not waited for")
  func otherFiles() throws {
    #expect(mkfifo(folder.url.appending(path: "pipe.yaml").path, 0o600) == 0)
    let pipe = try run("check", "pipe.yaml")
    #expect((pipe.status, pipe.errors) == (2, "error: 'pipe.yaml' is a pipe, not a schema file\n"))
    #expect(try run("check", ".").errors == "error: './pipe.yaml' is a pipe, not a schema file\n")
    let device = try run("check", "/dev/zero")
    #expect((device.status, device.errors) == (2, "error: '/dev/zero' is a device, not a schema file\n"))
    let dump = try run("dump", "pipe.yaml")
    #expect((dump.status, dump.errors) == (2, "error: cannot read 'pipe.yaml': it is a pipe, not a file\n"))
    #expect(try run("dump", ".").errors == "error: cannot read '.': it is a folder, not a file\n")
    #expect(try run("diff", "pipe.yaml", "dogs.yaml").errors == "error: 'pipe.yaml' is a pipe, not a schema file\n")
    #expect(try run("generate", "dogs.yaml", "--name", "K", "--descriptor", "pipe.yaml").status == 2)
    try FileManager.default.createDirectory(at: folder.url.appending(path: "out/dogs.swift"), withIntermediateDirectories: true)
    let folderInPlace = try run("generate", "dogs.yaml", "--name", "K", "--output", "out")
    #expect((folderInPlace.status, folderInPlace.errors) == (2, "error: cannot read 'out/dogs.swift': it is a folder, not a file\n"))
  }

  @Test("control characters of names and paths do not reach the terminal")
  func controlCharacters() throws {
    try folder.write("ashlar: 1\nobjects:\n  Dog:\n    properties:\n      a: \"Foo\\e[31m\\u202e\"\n", to: "in/\u{1B}[2J.yaml")
    let result = try run("check", "in")
    #expect(
      result.errors == """
        in/\\u{1B}[2J.yaml:5:10: error: 'Foo\\u{1B}[31m\\u{202E}' is not a valid type; types look like 'Int', 'Date?', 'Person?' or \
        'List<Person>' [malformed-type]
              a: "Foo\\e[31m\\u202e"
                 ^~~~~~~~~~~~~~~~~

        """)
    #expect(try run("check", "none\u{1B}[2J").errors == "error: there is no file 'none\\u{1B}[2J'\n")
    #expect(try !run("\u{1B}[2J").errors.contains("\u{1B}"))
    let written = try run("check", "in", "--color", "always")
    #expect(written.errors.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == result.errors)
  }

  @Test(
    "what is printed is escaped on a terminal, and left as it is in a file",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
  func terminal() throws {
    try folder.write(Self.dogs, to: "in/\u{1B}[2J.yaml")
    let inFile = try run("generate", "in", "--output", "out", "--name", "Kennel", "--verbose")
    #expect(inFile.output.contains("wrote out/\u{1B}[2J.swift\n"))
    let command = try #require(Repository.command).path
    let line = "'\(command)' generate in --output again --name Kennel --verbose"
    let shown = try Shell.run(URL(filePath: "/usr/bin/script"), ["-qec", line, "/dev/null"], in: folder.url)
    #expect(shown.output.contains("wrote again/\\u{1B}[2J.swift\r\n"))
    #expect(!shown.output.contains("\u{1B}"))
  }

  @Test("a very long value is shortened in messages")
  func longValue() throws {
    let digits = String(repeating: "9", count: 100_000)
    try folder.write("ashlar: 1\nobjects: { Dog: { properties: { a: { type: Int, default: \(digits) } } } }\n", to: "long.yaml")
    let result = try run("check", "long.yaml")
    let shown = String(repeating: "9", count: 60) + "…" + String(repeating: "9", count: 20)
    #expect(result.errors.contains("error: '\(shown) (100000 characters)' is out of range for Int [default-out-of-range]\n"))
    #expect(result.errors.utf8.count < 1_000)
  }
}
