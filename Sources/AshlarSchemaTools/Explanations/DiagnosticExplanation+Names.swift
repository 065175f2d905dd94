internal import AshlarCompiler

extension DiagnosticExplanation {
  /// Diagnostics of Swift names.
  static let names: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "invalid-identifier", "A name is not a Swift identifier",
      """
      Names become Swift names. Unicode letters and keywords are allowed (keywords are escaped); spaces, hyphens, a leading digit, 'self',
      'Self', 'Type' and 'Protocol' are not. To keep another name in the file, give it as 'table' or 'column'.
      """,
      fault: """
        objects:
          Dog:
            properties:
              first-name: String
        """,
      corrected: """
        objects:
          Dog:
            properties:
              firstName: { type: String, column: first-name }
        """),
    DiagnosticExplanation(
      "reserved-type-name", "A type is named like a type of the runtime",
      """
      Generated code uses types of Swift and of the runtime, and a type with the same name would hide them. To keep the name in
      the file, give it as 'table'.
      """,
      fault: """
        objects:
          List: {}
        """,
      corrected: """
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
      corrected: """
        objects:
          Dog:
            properties:
              details: { type: String, column: description }
        """),
    DiagnosticExplanation(
      "reserved-case-name", "A case has the name of a member that every enum has",
      "Enums with raw values have members such as 'allCases' and 'rawValue'. Rename the case; its raw value may remain.",
      fault: """
        enums:
          Choice: [none, allCases]
        """,
      corrected: """
        enums:
          Choice:
            cases: { none: none, all: allCases }
        """),
    DiagnosticExplanation(
      "duplicate-type", "Two types have the same name",
      """
      Objects, embedded types and enums of all files of a target share one namespace. Names are compared in canonical
      composition, so two encodings of the same letter are equal.
      """,
      fault: """
        enums:
          Dog: [small, large]
        objects:
          Dog: {}
        """,
      corrected: """
        enums:
          DogSize: [small, large]
        objects:
          Dog: {}
        """),
    DiagnosticExplanation(
      "namespace-taken", "A type is named like the generated schema",
      "For the schema 'Kennel', an enum 'KennelSchema' is generated, which contains the list of its types.",
      fault: """
        schema: { name: Kennel }
        objects:
          KennelSchema: {}
        """,
      corrected: """
        schema: { name: Kennel }
        objects:
          KennelPlan: {}
        """),
    DiagnosticExplanation(
      "property-hides-type", "A property is named like a type that its class refers to",
      "Inside the class, the name would refer to the property. Names that differ in case are distinct; 'column' keeps the old one.",
      fault: """
        objects:
          Dog:
            properties:
              Cat: Int
              enemy: Cat?
          Cat: {}
        """,
      corrected: """
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
      Swift interprets 'Dog.Toy' as a member of the class, not as a type of the module, so code in other modules cannot qualify the other
      types of the target. The files are generated nevertheless.
      """,
      severity: .warning,
      fault: .generated(
        """
        objects:
          Dog: {}
        """, target: "Dog"),
      corrected: .generated(
        """
        objects:
          Dog: {}
        """, target: "Dogs")
    ),
    DiagnosticExplanation(
      "type-named-like-schema", "A type has the name of its schema",
      """
      A schema usually has the name of its target. In a module that contains a type of the same name, Swift looks up 'Dog.Cat' in the
      type, so nothing in the module can be qualified. Rename the type; to keep its data, state the old name as 'table'.
      """,
      severity: .warning,
      fault: """
        schema: { name: Dog }
        objects:
          Dog: {}
        """,
      corrected: """
        schema: { name: Kennel }
        objects:
          Dog: {}
        """),
    DiagnosticExplanation(
      "hides-swift-name", "A type hides a common Swift type",
      """
      In the whole target, the name then refers to the generated type: 'Task { … }' no longer starts a task. Rename the type, and set
      'table' to the old name to keep its data. Or keep the name and qualify Swift's type with its module, as the message shows.
      """,
      severity: .warning,
      fault: """
        objects:
          Task:
            properties:
              title: String
        """,
      corrected: """
        objects:
          Errand:
            table: Task
            properties:
              title: String
        """),
    DiagnosticExplanation(
      "output-name-taken", "A generated file would have the name of another file",
      """
      For 'people.yaml', the file 'people.swift' is generated, and 'PeopleSchema.swift' for the schema of the target. If files in
      different folders, or a Swift file of the target, have the same name, or the name is 'main', which is reserved for a program's
      statements, the name of the folder is a prefix. Some file systems ignore case. Rename the schema file.
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
      corrected: .init(
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

  /// Diagnostics of the stored names of types and properties.
  static let storedNames: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "empty-stored-name", "A stored name is empty", "Remove 'table' or 'column' to store the Swift name.",
      fault: """
        objects:
          Dog: { table: "" }
        """,
      corrected: """
        objects:
          Dog: {}
        """),
    DiagnosticExplanation(
      "stored-name-with-nul", "A stored name contains NUL", "Stored names may contain any character except NUL.",
      fault: """
        objects:
          Dog: { table: "a\\0b" }
        """,
      corrected: """
        objects:
          Dog: { table: a b }
        """),
    DiagnosticExplanation(
      "stored-name-too-long", "A stored name is too long",
      """
      In a file, the name of a type has at most 57 bytes of UTF-8, and that of a property at most 63. If a Swift name is longer, state a
      shorter one as 'table' or 'column'.
      """,
      fault: """
        objects:
          AnExceptionallyLongNameForAnObjectThatIsReallyQuiteAnOrdinaryDog: {}
        """,
      corrected: """
        objects:
          AnExceptionallyLongNameForAnObjectThatIsReallyQuiteAnOrdinaryDog: { table: Dog }
        """),
    DiagnosticExplanation(
      "table-taken", "Two types have the same stored name",
      "The stored name of a type is 'table' or, without it, its Swift name. It may not be the Swift name of another type either.",
      fault: """
        objects:
          Dog: { table: Cat }
          Cat: {}
        """,
      corrected: """
        objects:
          Dog: { table: Hound }
          Cat: {}
        """),
    DiagnosticExplanation(
      "column-taken", "Two properties of a type have the same stored name",
      """
      The stored name of a property is 'column' or, without it, its Swift name. It may not be the Swift name of another property either:
      sort descriptors and paths would be ambiguous.
      """,
      fault: """
        objects:
          Dog:
            properties:
              name: { type: String, column: title }
              title: String
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: { type: String, column: full_name }
              title: String
        """),
  ]
}
