@testable import AshlarCompiler
import AshlarSchema
import Testing

/// The schema that YAML declares and the one that Swift declares, by one oracle.
@Suite("Classes written by hand are the same schema as YAML")
struct HandwrittenSchemaTests {
  static func compile(_ files: (path: String, text: String)...) -> SchemaCompiler.Result {
    let compiler = SchemaCompiler(name: "App")
    return compiler.check(files.map { SourceFile(path: $0.path, text: $0.text) })
  }

  private func model(_ files: (path: String, text: String)...) throws -> SchemaModel {
    let compiler = SchemaCompiler(name: "App")
    let result = compiler.check(files.map { SourceFile(path: $0.path, text: $0.text) })
    return try #require(result.schema, "\(result.diagnostics.map { $0.text() }.joined())").model
  }

  private func expectTwins(_ swift: String, _ yaml: String, location: Testing.SourceLocation = #_sourceLocation) throws {
    let (left, right) = (try model(("a.swift", swift)), try model(("a.yaml", "ashlar: 1\n" + yaml)))
    #expect(left.entities == right.entities, sourceLocation: location)
    #expect(left.enums == right.enums, sourceLocation: location)
    #expect(left.customTypes == right.customTypes, sourceLocation: location)
    #expect(Fingerprint.storage(of: left) == Fingerprint.storage(of: right), sourceLocation: location)
    #expect(Fingerprint.source(of: left) == Fingerprint.source(of: right), sourceLocation: location)
  }

  @Test("an initial value may be the argument 'wrappedValue', and a hexadecimal fraction is a Double")
  func otherSpellings() throws {
    try expectTwins(
      """
      import RealmSwift

      class Person: Object {
        @Persisted(wrappedValue: 5) var a: Int
        @Persisted(wrappedValue: "x", indexed: true) var b: String?
        @Persisted(wrappedValue: 0.5) var c
        @Persisted(wrappedValue: 7, primaryKey: true) var d: Int
        @Persisted(wrappedValue: []) var e: List<Int>
        @Persisted(wrappedValue: .some(1)) var f: Int?
        @Persisted var g = 0x1p4
        @Persisted var h = -0x1.8p-1
      }
      """,
      """
      objects:
        Person:
          properties:
            a: { type: Int, default: 5 }
            b: { type: String?, indexed: true, default: x }
            c: { type: Double, default: 0.5 }
            d: { type: Int, primaryKey: true, default: 7 }
            e: List<Int>
            f: { type: Int?, default: { swift: x } }
            g: { type: Double, default: { swift: x } }
            h: { type: Double, default: { swift: x } }
      """)
  }

  @Test("every kind of property, with every argument")
  func properties() throws {
    try expectTwins(
      """
      import RealmSwift

      class Person: Object {
        @Persisted(primaryKey: true) var id: ObjectId
        @Persisted var name: String
        @Persisted(indexed: true) var age: Int?
        @Persisted private var small: Int8
        @Persisted private(set) public var weight: Double?
        @Persisted var photo: Data!
        @Persisted var anything: AnyRealmValue
        @Persisted var friend: Person?
        @Persisted var tags: List<String?>
        @Persisted var scores: Map<String, Int>
        @Persisted var dogs: RealmSwift.MutableSet<Dog>
        @Persisted(originProperty: "owner") var pets: LinkingObjects<Dog>
        @Persisted var home: Optional<Address>
        var inMemory = [Int: String]()
        lazy var later = { 1 }()
        static var shared: Person?
        var computed: Int { age ?? 0 }
      }

      final class Dog: Object {
        @Persisted var owner: Person?
      }

      public class Address: EmbeddedObject {
        @Persisted
        var street: String
      }
      """,
      """
      objects:
        Person:
          properties:
            id: { type: ObjectId, primaryKey: true }
            name: String
            age: { type: Int?, indexed: true }
            small: Int8
            weight: Double?
            photo: Data!
            anything: AnyRealmValue
            friend: Person?
            tags: List<String?>
            scores: Map<Int>
            dogs: MutableSet<Dog>
            pets: { type: LinkingObjects<Dog>, origin: owner }
            home: Address?
        Dog:
          properties:
            owner: Person?
      embedded:
        Address:
          properties:
            street: String
      """)
  }

