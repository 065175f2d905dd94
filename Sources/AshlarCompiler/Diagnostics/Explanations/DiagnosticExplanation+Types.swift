extension DiagnosticExplanation {
  /// What stands behind `type`.
  static let types: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "malformed-type", "A type is not written as types are",
      "Types look like 'Int', 'Date?', 'Person?' or 'List<Person>'. Swift's short forms '[Int]' and '[String: Int]' are not known.",
      fault: "objects:\n  Dog:\n    properties:\n      weights: \"[Double]\"",
      mended: "objects:\n  Dog:\n    properties:\n      weights: List<Double>"),
    DiagnosticExplanation(
      "unknown-type", "A type is not declared",
      "The name is neither a scalar (Bool, Int, Int8, Int16, Int32, Int64, Float, Double, String, Data, Date, Decimal128, ObjectId, UUID)\nnor declared in a file of this target. Types of other targets cannot be named.",
      fault: "objects:\n  Dog:\n    properties:\n      home: Adress?\nembedded:\n  Address: {}",
      mended: "objects:\n  Dog:\n    properties:\n      home: Address?\nembedded:\n  Address: {}"),
    DiagnosticExplanation(
      "unknown-collection", "A collection is not known", "The message names the nearest collection that exists.",
      fault: "objects:\n  Dog:\n    properties:\n      tricks: Array<String>",
      mended: "objects:\n  Dog:\n    properties:\n      tricks: List<String>"),
    DiagnosticExplanation(
      "collection-without-element", "A collection does not say what it holds", "The type of the elements stands in angle brackets.",
      fault: "objects:\n  Dog:\n    properties:\n      tricks: List",
      mended: "objects:\n  Dog:\n    properties:\n      tricks: List<String>"),
    DiagnosticExplanation(
      "optional-collection", "A collection is optional", "A collection is always there; without elements it is empty.",
      fault: "objects:\n  Dog:\n    properties:\n      tricks: List<String>?",
      mended: "objects:\n  Dog:\n    properties:\n      tricks: List<String>"),
    DiagnosticExplanation(
      "nested-collection", "A collection holds collections",
      "Elements are scalars, enums, objects and embedded objects. Put the inner collection into an embedded type.",
      fault: "objects:\n  Dog:\n    properties:\n      walks: List<List<Double>>",
      mended: "objects:\n  Dog:\n    properties:\n      walks: List<Walk>\nembedded:\n  Walk:\n    properties:\n      lengths: List<Double>"
    ),
    DiagnosticExplanation(
      "link-not-optional", "A link to one object is not optional",
      "The object linked to can be deleted, and new objects link to nothing; so a link is always optional. The same holds for embedded\nobjects.",
      fault: "objects:\n  Dog:\n    properties:\n      mother: Dog", mended: "objects:\n  Dog:\n    properties:\n      mother: Dog?"),
    DiagnosticExplanation(
      "optional-link-in-list", "The objects of a collection are optional",
      "When an object is deleted it leaves every List it is in, so no element is ever nil.",
      fault: "objects:\n  Dog:\n    properties:\n      pups: List<Dog?>", mended: "objects:\n  Dog:\n    properties:\n      pups: List<Dog>"
    ),
    DiagnosticExplanation(
      "embedded-ring", "Embedded types hold each other in a ring",
      "An embedded object belongs to one owner, and a ring of embedded types would have no outermost one. Make one of them an object:\nobjects may link in rings.",
      fault: "embedded:\n  Box:\n    properties:\n      boxes: List<Box>",
      mended: "objects:\n  Box:\n    properties:\n      boxes: List<Box>"),
  ]

  /// Primary keys and indexes.
  static let keys: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "primary-key-type", "A property of this type cannot be the primary key",
      "Integers, String, UUID and ObjectId can, their optionals, and enums stored as one of them.",
      fault: "objects:\n  Dog:\n    properties:\n      born: { type: Date, primaryKey: true }",
      mended: "objects:\n  Dog:\n    properties:\n      number: { type: Int, primaryKey: true }\n      born: Date"),
    DiagnosticExplanation(
      "second-primary-key", "A type has two primary keys",
      "At most one property is the key. Where two together identify an object, store them joined in a third.",
      fault:
        "objects:\n  Dog:\n    properties:\n      land: { type: String, primaryKey: true }\n      number: { type: Int, primaryKey: true }",
      mended: "objects:\n  Dog:\n    properties:\n      tag: { type: String, primaryKey: true }\n      land: String\n      number: Int"),
    DiagnosticExplanation(
      "primary-key-on-embedded", "An embedded type has a primary key",
      "Embedded objects are found through their owner, not by a key.",
      fault: "embedded:\n  Address:\n    properties:\n      number: { type: Int, primaryKey: true }",
      mended: "embedded:\n  Address:\n    properties:\n      number: { type: Int, indexed: true }"),
    DiagnosticExplanation(
      "primary-key-not-indexed", "A primary key is said not to be indexed", "A primary key always has an index; leave 'indexed' out.",
      fault: "objects:\n  Dog:\n    properties:\n      number: { type: Int, primaryKey: true, indexed: false }",
      mended: "objects:\n  Dog:\n    properties:\n      number: { type: Int, primaryKey: true }"),
    DiagnosticExplanation(
      "indexed-type", "A property of this type cannot be indexed",
      "Bool, integers, String, Date, UUID and ObjectId can, their optionals, and enums stored as one of them.",
      fault: "objects:\n  Dog:\n    properties:\n      weight: { type: Double, indexed: true }",
      mended: "objects:\n  Dog:\n    properties:\n      weight: Double"),
  ]

  /// Linking objects.
  static let links: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "linking-objects-target", "LinkingObjects of something that is no object",
      "'LinkingObjects<T>' are the objects of T that link here. T is an object or an embedded type.",
      fault: "objects:\n  Person:\n    properties:\n      dogs: { type: LinkingObjects<String>, origin: owner }",
      mended:
        "objects:\n  Person:\n    properties:\n      dogs: { type: LinkingObjects<Dog>, origin: owner }\n  Dog:\n    properties:\n      owner: Person?"
    ),
    DiagnosticExplanation(
      "missing-origin", "LinkingObjects without 'origin'",
      "A type may have several links to this one. 'origin' names the property that is followed backwards.",
      fault: "objects:\n  Person:\n    properties:\n      dogs: LinkingObjects<Dog>\n  Dog:\n    properties:\n      owner: Person?",
      mended:
        "objects:\n  Person:\n    properties:\n      dogs: { type: LinkingObjects<Dog>, origin: owner }\n  Dog:\n    properties:\n      owner: Person?"
    ),
    DiagnosticExplanation(
      "unknown-origin", "'origin' names a property that does not exist",
      "'origin' is the Swift name of a property of the type in angle brackets, not its stored name.",
      fault:
        "objects:\n  Person:\n    properties:\n      dogs: { type: LinkingObjects<Dog>, origin: ownr }\n  Dog:\n    properties:\n      owner: Person?",
      mended:
        "objects:\n  Person:\n    properties:\n      dogs: { type: LinkingObjects<Dog>, origin: owner }\n  Dog:\n    properties:\n      owner: Person?"
    ),
    DiagnosticExplanation(
      "wrong-origin", "'origin' names a property that does not link here",
      "The property that is followed backwards is a link to this type, alone or in a collection.",
      fault:
        "objects:\n  Person:\n    properties:\n      dogs: { type: LinkingObjects<Dog>, origin: name }\n  Dog:\n    properties:\n      name: String\n      owner: Person?",
      mended:
        "objects:\n  Person:\n    properties:\n      dogs: { type: LinkingObjects<Dog>, origin: owner }\n  Dog:\n    properties:\n      name: String\n      owner: Person?"
    ),
    DiagnosticExplanation(
      "origin-not-allowed", "A property that is no LinkingObjects has an 'origin'",
      "Only LinkingObjects follow links backwards.",
      fault: "objects:\n  Dog:\n    properties:\n      mother: { type: Dog?, origin: pups }\n      pups: List<Dog>",
      mended: "objects:\n  Dog:\n    properties:\n      mothers: { type: LinkingObjects<Dog>, origin: pups }\n      pups: List<Dog>"),
    DiagnosticExplanation(
      "key-on-linking-objects", "LinkingObjects have a key that only stored properties have",
      "LinkingObjects are computed from the links; there is nothing to index, to name in the file, or to set.",
      fault:
        "objects:\n  Person:\n    properties:\n      dogs: { type: LinkingObjects<Dog>, origin: owner, column: all_dogs }\n  Dog:\n    properties:\n      owner: Person?",
      mended:
        "objects:\n  Person:\n    properties:\n      dogs: { type: LinkingObjects<Dog>, origin: owner }\n  Dog:\n    properties:\n      owner: Person?"
    ),
  ]
}
