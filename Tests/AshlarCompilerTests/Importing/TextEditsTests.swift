import AshlarSchema
import TestSupport
import Testing

@testable import AshlarCompiler
@testable import AshlarSchemaTools

@Suite("Changes of a file's text")
struct TextEditsTests {
  @Test("where each byte of the changed file was, is what the changes say one after the other")
  func places() {
    var random = SeededGenerator(seed: 44)
    for round in 0..<200 {
      var edits = TextEdits()
      var kept: [(range: Range<Int>, text: String)] = []
      var start = 0
      while start < 200 {
        start += Int.random(in: 0...9, using: &random)
        let range = start..<start + Int.random(in: 0...6, using: &random)
        let text = String(repeating: "x", count: Int.random(in: range.isEmpty ? 1...5 : 0...5, using: &random))
        kept.append((range, text))
        start = range.upperBound + 1
      }
      for edit in kept.shuffled(using: &random) { edits.replace(edit.range, with: edit.text) }
      let places = edits.places
      // By byte of the changed file: where it was before.
      var expected: [Int] = []
      var next = 0
      for (range, text) in kept {
        expected += next..<range.lowerBound
        expected += text.utf8.indices.enumerated().map { offset, _ in min(range.lowerBound + offset, range.upperBound) }
        next = range.upperBound
      }
      expected += next..<(next + 10)
      #expect(expected.indices.map { places.original($0) } == expected, "seed 44, round \(round)")
    }
  }
}

@Suite("An import of many classes")
struct ManyClassesImportTests {
  private func family(_ number: Int) -> String {
    """
    @objcMembers class Base\(number): Object {
      /// What it is called.
      dynamic var name\(number) = ""
      let others\(number) = List<Base\(number)>()
      class Inner: EmbeddedObject {
        @objc dynamic var depth\(number) = 1
        func f() {}
      }
      func describe() -> String { name\(number) }
    }
    class Derived\(number): Base\(number) {
      @objc dynamic var age\(number): Int = 0 { didSet { print(age\(number)) } }
      var seen\(number) = false
    }
    @objc enum Kind\(number): Int, RealmEnum { case a, b; var isFirst: Bool { self == .a } }
    class Last\(number): Derived\(number) { @objc dynamic var kind\(number) = Kind\(number).a }

    """
  }

  @Test("makes of each what an import of it alone makes")
  func each() throws {
    let numbers = 0..<40
    let all = ModelImport.schema(of: [SourceFile(path: "a.swift", text: numbers.map(family).joined())])
    let yaml = String(decoding: try #require(all.schema), as: UTF8.self)
    let swift = all.swift.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    var messages: [String] = []
    for number in numbers {
      let one = ModelImport.schema(of: [SourceFile(path: "a.swift", text: family(number))])
      let sections = String(decoding: try #require(one.schema), as: UTF8.self).split(separator: "\n\n").dropFirst(2)
      for section in sections {
        let body = section.split(separator: "\n").drop { !$0.hasPrefix("  ") }.joined(separator: "\n")
        #expect(yaml.contains(body), "\(body)")
      }
      for file in one.swift {
        for part in String(decoding: file.bytes, as: UTF8.self).split(separator: "\n\n") { #expect(swift.contains(part), "\(part)") }
      }
      messages += one.diagnostics.map(\.message)
    }
    #expect(all.diagnostics.map(\.message) == messages)
    #expect(all.diagnostics.map(\.location.start.line) == all.diagnostics.map(\.location.start.line).sorted())
  }

  @Test("gives each class of a line of descent the mixin of the class before it")
  func descent() throws {
    let source = (0..<50).map { "class C\($0): \($0 == 0 ? "Object" : "C\($0 - 1)") {\n  @Persisted var p\($0): Int\n}\n\n" }.joined()
    let result = ModelImport.schema(of: [SourceFile(path: "a.swift", text: source)])
    let schema = SourceFile(path: "models.yaml", bytes: try #require(result.schema))
    let model = try #require(SchemaCompiler(name: "Models").check([schema]).schema).model
    for entity in model.entities {
      let number = try #require(Int(entity.name.dropFirst()))
      #expect(Set(entity.properties.map(\.name)) == Set((0...number).map { "p\($0)" }))
    }
    #expect(model.entities.count == 50)
  }
}
