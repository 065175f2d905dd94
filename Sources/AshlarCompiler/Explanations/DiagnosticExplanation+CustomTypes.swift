extension DiagnosticExplanation {
  /// Types declared by hand: custom types and external enums, and what code supplies.
  static let customTypes: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "persisted-type", "A custom type is stored as something that cannot hold it",
      "A custom type is stored as a scalar, or member by member as an embedded type. Enums, objects and other custom types do not do.",
      fault: """
        types:
          Tag: { persisted: Dog }
        objects:
          Dog: {}
        """,
      mended: """
        types:
          Tag: { persisted: TagStorage }
        embedded:
          TagStorage: {}
        """),
    DiagnosticExplanation(
      "unknown-persisted-type", "What a custom type is stored as is not declared",
      "'persisted' names a scalar or an embedded type of this target.",
      fault: """
        types:
          Web: { persisted: Strin }
        """,
      mended: """
        types:
          Web: { persisted: String }
        """),
    DiagnosticExplanation(
      "failable-without-default", "A required property of a failable type has no default",
      """
      A new object starts with the zero value of what the type is stored as: '' for String, 0 for Int. A failable type may refuse to
      convert it, and then the first read of the property stops the program. Give a default that converts, or make the property
      optional: what does not convert then reads as nil.
      """, severity: .warning,
      fault: """
        types:
          Web: { persisted: String, failable: true }
        objects:
          Dog:
            properties:
              home: Web
        """,
      mended: """
        types:
          Web: { persisted: String, failable: true }
        objects:
          Dog:
            properties:
              home: Web?
        """),
    DiagnosticExplanation(
      "external-default", "A default of an external enum is no name",
      "The schema does not list the cases of this external enum, and so the Swift compiler checks the default; but it has to be a name.",
      fault: """
        enums:
          Kind: { external: true }
        objects:
          Dog:
            properties:
              kind: { type: Kind, default: a-b }
        """,
      mended: """
        enums:
          Kind: { external: true }
        objects:
          Dog:
            properties:
              kind: { type: Kind, default: ab }
        """),
    DiagnosticExplanation(
      "new-default", "A default makes something that cannot be made anew", "'{ new: UUID }' and '{ new: ObjectId }' make fresh ids.",
      fault: """
        objects:
          Dog:
            properties:
              token: { type: String, default: { new: Guid } }
        """,
      mended: """
        objects:
          Dog:
            properties:
              token: { type: String, default: { new: UUID } }
        """),
    DiagnosticExplanation(
      "new-default-type", "A fresh id is the default of a type that cannot hold it",
      "A fresh UUID is a default for UUID and, as text, for String; a fresh ObjectId for ObjectId and String.",
      fault: """
        objects:
          Dog:
            properties:
              token: { type: Int, default: { new: UUID } }
        """,
      mended: """
        objects:
          Dog:
            properties:
              token: { type: String, default: { new: UUID } }
        """),
    DiagnosticExplanation(
      "unknown-of-external-enum", "The schema says what unknown values of an external enum read as",
      "An external enum is declared in Swift, and so is its '_unknownCase'.",
      fault: """
        enums:
          Kind: { external: true, unknown: other }
        """,
      mended: """
        enums:
          Kind: { external: true }
        """),
    DiagnosticExplanation(
      "unknown-case-not-found", "Unknown values are to read as a case that is not there",
      "'unknown' names one of the enum's own cases: any stored value that is the raw value of no case reads as it.",
      fault: """
        enums:
          Status:
            unknown: others
            cases: [open, closed, other]
        """,
      mended: """
        enums:
          Status:
            unknown: other
            cases: [open, closed, other]
        """),
  ]

  /// Names of yesterday, and rows of yesterday.
  static let renames: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "was-is-living", "A former name is still in use",
      """
      'was' lists names that something was stored under before. When a file with such a name is opened, its data moves; so nothing else
      can be stored under that name now.
      """,
      fault: """
        objects:
          Dog:
            properties:
              name: String
              nickname: { type: String, was: [name] }
        """,
      mended: """
        objects:
          Dog:
            properties:
              name: String
              nickname: { type: String, was: [alias] }
        """),
    DiagnosticExplanation(
      "was-claimed-twice", "Two declarations claim one former name",
      "What was stored under the name can move to one place only.",
      fault: """
        objects:
          Dog:
            properties:
              name: { type: String, was: [alias] }
              nickname: { type: String, was: [alias] }
        """,
      mended: """
        objects:
          Dog:
            properties:
              name: String
              nickname: { type: String, was: [alias] }
        """),
    DiagnosticExplanation(
      "backfill-without-default", "Old rows are to be filled with a default that is not there",
      """
      'backfill: true' gives rows from before the property its default. It needs one that is written in the schema: what code makes, and
      what is made for each object, cannot be put into rows that are there already.
      """,
      fault: """
        objects:
          Dog:
            properties:
              legs: { type: Int, backfill: true }
        """,
      mended: """
        objects:
          Dog:
            properties:
              legs: { type: Int, default: 4, backfill: true }
        """),
  ]
}
