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
    let plugin = try Repository.text("Plugins/AshlarGenerate/OutputNames.swift")
    #expect(
      compiler[try #require(compiler.range(of: "enum OutputNames")).lowerBound...]
        == plugin[try #require(plugin.range(of: "enum OutputNames")).lowerBound...])
  }
}
