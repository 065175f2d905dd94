import Foundation
import Testing
import TestSupport

@testable import AshlarCompiler
@testable import AshlarSchemaTools

@Suite("Names of generated files")
struct OutputNameTests {
  @Test(
    "are stems, with as many folders before them as it takes to tell them apart",
    arguments: [
      (["people.yaml"], ["people.swift"]), (["a/people.yml", "a/pets.yaml"], ["people.swift", "pets.swift"]),
      (["a/people.yaml", "b/people.yaml"], ["a-people.swift", "b-people.swift"]),
      (["people.yaml", "./b/people.yaml"], ["people.swift", "b-people.swift"]),
      (["/x/a/p.yaml", "/y/a/p.yaml"], ["x-a-p.swift", "y-a-p.swift"]), (["a/P.yaml", "b/p.yaml"], ["a-P.swift", "b-p.swift"]),
      (["a/.yaml"], [".swift"]), (["a/b.c.yaml"], ["b.c.swift"]),
    ])
  func names(paths: [String], expected: [String]) {
    #expect(OutputNames.names(for: paths) == expected)
  }

  @Test(
    "differ from those of the target's own files, and from that of a program's statements",
    arguments: [
      (["a/main.yaml"], [], ["a-main.swift"]), (["a/Main.yaml"], [], ["a-Main.swift"]),
      (["a/dogs.yaml"], ["Dogs.swift"], ["a-dogs.swift"]), (["x/a/dogs.yaml"], ["dogs.swift", "a-dogs.swift"], ["x-a-dogs.swift"]),
      (["a/dogs.yaml", "b/dogs.yaml"], ["a-dogs.swift"], ["a-dogs.swift", "b-dogs.swift"]),
      (["a/dogs.yaml"], ["cats.swift"], ["dogs.swift"]),
    ])
  func beside(paths: [String], own: [String], expected: [String]) {
    #expect(OutputNames.names(for: paths, beside: own) == expected)
    let inTheWay = OutputNames.inTheWay(of: paths, among: own + ["Other.swift"])
    #expect(OutputNames.names(for: paths, beside: inTheWay) == expected && !inTheWay.contains("Other.swift"))
  }

  @Test("that the target has already are an error where there is no folder to name")
  func ofSources() {
    var compiler = SchemaCompiler(name: "Kennel")
    compiler.ownNames = ["dogs.swift"]
    let files = ["dogs.yaml", "main.yaml"].map { SourceFile(path: $0, text: "ashlar: 1\n") }
    #expect(
      compiler.check(files).diagnostics.map(\.message) == [
        "'dogs.swift' would be generated, and the target has a file of that name; rename this schema file",
        "'main.swift' would be generated, which Swift takes for the statements of a program; rename this schema file",
      ])
  }

  @Test("that cannot be told apart are an error")
  func taken() {
    let files = ["a.yaml", "a.yml", "KennelSchema.yaml"].map { SourceFile(path: $0, text: "ashlar: 1\n") }
    #expect(
      diagnostics(of: files, name: "Kennel") == """
        KennelSchema.yaml:1:1: error: two files would be generated as 'KennelSchema.swift'; rename this schema file [output-name-taken]
        ashlar: 1
        ^
        a.yml:1:1: error: two files would be generated as 'a.swift'; rename this schema file [output-name-taken]
        ashlar: 1
        ^

        """)
  }

  @Test("follow the target for the schema itself, whatever the schema is called")
  func schemaFile() throws {
    let files = try generate([SourceFile(path: "a.yaml", text: "ashlar: 1\nschema: { name: Pets }\n")], name: "Kennel")
    #expect(files.keys.sorted() == ["KennelSchema.swift", "a.swift"])
    #expect(files["KennelSchema.swift"]?.contains("enum PetsSchema {") == true)
  }

  @Test("follow one rule in the compiler and in the plug-in")
  func pluginHasTheSameRule() throws {
    let compiler = try Repository.text("Sources/AshlarCompiler/Resolving/OutputNames.swift")
    let plugin = try Repository.text("Plugins/Shared/OutputNames.swift")
    #expect(
      compiler[try #require(compiler.range(of: "enum OutputNames")).lowerBound...]
        == plugin[try #require(plugin.range(of: "enum OutputNames")).lowerBound...])
  }
}
