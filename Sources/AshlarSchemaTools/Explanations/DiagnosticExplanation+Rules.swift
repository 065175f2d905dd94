internal import AshlarCompiler

extension DiagnosticExplanation {
  /// Diagnostics of rules of several properties, of indexes and of compound keys.
  static let rules: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "unknown-rule-property", "A rule names a property that the type does not store",
      """
      The lists 'primaryKey', 'unique', 'indexes' and 'checks' contain the names of stored properties, as Swift code writes them.
      LinkingObjects and ignored properties are not stored.
      """,
      fault: """
        objects:
          Dog:
            unique: [[land, nubmer]]
            properties:
              land: String
              number: Int
        """,
      corrected: """
        objects:
          Dog:
            unique: [[land, number]]
            properties:
              land: String
              number: Int
        """),
    DiagnosticExplanation(
      "repeated-rule-property", "A rule names a property twice", "Each property occurs once in a rule. A property always equals itself.",
      fault: """
        objects:
          Dog:
            indexes: [[land, land]]
            properties:
              land: String
              number: Int
        """,
      corrected: """
        objects:
          Dog:
            indexes: [[land, number]]
            properties:
              land: String
              number: Int
        """),
    DiagnosticExplanation(
      "rule-of-one", "A rule of several properties has only one",
      "A rule of one property is a key of the property: 'primaryKey: true', 'unique: true' or 'indexed: true'.",
      fault: """
        objects:
          Dog:
            unique: [[number]]
            properties:
              number: Int
        """,
      corrected: """
        objects:
          Dog:
            properties:
              number: { type: Int, unique: true }
        """),
    DiagnosticExplanation(
      "rule-list", "A list of names stands where a list of lists belongs",
      "'unique' and 'indexes' contain one list for each rule, so that a type can have several.",
      fault: """
        objects:
          Dog:
            unique: [land, number]
            properties:
              land: String
              number: Int
        """,
      corrected: """
        objects:
          Dog:
            unique: [[land, number]]
            properties:
              land: String
              number: Int
        """),
    DiagnosticExplanation(
      "too-many-parts", "A rule has more than eight properties",
      """
      A key, a unique rule or an index has at most eight properties, counting that of a condition, so that its values fit into a key of
      the file.
      """,
      fault: """
        objects:
          Dog:
            indexes: [[a, b, c, d, e, f, g, h, i]]
            properties: { a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int }
        """,
      corrected: """
        objects:
          Dog:
            indexes: [[a, b, c, d, e, f, g, h]]
            properties: { a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int }
        """),
    DiagnosticExplanation(
      "rule-place", "A type of this kind cannot have the rule",
      """
      Embedded objects are found through their owner, so they have no indexes of several properties. Asymmetric objects are not stored
      by key; their 'unique' and 'indexes' describe the server's table.
      """,
      fault: """
        embedded:
          Address:
            indexes: [[city, street]]
            properties:
              city: String
              street: String
        """,
      corrected: """
        embedded:
          Address:
            properties:
              city: String
              street: String
        """),
    DiagnosticExplanation(
      "unique-type", "A property of this type cannot be unique",
      """
      Bool, integers, String, Date, UUID, ObjectId and links to one object can be unique, their optionals, and enums and custom types
      stored as one of them. Embedded types have no unique properties. Numbers with a fraction are seldom equal when they should be.
      """,
      fault: """
        objects:
          Dog:
            properties:
              weight: { type: Double, unique: true }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              grams: { type: Int, unique: true }
        """),
    DiagnosticExplanation(
      "unique-not-indexed", "A unique property has 'indexed: false'", "The index enforces the rule; remove 'indexed'.",
      fault: """
        objects:
          Dog:
            properties:
              number: { type: Int, unique: true, indexed: false }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              number: { type: Int, unique: true }
        """),
    DiagnosticExplanation(
      "unique-condition", "A property cannot be the condition of a unique rule",
      """
      A unique rule has at most one condition: 'whenNil' names an optional property or a link, 'whenTrue' and 'whenFalse' a Bool. The
      rule concerns only objects that satisfy it, such as those that are not marked as deleted.
      """,
      fault: """
        objects:
          Dog:
            unique: [{ of: [number], whenNil: died }]
            properties:
              number: Int
              died: Date
        """,
      corrected: """
        objects:
          Dog:
            unique: [{ of: [number], whenNil: died }]
            properties:
              number: Int
              died: Date?
        """),
    DiagnosticExplanation(
      "index-part-type", "A property of this type cannot be part of an index",
      """
      Bool, integers, Float, Double, String, Date, UUID, ObjectId and links to one object can, their optionals, and enums and custom
      types stored as one of them.
      """,
      fault: """
        objects:
          Dog:
            indexes: [[land, price]]
            properties:
              land: String
              price: Decimal128
        """,
      corrected: """
        objects:
          Dog:
            indexes: [[land, cents]]
            properties:
              land: String
              cents: Int
        """),
    DiagnosticExplanation(
      "key-part-type", "A property of this type cannot be part of a primary key",
      """
      Bool, integers, String, Date, UUID and ObjectId can, and enums and custom types stored as one of them. A link cannot: deleting its
      target would change the key.
      """,
      fault: """
        objects:
          Seat:
            primaryKey: [row, width]
            properties:
              row: Int
              width: Double
        """,
      corrected: """
        objects:
          Seat:
            primaryKey: [row, number]
            properties:
              row: Int
              number: String
              width: Double
        """),
    DiagnosticExplanation(
      "key-part-optional", "A part of a primary key is optional", "Every object has a whole key, so its parts are never nil.",
      fault: """
        objects:
          Seat:
            primaryKey: [row, number]
            properties:
              row: Int
              number: String?
        """,
      corrected: """
        objects:
          Seat:
            primaryKey: [row, number]
            properties:
              row: Int
              number: String
        """),
    DiagnosticExplanation(
      "compound-key-link", "A link to a type with a compound key is stored by key",
      """
      Asymmetric objects and structs made by 'values: true' contain the primary keys of the objects that they link to, which must be
      single values. Give the type a primary key of one property and make the others unique.
      """,
      fault: """
        objects:
          Seat:
            primaryKey: [row, number]
            properties: { row: Int, number: Int }
        asymmetric:
          Sale:
            properties:
              seat: Seat?
        """,
      corrected: """
        objects:
          Seat:
            unique: [[row, number]]
            properties:
              id: { type: UUID, primaryKey: true }
              row: Int
              number: Int
        asymmetric:
          Sale:
            properties:
              seat: Seat?
        """),
    DiagnosticExplanation(
      "repeated-rule", "A rule is stated twice",
      "A unique rule of the same properties in another order is the same rule. A primary key is unique already.",
      fault: """
        objects:
          Dog:
            unique: [[land, number], [number, land]]
            properties:
              land: String
              number: Int
        """,
      corrected: """
        objects:
          Dog:
            unique: [[land, number]]
            properties:
              land: String
              number: Int
        """),
    DiagnosticExplanation(
      "key-name-taken", "A type has a name that a compound primary key generates",
      """
      The class of a type with a primary key of several properties declares a struct named 'PrimaryKey', and conforms to 'CompoundKeyed'.
      Inside the class, one of the equal names would hide the other.
      """,
      fault: """
        objects:
          Seat:
            primaryKey: [row, number]
            properties:
              row: Int
              number: Int
          PrimaryKey:
            properties:
              name: String
        """,
      corrected: """
        objects:
          Seat:
            primaryKey: [row, number]
            properties:
              row: Int
              number: Int
          Card:
            properties:
              name: String
        """),
    DiagnosticExplanation(
      "redundant-index", "Another index begins with the properties of this index",
      "An index of several properties also answers conditions on its first properties. Another index only makes writes slower.",
      severity: .warning,
      fault: """
        objects:
          Order:
            indexes: [[shop, placed], [shop, placed, number]]
            properties:
              shop: String
              placed: Date
              number: Int
        """,
      corrected: """
        objects:
          Order:
            indexes: [[shop, placed, number]]
            properties:
              shop: String
              placed: Date
              number: Int
        """),
  ]
}
