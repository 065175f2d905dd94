import AshlarCompiler
import AshlarSchemaTools
import Testing

@Suite("Importing models that are written in Swift")
struct ModelImportTests {
  private func run(_ swift: String, persisted: Bool = false) -> (yaml: String, swift: String, found: [String]) {
    let file = SourceFile(path: "a.swift", text: swift)
    let result = persisted ? ModelImport.persisted([file], allowingLoss: true) : ModelImport.schema(of: [file], allowingLoss: true)
    let found = result.diagnostics.map { "\($0.location.start.line):\($0.location.start.column) \($0.message) [\($0.code)]" }
    return (
      String(decoding: result.schema ?? [], as: UTF8.self), result.swift.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(), found
    )
  }

  private func properties(_ swift: String) -> String {
    let yaml = run("public class A: Object {\n\(swift)\n}").yaml
    return String(yaml.drop(while: { $0 != ":" }).split(separator: "    properties:\n").last ?? "")
  }

  // MARK: - Properties

  @Test(
    "each argument, initial value and type has its YAML",
    arguments: [
      ("@Persisted var a: Int", "a: Int"),
      ("@Persisted(primaryKey: true) var a: String", "a: { type: \"String\", primaryKey: true }"),
      ("@Persisted(indexed: true) var a: Int?", "a: { type: \"Int?\", indexed: true }"),
      ("@Persisted var a: Map<String, Int?>", "a: Map<Int?>"),
      ("@Persisted(originProperty: \"b\") var a: LinkingObjects<A>", "a: { type: \"LinkingObjects<A>\", origin: b }"),
      ("@Persisted var a = 0x10", "a: { type: \"Int\", default: 16 }"),
      ("@Persisted var a = \"no\"", "a: { type: \"String\", default: \"no\" }"),
      ("@Persisted var a = \"t\\tu\"", "a: { type: \"String\", default: \"t\\tu\" }"),
      ("@Persisted var a = Date()", "a: { type: \"Date\", default: now }"),
      ("@Persisted var a = UUID()", "a: { type: \"UUID\", default: new }"),
      ("@Persisted var a = UUID().uuidString", "a: { type: \"String\", default: { new: UUID } }"),
      (
        "@Persisted var a = Date(timeIntervalSince1970: 0)", "a: { type: \"Date\", default: { swift: \"Date(timeIntervalSince1970: 0)\" } }"
      ),
      ("@Persisted var a: Data = Data()", "a: Data"), ("@Persisted var a: Decimal128 = .init()", "a: Decimal128"),
      ("@Persisted var a: Data? = Data()", "a: { type: \"Data?\", default: { swift: \"Data()\" } }"),
      ("@Persisted var a: Int = next(\n    1,\n    2)", "a: { type: \"Int\", default: { swift: \"next( 1, 2)\" } }"),
      ("@Persisted private(set) var a: Int", "a: { type: \"Int\", setter: internal }"),
      (
        "@available(*, deprecated, message: \"Use b.\") @Persisted var a: Int", "a: { type: \"Int\", deprecated: \"Use b.\" }"
      ),
      ("// a\u{9B}b\u{7F}c\n@Persisted var a: Int", "# a b c\n      a: Int"),
      ("@Persisted var `class`: Int", "class: Int"),
      ("@Persisted var yes: Int", "\"yes\": Int"),
    ])
  func property(swift: String, yaml: String) { #expect(properties(swift) == "      \(yaml)\n") }

  @Test("properties in memory become ignored properties of the schema")
  func ignored() {
    #expect(
      properties("@Persisted var a: Int\nvar b = [Int: String]()\nlet c: Int? = nil")
        == """
              a: Int
              b: { swift: "[Int: String]", default: { swift: "[Int: String]()" }, ignored: true }
              c: { swift: "Int?", default: { swift: "nil" }, ignored: true }

        """)
  }

