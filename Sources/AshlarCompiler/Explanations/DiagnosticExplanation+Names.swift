extension DiagnosticExplanation {
  /// Swift names.
  static let names: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "invalid-identifier", "A name is no Swift identifier",
      """
      Names become Swift names. Unicode letters and keywords are fine (keywords are escaped); spaces, hyphens, a digit in front, 'self',
      'Self', 'Type' and 'Protocol' are not. To keep another name in the file, give it as 'table' or 'column'.
      """,
      fault: """
        objects:
          Dog:
            properties:
              first-name: String
        """,
      mended: """
        objects:
          Dog:
            properties:
              firstName: { type: String, column: first-name }
        """),
    DiagnosticExplanation(
      "reserved-type-name", "A type is named like a type of the runtime",
      """
      Generated code names types of Swift and of the runtime, and a type of the same name would be taken for them. To keep the name in
      the file, give it as 'table'.
      """,
      fault: """
        objects:
          List: {}
        """,
      mended: """
        objects:
          ShoppingList: { table: List }
        """),
    DiagnosticExplanation(
      "reserved-property-name", "A property is named like a property of the base class",
      "Every object has properties such as 'realm' and 'description'. To keep the name in the file, give it as 'column'.",
      fault: """
        objects:
          Dog:
            properties:
              description: String
        """,
      mended: """
        objects:
          Dog:
            properties:
              details: { type: String, column: description }
        """),
    DiagnosticExplanation(
      "reserved-case-name", "A case is named like a member that every enum has",
      "Enums with raw values have members such as 'allCases' and 'rawValue'. Name the case otherwise; the raw value may stay.",
      fault: """
        enums:
          Choice: [none, allCases]
        """,
      mended: """
        enums:
          Choice:
            cases: { none: none, all: allCases }
        """),
    DiagnosticExplanation(
      "duplicate-type", "Two types have the same name",
      """
      Objects, embedded types and enums of all files of a target share one space of names. Names are compared after canonical
      composition, so two spellings of the same letter are one.
      """,
      fault: """
        enums:
          Dog: [small, large]
        objects:
          Dog: {}
        """,
      mended: """
        enums:
          DogSize: [small, large]
        objects:
          Dog: {}
        """),
    DiagnosticExplanation(
      "namespace-taken", "A type is named like the generated schema",
      "The schema 'Kennel' generates an enum 'KennelSchema', which holds the list of its types.",
      fault: """
        schema: { name: Kennel }
        objects:
          KennelSchema: {}
        """,
      mended: """
        schema: { name: Kennel }
        objects:
          KennelPlan: {}
        """),
    DiagnosticExplanation(
      "property-hides-type", "A property is named like a type that its class refers to",
      "Inside the generated class the property would be found first. Upper and lower case tell them apart.",
      fault: """
        objects:
          Dog:
            properties:
              Cat: Int
              enemy: Cat?
          Cat: {}
        """,
      mended: """
        objects:
          Dog:
            properties:
              cat: Int
              enemy: Cat?
          Cat: {}
        """),
    DiagnosticExplanation(
      "type-named-like-target", "A type is named like its own target",
      """
      Swift takes 'Dog.Toy' for a member of the class, not for a type of the module, so that other types of the target cannot be named
      in full from outside. Files are generated nevertheless.
      """,
      severity: .warning,
      fault: .generated(
        """
        objects:
          Dog: {}
        """, target: "Dog"),
      mended: .generated(
        """
        objects:
          Dog: {}
        """, target: "Dogs")
    ),
    DiagnosticExplanation(
      "type-named-like-schema", "A type has the name of its schema",
      """
      A schema is usually named like its target. In a module with a type of its own name 'Dog.Cat' is looked for in the type, so that
      nothing of the module can be qualified. Rename the type; its data stays with 'table' and the old name.
      """,
      severity: .warning,
      fault: """
        schema: { name: Dog }
        objects:
          Dog: {}
        """,
      mended: """
        schema: { name: Kennel }
        objects:
          Dog: {}
        """),
    DiagnosticExplanation(
      "hides-swift-name", "A type has a name that programs use for something of Swift's",
      """
      In the whole target the name then means the generated type: 'Task { … }' no longer begins a task. Give the type another name; with
      'table' and the old one its data stays. Or keep it, and write Swift's with its module, as the message does.
      """,
      severity: .warning,
      fault: """
        objects:
          Task:
            properties:
              title: String
        """,
      mended: """
        objects:
          Errand:
            table: Task
            properties:
              title: String
        """),
    DiagnosticExplanation(
      "output-name-taken", "Two files would be generated under one name",
      """
      'people.yaml' becomes 'people.swift', and the schema itself becomes 'PeopleSchema.swift' after its target. Files of one name in
      different folders get their folders as prefix. Upper and lower case do not tell files apart on every system. Rename the schema
      file.
      """,
      fault: .init(
        files: [
          SourceFile(
            path: "PeopleSchema.yaml",
            text: """
              ashlar: 1
              objects:
                Dog: {}

              """)
        ], target: "People"),
      mended: .init(
        files: [
          SourceFile(
            path: "people.yaml",
            text: """
              ashlar: 1
              objects:
                Dog: {}

              """)
        ], target: "People")),
  ]

  /// Names in the file.
  static let storedNames: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "empty-stored-name", "A stored name is empty", "Leave 'table' or 'column' out: the Swift name is stored then.",
      fault: """
        objects:
          Dog: { table: "" }
        """,
      mended: """
        objects:
          Dog: {}
        """),
    DiagnosticExplanation(
      "stored-name-with-nul", "A stored name holds NUL", "Stored names may hold any character but NUL.",
      fault: """
        objects:
          Dog: { table: "a\\0b" }
        """,
      mended: """
        objects:
          Dog: { table: a b }
        """),
    DiagnosticExplanation(
      "stored-name-too-long", "A stored name is too long",
      """
      In a file the name of a type has at most 57 bytes of UTF-8, and that of a property at most 63. A Swift name may be longer when a
      shorter one is given as 'table' or 'column'.
      """,
      fault: """
        objects:
          AnExceptionallyLongNameForAnObjectThatIsReallyQuiteAnOrdinaryDog: {}
        """,
      mended: """
        objects:
          AnExceptionallyLongNameForAnObjectThatIsReallyQuiteAnOrdinaryDog: { table: Dog }
        """),
    DiagnosticExplanation(
      "table-taken", "Two types are stored under one name",
      "A type is stored under 'table', or else under its Swift name. A stored name may not be the Swift name of another type either.",
      fault: """
        objects:
          Dog: { table: Cat }
          Cat: {}
        """,
      mended: """
        objects:
          Dog: { table: Hound }
          Cat: {}
        """),
    DiagnosticExplanation(
      "column-taken", "Two properties of a type are stored under one name",
      """
      A property is stored under 'column', or else under its Swift name. A stored name may not be the Swift name of another property
      either: sort descriptors and paths could not tell which is meant.
      """,
      fault: """
        objects:
          Dog:
            properties:
              name: { type: String, column: title }
              title: String
        """,
      mended: """
        objects:
          Dog:
            properties:
              name: { type: String, column: full_name }
              title: String
        """),
  ]
}
