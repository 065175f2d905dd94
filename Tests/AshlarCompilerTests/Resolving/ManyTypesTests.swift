import AshlarCompiler
import AshlarSchemaTools
import Testing

/// Many types are read and resolved on two threads, which must show nowhere.
@Suite struct ManyTypesTests {
  private let count = 60

  /// A schema of many types, of which some have two mistakes: one that reading finds, and one that resolving finds. The mistakes
  /// are as long as what is right, so that places are the same with and without them.
  private func schema(wrong: Range<Int>) -> String {
    var yaml = "ashlar: 1\nschema: { name: Many }\nobjects:\n"
    for index in 0..<count {
      let isWrong = wrong.contains(index)
      yaml += """
          Type\(index):
            properties:
              name: { type: String, indexed: \(isWrong ? "trux" : "true") }
              other: \(isWrong ? "Typo" : "Type")0?

        """
    }
    return yaml
  }

  /// A file with some of the types, each of which links to the seventh after it.
  private func file(_ path: String, head: String, types: Range<Int>) -> SourceFile {
    let types = types.map { "  Type\($0): { properties: { next: Type\(($0 + 7) % count)? } }\n" }
    return SourceFile(path: path, text: "ashlar: 1\n\(head)objects:\n\(types.joined())")
  }

  @Test func `mistakes of all types are those of each type, in the order of the file`() {
    let each = (0..<count).map { diagnostics(of: schema(wrong: $0..<$0 + 1)) }
    #expect(each.allSatisfy { $0.contains("trux") && $0.contains("Typo0") })
    #expect(diagnostics(of: schema(wrong: 0..<count)) == each.joined())
  }

  @Test func `the same bytes are generated each time`() throws {
    let files = [SourceFile(path: "many.yaml", text: schema(wrong: 0..<0))]
    let first = try generate(files)
    for _ in 0..<10 { #expect(try generate(files) == first) }
  }

  @Test func `types of one file make the same schema as those of several`() throws {
    let head = "schema: { name: Many }\n"
    let one = [file("many.yaml", head: head, types: 0..<count)]
    let several = [file("a.yaml", head: head, types: 0..<20), file("b.yaml", head: "", types: 20..<count)]
    #expect(try generate(several)["ManySchema.swift"] == generate(one)["ManySchema.swift"])
  }
}
