import AshlarCompiler
import Testing

@Suite("Types of the target that cannot be stored")
struct UnstoredTypeTests {
  private func found(_ type: String, yaml: String? = nil) -> [String] {
    var files = [SourceFile(path: "a.swift", text: "class A: Object { @Persisted var a: Kind }\n\(type)")]
    if let yaml { files.append(SourceFile(path: "b.yaml", text: "ashlar: 1\n\(yaml)")) }
    return SchemaCompiler(name: "App").check(files).diagnostics.map { diagnostic in
      "\(diagnostic.location.path):\(diagnostic.location.start.line) \(diagnostic.message) [\(diagnostic.code)]"
        + diagnostic.notes.map { " -> \($0.location.path):\($0.location.start.line)" }.joined()
    }
  }

  @Test(
    "are named as what they are, with the line to write",
    arguments: [
      (
        "enum Kind: String { case a }",
        "the enum 'Kind' does not conform to 'PersistableEnum'; write 'enum Kind: String, PersistableEnum'"
      ),
      (
        "enum Kind: Int, Codable { case a }",
        "the enum 'Kind' does not conform to 'PersistableEnum'; write 'enum Kind: Int, PersistableEnum'"
      ),
      (
        "enum Kind { case a }",
        "the enum 'Kind' does not conform to 'PersistableEnum', for which it needs a raw type; write 'enum Kind: String, PersistableEnum'"
      ),
      (
        "struct Kind { var a = 1 }",
        "'Kind' is not stored; derive a class from 'EmbeddedObject', or let 'Kind' conform to 'CustomPersistable'"
      ),
      (
        "final class Kind: Codable {}",
        "'Kind' is not stored; derive a class from 'EmbeddedObject', or let 'Kind' conform to 'CustomPersistable'"
      ),
      (
        "struct Kind: CustomPersistable {}",
        "'Kind' does not name the type it is stored as; write 'typealias PersistedType = String', or the type of 'init(persistedValue:)'"
      ),
      (
        "private enum Kind: String, PersistableEnum { case a }",
        "'Kind' is private or generic, and emitted code in another file must name it; make it internal"
      ),
      (
        "#if DEBUG\nenum Kind: String, PersistableEnum { case a }\n#endif",
        "'Kind' is inside '#if', and a schema cannot depend on a condition; move the type out of it"
      ),
    ])
  func named(type: String, message: String) {
    let line = type.hasPrefix("#if") ? 3 : 2
    #expect(found(type) == ["a.swift:1 \(message) [unstored-type] -> a.swift:\(line)"])
  }

  @Test("the same message is printed for a property of a YAML file")
  func yaml() {
    let yaml = "objects: { B: { properties: { kind: Kind } } }"
    #expect(
      found("enum Kind: String { case a }", yaml: yaml).contains {
        $0.hasPrefix("b.yaml:2 the enum 'Kind' does not conform to 'PersistableEnum'")
      })
  }
}
