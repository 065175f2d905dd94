import AshlarCompiler
import AshlarSchemaTools
import AshlarSchema
import Testing

@Suite("What only Swift sees of a schema")
struct SurfaceTests {
  private func text(_ yaml: String, access: AccessLevel? = nil) throws -> String {
    let files = try generate([SourceFile(path: "dogs.yaml", text: "ashlar: 1\n" + yaml)], name: "Kennel", access: access)
    return try #require(files["dogs.swift"])
  }

  @Test("narrower access leaves out what is public only")
  func access() throws {
    let yaml = """
      objects:
        Dog:
          properties:
            a: { type: Int, access: package }
            b: { type: Int, setter: package }
            c: { type: Int, access: internal, setter: internal }
            d: { type: Int, access: package, setter: internal }
      """
    let text = try text(yaml)
    #expect(text.contains("  package var a: Int { get { _int(0) } set { _setInt(0, newValue) } }\n"))
    #expect(text.contains("  public package(set) var b: Int { @inlinable get { _int(1) } set { _setInt(1, newValue) } }\n"))
    #expect(text.contains("  var c: Int { get { _int(2) } set { _setInt(2, newValue) } }\n"))
    #expect(text.contains("  package internal(set) var d: Int { get { _int(3) } set { _setInt(3, newValue) } }\n"))
  }

  @Test("a mixin's protocol requires only a getter for a property with a narrower setter")
  func mixinSetter() throws {
    let yaml = """
      mixins: { M: { properties: { a: { type: Int, setter: internal } } } }
      objects: { Dog: { mixins: [M, M] } }
      """
    let text = try text(yaml)
    #expect(text.contains("public nonisolated protocol M: ObjectBase {\n  var a: Int { get }\n}\n"))
    #expect(text.contains("class Dog: Object, M {\n  public internal(set) var a: Int "))
  }

  @Test("open is spelled as the access allows", arguments: [(AccessLevel.public, "open "), (.package, "package "), (.internal, "")])
  func open(access: AccessLevel, word: String) throws {
    let text = try text("objects: { Dog: { open: true }, Cat: { open: false } }", access: access)
    #expect(text.contains("\n\(word)nonisolated class Dog: Object {\n"))
    #expect(text.contains("nonisolated final class Cat: Object {\n"))
  }

