extension DiagnosticExplanation {
  /// Diagnostics of primary keys and indexes.
  static let keys: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "primary-key-type", "A property of this type cannot be the primary key",
      "Integers, String, UUID and ObjectId can, their optionals, and enums and custom types stored as one of them.",
      fault: """
        objects:
          Dog:
            properties:
              born: { type: Date, primaryKey: true }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              number: { type: Int, primaryKey: true }
              born: Date
        """),
    DiagnosticExplanation(
      "second-primary-key", "A type has two primary keys",
      """
      At most one property has 'primaryKey: true'. If several properties together identify an object, the type lists them under
      'primaryKey'.
      """,
      fault:
        """
        objects:
          Dog:
            properties:
              land: { type: String, primaryKey: true }
              number: { type: Int, primaryKey: true }
        """,
      corrected: """
        objects:
          Dog:
            primaryKey: [land, number]
            properties:
              land: String
              number: Int
        """),
    DiagnosticExplanation(
      "primary-key-on-embedded", "An embedded type has a primary key",
      "Embedded objects are found through their owner, not by a primary key.",
      fault: """
        embedded:
          Address:
            properties:
              number: { type: Int, primaryKey: true }
        """,
      corrected: """
        embedded:
          Address:
            properties:
              number: { type: Int, indexed: true }
        """),
    DiagnosticExplanation(
      "primary-key-not-indexed", "A primary key has 'indexed: false'", "A primary key always has an index; remove 'indexed'.",
      fault: """
        objects:
          Dog:
            properties:
              number: { type: Int, primaryKey: true, indexed: false }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              number: { type: Int, primaryKey: true }
        """),
    DiagnosticExplanation(
      "indexed-type", "A property of this type cannot be indexed",
      """
      Bool, integers, String, Date, UUID, ObjectId and AnyRealmValue can, their optionals, and enums and custom types stored as one
      of them.
      """,
      fault: """
        objects:
          Dog:
            properties:
              weight: { type: Double, indexed: true }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              weight: Double
        """),
  ]
}
