import AshlarCompiler
import AshlarSchemaTools
import Testing
import TestTraits

/// Files that nobody writes, up to the largest that are taken: an error at its place, in a moment, with a stack of any size.
@Suite("Hostile files", .blocking, .timeLimit(.minutes(360)))
struct HostileFileTests {
  private static let head = "ashlar: 1\nschema: { name: S }\n"

  /// The codes with their lines and columns.
  private func codes(_ yaml: String) -> [String] {
    SchemaCompiler().check([SourceFile(path: "a.yaml", text: Self.head + yaml)]).diagnostics.map { diagnostic in
      #expect(diagnostic.text().utf8.count < 10_000 && diagnostic.json().utf8.count < 10_000)
      return "\(diagnostic.location.start.line):\(diagnostic.location.start.column) \(diagnostic.code)"
    }
  }

  private func many(_ count: Int, _ text: (Int) -> String) -> String { (0..<count).map(text).joined() }

  @Test("10,000 levels of flow collections end at the 64th", arguments: [("[", "3:73"), ("{a: ", "3:262")])
  func deepFlow(piece: String, place: String) {
    #expect(codes("objects: " + String(repeating: piece, count: 10_000)) == ["\(place) too-deep"])
  }

  @Test("10,000 levels of block collections on one line end at the 64th", arguments: [("- ", "4:127"), ("? ", "4:129")])
  func deepBlock(piece: String, place: String) {
    #expect(codes("objects:\n" + String(repeating: piece, count: 10_000)) == ["\(place) too-deep"])
  }

  @Test("thousands of indented maps end at the 64th level")
  func deepIndentation() {
    #expect(codes("objects:\n" + many(3_000) { String(repeating: " ", count: $0 + 1) + "a:\n" }) == ["67:65 too-deep"])
  }

  @Test("a bomb of aliases is refused alias by alias, and nothing is put in their place")
  func aliasBomb() {
    let letters = Array("abcdefghij")
    let yaml = "a: &a [x, x]\n" + many(9) { "\(letters[$0 + 1]): &\(letters[$0 + 1]) [*\(letters[$0]), *\(letters[$0])]\n" }
    let found = codes(yaml)
    #expect(found.filter { $0.hasSuffix(" alias") }.count == 18)
    #expect(found.filter { $0.hasSuffix(" anchor") }.count == 10)
  }

  @Test("a scalar of megabytes is refused or shown in part", arguments: ["\(String(repeating: "a", count: 4_000_000)): 1\n"])
  func longKey(_ yaml: String) {
    #expect(codes(yaml) == ["3:4000001 yaml-syntax"])
  }

  @Test("hundreds of thousands of mistakes are 1000, and one that says there are more")
  func manyMistakes() {
    let found = codes(many(200_000) { "k\($0): 1\n" })
    #expect(found.count == 1001)
    #expect(found.last == "1003:1 too-many-errors")
    let repeated = codes(String(repeating: "a: 1\n", count: 200_000))
    #expect(repeated.count == 1001)
    #expect(repeated.last?.hasSuffix("too-many-errors") == true)
  }

  @Test("very many unknown types do not cost their number squared")
  func unknownTypes() {
    let found = codes("objects:\n" + many(20_000) { " A\($0): { properties: { a: B\($0)? } }\n" })
    #expect(found.count == 1001)
  }

  @Test("a chain of mixins ends at the 64th, whichever way round it is written", arguments: [false, true])
  func deepMixins(isReversed: Bool) {
    let lines = (0..<20_000).map { " M\($0): { mixins: [M\($0 + 1)] }\n" } + [" M20000: {}\n"]
    let found = codes("mixins:\n" + (isReversed ? lines.reversed() : lines).joined())
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix("too-deep") == true)
  }

  @Test("a cycle of many mixins ends")
  func mixinCycle() {
    let found = codes("mixins:\n" + many(20_000) { " M\($0): { mixins: [M\(($0 + 1) % 20_000)] }\n" })
    #expect(found.first?.hasSuffix("too-deep") == true)
  }

  @Test("mixins that name each other in every way end")
  func wideMixins() {
    let layers = 20
    let width = 10
    let all = { (layer: Int) in (0..<width).map { "M\(layer)_\($0)" }.joined(separator: ", ") }
    let yaml =
      "mixins:\n"
      + many(layers * width) { index in
        let layer = index / width
        return " M\(layer)_\(index % width): { mixins: [\(layer == 0 ? "" : all(layer - 1))] }\n"
      }
    #expect(codes(yaml + "objects: { A: { mixins: [\(all(layers - 1))] } }\n") == [])
  }

  @Test("64 levels of mixins are allowed")
  func allowedMixins() {
    let yaml = "mixins:\n" + many(63) { " M\($0): { mixins: [M\($0 + 1)] }\n" } + " M63: { properties: { a: Int } }\n"
    #expect(codes(yaml + "objects: { A: { mixins: [M0] } }\n") == [])
  }

  @Test("a cycle of very many embedded types is one error")
  func embeddedCycle() {
    #expect(codes("embedded:\n" + many(2_000) { " M\($0): { properties: { a: M\(($0 + 1) % 2_000)? } }\n" }).count == 1)
  }
}
