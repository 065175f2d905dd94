import AshlarCompiler

extension DiagnosticExplanation.Example {
  /// Creates an example of a target's Swift files.
  static func swift(_ texts: String...) -> Self {
    var example = Self(
      files: texts.enumerated().map { SourceFile(path: "\(["Dog", "Cat", "Models"][$0]).swift", text: $1 + "\n") })
    example.target = "Pets"
    return example
  }
}

extension DiagnosticExplanation.Example {
  /// Creates an example of importing a Swift file.
  static func imported(_ text: String) -> Self {
    var example = Self.swift(text)
    example.isImported = true
    return example
  }
}

extension DiagnosticExplanation {
  /// Diagnostics of classes with `@Persisted` and of the types that they store.
  static let handwritten: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "private-model", "A class cannot be a model, because other files cannot name it",
      """
      The schema of a target is generated in a separate file, which names every class with '@Persisted'. A class that is private, or is
      inside a private type, cannot be named there; a generic class represents many classes, and a schema has one table for each class.
      """,
      fault: .swift("private class Dog: Object { @Persisted var name: String }"),
      corrected: .swift("class Dog: Object { @Persisted var name: String }")),
    DiagnosticExplanation(
      "conditional-model", "A class with '@Persisted' is inside '#if'",
      """
      A schema is generated before conditions are known, and a file must have the same tables in every build. Move the class out of the
      condition.
      """,
      fault: .swift("#if DEBUG\nclass Dog: Object { @Persisted var name: String }\n#endif"),
      corrected: .swift("class Dog: Object { @Persisted var name: String }")),
    DiagnosticExplanation(
      "conditional-property", "A property with '@Persisted' is inside '#if'",
      "A schema is generated before conditions are known, and a table must have the same columns in every build. Move the property out.",
      fault: .swift("class Dog: Object {\n  #if DEBUG\n  @Persisted var tag: String\n  #endif\n  @Persisted var name: String\n}"),
      corrected: .swift("class Dog: Object {\n  @Persisted var tag: String\n  @Persisted var name: String\n}")),
    DiagnosticExplanation(
      "conditional-case", "A case of a stored enum is inside '#if'",
      "A schema is generated before conditions are known, and a file must have the same cases in every build. Move the case out of it.",
      fault: .swift(
        "enum Size: Int, PersistableEnum {\n  case small\n  #if DEBUG\n  case huge\n  #endif\n}",
        "class Dog: Object { @Persisted var size: Size }"),
      corrected: .swift(
        "enum Size: Int, PersistableEnum {\n  case small\n  case huge\n}", "class Dog: Object { @Persisted var size: Size }")),
    DiagnosticExplanation(
      "conditional-setting", "A method that determines the schema is inside '#if'",
      "Stored names are read when the program is built, before conditions are known. Move the method out of the condition.",
      fault: .swift(
        "class Dog: Object {\n  @Persisted var tag: String\n  #if DEBUG\n"
          + "  override class func _realmObjectName() -> String? { \"Hound\" }\n  #endif\n}"),
      corrected: .swift(
        "class Dog: Object {\n  @Persisted var tag: String\n  override class func _realmObjectName() -> String? { \"Hound\" }\n}")),
    DiagnosticExplanation(
      "foreign-type", "The stored form of a type of another module is not known",
      """
      The stored form of a type is read from its declaration, and declarations of other modules are not read. A class with '@Persisted'
      may have such properties: the program determines the stored form when it opens a Realm. Until then it is unknown, so generated
      classes cannot have such a type, 'ashlar import' cannot convert it, and a schema with such a type cannot be compared with its
      releases or another schema. Declare it in a YAML file of the target: an enum by its raw type, 'external: true' and its Swift name,
      any other type by its stored type. The generated code then checks that the declaration in Swift agrees.
      """,
      fault: DiagnosticExplanation.Example(files: [
        SourceFile(path: "Dog.swift", text: "class Dog: Object { @Persisted var state: Other.State? }\n"),
        SourceFile(
          path: "types.yaml", text: "ashlar: 1\nschema: { name: Pets }\nobjects:\n  Cat: { properties: { state: Other_State? } }\n"),
      ]),
      corrected: DiagnosticExplanation.Example(files: [
        SourceFile(path: "Dog.swift", text: "class Dog: Object { @Persisted var state: Other.State? }\n"),
        SourceFile(
          path: "types.yaml",
          text: "ashlar: 1\nschema: { name: Pets }\nenums:\n  State: { raw: Int, external: true, swift: Other.State }\n"
            + "objects:\n  Cat: { properties: { state: State? } }\n"),
      ])),
    DiagnosticExplanation(
      "not-imported", "An import cannot convert a declaration",
      """
      'ashlar import' moves what a schema can express to the schema, and what an extension can contain to Swift. It lists other
      declarations, such as a lazy property or a designated initializer, and declarations whose meaning changes.
      """,
      severity: .warning,
      fault: .imported("public class Dog: Object {\n  @Persisted var name: String\n  lazy var initial = name.prefix(1)\n}"),
      corrected: .imported("public class Dog: Object {\n  @Persisted var name: String\n  var initial: Substring { name.prefix(1) }\n}")),
    DiagnosticExplanation(
      "lost-property", "An import would no longer store a property",
      """
      After an import, a class must store everything that it stores with RealmSwift. A property whose declaration has no counterpart, such
      as a List with initial elements, is an error, and nothing is written. Declare it differently first. With '--allow-loss', this is a
      warning: the property then exists only in memory, or in Swift.
      """,
      fault: .imported("public class Dog: Object {\n  @objc dynamic var name = \"\"\n  let walks = List<Int>([1, 2])\n}"),
      corrected: .imported("public class Dog: Object {\n  @objc dynamic var name = \"\"\n  let walks = List<Int>()\n}")),
    DiagnosticExplanation(
      "unreadable-coding-keys", "Coding keys are not literals",
      """
      Swift synthesizes 'init(from:)' of a Codable class. 'encode(to:)' is generated from the keys that the class declares: a nested enum
      'CodingKeys' whose raw values are plain literals. For any other form, write 'encode(to:)' in the class.
      """,
      fault: .swift(
        "class Dog: Object, Encodable {\n  @Persisted var name: String\n  struct CodingKeys: CodingKey {}\n}"),
      corrected: .swift(
        "class Dog: Object, Encodable {\n  @Persisted var name: String\n  enum CodingKeys: String, CodingKey { case name = \"n\" }\n}")),
    DiagnosticExplanation(
      "private-coding", "A private property is coded",
      """
      'encode(to:)' is generated in another file, which cannot read a private property without '@Persisted'. Make it internal, omit it
      from 'CodingKeys', or write 'encode(to:)' in the class. Private properties with '@Persisted' are encoded.
      """,
      fault: .swift("class Dog: Object, Encodable {\n  @Persisted var name: String\n  private var walks = 0\n}"),
      corrected: .swift("class Dog: Object, Encodable {\n  @Persisted private var name: String\n  var walks = 0\n}")),
    DiagnosticExplanation(
      "persisted-outside-model", "'@Persisted' is outside a model class",
      """
      Only classes that inherit from Object, EmbeddedObject or AsymmetricObject store properties: directly, or through classes written by
      hand in the same target. A class that inherits from a generated class shares its table; declare its properties in YAML.
      """,
      fault: .swift("struct Dog { @Persisted var name: String }"),
      corrected: .swift("class Dog: EmbeddedObject { @Persisted var name: String }")),
    DiagnosticExplanation(
      "persisted-argument", "An argument of '@Persisted' is unknown, or not a literal",
      """
      Arguments are read when the program is built: 'primaryKey: true', 'indexed: true', 'unique: true', 'deleteRule: .cascade' and
      'originProperty: "…"'.
      """,
      fault: .swift("class Dog: Object { @Persisted(indexed: isFast) var name: String }"),
      corrected: .swift("class Dog: Object { @Persisted(indexed: true) var name: String }")),
    DiagnosticExplanation(
      "repeated-property", "A class has two properties with the same name",
      "A property of a class and one of its superclass, even if that is private, would have the same column name. Rename one of them.",
      fault: .swift("class Dog: Object { @Persisted private var name: String }\nclass Pug: Dog { @Persisted var name: String }"),
      corrected: .swift("class Dog: Object { @Persisted private var name: String }\nclass Pug: Dog { @Persisted var title: String }")),
    DiagnosticExplanation(
      "untyped-property", "The type of a property cannot be determined",
      """
      The type is inferred from an annotation, a literal, a cast such as '0 as Float', a value such as 'T()', or a variable, constant,
      case or static method of this target, 'Constants.title'. Only the Swift compiler can infer the type of other expressions.
      """,
      fault: .swift("class Dog: Object { @Persisted var tag = nextTag() }"),
      corrected: .swift("class Dog: Object { @Persisted var tag: String = nextTag() }")),
    DiagnosticExplanation(
      "initializer-not-required", "An 'init()' without the word 'required'",
      "The library creates objects with 'init()', so every class must have it. Swift requires the modifier 'required' for it.",
      fault: .swift("class Dog: Object {\n  @Persisted var name: String\n  override init() { super.init() }\n}"),
      corrected: .swift("class Dog: Object {\n  @Persisted var name: String\n  required init() { super.init() }\n}")),
    DiagnosticExplanation(
      "initializer-without-super", "An initializer that does not call 'super.init()'",
      "Swift inserts the call only if the superclass has a single designated initializer. 'Object' has a second one, for the library.",
      fault: .swift("class Dog: Object {\n  @Persisted var name: String\n  required init() {}\n}"),
      corrected: .swift("class Dog: Object {\n  @Persisted var name: String\n  required init() { super.init() }\n}")),
    DiagnosticExplanation(
      "missing-initializer", "A class without 'init()'",
      """
      A class with a designated initializer inherits none, and the library creates objects with 'init()'. A convenience initializer does
      not affect 'init()'.
      """,
      fault: .swift(
        "class Dog: Object {\n  @Persisted var name: String\n  init(name: String) {\n    super.init()\n    self.name = name\n  }\n}"),
      corrected: .swift(
        "class Dog: Object {\n  @Persisted var name: String\n"
          + "  convenience init(name: String) {\n    self.init()\n    self.name = name\n  }\n}")),
    DiagnosticExplanation(
      "assignment-before-super", "A stored property is set before there is an object",
      "Stored properties belong to the object, which 'super.init()' creates. Call it first.",
      fault: .swift(
        "class Dog: Object {\n  @Persisted var name: String\n  required init() {\n    name = \"Rex\"\n    super.init()\n  }\n}"),
      corrected: .swift(
        "class Dog: Object {\n  @Persisted var name: String\n  required init() {\n    super.init()\n    name = \"Rex\"\n  }\n}")),
    DiagnosticExplanation(
      "key-not-stored", "The primary key is not a stored property",
      """
      'primaryKey()' must name a property that the class declares with '@Persisted'. Alternatively, write '@Persisted(primaryKey: true)'
      and remove the method.
      """,
      fault: .swift(
        "class Dog: Object {\n  @Persisted var id: Int\n  override class func primaryKey() -> String? { \"uuid\" }\n}"),
      corrected: .swift("class Dog: Object { @Persisted(primaryKey: true) var id: Int }")),
    DiagnosticExplanation(
      "unstored-type", "A property has a type that cannot be stored",
      """
      The type of a property can be a scalar, a link to a model, an enum that conforms to 'PersistableEnum', or a type that conforms to
      'CustomPersistable' or 'FailableCustomPersistable'. The raw type of an enum is 'String', an integer or floating-point.
      """,
      fault: .swift("enum Mood: String { case calm, wild }\nclass Dog: Object { @Persisted var mood: Mood }"),
      corrected: .swift("enum Mood: String, PersistableEnum { case calm, wild }\nclass Dog: Object { @Persisted var mood: Mood }")),
    DiagnosticExplanation(
      "older-style", "A property is declared in the style before '@Persisted'",
      """
      '@objc dynamic var', and List, MutableSet, Map, RealmOptional, RealmProperty and LinkingObjects without '@Persisted', declared with
      'let' or 'var', need the Objective-C runtime. Write '@Persisted var'. In a class with '@Persisted', such properties are not stored,
      and this is a warning, except for names in 'ignoredProperties()'.
      """,
      fault: .swift("class Dog: Object { @objc dynamic var name = \"\" }\nclass Cat: Object { @Persisted var name: String }"),
      corrected: .swift("class Dog: Object { @Persisted var name = \"\" }\nclass Cat: Object { @Persisted var name: String }")),
    DiagnosticExplanation(
      "computed-setting", "A setting of the schema is computed",
      """
      'primaryKey()', 'propertiesMapping()', '_realmObjectName()' and 'className()' are read when the program is built: they must return a
      literal, or a constant of the target whose value is one.
      """,
      fault: .swift(
        "class Dog: Object {\n  @Persisted var name: String\n"
          + "  override class func propertiesMapping() -> [String: String] { names }\n}"),
      corrected: .swift(
        "class Dog: Object {\n  @Persisted var name: String\n"
          + "  override class func propertiesMapping() -> [String: String] { [\"name\": \"dog_name\"] }\n}")),
    DiagnosticExplanation(
      "computed-rules", "The rules of a class are computed",
      """
      'schemaRules' is read when the program is built: it must return a list in brackets, whose elements are calls such as '.index(…)'. A
      class has the rules of its superclass without naming them.
      """,
      fault: .swift(
        "class Dog: Object {\n  @Persisted var name: String\n  @Persisted var age: Int\n"
          + "  override class var schemaRules: [SchemaRule] { super.schemaRules + [.range(\\Dog.age, 0...30)] }\n}"),
      corrected: .swift(
        "class Dog: Object {\n  @Persisted var name: String\n  @Persisted var age: Int\n"
          + "  override class var schemaRules: [SchemaRule] { [.range(\\Dog.age, 0...30)] }\n}")),
    DiagnosticExplanation(
      "rule-argument", "An argument of a rule is not a literal or a key path",
      """
      'schemaRules' is read when the program is built, and not run: bounds and patterns are literals, and properties are key paths of the
      class, such as '\\Dog.age'. A key path through a link is not allowed.
      """,
      fault: .swift(
        "class Dog: Object {\n  @Persisted var age: Int\n"
          + "  override class var schemaRules: [SchemaRule] { [.range(\\Dog.age, max: oldest)] }\n}"),
      corrected: .swift(
        "class Dog: Object {\n  @Persisted var age: Int\n"
          + "  override class var schemaRules: [SchemaRule] { [.range(\\Dog.age, max: 30)] }\n}")),
    DiagnosticExplanation(
      "position-taken", "Two properties of related classes have the same position",
      """
      A property is identified by the line and column of its '@Persisted'. Those of a class and of its superclass in another file must
      differ. Insert a line before one of the two.
      """,
      fault: .swift(
        "class Dog: Object {\n  @Persisted var name: String\n}", "class Pug: Dog {\n  @Persisted var size: String\n}"),
      corrected: .swift(
        "class Dog: Object {\n  @Persisted var name: String\n}", "\nclass Pug: Dog {\n  @Persisted var size: String\n}")),
    DiagnosticExplanation(
      "position-too-far", "The line or column of a property is too large",
      "'@Persisted' supports lines up to 1048575 and columns up to 2047. Break the line.",
      fault: .swift("class Dog: Object { \(String(repeating: " ", count: 2100))@Persisted var name: String }"),
      corrected: .swift("class Dog: Object { @Persisted var name: String }")),
    DiagnosticExplanation(
      "moved-positions", "'#sourceLocation' moves positions",
      "A property is identified by the line and column of its '@Persisted' in its file, and '#sourceLocation' changes these for Swift.",
      fault: .swift("#sourceLocation(file: \"Cat.swift\", line: 1)\nclass Dog: Object { @Persisted var name: String }"),
      corrected: .swift("class Dog: Object { @Persisted var name: String }")),
    DiagnosticExplanation(
      "not-opened", "A bracket closes nothing",
      "The brackets in a Swift file with models do not match. The Swift compiler reports details.",
      fault: .swift("}\nclass Dog: Object { @Persisted var name: String }"),
      corrected: .swift("class Dog: Object { @Persisted var name: String }")),
    DiagnosticExplanation(
      "narrow-model", "A class is less visible than a property of its type",
      """
      Generated properties are public unless the schema states otherwise, and a public property needs a public type. Make the class
      public, or write 'access: internal' in the schema block.
      """,
      fault: Self.narrow(class: "class"), corrected: Self.narrow(class: "public class")),
    DiagnosticExplanation(
      "failable-by-hand", "A required property of a failable type has no initial value",
      """
      A new object has the zero value of the stored type. If this value does not convert to the failable type, reading the property stops
      the program. Write an initial value, or make the property optional.
      """,
      severity: .warning,
      fault: .swift(Self.page("URL")), corrected: .swift(Self.page("URL?"))),
  ]

  private static func narrow(class declaration: String) -> Example {
    var example = Example.swift("\(declaration) Dog: Object { @Persisted var name: String }")
    example.files.append(
      SourceFile(path: "owner.yaml", text: "ashlar: 1\nobjects:\n  Owner:\n    properties:\n      dog: Dog?\n"))
    return example
  }

  private static func page(_ type: String) -> String {
    "class Dog: Object { @Persisted var page: \(type) }\nextension URL: FailableCustomPersistable { typealias PersistedType = String }"
  }
}