  @Test("documentation is kept as such, and other comments as comments")
  func comments() {
    let (yaml, swift, _) = run(
      """
      // The file's.

      // Of A.
      /** What A is.
       * In two lines. */
      public class A: Object {
        // MARK: - Keys
        /// What a is.
        @Persisted var a: Int  // in cm
        /* b */ @Persisted var b: Int
        // the end
      }
      """)
    #expect(
      yaml == """
        ashlar: 1

        objects:
          # Of A.
          A:
            doc: |
              What A is.
              In two lines.
            properties:
              # MARK: - Keys
              # in cm
              a:
                type: "Int"
                doc: What a is.
              # b
              b: Int
              # the end

        """)
    #expect(swift == "", "comments before a blank line are the file's, and a file of comments is no Swift")
  }

  // MARK: - Types

  @Test("a stored name, a table, an open class and what it conforms to")
  func types() {
    let (yaml, swift, found) = run(
      """
      open class A: Object, ObjectKeyIdentifiable, Codable, Other {
        @Persisted var a: Int
        @Persisted var b: Int
        enum CodingKeys: String, CodingKey { case a = "x" }
        override class func propertiesMapping() -> [String: String] { ["a": "stored"] }
        override class func _realmObjectName() -> String? { "Table" }
      }
      """)
    #expect(
      yaml == """
        ashlar: 1

        objects:
          A:
            conforms: [ObjectKeyIdentifiable, Codable]
            table: Table
            open: true
            properties:
              a: { type: "Int", column: stored, json: "x" }
              b: { type: "Int", json: false }

        """)
    #expect(swift == "extension A: Other {\n}")
    #expect(found == [])
  }

  @Test("an enum without a type around it moves, with its documentation; its methods stay")
  func enums() {
    let (yaml, swift, found) = run(
      """
      import RealmSwift

      /// How it feels.
      enum Mood: Int, PersistableEnum, Named {
        /// At rest.
        case calm = 3, busy
        var isCalm: Bool { self == .calm }
      }
      enum Outer { enum Inner: String, PersistableEnum { case a } }
      public class A: Object { @Persisted var mood = Mood.busy; @Persisted var inner: Outer.Inner = .a }
      """)
    #expect(
      yaml == """
        ashlar: 1

        enums:
          Mood:
            doc: How it feels.
            raw: Int
            cases:
              calm:
                value: 3
                doc: At rest.
              busy: 4
          Outer_Inner:
            raw: String
            external: true
            swift: Outer.Inner
            cases:
              a: "a"

        objects:
          A:
            properties:
              mood: { type: "Mood", default: busy }
              inner: { type: "Outer_Inner", default: a }

        """)
    #expect(
      swift == """
        import RealmSwift

        extension Mood: Named {
          var isCalm: Bool { self == .calm }
        }
        enum Outer { enum Inner: String, PersistableEnum { case a } }

        """)
    #expect(found == [])
  }

  @Test("methods, computed properties and convenience initializers become an extension, observers methods of it")
  func extensions() {
    let (yaml, swift, found) = run(
      """
      public final class A: Object {
        @Persisted var a: Int { didSet { print(oldValue) } willSet(b) { print(b) } }
        static let all = 1

        /// Makes one.
        convenience init(a: Int) { self.init() }
        var twice: Int { a * 2 }
      }
      """)
    #expect(yaml.contains("a: { type: \"Int\", didSet: aDidSet, willSet: aWillSet }"))
    #expect(
      swift == """
        extension A {
          func aDidSet(_ oldValue: Int) { print(oldValue) }
          func aWillSet(_ b: Int) { print(b) }
          static let all = 1

          /// Makes one.
          convenience init(a: Int) { self.init() }
          var twice: Int { a * 2 }
        }
        """)
    #expect(found == [])
  }

  @Test("a nested class has an alias where it was, and its methods an extension of their own")
  func nested() {
    let (yaml, swift, _) = run(
      "public class A: Object {\n  @Persisted var a: Int\n  public class B: EmbeddedObject {\n    @Persisted var b: Int\n    func f() {}\n  }\n}\n"
    )
    #expect(yaml.contains("embedded:\n  A_B:\n    properties:\n      b: Int\n"))
    #expect(swift == "extension A {\n  public typealias B = A_B\n}\n\nextension A_B {\n    func f() {}\n  }\n")
  }

  @Test("the properties of a class that others derive from are a mixin of both")
  func inheritance() {
    let (yaml, _, found) = run(
      "public class A: Object {\n  @Persisted var a: Int\n}\npublic class B: A {\n  @Persisted var b: Int\n}\npublic class C: B {}")
    #expect(
      yaml == """
        ashlar: 1

        mixins:
          AProperties:
            doc: The properties of A
            properties:
              a: Int

          BProperties:
            doc: The properties of B
            mixins: [AProperties]
            properties:
              b: Int

        objects:
          A:
            mixins: [AProperties]
            properties: {}

          B:
            mixins: [BProperties]
            properties: {}

          C:
            mixins: [BProperties]
            properties: {}

        """)
    #expect(found.count == 2 && found[0].hasPrefix("4:14 'B' derives from 'A'") && found[1].hasPrefix("7:14 'C' derives from 'B'"))
  }

  // MARK: - What is left to a person

  @Test(
    "code that a schema cannot state is listed with its position, and remains in Swift",
    arguments: [
      ("lazy var b = 1", "3:10 'b' is lazy, which neither a schema nor an extension can have [not-imported]"),
      ("var b = next()", "3:5 'b' is stored, which an extension cannot; give it a type and a value of one line [not-imported]"),
      (
        "init(b: Int) { super.init() }",
        "3:1 an extension of 'A' cannot have this initializer: make it 'convenience', and let it call 'init()' [not-imported]"
      ),
      ("override func isEqual(_ b: Any?) -> Bool { true }", "3:15 'isEqual' overrides a method, which an extension cannot [not-imported]"),
      ("override var description: String { \"\" }", "3:14 'description' overrides a property, which an extension cannot [not-imported]"),
      ("deinit {}", "3:1 an extension cannot have 'deinit' [not-imported]"),
      (
        "override class func shouldIncludeInDefaultSchema() -> Bool { false }",
        "3:21 'shouldIncludeInDefaultSchema' overrides a method, which an extension cannot [not-imported]"
      ),
    ])
  func losses(member: String, message: String) {
    let (yaml, swift, found) = run("public class A: Object {\n@Persisted var a: Int\n\(member)\n}")
    #expect(yaml.contains("a: Int"))
    #expect(found.contains(message), "\(found)")
    #expect(swift.contains(member))
  }

  @Test("a property that is refused stays, and what the schema can say of it is said with a report")
  func refused() {
    let (yaml, swift, found) = run("public class A: Object {\n  @Persisted var a = next()\n  @Persisted private var b: Int\n}")
    #expect(yaml.contains("b: { type: \"Int\", access: internal }"))
    #expect(swift.contains("@Persisted var a = next()"))
    #expect(
      found == [
        "2:18 'a' is stored now, and would not be after the import [lost-property]",
        "2:18 cannot tell the type of 'a' from 'next()'; write its type [untyped-property]",
        "3:26 'b' is private, and becomes internal: generated code is in another file [not-imported]",
      ])
  }

  @Test("a class in '#if' stays, and is reported")
  func conditions() {
    let (yaml, swift, found) = run(
      "public class A: Object { @Persisted var a: Int }\n#if X\nclass B: Object { @Persisted var b: Int }\n#endif\n")
    #expect(!yaml.contains("B"))
    #expect(swift == "#if X\nclass B: Object { @Persisted var b: Int }\n#endif\n")
    #expect(found == ["3:7 'B' is inside '#if', and a schema cannot depend on a condition; move the class out of it [conditional-model]"])
  }

  @Test("a file whose brackets do not match is refused as a whole")
  func brackets() {
    let result = ModelImport.schema(of: [SourceFile(path: "a.swift", text: "class A: Object {\n  @objc dynamic var a = 1\n")])
    #expect(result.isRefused && result.schema == nil && result.swift.isEmpty)
    #expect(result.diagnostics.map(\.code) == ["not-closed"])
  }

  // MARK: - The older style

  @Test(
    "each property of the older style is one with @Persisted, and the rest of the line stays",
    arguments: [
      ("@objc dynamic var a = 1 // x", "@Persisted var a = 1 // x"),
      ("@objc public dynamic var a: String? = nil", "@Persisted public var a: String? = nil"),
      ("@objc private(set) dynamic var a = Date()", "@Persisted private(set) var a = Date()"),
      ("@objc dynamic var a: A?", "@Persisted var a: A?"),
      ("let a = List<A>()", "@Persisted var a: List<A>"),
      ("let a: List<String?> = List<String?>()", "@Persisted var a: List<String?>"),
      ("public let a = MutableSet<Int>()", "@Persisted public var a: MutableSet<Int>"),
      ("let a = Map<String, Int>()", "@Persisted var a: Map<String, Int>"),
      ("let a = RealmOptional<Int>()", "@Persisted var a: Int?"),
      ("let a = RealmOptional<Int>(5)", "@Persisted var a: Int? = 5"),
      ("let a = RealmProperty<Int?>()", "@Persisted var a: Int?"),
      ("let a = LinkingObjects(fromType: A.self, property: \"b\")", "@Persisted(originProperty: \"b\") var a: LinkingObjects<A>"),
      ("@objc dynamic var a = 1 { didSet { f() } }", "@Persisted var a = 1 { didSet { f() } }"),
      ("@objc(b) dynamic var a = 1", "@Persisted var a = 1"),
      ("@objc\n  dynamic var a = 1", "@Persisted var a = 1"),
      ("@objc dynamic var a: NSString? // x", "@Persisted var a: String? // x"),
      ("@objc dynamic var a = NSDate()", "@Persisted var a = Date()"),
      ("@objc dynamic var a: Int { get { 1 } set {} }", "var a: Int { get { 1 } set {} }"),
      ("var a = List<A>() { didSet { f() } }", "@Persisted var a: List<A> { didSet { f() } }"),
      ("var a = 1", "var a = 1"),
    ])
  func older(before: String, after: String) {
    let frame = { (line: String) in "class A: Object {\n  \(line)\n  FILL\n}\n" }
    let source = frame(before).replacing("FILL", with: "@objc dynamic var z = 1")
    #expect(run(source, persisted: true).swift == frame(after).replacing("FILL", with: "@Persisted var z = 1"))
  }

  @Test("keys, indexes and ignored properties are said where they are declared, and their methods go")
  func methods() {
    let (_, swift, found) = run(
      """
      @objcMembers class A: Object {
        dynamic var id = 0
        dynamic var name = ""
        dynamic var temporary = 0
        override static func primaryKey() -> String? { return "id" }
        /// What is found fast.
        override class func indexedProperties() -> [String] {
          ["name"]
        }
        override static func ignoredProperties() -> [String] { return ["temporary"] }
      }
      @objc enum Kind: Int, RealmEnum { case a }

      """, persisted: true)
    #expect(
      swift == """
        class A: Object {
          @Persisted(primaryKey: true) var id = 0
          @Persisted(indexed: true) var name = ""
          var temporary = 0
        }
        enum Kind: Int, PersistableEnum { case a }

        """)
    #expect(found == [])
  }

  @Test("Objective-C attributes of a class are removed, and a name that differs is listed")
  func objectiveC() {
    let source = { (words: String) in "\(words)class A: Object {\n  @objc dynamic var a = 1\n}\n" }
    for words in ["@objc ", "@objc(A)\n", "@objcMembers "] {
      let (_, swift, found) = run(source(words), persisted: true)
      #expect(swift == "class A: Object {\n  @Persisted var a = 1\n}\n")
      #expect(found == [])
    }
    let (_, swift, found) = run(source("@objc(Human)\n"), persisted: true)
    #expect(swift == "class A: Object {\n  @Persisted var a = 1\n}\n")
    #expect(
      found == [
        "1:1 '@objc(Human)' of 'A' is not kept; if its table has this name, state it with '_realmObjectName()', or with 'table' in YAML "
          + "[not-imported]"
      ])
  }

  @Test("in a class with @Persisted nothing of the older style is stored, and an import leaves it in memory")
  func mixed() {
    let source = "public class A: Object {\n  @Persisted var a: Int\n  @objc dynamic var b = 1\n}"
    #expect(run(source, persisted: true).swift == source.replacing("@objc dynamic ", with: ""))
    let (yaml, _, found) = run(source)
    #expect(yaml.contains("      a: Int\n      b: { swift: \"Int\", default: { swift: \"1\" }, ignored: true }\n"))
    #expect(found == ["3:21 'b' is not stored: in a class with '@Persisted' only such properties are [older-style]"])
  }

  @Test("the older style becomes YAML in one step, with reports at its own places")
  func both() {
    let (yaml, swift, found) = run(
      "@objcMembers public class A: Object {\n  dynamic var a = 1\n  let age = RealmOptional<Int>()\n  lazy var c = 1\n}")
    #expect(yaml.contains("      a: { type: \"Int\", default: 1 }\n      age: Int?\n"))
    #expect(swift.contains("lazy var c = 1") && !swift.contains("@objcMembers"))
    #expect(
      found == [
        "3:7 'age' is an optional now: write 'age' where code has 'age.value' [not-imported]",
        "4:12 'c' is lazy, which neither a schema nor an extension can have [not-imported]",
      ])
  }

  @Test(
    "declarations that are not understood are unchanged and listed",
    arguments: [
      (
        "@objc dynamic var a = 1, b = 2",
        "2:19 'a' is stored now, and would not be after the import: it shares its 'var' with another property; declare each by itself "
          + "[lost-property]"
      ),
      (
        "let a = LinkingObjects(fromType: type, property: \"b\")",
        "2:5 'a' is stored now, and would not be after the import: the linking property cannot be determined; write "
          + "'@Persisted(originProperty: \"…\")' [lost-property]"
      ),
      (
        "let a = List<Int>([1])",
        "2:5 'a' is stored now, and would not be after the import: it has initial elements, and a stored collection has none [lost-property]"
      ),
      (
        "@objc dynamic var a: NSNumber?",
        "2:19 'a' is stored now, and would not be after the import: an NSNumber does not state the type of its number; declare an 'Int', "
          + "'Double', 'Float' or 'Bool' [lost-property]"
      ),
    ])
  func unclear(line: String, message: String) {
    let (_, swift, found) = run("class A: Object {\n\(line)\n@objc dynamic var z = 1\n}", persisted: true)
    #expect(swift.contains(line))
    #expect(found.contains(message), "\(found)")
  }

  @Test("a class whose key is computed stays as it is")
  func computed() {
    let (_, swift, found) = run(
      "class A: Object {\n  @objc dynamic var a = 1\n  override static func primaryKey() -> String? { key }\n}", persisted: true)
    #expect(swift == "")
    #expect(
      found.contains {
        $0.hasSuffix(
          "'primaryKey()' must return a literal or a constant that has one: it is read when the program is built, and not run [computed-setting]"
        )
      })
  }
}