  @Test("a property of a deprecated type is deprecated with it, but for those of deprecated types")
  func deprecation() throws {
    let yaml = """
      mixins: { M: { properties: { m: Old? } } }
      objects:
        Old: { deprecated: Gone., properties: { a: Old?, b: { type: Int, deprecated: "" } } }
        Dog: { mixins: [M], properties: { c: List<Old>, d: { type: Old?, deprecated: "Not \\"d\\"." } } }
      """
    let text = try text(yaml)
    #expect(
      text.contains("\n@available(*, deprecated, message: \"Gone.\")\npublic nonisolated final class Old: Object {\n  public var a: Old? "))
    #expect(text.contains("\n\n  @available(*, deprecated, message: \"\")\n  public var b: Int "))
    #expect(text.contains("  @available(*, deprecated, message: \"Gone.\")\n  var m: Old? { get set }\n"))
    #expect(text.contains("  @available(*, deprecated, message: \"Gone.\")\n  public var c: List<Old> "))
    #expect(text.contains("  @available(*, deprecated, message: \"Not \\\"d\\\".\")\n  public var d: Old? "))
  }

  @Test("ignored properties are stored properties of the class, whose objects are then not created inline")
  func ignored() throws {
    let yaml = """
      schema: { imports: [Zoo] }
      objects:
        Dog:
          open: true
          properties:
            class: { swift: "[Zoo.Animal]", ignored: true, default: { swift: "[1]" }, willSet: do, didSet: g, setter: internal, doc: Doc. }
            a: { type: String, didSet: in }
      """
    let text = try text(yaml)
    #expect(text.contains("\npublic import Zoo\n"))
    #expect(text.contains("  required override init(_ row") == false && text.contains("\n  public required override init(_ row: _Row"))
    #expect(text.contains("\n  deinit {}\n"))
    let observers = "willSet { self.`do`(newValue) } didSet { self.g(oldValue) }"
    #expect(text.contains("  /// Doc.\n  public internal(set) final var `class`: [Zoo.Animal] = [1] { \(observers) }\n"))
    #expect(text.contains("set { let oldValue = self.a; _setString(0, newValue); self.`in`(oldValue) } }"))
  }

  @Test(
    "types of Foundation bring their import: publicly where what is public names them",
    arguments: [
      ("types: { URL: { persisted: String } }\nobjects: { Dog: { properties: { a: URL } } }", "public import Foundation"),
      ("types: { Place: { persisted: Spot, swift: CGPoint } }\nembedded: { Spot: { properties: { x: Double } } }", "import Foundation"),
      (
        "types: { URL: { persisted: String } }\nobjects: { Dog: { properties: { a: { type: URL, access: internal } } } }",
        "import Foundation"
      ),
      (
        "enums: { Order: { raw: Int, external: true, swift: ComparisonResult } }\nobjects: { Dog: { properties: { a: Order } } }",
        "public import Foundation"
      ),
      ("types: { URL: { persisted: String } }\nmixins: { M: { properties: { a: URL? } } }", "public import Foundation"),
      (
        "objects: { Dog: { properties: { a: { swift: \"[NSString: URL]\", ignored: true, default: { swift: x } } } } }",
        "public import Foundation"
      ),
      ("objects: { Dog: { properties: { a: { swift: \"Foundation.URL?\", ignored: true } } } }", "public import Foundation"),
      ("types: { Website: { persisted: String } }\nobjects: { Dog: { properties: { a: Website } } }", nil),
      ("types: { Nature: { persisted: String, swift: Zoo.URL } }\nobjects: { Dog: { properties: { a: Nature } } }", nil),
    ])
  func foundation(yaml: String, expected: String?) throws {
    #expect(try text(yaml).split(separator: "\n").map(String.init).first { $0.hasSuffix("import Foundation") } == expected)
  }

  @Test("further modules are imported publicly where what is public names them")
  func imports() throws {
    let schema = "schema: { imports: [Zoo] }\n"
    #expect(try text(schema + "objects: { Dog: { conforms: [Zoo.Named] } }").contains("\npublic import Zoo\n"))
    #expect(try text(schema + "objects: { Dog: { conforms: [MyZoo.Named] } }").contains("\nimport Zoo\n"))
    let mixin = "mixins: { M: { properties: { a: { swift: \"Zoo.Animal?\", ignored: true } } } }"
    #expect(try text(schema + mixin).contains("\npublic import Zoo\n"))
    #expect(try text(schema + mixin).contains("  var a: Zoo.Animal? { get set }\n"))
    let hidden = "objects: { Dog: { properties: { a: { swift: \"Zoo.Animal?\", ignored: true, access: internal } } } }"
    #expect(try text(schema + hidden).contains("\nimport Zoo\n"))
  }

  @Test("an external enum is described by its raw type, and a function checks what it is")
  func external() throws {
    let yaml = """
      enums: { Kind: { raw: Int8, external: true, swift: Zoo.default } }
      mixins: { M: { properties: { a: Kind } } }
      objects: { Dog: { mixins: [M], properties: { b: Kind?, c: List<Kind> } } }
      """
    let text = try text(yaml)
    #expect(
      text.contains(
        "\nprivate nonisolated func _checkKind(_ value: Zoo.`default`) -> (any PersistableEnum, Int8) { (value, value.rawValue) }\n"))
    #expect(text.contains("  var a: Zoo.`default` { get set }\n"))
    #expect(text.contains("  public var b: Zoo.`default`? { @inlinable get { _optionalValue(1) } "))
    #expect(text.contains("  public required init() {\n    super.init()\n    _setValue(0, Zoo.`default`())\n  }\n"))
    let schema = SchemaCompiler(name: "K").check([SourceFile(path: "dogs.yaml", text: "ashlar: 1\n" + yaml)]).schema
    #expect(schema?.model.enums.isEmpty == true)
    #expect(schema?.model.entities.first?.properties.map(\.type) == [.int8, .int8, .int8])
  }

  @Test("none of it is in the descriptor")
  func descriptor() throws {
    let plain = "ashlar: 1\nenums: { E: [a] }\nobjects: { Dog: { properties: { a: Int, e: E } } }"
    let dressed = """
      ashlar: 1
      enums: { E: { cases: { a: { deprecated: x } } } }
      mixins: { M: { properties: { a: Int } } }
      objects: { Dog: { open: true, deprecated: x, mixins: [M], properties: { e: { type: E, access: internal, didSet: f }, i: { type: Int, ignored: true } } } }
      """
    let models = [plain, dressed].map { SchemaCompiler(name: "K").check([SourceFile(path: "dogs.yaml", text: $0)]).schema?.model }
    #expect(models[0] != nil && models[0] == models[1])
  }
}
