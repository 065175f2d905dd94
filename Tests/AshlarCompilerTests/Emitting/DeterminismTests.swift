import AshlarCompiler
import AshlarSchemaTools
import Testing
import TestSupport

@Suite("The same schema gives the same bytes")
struct DeterminismTests {
  @Test("the order of files does not change generated code")
  func orderOfFiles() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var files = try ["people", "pets"].map { SourceFile(path: "\($0).yaml", text: try Repository.text("Schemas/People/\($0).yaml")) }
    files += (0..<8).map { number in
      SourceFile(path: "more/\(number).yaml", text: "ashlar: 1\nobjects: { More\(number): { properties: { p: Person? } } }")
    }
    let expected = try generate(files)
    for _ in 0..<10 {
      #expect(try generate(files.shuffled(using: &random)) == expected, "seed \(seed)")
    }
  }

  @Test("the order of files does not change diagnostics")
  func diagnosticsOrder() {
    let files = (0..<5).map { SourceFile(path: "\($0).yaml", text: "ashlar: 1\nobjects: { Dog: { properties: { a: Foo, b: Bar } } }") }
    let expected = diagnostics(of: files)
    #expect(expected.contains("1.yaml:2:12: error: there are two types named 'Dog'"))
    #expect(diagnostics(of: files.reversed()) == expected)
  }

  @Test("the folder the files are in leaves no trace")
  func folders() throws {
    let yaml = "ashlar: 1\nobjects: { Dog: {} }"
    let here = try generate([SourceFile(path: "dogs.yaml", text: yaml)], name: "Kennel")
    #expect(try generate([SourceFile(path: "/some/where/else/dogs.yaml", text: yaml)], name: "Kennel") == here)
  }
}
