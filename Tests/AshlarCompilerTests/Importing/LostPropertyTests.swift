import AshlarCompiler
import AshlarSchema
import AshlarSchemaTools
import Testing

@Suite("What models store before an import and after it")
struct LostPropertyTests {
  /// Declarations that RealmSwift stores of a class without `@Persisted`, and that an import takes over.
  private static let stored = [
    "@objc dynamic var a = 1",
    "@objc dynamic var a: Int = 0 { didSet { print(a) } }",
    "@objc dynamic\n  var a = 1",
    "@objc\n  dynamic var a: String?",
    "@objc(b)\n  @available(*, deprecated, message: \"x\")\n  dynamic var a: Data?",
    "@objc private dynamic var a = 1",
    "@objc public private(set) dynamic var a = Date()",
    "@objc dynamic var a: B?",
    "@objc dynamic var a: B!",
    "@objc dynamic var a: Optional<String>",
    "@objc dynamic var a = Kind.two",
    "@objc dynamic var a: NSString?",
    "@objc dynamic var a: NSString = \"x\"",
    "@objc dynamic var a: NSDate? = nil",
    "@objc dynamic var a: Optional<NSDate>",
    "@objc dynamic var a: NSDate = NSDate()",
    "@objc dynamic var a = NSDate(timeIntervalSince1970: 0)",
    "@objc dynamic var a: NSData?",
    "@objc dynamic var a = NSData()",
    "let a = List<Int>()",
    "var a = List<Int>()",
    "var a: List<B> = List()",
    "let a: List<Int> = .init()",
    "let a = List<Int>.init()",
    "var a: List<Int>",
    "let a = RealmSwift.List<Int>()",
    "public private(set) var a = List<String?>()",
    "private let a = List<Int>()",
    "var a = List<Int>() { didSet { print(a) } }",
    "let a = Bs()",
    "var a: Bs = Bs()",
    "var a = MutableSet<Int>()",
    "let a = MutableSet<String>()",
    "var a: Map<String, Int> = Map()",
    "let a = Map<String, B?>()",
    "let a = RealmOptional<Int>()",
    "var a = RealmOptional<Int>()",
    "var a: RealmOptional<Double> = RealmOptional(1.5)",
    "let a = RealmOptional<Bool>(nil)",
    "var a = RealmProperty<Int?>()",
    "let a = RealmProperty<AnyRealmValue>()",
    "let a = LinkingObjects(fromType: C.self, property: \"as\")",
    "var a = LinkingObjects(fromType: C.self, property: \"as\")",
    "let a: LinkingObjects<C> = LinkingObjects(fromType: C.self, property: \"as\")",
    "let a = LinkingObjects<C>(fromType: C.self, property: \"as\")",
    "let a = LinkingObjects(fromType: C.self, property: #keyPath(C.as))",
  ]

  /// Declarations that it stores, and that have no counterpart.
  private static let refused = [
    "@objc dynamic var a: NSNumber?",
    "@objc dynamic var a: NSString = NSString(format: \"%d\", 1)",
    "@objc dynamic var a = next()",
    "@objc dynamic var a = 1, b = 2",
    "@objc dynamic var b: Int, a: Int",
    "var b = 1, a = List<Int>()",
    "let a = List<Int>([1])",
    "var a: List<Int> = next()",
    "let a = LinkingObjects(fromType: type, property: \"as\")",
    "let a: LinkingObjects<C> = next()",
    "#if DEBUG\n  @objc dynamic var a = 1\n  #endif",
  ]

  /// Declarations that it does not store.
  private static let unstored = [
    "var a = 1",
    "let a = \"x\"",
    "@objc dynamic var a: Int { get { 1 } set { print(newValue) } }",
    "@objc dynamic var a: Int { 1 }",
    "@objc dynamic lazy var a = 1",
    "lazy var a = List<Int>()",
    "static var a = List<Int>()",
    "@objc static dynamic var a = 1",
    "var a: List<Int>?",
    "var a: Results<B>?",
    "var a: [B] = []",
    "var a: List<Int> { z }",
    "@objc dynamic var a = 1\n  override static func ignoredProperties() -> [String] { [\"a\"] }",
    "let a = List<Int>()\n  override static func ignoredProperties() -> [String] { [\"a\"] }",
  ]

  private static func file(_ declaration: String) -> SourceFile {
    SourceFile(
      path: "Models.swift",
      text: """
        import RealmSwift

        typealias Bs = List<B>
        @objc enum Kind: Int, RealmEnum { case one, two }
        class A: Object {
          \(declaration)
          @objc dynamic var z = 1
        }
        class B: Object { @objc dynamic var b = 1 }
        class C: Object { let `as` = List<A>() }

        """)
  }

