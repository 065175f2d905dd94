import AshlarCompiler
import AshlarSchema
import Testing

@Suite("Swift files that are not read alone")
struct SchemaRuleTests {
  @Test("bytes that positions cannot be counted in are refused in files with models")
  func bytes() {
    func codes(_ bytes: [UInt8]) -> [String] {
      SchemaCompiler(name: "App").check([SourceFile(path: "a.swift", bytes: bytes)]).diagnostics.map {
        "\($0.location.start.line):\($0.location.start.column) \($0.code)"
      }
    }
    let model = Array("class A: Object { @Persisted var a: Int }\n".utf8)
    #expect(codes(model + [0xFF]) == ["2:1 invalid-utf8"])
    #expect(codes(model + [0x0D, 0x20]) == ["2:1 lone-carriage-return"])
    #expect(codes(model + Array(repeating: 0x20, count: SourceFile.sizeLimit)).map { $0.hasSuffix("file-too-large") } == [true])
    #expect(codes([0xFF, 0x0D, 0x20]) == [])
  }

  @Test("a type of another module is as a YAML file of the target declares it")
  func foreign() throws {
    let compiler = SchemaCompiler(name: "App")
    let files = [
      SourceFile(
        path: "a.swift", text: "import Other\nclass A: Object { @Persisted var s: Other.State?; @Persisted var u: List<Other.Unit> }"),
      SourceFile(
        path: "b.yaml",
        text:
          "ashlar: 1\nenums:\n  State: { raw: Int, external: true, swift: Other.State }\ntypes:\n  Unit: { persisted: String, swift: Other.Unit }\n"
      ),
    ]
    let schema = try #require(compiler.check(files).schema, "\(compiler.check(files).diagnostics.map { $0.text() })")
    let properties = schema.model.entities[0].properties
    #expect(properties[0].type == .int && properties[1].customName == "Unit")
    let text = compiler.generate(schema).map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    #expect(text.contains("(Other.State?).self") && text.contains("(List<Other.Unit>).self"))
  }
}
