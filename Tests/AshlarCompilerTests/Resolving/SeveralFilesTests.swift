import AshlarCompiler
import AshlarSchemaTools
import Testing

@Suite("Several files")
struct SeveralFilesTests {
  @Test("may use each other's types")
  func references() throws {
    let files = [
      SourceFile(path: "a.yaml", text: "ashlar: 1\nobjects: { A: { properties: { b: B? } } }"),
      SourceFile(path: "b.yaml", text: "ashlar: 1\nembedded: { B: { properties: { c: C } } }"),
      SourceFile(path: "c.yaml", text: "ashlar: 1\nenums: { C: [x] }"),
    ]
    #expect(try generate(files, name: "X")["a.swift"]?.contains("_embedded(0, B.self)") == true)
  }

  @Test("report the errors of all of them in one run, sorted by file and position")
  func allErrors() {
    let files = [
      SourceFile(path: "b.yaml", text: "ashlar: 1\nobjects: { A: {}, B: { properties: { x: Zzz } } }"),
      SourceFile(path: "a.yaml", text: "ashlar: 1\nobjects:\n  A: {}\n  Q: { properties: { x: { type: Int, primarykey: true } } }"),
    ]
    #expect(
      diagnostics(of: files) == """
        a.yaml:4:38: error: unknown key 'primarykey' in a property; did you mean 'primaryKey'? [unknown-key]
          Q: { properties: { x: { type: Int, primarykey: true } } }
                                             ^~~~~~~~~~
        b.yaml:2:12: error: there are two types named 'A' [duplicate-type]
        objects: { A: {}, B: { properties: { x: Zzz } } }
                   ^
        a.yaml:3:3: note: the other 'A' is declared here
        b.yaml:2:41: error: unknown type 'Zzz' [unknown-type]
        objects: { A: {}, B: { properties: { x: Zzz } } }
                                                ^~~

        """)
  }

  @Test("one unreadable file does not make the types it may declare unknown")
  func oneErrorForOneMistake() {
    let files = [
      SourceFile(path: "a.yaml", text: "ashlar: 1\nobjects: { A: { properties: { b: B? } } }"),
      SourceFile(path: "b.yaml", text: "ashlar: 1\nobjects: { B: { properties: { a: Int }"),
    ]
    #expect(diagnostics(of: files).split(separator: "\n").count { $0.contains(": error: ") } == 1)
  }

  @Test("a broken declaration still declares its name")
  func brokenDeclaration() {
    let yaml =
      "ashlar: 1\nenums: { E: { raw: Int, cases: { a: x } } }\nobjects: { A: { properties: { e: { type: E, default: a }, b: B? } }, B: 1 }"
    #expect(
      SchemaCompiler(needsName: false).check([SourceFile(path: "a.yaml", text: yaml)]).diagnostics.map(\.code)
        == ["bad-raw-value", "wrong-shape"])
  }

  @Test("only one has a schema block")
  func schemaBlocks() {
    let files = ["a", "b"].map { SourceFile(path: "\($0).yaml", text: "ashlar: 1\nschema: { name: X }") }
    #expect(
      diagnostics(of: files) == """
        b.yaml:2:1: error: only one file of a schema can have a 'schema' block [repeated-schema-block]
        schema: { name: X }
        ^~~~~~
        a.yaml:2:1: note: the first is here

        """)
  }

  @Test("a schema needs a name to be generated")
  func missingName() {
    let result = SchemaCompiler().check([SourceFile(path: "a.yaml", text: "ashlar: 1\n")])
    #expect(result.schema == nil)
    #expect(
      result.diagnostics.map { $0.text() } == [
        """
        a.yaml:1:1: error: the schema has no name; write 'schema: { name: … }' in one file, or give one with --name [missing-schema-name]
        ashlar: 1
        ^

        """
      ])
  }

  @Test("a type named like its target is a warning, and files are generated")
  func typeNamedLikeTarget() {
    let result = SchemaCompiler(name: "Dog").check([SourceFile(path: "a.yaml", text: "ashlar: 1\nobjects: { Dog: {} }")])
    #expect(result.schema != nil)
    #expect(
      result.diagnostics.map { $0.text() } == [
        """
        a.yaml:2:12: warning: the type 'Dog' has the name of its target, so Swift code cannot qualify types with that name [type-named-like-target]
        objects: { Dog: {} }
                   ^~~

        """
      ])
  }

  @Test("types cannot have the names of the base class's members", arguments: ["_int", "freeze", "realm", "_Row", "Results"])
  func reservedTypes(name: String) {
    let files = ["objects", "embedded"].map { SourceFile(path: "\($0).yaml", text: "ashlar: 1\n\($0): { \(name): {} }") }
    #expect(SchemaCompiler(needsName: false).check(files).diagnostics.map(\.code) == ["reserved-type-name", "reserved-type-name"])
  }

  @Test("names that nothing uses are allowed", arguments: ["Column", "Group", "File", "Tag", "User", "Thread", "_Dog", "Straße", "犬", "🐶"])
  func freeTypes(name: String) {
    let file = SourceFile(
      path: "a.yaml", text: "ashlar: 1\nobjects: { \(name): { properties: { primaryKey: Int, id: Int, freeze: Int } } }")
    #expect(SchemaCompiler(needsName: false).check([file]).diagnostics == [])
  }

  @Test("names are compared after canonical composition")
  func canonicalNames() {
    let yaml = "ashlar: 1\nobjects: { \"Caf\u{E9}\": { properties: { a: \"Cafe\u{301}?\" } } }\nembedded: { \"Cafe\u{301}\": {} }"
    #expect(SchemaCompiler(needsName: false).check([SourceFile(path: "a.yaml", text: yaml)]).diagnostics.map(\.code) == ["duplicate-type"])
  }
}