  /// The names of the properties that the compiler reads of A.
  private func names(_ files: [SourceFile]) throws -> Set<String> {
    let result = SchemaCompiler(name: "Models").check(files)
    let schema = try #require(result.schema, "\(result.diagnostics.map { $0.text() }.joined())")
    return Set(try #require(schema.model.entities.first { $0.name == "A" }).properties.map(\.name))
  }

  private func isAWarning(_ diagnostic: Diagnostic) -> Bool { diagnostic.severity == .warning }

  @Test("every stored property of the older style is stored with @Persisted and in YAML", arguments: stored)
  func kept(declaration: String) throws {
    let persisted = ModelImport.persisted([Self.file(declaration)])
    #expect(persisted.diagnostics.allSatisfy(isAWarning), "\(persisted.diagnostics.map { $0.text() }.joined())")
    #expect(try names(persisted.swift) == ["a", "z"])
    let yaml = ModelImport.schema(of: [Self.file(declaration)])
    #expect(yaml.diagnostics.allSatisfy(isAWarning), "\(yaml.diagnostics.map { $0.text() }.joined())")
    #expect(try names([SourceFile(path: "models.yaml", bytes: try #require(yaml.schema))]) == ["a", "z"])
  }

  @Test("one without a counterpart is an error at its place, and nothing is written", arguments: refused)
  func lost(declaration: String) throws {
    for result in [ModelImport.persisted([Self.file(declaration)]), ModelImport.schema(of: [Self.file(declaration)])] {
      #expect(result.isRefused && result.schema == nil && result.swift.isEmpty)
      let losses = result.diagnostics.filter { $0.code == "lost-property" }
      #expect(losses.contains { $0.message.hasPrefix("'a' is stored now, and would not be after the import") })
      #expect(losses.allSatisfy { $0.severity == .error })
    }
  }

  @Test("with permitted losses, they are warnings, and the other properties are written", arguments: refused)
  func allowed(declaration: String) throws {
    let persisted = ModelImport.persisted([Self.file(declaration)], allowingLoss: true)
    #expect(persisted.diagnostics.contains { $0.code == "lost-property" && $0.severity == .warning && $0.message.hasPrefix("'a'") })
    #expect(persisted.swift.map { String(decoding: $0.bytes, as: UTF8.self) }.joined().contains("@Persisted var z = 1"))
    let yaml = ModelImport.schema(of: [Self.file(declaration)], allowingLoss: true)
    #expect(yaml.diagnostics.contains { $0.code == "lost-property" && $0.severity == .warning && $0.message.hasPrefix("'a'") })
    #expect(try names([SourceFile(path: "models.yaml", bytes: try #require(yaml.schema))]).contains("z"))
  }

  @Test("properties that were not stored remain so, and need no Objective-C", arguments: unstored)
  func keptInMemory(declaration: String) throws {
    let persisted = ModelImport.persisted([Self.file(declaration)])
    #expect(persisted.diagnostics.allSatisfy(isAWarning), "\(persisted.diagnostics.map { $0.text() }.joined())")
    #expect(try names(persisted.swift) == ["z"])
    let text = persisted.swift.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    #expect(declaration.contains("static dynamic") || !text.contains("dynamic") && !text.contains("@objc"))
    let yaml = ModelImport.schema(of: [Self.file(declaration)])
    #expect(yaml.diagnostics.allSatisfy(isAWarning), "\(yaml.diagnostics.map { $0.text() }.joined())")
    let schema = SourceFile(path: "models.yaml", bytes: try #require(yaml.schema))
    let left = yaml.swift.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    #expect(declaration.contains("static dynamic") || !left.contains("dynamic") && !left.contains("@objc"))
    #expect(try names([schema]) == ["z"])
  }

  @Test("a class whose settings are computed loses all that it stores")
  func settings() {
    let source =
      "class A: Object {\n  @objc dynamic var a = 1\n  let b = List<Int>()\n  override static func primaryKey() -> String? { key }\n}"
    let result = ModelImport.schema(of: [SourceFile(path: "a.swift", text: source)])
    #expect(result.isRefused)
    #expect(
      result.diagnostics.map { "\($0.location.start.line) \($0.code)" } == ["2 lost-property", "3 lost-property", "4 computed-setting"])
  }

  @Test("a property with @Persisted that a schema cannot have is lost as well")
  func modern() {
    let source = "public class A: Object {\n  @Persisted var a = next()\n  @Persisted var b: Int\n}"
    let result = ModelImport.schema(of: [SourceFile(path: "a.swift", text: source)])
    #expect(result.isRefused && result.diagnostics.map(\.code) == ["lost-property", "untyped-property"])
  }

  @Test("beside @Persisted nothing of the older style was stored: it is named, and its Objective-C words go")
  func beside() {
    let source = """
      @objcMembers class A: Object {
        @Persisted var a: Int
        @objc dynamic var b = 1
        var c = List<Int>()
        let d = RealmOptional<Int>()
        @Persisted @objc dynamic var e: Int
      }
      extension A { @objc dynamic var f: Int { 1 } }
      """
    let result = ModelImport.persisted([SourceFile(path: "a.swift", text: source)])
    #expect(
      result.swift.map { String(decoding: $0.bytes, as: UTF8.self) } == [
        source.replacing("@objcMembers ", with: "").replacing("@objc ", with: "").replacing("dynamic ", with: "")
      ])
    #expect(result.diagnostics.map { "\($0.location.start.line) \($0.code)" } == ["3 older-style", "4 older-style", "5 older-style"])
  }

  @Test("a class whose base is in no file is reported, since it may be a model")
  func unknownBase() {
    let source = "class A: Base {\n  let a = List<Int>()\n}\nclass B: NSObject { @objc dynamic var b = 1 }\n"
    let result = ModelImport.persisted([SourceFile(path: "a.swift", text: source)])
    #expect(
      result.diagnostics.map(\.message) == [
        "'A' is left as it is: 'Base', from which it derives, is in none of the files; name its file as well"
      ])
  }

  @Test("a property whose type only Swift knows is named, since it may be a collection")
  func unclear() {
    let source = "class A: Object {\n  var a = makeList()\n  var b = [Int]()\n  var c = { 1 }\n  @objc dynamic var z = 1\n}"
    let result = ModelImport.persisted([SourceFile(path: "a.swift", text: source)])
    #expect(
      result.diagnostics.map { "\($0.location.start.line) \($0.message)" } == [
        "2 the type of 'a' is not known, and a collection would be stored: write its type",
        "4 the type of 'c' is not known, and a collection would be stored: write its type",
      ])
  }
}
