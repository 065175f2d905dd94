extension DiagnosticExplanation {
  /// Diagnostics of keys that affect only the generated Swift: access, conformances, ignored properties and external enums.
  static let surface: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "access-too-wide", "A property is more accessible than its type",
      "'access' of a property can only narrow the 'access' of the schema.",
      fault: """
        schema:
          access: internal
        objects:
          Dog:
            properties:
              name: { type: String, access: public }
        """,
      corrected: """
        schema:
          access: public
        objects:
          Dog:
            properties:
              name: { type: String, access: public }
        """),
    DiagnosticExplanation(
      "setter-too-wide", "A setter is more accessible than its property",
      "'setter' can only narrow the access of the property.",
      fault: """
        objects:
          Dog:
            properties:
              name: { type: String, access: internal, setter: public }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: { type: String, access: public, setter: internal }
        """),
    DiagnosticExplanation(
      "inherited-conformance", "A listed protocol is one that every type conforms to",
      "The base class already conforms to it, and Swift rejects a redundant conformance.",
      fault: """
        objects:
          Dog:
            conforms: [Hashable]
            properties: { name: String }
        """,
      corrected: """
        objects:
          Dog:
            conforms: [ObjectKeyIdentifiable]
            properties: { name: String }
        """),
    DiagnosticExplanation(
      "conformance-to-type", "A type of the schema is listed as a protocol",
      "'conforms' lists protocols. To share properties between types, use a mixin.",
      fault: """
        objects:
          Animal:
            properties: { name: String }
          Dog:
            conforms: [Animal]
            properties: { name: String }
        """,
      corrected: """
        mixins:
          Animal:
            properties: { name: String }
        objects:
          Dog:
            mixins: [Animal]
        """),
    DiagnosticExplanation(
      "repeated-conformance", "A protocol is listed twice",
      "Swift rejects a redundant conformance.",
      fault: """
        objects:
          Dog:
            conforms: [ObjectKeyIdentifiable, ObjectKeyIdentifiable]
            properties: { name: String }
        """,
      corrected: """
        objects:
          Dog:
            conforms: [ObjectKeyIdentifiable]
            properties: { name: String }
        """),
    DiagnosticExplanation(
      "type-and-swift", "A property has both 'type' and 'swift'",
      "'type' is a type of the schema language; 'swift', for ignored properties, is any Swift type.",
      fault: """
        objects:
          Dog:
            properties:
              name: String
              cache: { type: Int, swift: "Int?", ignored: true }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: String
              cache: { swift: "Int?", ignored: true }
        """),
    DiagnosticExplanation(
      "swift-needs-ignored", "A stored property with a Swift type",
      "Only a property in memory can have any Swift type. Stored properties have types of the schema language.",
      fault: """
        objects:
          Dog:
            properties:
              name: String
              cache: { swift: "[String: Int]?" }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: String
              cache: { swift: "[String: Int]?", ignored: true }
        """),
    DiagnosticExplanation(
      "swift-not-one-line", "Swift code over several lines",
      "Swift types and defaults are copied into a declaration and must fit on its line.",
      fault: """
        objects:
          Dog:
            properties:
              name: String
              cache:
                ignored: true
                swift: |
                  [String:
                  Int]?
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: String
              cache:
                ignored: true
                swift: "[String: Int]?"
        """),
    DiagnosticExplanation(
      "ignored-without-default", "An ignored property of a Swift type without a default",
      "A property in memory needs an initial value: nil for optionals, otherwise its 'default'.",
      fault: """
        objects:
          Dog:
            properties:
              name: String
              cache: { swift: "[Int]", ignored: true }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: String
              cache: { swift: "[Int]", ignored: true, default: { swift: "[]" } }
        """),
    DiagnosticExplanation(
      "default-not-swift", "A literal default for a Swift type",
      "The compiler knows only the values of its own types. For other types the default is Swift code.",
      fault: """
        objects:
          Dog:
            properties:
              name: String
              cache: { swift: "[Int]", ignored: true, default: 7 }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: String
              cache: { swift: "[Int]", ignored: true, default: { swift: "[7]" } }
        """),
    DiagnosticExplanation(
      "key-on-ignored", "A key for stored properties on an ignored property",
      "An ignored property has no column, no index and no stored name.",
      fault: """
        objects:
          Dog:
            properties:
              name: String
              isSelected: { type: Bool, ignored: true, default: false, indexed: true }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: String
              isSelected: { type: Bool, ignored: true, default: false }
        """),
    DiagnosticExplanation(
      "ignored-origin", "LinkingObjects that follow an ignored property",
      "'origin' must name a stored property. Links in a property in memory cannot be inverted.",
      fault: """
        objects:
          Person:
            properties:
              dogs: { type: LinkingObjects<Dog>, origin: owner }
          Dog:
            properties:
              name: String
              owner: { swift: "Person?", ignored: true }
        """,
      corrected: """
        objects:
          Person:
            properties:
              dogs: { type: LinkingObjects<Dog>, origin: owner }
          Dog:
            properties:
              name: String
              owner: Person?
        """),
    DiagnosticExplanation(
      "swift-needs-external", "A Swift spelling for a generated enum",
      "A generated enum has the name that it is declared under. 'swift' is for enums that you declare in Swift.",
      fault: """
        enums:
          Mood:
            swift: Dog.Mood
            cases: [calm, busy]
        objects:
          Dog:
            properties: { mood: Mood }
        """,
      corrected: """
        enums:
          Mood:
            cases: [calm, busy]
        objects:
          Dog:
            properties: { mood: Mood }
        """),
  ]
}
