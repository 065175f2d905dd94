import Foundation
import Testing
import TestSupport
import TestTraits

@Suite("The command", .blocking, .enabled(if: Repository.command != nil, "the command is built beside the tests"))
struct CommandTests {
  private static let dogs = "ashlar: 1\nobjects:\n  Dog:\n    properties:\n      name: String\n"
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.dogs, to: "dogs.yaml")
  }

  private func run(_ arguments: String...) throws -> Shell.Result {
    try Shell.run(#require(Repository.command), arguments, in: folder.url)
  }

  private func modified(_ path: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: folder.url.appending(path: path).path(percentEncoded: false))[.modificationDate]
      as? Date
  }

  @Test("generate writes the files and is silent")
  func generate() throws {
    let result = try run("generate", "dogs.yaml", "--output", "a/b", "--name", "Kennel", "--descriptor", "c/kennel.ashlarbin")
    #expect((result.status, result.output, result.errors) == (0, "", ""))
    #expect(try folder.text("a/b/dogs.swift").contains("final class Dog: Object"))
    #expect(try folder.text("a/b/KennelSchema.swift").contains("enum KennelSchema"))
    let dump = try run("dump", "c/kennel.ashlarbin")
    #expect(dump.status == 0)
    #expect(dump.output.contains("name: String"))
    #expect(try run("dump", "c/kennel.ashlarbin", "--format", "json").output.contains("\"kind\": \"object\""))
    #expect(try run("dump", "c/kennel.ashlarbin", "--format", "hex").status == 0)
  }

  @Test("generate does not write files that are up to date")
  func unchanged() throws {
    _ = try run("generate", "dogs.yaml", "--output", "out", "--name", "Kennel")
    let before = try modified("out/dogs.swift")
    try folder.write(Self.dogs + "# a comment\n", to: "dogs.yaml")
    #expect(try run("generate", "dogs.yaml", "--output", "out", "--name", "Kennel", "--verbose").output == "")
    #expect(try modified("out/dogs.swift") == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path(percentEncoded: false) + "/out").sorted() == [
        "KennelSchema.swift", "dogs.swift",
      ])
  }

  @Test("--check writes nothing and fails when files are stale")
  func check() throws {
    #expect(try run("generate", "dogs.yaml", "--output", "out", "--name", "Kennel", "--check").status == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "out").path(percentEncoded: false)))
    _ = try run("generate", "dogs.yaml", "--output", "out", "--name", "Kennel")
    #expect(try run("generate", "dogs.yaml", "--output", "out", "--name", "Kennel", "--check").status == 0)
    try folder.write(Self.dogs + "      age: Int\n", to: "dogs.yaml")
    let result = try run("generate", "dogs.yaml", "--output", "out", "--name", "Kennel", "--check")
    #expect(result.status == 1)
    #expect(result.errors == "error: not up to date; generate again: out/KennelSchema.swift, out/dogs.swift\n")
    #expect(try !folder.text("out/dogs.swift").contains("var age"))
  }

  @Test("errors go to standard error under the path as given, and nothing is written")
  func errors() throws {
    try folder.write("ashlar: 1\nobjects: { Dog: { properties: { a: Foo } } }\n", to: "in/bad.yaml")
    let result = try run("generate", "./in", "--output", "out", "--name", "Kennel")
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(
      result.errors == """
        ./in/bad.yaml:2:36: error: unknown type 'Foo' [unknown-type]
        objects: { Dog: { properties: { a: Foo } } }
                                           ^~~

        """)
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "out").path(percentEncoded: false)))
    let json = try run("check", "in/bad.yaml", "--diagnostic-format", "json")
    #expect(json.status == 1)
    #expect(json.errors.hasPrefix("{\"severity\":\"error\",\"code\":\"unknown-type\""))
  }

  @Test("of hundreds of errors, as many as fit a screen are printed, and all with --all and as JSON")
  func manyErrors() throws {
    let properties = (0..<300).map { "      p\($0): Foo\n" }.joined()
    try folder.write("ashlar: 1\nobjects:\n  Dog:\n    properties:\n\(properties)", to: "in/many.yaml")
    let short = try run("check", "in/many.yaml")
    #expect((short.status, short.output) == (1, ""))
    #expect(short.errors.count { $0 == "\n" } <= 24 && short.errors.hasSuffix("\n293 more errors; '--all' prints them\n"))
    #expect(try run("check", "in/many.yaml", "--all").errors.components(separatedBy: "[unknown-type]").count == 301)
    #expect(try run("check", "in/many.yaml", "--diagnostic-format", "json").errors.split(separator: "\n").count == 300)
  }

  @Test("bad usage, missing files and folders without schemas exit with 2")
  func usage() throws {
    try folder.write("", to: "empty/readme.txt")
    for arguments in [
      ["generate"], ["generate", "dogs.yaml"], ["check", "none.yaml"], ["check", "empty"], ["nonsense"], ["check", "--nonsense"],
      ["graph", "dogs.yaml", "--format", "png"], ["dump", "none"], ["generate", "dogs.yaml", "--output", "o", "--name", "a b"],
    ] {
      let result = try Shell.run(#require(Repository.command), arguments, in: folder.url)
      #expect(result.status == 2, "\(arguments)")
      #expect(result.output == "" && !result.errors.isEmpty, "\(arguments)")
    }
  }

  @Test("a damaged descriptor exits with 1")
  func damagedDescriptor() throws {
    let result = try run("dump", "dogs.yaml")
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("error: 'dogs.yaml' is not a readable descriptor: "))
  }

  @Test("a folder means all schema files below it, each once")
  func folders() throws {
    try folder.write("ashlar: 1\nobjects: { Cat: {} }\n", to: "more/deep/cats.yml")
    try folder.write("not yaml: [", to: "more/.hidden/x.yaml")
    try folder.write("not yaml: [", to: "more/notes.txt")
    #expect(try run("check", ".", "dogs.yaml", "more").status == 0)
    #expect(try run("graph", ".").output == "classDiagram\n  class Cat {\n  }\n  class Dog {\n    String name\n  }\n")
  }

  @Test("stages can be printed")
  func stages() throws {
    #expect(try run("generate", "dogs.yaml", "--print", "parsed").output.contains("\"name\": \"String\""))
    #expect(try run("generate", "dogs.yaml", "--print", "resolved", "--name", "Kennel").output.contains("Dog"))
    #expect(try run("generate", "dogs.yaml", "--print", "swift", "--name", "Kennel").output.contains("class Dog: Object"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path(percentEncoded: false)) == ["dogs.yaml"])
  }

  @Test("graph draws in every format")
  func graph() throws {
    for (format, start) in [("dot", "digraph "), ("svg", "<?xml "), ("html", "<!DOCTYPE html>"), ("mermaid", "classDiagram")] {
      let result = try run("graph", "dogs.yaml", "--format", format)
      #expect(result.status == 0 && result.errors == "")
      #expect(result.output.hasPrefix(start) && result.output.contains("Dog"))
    }
  }

  @Test("a picture is titled with the schema's name, or that of its file or folder, or as asked")
  func titles() throws {
    func title(_ arguments: String...) throws -> String {
      let output = try Shell.run(#require(Repository.command), ["graph", "--format", "html"] + arguments, in: folder.url).output
      return try String(#require(output.firstMatch(of: #/<title>(.*?)</title>/#)).1)
    }
    try folder.write(Self.dogs, to: "Kennel/dogs.yaml")
    try folder.write("ashlar: 1\nschema: { name: Pets }\nobjects: { Cat: {} }\n", to: "Kennel/cats.yaml")
    _ = try run("generate", "dogs.yaml", "--name", "Hounds", "--descriptor", "x.ashlarbin")
    #expect(try title("dogs.yaml") == "dogs")
    #expect(try title("Kennel") == "Pets")
    try folder.write("ashlar: 1\nobjects: { Cow: {} }\n", to: "cows.yaml")
    #expect(try title("Kennel/dogs.yaml", "cows.yaml") == "Kennel")
    #expect(try title("x.ashlarbin") == "Hounds")
    #expect(try title("dogs.yaml", "--name", "My dogs") == "My dogs")
    try folder.write(Self.dogs, to: "Yard/dogs.yaml")
    #expect(try title("Yard/.") == "Yard")
  }

  @Test(
    "check prints a line with counts on a terminal, and nothing elsewhere",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
  func counts() throws {
    let quiet = try run("check", "dogs.yaml")
    #expect((quiet.status, quiet.output, quiet.errors) == (0, "", ""))
    func shown(_ arguments: String) throws -> String {
      let line = "'\(try #require(Repository.command).path)' \(arguments)"
      return try Shell.run(URL(filePath: "/usr/bin/script"), ["-qec", line, "/dev/null"], in: folder.url).output
    }
    #expect(try shown("check dogs.yaml") == "no errors in 1 file: 1 object type, 1 property\r\n")
    try folder.write("ashlar: 1\nenums: { A: [a], B: [b] }\nembedded: { E: { properties: { a: A, b: B } } }\n", to: "more.yaml")
    #expect(
      try shown("check dogs.yaml more.yaml") == "no errors in 2 files: 1 object type, 1 embedded type, 2 enums, 3 properties\r\n")
    #expect(
      try shown("generate dogs.yaml --output out --name K")
        == "2 files, 2 written\r\n"
        + "The target that compiles them needs '.product(name: \"Ashlar\", package: \"ashlar\")' and no plugin.\r\n")
  }

  @Test("editor-schema prints JSON")
  func editorSchema() throws {
    let result = try run("editor-schema")
    #expect(result.status == 0)
    #expect(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) is [String: Any])
  }

  @Test("format rewrites files in place, and with --check only names them")
  func format() throws {
    let untidy = "objects: { Dog: { properties: { name: { type: String } } } } # all\nashlar: 1\n"
    try folder.write(untidy, to: "in/dogs.yaml")
    let check = try run("format", "in", "--check")
    #expect((check.status, check.output, check.errors) == (1, "", "error: not in canonical layout: in/dogs.yaml\n"))
    #expect(try folder.text("in/dogs.yaml") == untidy)
    let result = try run("format", "in")
    #expect((result.status, result.output, result.errors) == (0, "", ""))
    #expect(try folder.text("in/dogs.yaml") == "ashlar: 1\n\nobjects: # all\n  Dog:\n    properties:\n      name: String\n")
    #expect(try run("format", "in", "--check").status == 0)
    try folder.write("ashlar: 1\nobjects: { Cat: { properties: { a: Foo } } }\n", to: "in/bad.yaml")
    try folder.write(untidy, to: "in/dogs.yaml")
    let refused = try run("format", "in")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("unknown type 'Foo'"))
    #expect(try folder.text("in/dogs.yaml") == untidy)
  }

  @Test(
    "format refuses every Swift file that is passed to it, and then changes nothing",
    arguments: [
      ["dogs.yaml", "Cat.swift"], ["Cat.swift", "Plain.swift"], ["dogs.yaml", "Plain.swift"], ["Plain.swift"],
      ["in", "dogs.yaml", "Plain.swift"], ["in", "Cat.swift"],
    ])
  func formatSwift(paths: [String]) throws {
    let untidy = "objects: { Dog: { properties: { name: String } } }\nashlar: 1\n"
    try folder.write(untidy, to: "dogs.yaml")
    try folder.write("class Bird: Object {\n  @Persisted var name: String\n}\n", to: "in/Bird.swift")
    try folder.write("class Cat: Object {\n  @Persisted var name: String\n}\n", to: "Cat.swift")
    try folder.write("struct Plain {}\n", to: "Plain.swift")
    let passed = try #require(paths.first { $0.hasSuffix(".swift") })
    let result = try Shell.run(#require(Repository.command), ["format"] + paths, in: folder.url)
    #expect((result.status, result.errors) == (2, "error: '\(passed)' is Swift; 'ashlar format' formats *.yaml and *.yml\n"))
    #expect(try folder.text("dogs.yaml") == untidy)
  }

  @Test("format ignores Swift files in folders")
  func formatFolderWithSwift() throws {
    try folder.write("objects: { Dog: { properties: { name: String } } }\nashlar: 1\n", to: "in/dogs.yaml")
    try folder.write("class Bird: Object {\n  @Persisted var name: String\n}\n", to: "in/Bird.swift")
    #expect(try run("format", "in").status == 0)
    #expect(try folder.text("in/dogs.yaml") == "ashlar: 1\n\nobjects:\n  Dog:\n    properties:\n      name: String\n")
  }

  @Test("help goes to standard output")
  func help() throws {
    let result = try run("generate", "--help")
    #expect(result.status == 0)
    #expect(result.output.contains("Examples:"))
  }
}
