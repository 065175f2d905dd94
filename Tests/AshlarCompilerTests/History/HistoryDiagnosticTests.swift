import AshlarCompiler
import AshlarSchema
import Testing

@Suite("A schema after its newest release")
struct HistoryDiagnosticTests {
  private static func model(_ yaml: String) throws -> SchemaModel {
    let file = SourceFile(path: "before.yaml", text: "ashlar: 1\nschema: { name: K, version: 3 }\nobjects:\n" + yaml + "\n")
    return try #require(SchemaCompiler().check([file]).schema).model
  }

  /// What is reported of a schema after a release of version 3.
  private func diagnostics(_ before: String, _ now: String, version: String = "history") throws -> [String] {
    let release = try Release(descriptor: Release.descriptor(of: Self.model(before), after: nil))
    let compiler = SchemaCompiler(history: try SchemaHistory(releases: [release]))
    let file = SourceFile(path: "dogs.yaml", text: "ashlar: 1\nschema: { name: K, version: \(version) }\nobjects:\n" + now + "\n")
    return compiler.check([file]).diagnostics.map { $0.text().split(separator: "\n").first.map(String.init) ?? "" }
  }

  private static let dog = "  Dog: { properties: { age: Int } }"

  @Test("that is the same has no diagnostics")
  func same() throws {
    #expect(try diagnostics(Self.dog, Self.dog) == [])
    #expect(try diagnostics(Self.dog, Self.dog, version: "3") == [])
  }

  @Test("must have a higher version where files need it")
  func notRaised() throws {
    #expect(
      try diagnostics(Self.dog, "  Dog: { properties: { age: Int, name: String } }", version: "3")
        == ["dogs.yaml:2:29: error: the stored form has changed, but the version is still 3; raise it [version-not-raised]"])
  }

  @Test("may have more types under the same version")
  func moreTypes() throws {
    #expect(try diagnostics(Self.dog, Self.dog + "\n  Cat: {}", version: "3") == [])
  }

  @Test("must not have a lower version")
  func lowered() throws {
    #expect(
      try diagnostics(Self.dog, Self.dog, version: "2")
        == ["dogs.yaml:2:29: error: the version was lowered from 3 to 2; a version can only be raised [version-lowered]"])
  }

  @Test("must not rename a property and change its type at once")
  func renameChangesType() throws {
    let now = "  Dog:\n    properties:\n      years: { type: String, was: [age] }"
    #expect(try diagnostics(Self.dog, now).map { $0.hasSuffix("[rename-changes-type]") } == [true])
    #expect(try diagnostics(Self.dog, now)[0].hasPrefix("dogs.yaml:6:7: error: property 'Dog.years' has been changed"))
  }

  @Test("warns of a property that is perhaps another's new name")
  func ambiguous() throws {
    #expect(
      try diagnostics(Self.dog, "  Dog:\n    properties:\n      years: Int") == [
        "dogs.yaml:6:7: warning: 'Dog.age' went and 'years' of its type came: write 'was: [age]' there if it is the same, or 'dropped: [age]' in 'Dog' if its values may go; otherwise the code of the next migration must say what becomes of them [ambiguous-removal]"
      ])
  }

  @Test("does not warn if 'was' or 'dropped' states the change")
  func told() throws {
    #expect(try diagnostics(Self.dog, "  Dog:\n    properties:\n      years: { type: Int, was: [age] }") == [])
    #expect(try diagnostics(Self.dog, "  Dog:\n    dropped: [age]\n    properties:\n      years: Int") == [])
  }

  @Test("does not list a dropped property that no release has")
  func neverReleased() throws {
    let now = "  Dog:\n    dropped: [aeg, tail]\n    properties:\n      name: String"
    #expect(
      try diagnostics(Self.dog, now) == [
        "dogs.yaml:5:15: error: 'dropped' lists 'aeg', and no release of 'Dog' has it; did you mean 'age'? [dropped-never-released]",
        "dogs.yaml:5:20: error: 'dropped' lists 'tail', and no release of 'Dog' has it; remove it [dropped-never-released]",
      ])
    #expect(try diagnostics("  Hound: { properties: { age: Int } }", "  Dog: { was: [Hound], dropped: [age] }") == [])
    #expect(try diagnostics(Self.dog, "  Dog: { dropped: [age], properties: { age: String } }") == [])
    #expect(try diagnostics("  Dog: { properties: { years: { type: Int, was: [age] } } }", "  Dog: { dropped: [age, years] }") == [])
  }

  @Test("lists a dropped property once, and none whose values move")
  func dropped() throws {
    expectDiagnostics(
      "ashlar: 1\nobjects:\n  Dog:\n    dropped: [a, a, b]\n    properties:\n      c: { type: Int, was: [b] }",
      """
      dogs.yaml:4:18: error: 'dropped' lists 'a' twice [duplicate-dropped]
          dropped: [a, a, b]
                       ^
      dogs.yaml:4:15: note: the first is here
      dogs.yaml:4:21: error: 'dropped' lists 'b', whose values move to the property with 'was: [b]' [dropped-and-renamed]
          dropped: [a, a, b]
                          ^
      dogs.yaml:6:29: note: 'b' is used here
      """)
  }
}
