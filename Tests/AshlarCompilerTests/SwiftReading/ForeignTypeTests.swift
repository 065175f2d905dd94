@testable import AshlarCompiler
import AshlarSchema
import AshlarSchemaTools
import Testing

@Suite("Types of other modules")
struct ForeignTypeTests {
  private func found(_ files: (path: String, text: String)..., history: SchemaHistory = SchemaHistory()) -> [String] {
    let compiler = SchemaCompiler(name: "App", history: history)
    return compiler.check(files.map { SourceFile(path: $0.path, text: $0.text) }).diagnostics.map {
      "\($0.code) \($0.location.path):\($0.location.start.line):\($0.location.start.column)"
    }
  }

  private func properties(_ text: String) throws -> [PropertyModel] {
    let result = SchemaCompiler(name: "App").check([SourceFile(path: "a.swift", text: text)])
    return try #require(result.schema, "\(result.diagnostics.map { $0.text() }.joined())").model.entities[0].properties
  }

  private func emitted(_ files: (path: String, text: String)...) throws -> String {
    let compiler = SchemaCompiler(name: "App")
    let result = compiler.check(files.map { SourceFile(path: $0.path, text: $0.text) })
    let schema = try #require(result.schema, "\(result.diagnostics.map { $0.text() }.joined())")
    return compiler.generate(schema).map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
  }

  @Test("one that says its module needs no import, and is left to the program")
  func qualified() throws {
    let read = try properties(
      """
      class A: Object {
        @Persisted(primaryKey: true) var key: Other.Key = Other.Key()
        @Persisted(indexed: true) var state: Other.State?
        @Persisted var states: Map<String, Other.Deep.State?>
      }
      """)
    #expect(read.map(\.foreignType) == ["Other.Key", "Other.State", "Other.Deep.State"])
    #expect(read.map(\.schemaType) == ["Other.Key", "Other.State?", "Map<Other.Deep.State?>"])
    #expect(read[0].isPrimaryKey && read[0].defaultValue == .code && read[1].isIndexed)
  }

  @Test("any other may be one in a file that imports a module whose types could be stored")
  func unqualified() throws {
    let text = "class A: Object { @Persisted var state: State; @Persisted var sites: List<URL> }"
    #expect(try properties("import Other\n" + text).map(\.foreignType) == ["State", "URL"])
    let without = found(("a.swift", "import Foundation\nimport SwiftUI\n" + text))
    #expect(without == ["unknown-type a.swift:3:41", "undeclared-swift-type a.swift:3:75"])
  }

  @Test("a slip of the pen is none, nor is the name of a type in another library")
  func slips() {
    func found(_ type: String) -> [String] {
      self.found(("a.swift", "import Other\nclass Person: Object { @Persisted var a: \(type) }"))
    }
    #expect(found("Persn?") == ["unknown-type a.swift:2:42"])
    #expect(found("Strng") == ["unknown-type a.swift:2:42"])
    #expect(found("NSString") == ["unknown-type a.swift:2:42"])
    #expect(found("List<Persn>") == ["unknown-type a.swift:2:47"])
  }

  @Test("what this target declares is none, whatever it is")
  func declared() throws {
    #expect(
      found(("a.swift", "import Other\nstruct Tone {}\nclass A: Object { @Persisted var a: Tone }")) == ["unstored-type a.swift:3:37"])
    #expect(try properties("import Other\nextension Tone {}\nclass A: Object { @Persisted var a: Tone }").map(\.foreignType) == ["Tone"])
    #expect(
      found(
        ("a.swift", "import Other\nclass A: Object { @Persisted var a: Toned }"),
        ("b.yaml", "ashlar: 1\nmixins: { Toned: { properties: { tone: Int } } }\n")) == ["mixin-as-type a.swift:2:37"])
    let yaml = "ashlar: 1\nenums:\n  Tone: { raw: Int8, external: true }\n"
    let result = HandwrittenSchemaTests.compile(
      ("a.swift", "import Other\nclass A: Object { @Persisted var a: Tone }"), ("b.yaml", yaml))
    #expect(result.schema?.model.entities[0].properties.map(\.type) == [.int8])
  }

  @Test("its initial value is code, even if it is a literal")
  func initialValues() throws {
    let text = "class A: Object { @Persisted var a: Count = 5; @Persisted var b: Other.State? = nil; @Persisted var c: State = .on }"
    #expect(try properties("import Other\n" + text).map(\.defaultValue) == [.code, nil, .code])
  }

  @Test("the program's list of properties has it as Swift spells it")
  func emitted() throws {
    let text = "import Other\nclass A: Object { @Persisted var a: List<Other.State?>; @Persisted var b: Unit }"
    let swift = try emitted(("a.swift", text))
    #expect(swift.contains("(List<Other.State?>).self") && swift.contains("(Unit).self") && swift.contains("import Other\n"))
  }

  @Test("a projection in YAML can contain a type of another module")
  func projection() throws {
    let yaml = "ashlar: 1\nprojections:\n  Badge:\n    of: A\n    properties:\n      state: state\n      states: states\n"
    let swift = try emitted(
      ("a.swift", "class A: Object { @Persisted var state: Other.State?; @Persisted var states: List<Other.State> }"), ("b.yaml", yaml))
    #expect(swift.contains("var state: Other.State?") && swift.contains("var states: List<Other.State>"))
  }

  @Test("a generated class cannot have one, and neither can what is compared with a release")
  func refused() throws {
    let swift = ("a.swift", "class A: Object { @Persisted var a: Other.State? }")
    #expect(found(swift, ("b.yaml", "ashlar: 1\nobjects:\n  B: { properties: { a: Other_State } }\n")) == ["foreign-type b.yaml:3:25"])
    let release = SchemaModel(name: "App", version: 1, entities: [EntityModel(name: "B", properties: [])])
    let history = try SchemaHistory(releases: [Release(descriptor: DescriptorWriter.bytes(for: release))])
    #expect(found(swift, history: history).contains("foreign-type a.swift:1:34"))
  }

  @Test("an import asks how it is stored")
  func imported() {
    let result = ModelImport.schema(of: [
      SourceFile(path: "a.swift", text: "class A: Object { @Persisted var a: Other.State?; @Persisted var b: Int }")
    ])
    #expect(result.diagnostics.map(\.code) == ["foreign-type"])
    let schema = String(decoding: result.schema ?? [], as: UTF8.self)
    #expect(schema.contains("a: Other_State?") && schema.contains("b: Int"))
  }
}
