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
      "private-model", "A class cannot be a model, as other files cannot name it",
      """
      The schema of a target is emitted in a file of its own, which names every class with '@Persisted'. A class that is
      private, or inside of a private type, cannot be named there; a generic one stands for many classes, and a schema has
      one table for each.
      """,
      fault: .swift("private class Dog: Object { @Persisted var name: String }"),
      corrected: .swift("class Dog: Object { @Persisted var name: String }")),
    DiagnosticExplanation(
      "conditional-model", "A class with '@Persisted' is inside '#if'",
      """
      A schema is made before conditions are known, and a file must have the same tables in every build. Move the class out
      of the condition.
      """,
      fault: .swift("#if DEBUG\nclass Dog: Object { @Persisted var name: String }\n#endif"),
      corrected: .swift("class Dog: Object { @Persisted var name: String }")),
    DiagnosticExplanation(
      "conditional-property", "A property with '@Persisted' is inside '#if'",
      "A schema is made before conditions are known, and a table must have the same columns in every build. Move the property out of it.",
      fault: .swift("class Dog: Object {\n  #if DEBUG\n  @Persisted var tag: String\n  #endif\n  @Persisted var name: String\n}"),
      corrected: .swift("class Dog: Object {\n  @Persisted var tag: String\n  @Persisted var name: String\n}")),
    DiagnosticExplanation(
      "conditional-case", "A case of a stored enum is inside '#if'",
      "A schema is made before conditions are known, and a file must have the same cases in every build. Move the case out of it.",
      fault: .swift(
        "enum Size: Int, PersistableEnum {\n  case small\n  #if DEBUG\n  case huge\n  #endif\n}",
        "class Dog: Object { @Persisted var size: Size }"),
      corrected: .swift(
        "enum Size: Int, PersistableEnum {\n  case small\n  case huge\n}", "class Dog: Object { @Persisted var size: Size }")),
    DiagnosticExplanation(
      "conditional-setting", "A method that the schema is made of is inside '#if'",
      "Stored names are read when the program is built, before conditions are known. Move the method out of the condition.",
      fault: .swift(
        "class Dog: Object {\n  @Persisted var tag: String\n  #if DEBUG\n"
          + "  override class func _realmObjectName() -> String? { \"Hound\" }\n  #endif\n}"),
      corrected: .swift(
        "class Dog: Object {\n  @Persisted var tag: String\n  override class func _realmObjectName() -> String? { \"Hound\" }\n}")),
    DiagnosticExplanation(
      "foreign-type", "How a type of another module is stored is not known",
      """
      How a value is stored is read from the declaration of its type, and those of other modules are not read. A class with
      '@Persisted' may have them all the same: the program determines it when it opens a Realm. It is unknown before, so
      generated classes cannot have such a type, 'ashlar import' cannot take it over, and a schema with one can be compared
      neither with its releases nor with another schema. A YAML file of the target says it: an enum by its raw type,
      'external: true' and its Swift spelling, any other type by what it is stored as. Emitted code then checks that Swift
      agrees.
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
      "not-imported", "An import leaves something to you",
      """
      'ashlar import' moves what a schema can express into the schema, and what an extension can contain into Swift. Other
      declarations, such as a lazy property or a designated initializer, are listed, as are those whose meaning changes.
      """,
      severity: .warning,
      fault: .imported("public class Dog: Object {\n  @Persisted var name: String\n  lazy var initial = name.prefix(1)\n}"),
      corrected: .imported("public class Dog: Object {\n  @Persisted var name: String\n  var initial: Substring { name.prefix(1) }\n}")),
    DiagnosticExplanation(
      "lost-property", "An import would not store a property any more",
      """
      After an import, a class must store everything that RealmSwift stores of it. A property whose declaration has no
      counterpart, such as a List that begins with elements, is an error, and nothing is written. Declare it in another way
      first. With '--allow-loss' it is a warning: the property stays in memory, or in Swift.
      """,
      fault: .imported("public class Dog: Object {\n  @objc dynamic var name = \"\"\n  let walks = List<Int>([1, 2])\n}"),
      corrected: .imported("public class Dog: Object {\n  @objc dynamic var name = \"\"\n  let walks = List<Int>()\n}")),
    DiagnosticExplanation(
      "unreadable-coding-keys", "Coding keys are not literals",
      """
      Swift makes 'init(from:)' of a class that is Codable. 'encode(to:)' is emitted, from the keys that the class declares:
      a nested enum 'CodingKeys' whose raw values are plain literals. Anything else cannot be read; then write 'encode(to:)'
      in the class.
      """,
      fault: .swift(
        "class Dog: Object, Encodable {\n  @Persisted var name: String\n  struct CodingKeys: CodingKey {}\n}"),
      corrected: .swift(
        "class Dog: Object, Encodable {\n  @Persisted var name: String\n  enum CodingKeys: String, CodingKey { case name = \"n\" }\n}")),
    DiagnosticExplanation(
      "private-coding", "A private property is coded",
      """
      'encode(to:)' is emitted in another file, which cannot read a private property that is not persisted. Make it
      internal, leave it out of 'CodingKeys', or write 'encode(to:)' in the class. Private properties with '@Persisted' are
      encoded.
      """,
      fault: .swift("class Dog: Object, Encodable {\n  @Persisted var name: String\n  private var walks = 0\n}"),
      corrected: .swift("class Dog: Object, Encodable {\n  @Persisted private var name: String\n  var walks = 0\n}")),
    DiagnosticExplanation(
      "persisted-outside-model", "'@Persisted' stands outside of a model class",
      """
      Only classes that derive from Object, EmbeddedObject or AsymmetricObject store properties: directly, or through
      classes written by hand in the same target. A class that derives from a generated one shares its table, and gets its
      properties in YAML.
      """,
      fault: .swift("struct Dog { @Persisted var name: String }"),
      corrected: .swift("class Dog: EmbeddedObject { @Persisted var name: String }")),
    DiagnosticExplanation(
      "persisted-argument", "An argument of '@Persisted' is unknown, or no literal",
      "Arguments are read when the program is built: 'primaryKey: true', 'indexed: true' and 'originProperty: \"…\"'.",
      fault: .swift("class Dog: Object { @Persisted(indexed: isFast) var name: String }"),
      corrected: .swift("class Dog: Object { @Persisted(indexed: true) var name: String }")),
    DiagnosticExplanation(
      "repeated-property", "A class has two properties of one name",
      "A property of a class and one of a class that it derives from, perhaps a private one, would share a column's name. Rename one.",
      fault: .swift("class Dog: Object { @Persisted private var name: String }\nclass Pug: Dog { @Persisted var name: String }"),
      corrected: .swift("class Dog: Object { @Persisted private var name: String }\nclass Pug: Dog { @Persisted var title: String }")),
    DiagnosticExplanation(
      "untyped-property", "The type of a property cannot be told",
      """
      The type follows from an annotation, a literal, a cast such as '0 as Float', a value such as 'T()', or a variable, constant, case or
      static method of this target, 'Constants.title'. Only the Swift compiler can infer the type of other expressions.
      """,
      fault: .swift("class Dog: Object { @Persisted var tag = nextTag() }"),
      corrected: .swift("class Dog: Object { @Persisted var tag: String = nextTag() }")),
    DiagnosticExplanation(
      "initializer-not-required", "An 'init()' without the word 'required'",
      "The library makes objects of each class by 'init()', which every class therefore has. Swift wants the word 'required' for it.",
      fault: .swift("class Dog: Object {\n  @Persisted var name: String\n  override init() { super.init() }\n}"),
      corrected: .swift("class Dog: Object {\n  @Persisted var name: String\n  required init() { super.init() }\n}")),
    DiagnosticExplanation(
      "initializer-without-super", "An initializer that does not call 'super.init()'",
      "Swift inserts the call only where the superclass has a single designated initializer. 'Object' has a second one, for the library.",
      fault: .swift("class Dog: Object {\n  @Persisted var name: String\n  required init() {}\n}"),
      corrected: .swift("class Dog: Object {\n  @Persisted var name: String\n  required init() { super.init() }\n}")),
    DiagnosticExplanation(
      "missing-initializer", "A class without 'init()'",
      """
      A class that has a designated initializer inherits none, and the library makes objects by 'init()'. A convenience initializer leaves
      'init()' as it is.
      """,
      fault: .swift(
        "class Dog: Object {\n  @Persisted var name: String\n  init(name: String) {\n    super.init()\n    self.name = name\n  }\n}"),
      corrected: .swift(
        "class Dog: Object {\n  @Persisted var name: String\n"
          + "  convenience init(name: String) {\n    self.init()\n    self.name = name\n  }\n}")),
    DiagnosticExplanation(
      "assignment-before-super", "A stored property is set before there is an object",
      "Stored properties are in the object, which 'super.init()' makes. Call it first.",
      fault: .swift(
        "class Dog: Object {\n  @Persisted var name: String\n  required init() {\n    name = \"Rex\"\n    super.init()\n  }\n}"),
      corrected: .swift(
        "class Dog: Object {\n  @Persisted var name: String\n  required init() {\n    super.init()\n    name = \"Rex\"\n  }\n}")),
    DiagnosticExplanation(
      "key-not-stored", "The primary key is not a stored property",
      """
      'primaryKey()' names a property that the class declares with '@Persisted'. Or write '@Persisted(primaryKey: true)', without the
      method.
      """,
      fault: .swift(
        "class Dog: Object {\n  @Persisted var id: Int\n  override class func primaryKey() -> String? { \"uuid\" }\n}"),
      corrected: .swift("class Dog: Object { @Persisted(primaryKey: true) var id: Int }")),
    DiagnosticExplanation(
      "unstored-type", "A property has a type that cannot be stored",
      """
      Properties hold scalars, links to models, enums that conform to 'PersistableEnum', and types that conform to 'CustomPersistable' or
      'FailableCustomPersistable'. An enum needs a raw type, 'String', an integer or a floating-point type.
      """,
      fault: .swift("enum Mood: String { case calm, wild }\nclass Dog: Object { @Persisted var mood: Mood }"),
      corrected: .swift("enum Mood: String, PersistableEnum { case calm, wild }\nclass Dog: Object { @Persisted var mood: Mood }")),
    DiagnosticExplanation(
      "older-style", "A property is declared as before '@Persisted'",
      """
      '@objc dynamic var', and List, MutableSet, Map, RealmOptional, RealmProperty and LinkingObjects without '@Persisted',
      declared by 'let' or 'var', need the Objective-C runtime. Write '@Persisted var'. In a class with '@Persisted' such
      properties are not stored, and this is a warning; what 'ignoredProperties()' names is meant so.
      """,
      fault: .swift("class Dog: Object { @objc dynamic var name = \"\" }\nclass Cat: Object { @Persisted var name: String }"),
      corrected: .swift("class Dog: Object { @Persisted var name = \"\" }\nclass Cat: Object { @Persisted var name: String }")),
    DiagnosticExplanation(
      "computed-setting", "A setting of the schema is computed",
      """
      'primaryKey()', 'propertiesMapping()', '_realmObjectName()' and 'className()' are read when the program is built: they return a
      literal, or a constant of the target that has one.
      """,
      fault: .swift(
        "class Dog: Object {\n  @Persisted var name: String\n"
          + "  override class func propertiesMapping() -> [String: String] { names }\n}"),
      corrected: .swift(
        "class Dog: Object {\n  @Persisted var name: String\n"
          + "  override class func propertiesMapping() -> [String: String] { [\"name\": \"dog_name\"] }\n}")),
    DiagnosticExplanation(
      "position-taken", "Two properties of related classes lie at the same place",
      """
      A property is known by the line and column of its '@Persisted'. Those of a class and of one that derives from it, in
      different files, must differ. Add a line before one of the two.
      """,
      fault: .swift(
        "class Dog: Object {\n  @Persisted var name: String\n}", "class Pug: Dog {\n  @Persisted var size: String\n}"),
      corrected: .swift(
        "class Dog: Object {\n  @Persisted var name: String\n}", "\nclass Pug: Dog {\n  @Persisted var size: String\n}")),
    DiagnosticExplanation(
      "position-too-far", "A property lies too far right or down",
      "'@Persisted' holds lines up to 1048575 and columns up to 2047. Break the line.",
      fault: .swift("class Dog: Object { \(String(repeating: " ", count: 2100))@Persisted var name: String }"),
      corrected: .swift("class Dog: Object { @Persisted var name: String }")),
    DiagnosticExplanation(
      "moved-positions", "'#sourceLocation' moves positions",
      "A property is known by the line and column of its '@Persisted' in its file. '#sourceLocation' changes what Swift takes them to be.",
      fault: .swift("#sourceLocation(file: \"Cat.swift\", line: 1)\nclass Dog: Object { @Persisted var name: String }"),
      corrected: .swift("class Dog: Object { @Persisted var name: String }")),
    DiagnosticExplanation(
      "not-opened", "A bracket closes nothing", "Brackets in a Swift file with models do not match. Swift will say more of it.",
      fault: .swift("}\nclass Dog: Object { @Persisted var name: String }"),
      corrected: .swift("class Dog: Object { @Persisted var name: String }")),
    DiagnosticExplanation(
      "narrow-model", "A class is less visible than a property of its type",
      """
      Generated properties are public unless the schema says otherwise, and a public property needs a public type. Make the
      class public, or write 'access: internal' in the schema block.
      """,
      fault: Self.narrow(class: "class"), corrected: Self.narrow(class: "public class")),
    DiagnosticExplanation(
      "failable-by-hand", "A required property of a failable type has no initial value",
      """
      A new object starts with the zero value of what the type is stored as, and a failable type may not be convertible from
      it; then reading the property stops the program. Write an initial value, or make the property optional.
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
