internal import AshlarCompiler

extension DiagnosticExplanation {
  /// Diagnostics of custom types and external enums, which are declared in Swift, and of values that expressions in Swift supply.
  static let customTypes: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "persisted-type", "The stored type of a custom type is not allowed",
      "A custom type is stored as a scalar, or member by member as an embedded type. Enums, objects and other custom types are not allowed.",
      fault: """
        types:
          Tag: { persisted: Dog }
        objects:
          Dog: {}
        """,
      corrected: """
        types:
          Tag: { persisted: TagStorage }
        embedded:
          TagStorage: {}
        """),
    DiagnosticExplanation(
      "unknown-persisted-type", "The stored type of a custom type is not declared",
      "'persisted' names a scalar or an embedded type of this target.",
      fault: """
        types:
          Web: { persisted: Strin }
        """,
      corrected: """
        types:
          Web: { persisted: String }
        """),
    DiagnosticExplanation(
      "failable-without-default", "A required property of a failable type has no default",
      """
      A new object has the zero value of the stored type: '' for String, 0 for Int. If this value does not convert to the failable type,
      the first read of the property stops the program. Add a default that converts, or make the property optional: a value that does not
      convert is then read as nil.
      """, severity: .warning,
      fault: """
        types:
          Web: { persisted: String, failable: true }
        objects:
          Dog:
            properties:
              home: Web
        """,
      corrected: """
        types:
          Web: { persisted: String, failable: true }
        objects:
          Dog:
            properties:
              home: Web?
        """),
    DiagnosticExplanation(
      "external-default", "A default of an external enum is not a case name",
      "The schema does not list the cases of this external enum, so the Swift compiler checks the default; but it must be an identifier.",
      fault: """
        enums:
          Kind: { external: true }
        objects:
          Dog:
            properties:
              kind: { type: Kind, default: a-b }
        """,
      corrected: """
        enums:
          Kind: { external: true }
        objects:
          Dog:
            properties:
              kind: { type: Kind, default: ab }
        """),
    DiagnosticExplanation(
      "new-default", "A default generates a value of an unknown kind",
      "'{ new: UUID }', '{ new: UUIDv7 }' and '{ new: ObjectId }' generate new ids.",
      fault: """
        objects:
          Dog:
            properties:
              token: { type: String, default: { new: Guid } }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              token: { type: String, default: { new: UUID } }
        """),
    DiagnosticExplanation(
      "new-default-type", "A generated id is the default of a type that cannot hold it",
      "A new UUID is a valid default for UUID and, as text, for String; a new ObjectId for ObjectId and String.",
      fault: """
        objects:
          Dog:
            properties:
              token: { type: Int, default: { new: UUID } }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              token: { type: String, default: { new: UUID } }
        """),
    DiagnosticExplanation(
      "unknown-of-external-enum", "'unknown' on an external enum",
      "An external enum is declared in Swift, including its '_unknownCase'.",
      fault: """
        enums:
          Kind: { external: true, unknown: other }
        """,
      corrected: """
        enums:
          Kind: { external: true }
        """),
    DiagnosticExplanation(
      "unknown-case-not-found", "'unknown' names a case that does not exist",
      "'unknown' names a case of the enum. A stored value that is not the raw value of any case is read as this case.",
      fault: """
        enums:
          Status:
            unknown: others
            cases: [open, closed, other]
        """,
      corrected: """
        enums:
          Status:
            unknown: other
            cases: [open, closed, other]
        """),
  ]

  /// Diagnostics of previous names and of existing rows.
  static let renames: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "was-still-in-use", "A former name is still in use",
      """
      'was' lists former stored names. Opening a file with such a name moves the data, so no other declaration may use the name.
      """,
      fault: """
        objects:
          Dog:
            properties:
              name: String
              nickname: { type: String, was: [name] }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: String
              nickname: { type: String, was: [alias] }
        """),
    DiagnosticExplanation(
      "duplicate-was", "Two declarations claim one former name",
      "The data stored under a name can move to only one declaration.",
      fault: """
        objects:
          Dog:
            properties:
              name: { type: String, was: [alias] }
              nickname: { type: String, was: [alias] }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: String
              nickname: { type: String, was: [alias] }
        """),
    DiagnosticExplanation(
      "dropped-and-renamed", "A property is dropped and renamed",
      "'dropped' lists properties whose values are deleted. The values of a property that 'was' names are moved to another property.",
      fault: """
        objects:
          Dog:
            dropped: [alias]
            properties:
              nickname: { type: String, was: [alias] }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              nickname: { type: String, was: [alias] }
        """),
    DiagnosticExplanation(
      "duplicate-dropped", "A property is dropped twice",
      "'dropped' lists each former property once.",
      fault: """
        objects:
          Dog:
            dropped: [alias, alias]
            properties:
              name: String
        """,
      corrected: """
        objects:
          Dog:
            dropped: [alias]
            properties:
              name: String
        """),
    DiagnosticExplanation(
      "backfill-without-default", "'backfill' has no default to fill existing rows with",
      """
      'backfill: true' stores the default of a new property in existing rows. The default must be a literal in the schema: a Swift
      expression or a value generated for each object cannot be used.
      """,
      fault: """
        objects:
          Dog:
            properties:
              legs: { type: Int, backfill: true }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              legs: { type: Int, default: 4, backfill: true }
        """),
  ]
}
