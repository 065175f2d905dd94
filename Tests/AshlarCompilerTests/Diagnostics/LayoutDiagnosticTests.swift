import AshlarCompiler
import AshlarSchemaTools
import Testing

@Suite("Mistakes of people who write YAML by hand")
struct LayoutDiagnosticTests {
  /// `line:column: message [code]` of the only diagnostic of a schema whose line 2 is `objects:`.
  private func only(_ body: String) -> String {
    let found = SchemaCompiler(needsName: false).check([SourceFile(path: "dogs.yaml", text: "ashlar: 1\nobjects:\n" + body + "\n")])
      .diagnostics
    guard found.count == 1 else { return found.map { $0.text() }.joined() }
    return "\(found[0].location.start.line):\(found[0].location.start.column): \(found[0].message) [\(found[0].code)]"
  }

  @Test("a line that is indented too little or too much is named with its neighbours")
  func indentation() {
    #expect(
      only("  Dog:\n    properties:\n      name: String\n     age: Int")
        == "6:6: this line is indented by 5 spaces, but 'name' by 6 and 'properties' by 4 [indentation]")
    #expect(
      only("  Dog:\n    properties:\n      name: String\n        age: Int\n      more: Int")
        == "6:9: this line is indented by 8 spaces, but 'name' above it by 6 and has a value already [indentation]")
    #expect(
      only("  Dog:\n    properties:\n      name: { type: String }\n        age: Int")
        == "6:9: this line is indented by 8 spaces, but 'name' above it by 6 and has a value already [indentation]")
    #expect(
      only("  Dog:\n    properties:\n      name: String\n\n # a comment\n Cat:\n    properties:\n      age: Int")
        == "8:2: this line is indented by 1 space, but 'Dog' by 2 and 'objects' by 0 [indentation]")
    #expect(
      only("  Dog:\n    doc: |\n      One.\n     Two.\n    properties: {}")
        == "6:6: this line is indented by 5 spaces, but 'doc' above it by 4 and has a value already [indentation]")
  }

  @Test("a key beside its type is distinguished from a type")
  func keyBesideType() {
    #expect(
      only("  Dog:\n  properties:\n    name: String")
        == "4:3: 'properties' is a key of 'Dog'; indent it further than 'Dog' [key-not-indented]")
    #expect(only("  Dog: {}\n  properties:\n    properties: { name: String }") == "")
  }

  @Test("a line without a colon, or without the space after it, is the one that is reported")
  func colons() {
    let message = "is not an entry: write a key, ':' and a space before it [missing-colon]"
    #expect(only("  Dog:\n    properties:\n      name String\n      age: Int") == "5:7: 'name String' \(message)")
    #expect(only("  Dog:\n    properties:\n      age: Int\n      name String\n  Cat: {}") == "6:7: 'name String' \(message)")
    #expect(
      only("  Dog:\n    properties:\n      name:String\n      age: Int")
        == "5:7: 'name:String' needs a space after the ':' [missing-colon]")
    #expect(only("  Dog:\n    doc: A dog: it barks") == "4:10: text that contains ': ' must be in quotation marks [colon-in-text]")
  }

  @Test("a bracket or quote that is never closed is reported where it opens")
  func brackets() {
    #expect(
      only("  Dog:\n    properties:\n      name: { type: String\n      age: Int\n      x: { type: Int }")
        == "5:13: this '{' is never closed [not-closed]")
    #expect(only("  Dog:\n    conforms: [Codable\n    properties: {}") == "4:15: this '[' is never closed [not-closed]")
    #expect(only("  Dog:\n    doc: \"a dog\n    properties: {}") == "4:10: this '\"' is never closed [not-closed]")
    #expect(only("  Dog: { properties: { a: { type: Int default: 3 } } }") == "3:46: ',' or '}' is expected before this [yaml-syntax]")
    #expect(only("  Dog: {}}") == "3:10: '}' is not expected here [yaml-syntax]")
  }

  @Test("a character that cannot begin a value is named", arguments: ["@", "`", "%", "*", "&"])
  func quotes(character: String) {
    #expect(
      only("  Dog:\n    doc: \(character)") == "4:10: text that starts with '\(character)' must be in quotation marks [needs-quotes]")
  }

  @Test("the message about a property outside 'properties' states where it belongs")
  func forgottenProperties() {
    #expect(only("  Dog:\n    name: String") == "4:5: unknown key 'name' in an object; properties go under 'properties:' [unknown-key]")
    #expect(
      only("  Dog:\n    tags: { type: Int }") == "4:5: unknown key 'tags' in an object; properties go under 'properties:' [unknown-key]"
    )
    #expect(
      only("  Dog:\n    propertys: { a: Int }") == "4:5: unknown key 'propertys' in an object; did you mean 'properties'? [unknown-key]")
  }

  @Test("the message about optionality as a key suggests a question mark")
  func optional() {
    func key(_ keys: String) -> String { only("  Dog: { properties: { a: { \(keys) } } }") }
    #expect(
      key("type: Int, optional: true")
        == "3:40: unknown key 'optional' in a property; an optional type ends in '?': write 'Int?' [unknown-key]")
    #expect(
      key("type: Int, notNull: true")
        == "3:40: unknown key 'notNull' in a property; remove it: a type without '?' is required [unknown-key]")
    #expect(
      key("type: Int, nullable: false")
        == "3:40: unknown key 'nullable' in a property; remove it: a type without '?' is required [unknown-key]")
  }

  @Test(
    "keys of other libraries are answered with the key that is meant, or with what to do",
    arguments: [
      ("type: Int, index: true", "index", "did you mean 'indexed'?"),
      ("type: Int, primary: true", "primary", "did you mean 'primaryKey'?"),
      ("type: Int, description: Years", "description", "did you mean 'doc'?"),
      ("type: LinkingObjects<Dog>, inverse: friend", "inverse", "did you mean 'origin'?"),
      (
        "type: Dog?, inverse: friends", "inverse",
        "the type that is linked to declares the other direction: '{ type: LinkingObjects<…>, origin: … }'"
      ),
      ("type: String, enum: Size", "enum", "an enum is the type of its properties: write 'type: Size'"),
      ("type: String, enum: [a, b]", "enum", "declare the enum under 'enums:', and write its name as the 'type'"),
    ])
  func otherKeys(keys: String, key: String, advice: String) {
    let found = only("  Dog: { properties: { a: { \(keys) } } }")
    #expect(found.contains(": unknown key '\(key)' in a property; \(advice) [unknown-key]"), "\(found)")
  }

  @Test(
    "keys of other libraries on a type are answered as well, and properties of those names are told where they belong",
    arguments: [
      ("index: [a]", "write 'indexed: true' in the property"),
      ("primary: a", "write 'primaryKey: true' in the property"),
      ("count: Int", "properties go under 'properties:'"),
      ("min: 1", "it is a key of a property"),
      ("nullable: [a]", "an optional type ends in '?'"),
      ("inverse: a", "the type that is linked to declares the other direction: '{ type: LinkingObjects<…>, origin: … }'"),
      ("enum: [a, b]", "declare the enum under 'enums:', and write its name as the 'type'"),
      ("description: What barks.", "did you mean 'doc'?"),
      ("description: String", "properties go under 'properties:'"),
      ("index: Int?", "properties go under 'properties:'"),
    ])
  func otherKeysOfTypes(key: String, advice: String) {
    let found = only("  Dog:\n    \(key)\n    properties: { a: Int }")
    #expect(found.hasPrefix("4:5: unknown key '\(key.prefix { $0 != ":" })' in an object; \(advice) [unknown-key]"), "\(found)")
  }

  @Test(
    "Swift's spellings are told as the language's",
    arguments: [
      ("[String]", "List<String>"), ("[String?]", "List<String?>"), ("\"[Int]?\"", "List<Int>"), ("[String: Int]", "Map<Int>"),
      ("{ type: [Dog] }", "List<Dog>"), ("Optional<Int>", "Int?"),
    ])
  func swiftTypes(type: String, expected: String) {
    #expect(
      only("  Dog: { properties: { a: \(type) } }").hasSuffix("is not a type of the schema language; write '\(expected)' [malformed-type]"))
  }

  @Test("the message about a type of Swift states how it can be stored")
  func typesOfSwift() {
    #expect(
      only("  Dog: { properties: { a: URL } }")
        == "3:27: 'URL' is a Swift type; declare how it is stored under 'types': 'URL: { persisted: String }' [undeclared-swift-type]")
  }

  @Test("types that hide common names of Swift are warned of, but Swift's own types are not")
  func commonNames() {
    #expect(
      only("  Task: {}")
        == "3:3: the type 'Task' hides Swift's type of that name, which code in this target must write as '_Concurrency.Task' [hides-swift-name]"
    )
    #expect(only("  Errand: { table: Task }\ntypes: { URL: { persisted: String } }\nenums: { Result: { external: true } }") == "")
    let error = only("  Error: {}")
    #expect(error == "3:3: 'Error' cannot be the name of a type: the runtime uses it [reserved-type-name]")
  }

  @Test("a type with the name of its schema is warned of")
  func schemaName() {
    #expect(
      only("  Dog: {}\nschema: { name: Dog }")
        == "3:3: the type 'Dog' has the name of its schema; if the target has that name too, Swift code cannot qualify types with it [type-named-like-schema]"
    )
  }
}