  @Test("literal initial values are defaults, and types are inferred from them")
  func defaults() throws {
    try expectTwins(
      #"""
      class Item: Object {
        @Persisted var name = "a\n\"\u{e9}\""
        @Persisted var count = -0x1_0
        @Persisted var price = 1_0.5
        @Persisted var isNew = true
        @Persisted var small: Int8 = 0b11
        @Persisted var share: Float = 2
        @Persisted var mood: Mood = .busy
        @Persisted var nothing: Int? = nil
        @Persisted var names = List<String>()
        @Persisted var many: List<Int> = []
      }
      enum Mood: String, PersistableEnum { case calm, busy = "b" }
      """#,
      #"""
      enums:
        Mood: { external: true, cases: { calm: calm, busy: b } }
      objects:
        Item:
          properties:
            name: { type: String, default: "a\n\"é\"" }
            count: { type: Int, default: -16 }
            price: { type: Double, default: 10.5 }
            isNew: { type: Bool, default: true }
            small: { type: Int8, default: 3 }
            share: { type: Float, default: 2 }
            mood: { type: Mood, default: busy }
            nothing: Int?
            names: List<String>
            many: List<Int>
      """#)
  }

  @Test("any other initial value is code")
  func code() throws {
    try expectTwins(
      """
      class Item: Object {
        @Persisted var id = UUID().uuidString
        @Persisted var made = Date()
        @Persisted var key: UUID = UUID()
        @Persisted var total: Int = Item.next { $0 + 1 } { didSet { print(oldValue) } }
        @Persisted var text: String = "a" +
          "b"
        @Persisted var last: Int = [1, 2, 3]
          .count
        @Persisted var first = UUID(uuidString: "00000000-0000-0000-0000-000000000001")!
        @Persisted var second = try! ObjectId(string: "000000000000000000000001")
      }
      """,
      """
      objects:
        Item:
          properties:
            id: { type: String, default: { swift: x } }
            made: { type: Date, default: { swift: x } }
            key: { type: UUID, default: { swift: x } }
            total: { type: Int, default: { swift: x } }
            text: { type: String, default: { swift: x } }
            last: { type: Int, default: { swift: x } }
            first: { type: UUID, default: { swift: x } }
            second: { type: ObjectId, default: { swift: x } }
      """)
  }

  @Test("a class has the properties of those that it derives from, the outermost first, and a table of its own")
  func inheritance() throws {
    try expectTwins(
      """
      class Dog: Animal { @Persisted var breed: String; @Persisted(originProperty: "dog") var tags: LinkingObjects<Tag> }
      class Animal: Base { @Persisted(primaryKey: true) var name: String }
      class Base: Object { func f() {} }
      class Tag: Object { @Persisted var dog: Dog? }
      """,
      """
      objects:
        Dog:
          properties:
            name: { type: String, primaryKey: true }
            breed: String
            tags: { type: LinkingObjects<Tag>, origin: dog }
        Animal: { properties: { name: { type: String, primaryKey: true } } }
        Tag: { properties: { dog: Dog? } }
      """)
  }

  @Test("nested types, extensions and aliases are found as Swift finds them")
  func nesting() throws {
    try expectTwins(
      """
      enum Shop {
        class Order: Base {
          enum State: Int { case open = 3, paid }
          @Persisted var state: State
          @Persisted var previous: Shop.Order?
          @Persisted var lines: Lines
          @Persisted var site: URL?
        }
      }
      extension Shop { final class Line: Object { @Persisted var order: Order?; @Persisted var state: Order.State? } }
      extension Shop.Order.State: PersistableEnum {}
      typealias Base = RealmSwift.Object
      typealias Lines = List<Shop.Line>
      extension URL: FailableCustomPersistable {
        public init?(persistedValue: String) { self.init(string: persistedValue) }
        public var persistableValue: String { absoluteString }
      }
      """,
      """
      types:
        URL: { persisted: String, failable: true }
      enums:
        Shop_Order_State: { external: true, swift: Shop.Order.State, raw: Int, cases: { open: 3, paid: 4 } }
      objects:
        Shop_Order:
          properties:
            state: Shop_Order_State
            previous: Shop_Order?
            lines: List<Shop_Line>
            site: URL?
        Shop_Line:
          properties:
            order: Shop_Order?
            state: Shop_Order_State?
      """)
  }

  @Test("stored names come from the class's methods")
  func names() throws {
    try expectTwins(
      """
      class Person: Object {
        @Persisted var firstName: String
        @Persisted var age: Int
        override class func propertiesMapping() -> [String: String] {
          return ["firstName": "first_name", "age": "years",]
        }
        public override class func _realmObjectName() -> String? { "people" }
      }
      """,
      """
      objects:
        Person:
          table: people
          properties:
            firstName: { type: String, column: first_name }
            age: { type: Int, column: years }
      """)
  }

  @Test("YAML and Swift are one schema, with links both ways")
  func mixed() throws {
    let model = try model(
      ("a.swift", "public class Person: Object { @Persisted var dogs: List<Dog>; @Persisted var mood: Mood }"),
      ("b.yaml", "ashlar: 1\nenums: { Mood: [calm] }\nobjects:\n  Dog:\n    properties:\n      owner: Person?\n"))
    #expect(model.entities.map(\.name) == ["Dog", "Person"])
    #expect(model.entities.flatMap { $0.properties.map(\.target) } == ["Person", "Dog", nil])
    #expect(model.enums.map(\.externalName) == [nil])
  }

  @Test("what is no model is left alone")
  func others() throws {
    let model = try model(
      (
        "a.swift",
        """
        struct Plain { var a = 1 }
        class Controller: UIViewController { var person: Person? }
        class Person: Object { @Persisted var name: String; func f() { class Local { let x = "}" } } }
        class Abstract: Object {}
        enum Unused: String, PersistableEnum { case a }
        func make() { let text = "@Persisted var x: Int" }
        """
      ))
    #expect(model.entities.map(\.name) == ["Person"])
    #expect(model.enums == [])
  }

  @Test("a place is where the compiler says that the wrapper is made: at its name, or at the parenthesis")
  func places() throws {
    let source = SwiftSource(
      SourceText(
        SourceFile(
          path: "Models/Person.swift",
          text: """
            class A: Object {
              @Persisted var a: Int
              @Persisted(primaryKey: true) var c: Int
              @Persisted
              var e: Int
              @Persisted(
                indexed: true
              ) var f: Int
              @Persisted var g: Int; @Persisted var h: Int
              @Persisted(indexed: true) @available(*, deprecated) public var j: Int
              /* ü */ @Persisted private var l = 3
              @Persisted() var o: Int
            \t@Persisted var tab: Int
              @Persisted(indexed: true) var p: Int = 5
              @RealmSwift.Persisted(
                indexed: true)
              var q = 5
              @Persisted() var r: Int = 5
            }
            """)), file: 0)
    let places = DeclarationReader.read(source).types[0].properties.map { property in
      "\(property.name.text) \(property.wrapper?.position.line ?? 0):\(property.wrapper?.position.column ?? 0)"
    }
    // As `#line` and `#column` of a wrapper's initialiser said, of the same lines.
    #expect(
      places == [
        "a 2:4", "c 3:13", "e 4:4", "f 6:13", "g 9:4", "h 9:27", "j 10:13", "l 11:13", "o 12:13", "tab 13:3", "p 14:4", "q 15:4",
        "r 18:4",
      ])
  }
}
