import AshlarCompiler
import Testing

/// Many classes written by hand are read on two threads, which must show nowhere.
@Suite struct ManyClassesTests {
  private let count = 60

  /// Classes of which some have two mistakes: one that reading finds, and one that resolving finds. The mistakes are as long as
  /// what is right, so that places are the same with and without them.
  private func classes(_ numbers: Range<Int>, wrong: Range<Int>) -> String {
    numbers.map { index in
      let isWrong = wrong.contains(index)
      return """
        class Type\(index): Object {
          @Persisted(indexed: \(isWrong ? "trux" : "true")) var name: String
          @Persisted var other: \(isWrong ? "Typo" : "Type")0?
        }

        """
    }.joined()
  }

  private func file(_ path: String, _ text: String) -> SourceFile { SourceFile(path: path, text: text) }

  @Test func `mistakes of all classes are those of each class, in the order of the files`() {
    func found(_ wrong: Range<Int>) -> String {
      let few = count / 4
      return diagnostics(
        of: [file("a.swift", classes(0..<few, wrong: wrong)), file("b.swift", classes(few..<count, wrong: wrong))], name: "Many")
    }
    let each = (0..<count).map { found($0..<$0 + 1) }
    #expect(each.allSatisfy { $0.contains("trux") && $0.contains("Typo0") })
    #expect(found(0..<count) == each.joined())
  }

  @Test func `the same bytes are generated each time`() throws {
    let files = [file("many.swift", classes(0..<count, wrong: 0..<0))]
    let first = try generate(files, name: "Many")
    for _ in 0..<10 { #expect(try generate(files, name: "Many") == first) }
  }

  @Test func `a place that the first and the last of many classes share is found`() {
    let first = "class First: Base {\n  @Persisted var a: Int\n}\n"
    let found = diagnostics(
      of: [
        file("a.swift", "class Base: Object {\n  @Persisted var base: Int\n}\n\(first)\(classes(0..<count, wrong: 0..<0))"),
        file("b.swift", "\n\n\nclass Last: Base { @Persisted var c: Int\n  @Persisted var b: Int\n}\n"),
      ], name: "Many")
    #expect(found.hasPrefix("b.swift:5:18: error: 'b' is at line 5 of its file"))
    #expect(found.contains("a.swift:5:18: note: "))
  }
}
