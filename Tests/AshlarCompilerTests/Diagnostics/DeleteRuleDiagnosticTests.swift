import AshlarCompiler
import Testing

@Suite("Diagnostics of delete rules")
struct DeleteRuleDiagnosticTests {
  private func found(_ text: String) -> [String] {
    SchemaCompiler(needsName: false).check([SourceFile(path: "a.yaml", text: "ashlar: 1\n\(text)\n")]).diagnostics.map {
      "\($0.message) [\($0.code)]"
    }
  }

  private func link(_ keys: String, of kind: String = "objects") -> [String] {
    found(
      """
      \(kind == "objects" ? "" : "\(kind): { Holder: { properties: { a: { \(keys) } } } }")
      objects:
        Other: { properties: { id: { type: Int, primaryKey: true } } }
        \(kind == "objects" ? "Holder: { properties: { a: { \(keys) } } }" : "More: {}")
      """)
  }

  private func back(_ rules: String...) -> [String] {
    let properties = rules.enumerated().map { "d\($0): { type: LinkingObjects<Dog>, origin: owner, deleteRule: \($1) }" }
    return found(
      """
      objects:
        Owner: { properties: { \(properties.joined(separator: ", ")) } }
        Dog: { properties: { owner: { type: "Owner?" } } }
      """)
  }

  @Test("links, collections of objects and LinkingObjects have a delete rule")
  func places() {
    for type in ["Other?", "List<Other>", "MutableSet<Other>", "Map<Other?>"] {
      for rule in ["nullify", "cascade", "deny"] { #expect(link("type: \"\(type)\", deleteRule: \(rule)") == [], "\(type) \(rule)") }
    }
    for rule in ["nullify", "cascade", "deny"] { #expect(back(rule) == [], "\(rule)") }
    for type in ["Int", "List<Int>", "AnyRealmValue"] {
      #expect(
        link("type: \(type), deleteRule: cascade")
          == ["'deleteRule' is allowed only on links, collections of objects and LinkingObjects, not on '\(type)' [delete-rule-place]"])
    }
  }

  @Test("words of other languages are answered with the word to use")
  func words() {
    #expect(back("restrict") == ["'restrict' is not a delete rule; write 'deny' [unknown-delete-rule]"])
    #expect(back("noAction") == ["'noAction' is not a delete rule; write 'deny' [unknown-delete-rule]"])
    #expect(back("setNull") == ["'setNull' is not a delete rule; write 'nullify' [unknown-delete-rule]"])
    #expect(back("cascde") == ["'cascde' is not a delete rule; write 'cascade' [unknown-delete-rule]"])
    #expect(back("whatever") == ["'whatever' is not a delete rule; write 'nullify', 'cascade' or 'deny' [unknown-delete-rule]"])
    let ifLast =
      "'cascadeIfLast' is not supported; write 'cascade', which deletes the object although others link to it, or 'nullify' and delete it in code [unknown-delete-rule]"
    #expect(back("cascadeIfLast") == [ifLast])
    #expect(link("type: List<Other>, deleteRule: cascadeIfLast") == [ifLast])
  }

  @Test("'onDelete' is answered with the LinkingObjects that have the rule")
  func onDelete() {
    #expect(
      link("type: \"Other?\", onDelete: restrict")
        == [
          "unknown key 'onDelete' in a property; in 'Other', write 'deleteRule: deny' on the LinkingObjects whose origin is 'a' [unknown-key]"
        ])
    #expect(
      link("type: List<Other>, onDelete: Cascade")
        == [
          "unknown key 'onDelete' in a property; write 'deleteRule: cascade' on the LinkingObjects in the type that is linked to [unknown-key]"
        ])
  }

  @Test("embedded objects go with their owner, and asymmetric ones are never deleted")
  func kinds() {
    #expect(link("type: \"Other?\", deleteRule: cascade", of: "embedded") == [])
    #expect(
      link("type: \"Other?\", deleteRule: deny", of: "embedded")
        == [
          "an embedded object is also deleted when another replaces it, which nothing can deny; write 'cascade' or 'nullify' [deny-in-embedded]"
        ])
    #expect(
      link("type: \"Other?\", deleteRule: cascade", of: "asymmetric")
        == ["asymmetric objects are never deleted by a program; remove 'deleteRule' [delete-rule-in-asymmetric]"])
    let message =
      "an embedded object is always deleted with its owner, so a link between them has no 'deleteRule'; remove it ('Home' is embedded) [delete-rule-on-embedded]"
    #expect(
      found("objects: { Dog: { properties: { a: { type: \"Home?\", deleteRule: deny } } } }\nembedded: { Home: {} }") == [message])
    #expect(
      found(
        """
        objects: { Dog: { properties: { a: "Home?" } } }
        embedded: { Home: { properties: { dogs: { type: LinkingObjects<Dog>, origin: a, deleteRule: cascade } } } }
        """) == [message])
  }

  @Test("the links of one origin have one rule")
  func conflicts() {
    #expect(back("cascade", "cascade") == [])
    #expect(
      back("cascade", "deny")
        == ["other LinkingObjects of 'Dog.owner' have 'deleteRule: cascade'; write the same rule [delete-rule-conflict]"])
    #expect(back("nullify", "deny").map { $0.suffix(22) } == ["[delete-rule-conflict]"])
  }

  @Test("cascades in both directions are a warning")
  func bothWays() {
    let text = """
      objects:
        Owner: { properties: { dogs: { type: LinkingObjects<Dog>, origin: owner, deleteRule: cascade } } }
        Dog: { properties: { owner: { type: "Owner?", deleteRule: cascade } } }
      """
    #expect(
      found(text)
        == [
          "'Dog.owner' cascades in both directions: deleting either object deletes the other, and everything that is linked the same way [cascade-both-ways]"
        ])
    #expect(SchemaCompiler(needsName: false).check([SourceFile(path: "a.yaml", text: "ashlar: 1\n\(text)\n")]).schema != nil)
  }
}
