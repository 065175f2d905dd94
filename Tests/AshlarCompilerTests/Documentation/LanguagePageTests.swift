import AshlarSchema
import Foundation
import Testing

@testable import AshlarCompiler
@testable import AshlarSchemaTools

@Suite("The page of the schema language")
struct LanguagePageTests {
  let page: LanguagePage

  init() throws { page = try LanguagePage() }

  @Test(
    "lists the keys that the checker reads",
    arguments: [
      KeyPlace.file, .schema, .property, .object, .enumeration, .enumCase, .customType, .mixin, .projection, .projectedProperty,
      .uniqueRule,
    ])
  func keys(_ place: KeyPlace) {
    #expect(Set(page.firstCells(after: "keys: \(place)")) == Set(place.keys))
  }

  @Test("lists the same keys for objects, embedded and asymmetric objects, except 'values', as the checker")
  func kinds() {
    #expect(KeyPlace.object.keys == KeyPlace.embedded.keys)
    #expect(KeyPlace.object.keys.filter { $0 != "values" } == KeyPlace.asymmetric.keys)
  }

  @Test("lists every scalar type")
  func scalars() {
    #expect(page.firstCells(after: "types") == ValueType.scalars.map(\.name) + [TypeExpression.anyName])
  }

  @Test(
    "states which types may be primary keys and have indexes, as the checker decides",
    arguments: ValueType.scalars.map(\.name) + [TypeExpression.anyName])
  func eligibility(_ type: String) throws {
    let row = page.row(type, after: "types")
    try #require(row.count == 5)
    #expect(isAccepted("{ type: \(type), primaryKey: true }") == (row[3] == "yes"))
    #expect(isAccepted("{ type: \(type), indexed: true }") == (row[4] == "yes"))
    #expect(isAccepted("\(type)?") == row[2].hasPrefix("yes"))
  }

  @Test("lists the reserved property names")
  func reservedNames() throws {
    let marker = try #require(page.lines.firstIndex(of: "<!-- names: properties -->"))
    let text = page.lines[(marker + 1)...].prefix { !$0.isEmpty }.joined(separator: " ")
    let names = text.split(separator: " ").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "`")) }
    #expect(Set(names) == ReservedNames.properties)
  }

  @Test("has examples")
  func hasExamples() { #expect(page.examples.count >= 7) }

  @Test("quotes the Swift that its examples emit")
  func emitted() throws {
    for example in page.examples {
      let files = try generate([SourceFile(path: "demo.yaml", text: example.yaml)], name: "Demo")
      let emitted = try #require(files["demo.swift"]).components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      var next = 0
      for line in example.swift.split(separator: "\n") {
        let found = emitted[next...].firstIndex { Self.declares($0, line.trimmingCharacters(in: .whitespaces)) }
        #expect(found != nil, "'\(line)' is not emitted after line \(next) for\n\(example.yaml)")
        if let found { next = found + 1 }
      }
    }
  }

  /// Whether an emitted line is the quoted one. `{ get set }` and `{ get }` stand for accessors.
  private static func declares(_ emitted: String, _ quoted: String) -> Bool {
    for (accessors, isWritable) in [(" { get set }", true), (" { get }", false)] where quoted.hasSuffix(accessors) {
      if emitted == quoted { return true }
      let head = String(quoted.dropLast(accessors.count)) + " {"
      return emitted.hasPrefix(head) && emitted.contains(" set {") == isWritable
    }
    return emitted == quoted || emitted == quoted + " {"
  }

  private func isAccepted(_ property: String) -> Bool {
    diagnostics(of: "ashlar: 1\nobjects:\n  Thing:\n    properties:\n      it: \(property.hasPrefix("{") ? property : "\"\(property)\"")\n")
      .isEmpty
  }
}
