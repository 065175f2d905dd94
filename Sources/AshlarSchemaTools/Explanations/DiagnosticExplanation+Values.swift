extension DiagnosticExplanation {
  /// Diagnostics of defaults.
  static let defaults: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "default-not-allowed", "A property of this type cannot have a default",
      "New links are nil, and new collections are empty. Set them on the new object instead.",
      fault: """
        objects:
          Dog:
            properties:
              tricks: { type: List<String>, default: sit }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              tricks: List<String>
        """),
    DiagnosticExplanation(
      "bad-default", "A default is not a value of its type",
      "The message states which defaults the type has. Whether a scalar is quoted makes no difference.",
      fault: """
        objects:
          Dog:
            properties:
              age: { type: Int, default: three }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              age: { type: Int, default: 3 }
        """),
    DiagnosticExplanation(
      "default-out-of-range", "A default does not fit its type", "Values are never truncated. Use a wider type, or another value.",
      fault: """
        objects:
          Dog:
            properties:
              age: { type: Int8, default: 200 }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              age: { type: Int16, default: 200 }
        """),
    DiagnosticExplanation(
      "default-too-precise", "A default has more digits than Decimal128 can represent",
      "A Decimal128 has 34 significant digits, and a default is stored exactly or not at all.",
      fault: """
        objects:
          Dog:
            properties:
              weight: { type: Decimal128, default: 1.2345678901234567890123456789012345 }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              weight: { type: Decimal128, default: 1.234567890123456789012345678901234 }
        """),
    DiagnosticExplanation(
      "unknown-default-case", "A default names a case that the enum does not have",
      "The default of an enum is the name of a case, not its raw value.",
      fault: """
        enums:
          Mood: [calm, busy]
        objects:
          Dog:
            properties:
              mood: { type: Mood, default: clam }
        """,
      corrected: """
        enums:
          Mood: [calm, busy]
        objects:
          Dog:
            properties:
              mood: { type: Mood, default: calm }
        """),
  ]

  /// Diagnostics of enums.
  static let enums: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "unknown-raw-type", "A type cannot be the raw type of an enum",
      "Raw types are Int, Int8, Int16, Int32, Int64, Float, Double and String; without 'raw', the raw type is String.",
      fault: """
        enums:
          Mood: { raw: Bool, cases: { calm: false, busy: true } }
        """,
      corrected: """
        enums:
          Mood: { raw: Int, cases: { calm: 0, busy: 1 } }
        """),
    DiagnosticExplanation(
      "enum-without-cases", "An enum has no cases", "A required property of the enum would have no value to start with.",
      fault: """
        enums:
          Mood: []
        """,
      corrected: """
        enums:
          Mood: [calm]
        """),
    DiagnosticExplanation(
      "duplicate-case", "An enum has two cases with the same name", "Remove or rename one of them.",
      fault: """
        enums:
          Mood: [calm, busy, calm]
        """,
      corrected: """
        enums:
          Mood: [calm, busy]
        """),
    DiagnosticExplanation(
      "bad-raw-value", "A raw value is not of the raw type",
      "Integers are decimal digits with an optional sign; floating point values are finite.",
      fault: """
        enums:
          Size: { raw: Int, cases: { small: S, large: L } }
        """,
      corrected: """
        enums:
          Size: { raw: String, cases: { small: S, large: L } }
        """),
    DiagnosticExplanation(
      "raw-value-out-of-range", "A raw value does not fit the raw type",
      "A case without a value has the previous value plus one, which may also be out of range.",
      fault: """
        enums:
          Size: { raw: Int8, cases: { small: 1, large: 1000 } }
        """,
      corrected: """
        enums:
          Size: { raw: Int16, cases: { small: 1, large: 1000 } }
        """),
    DiagnosticExplanation(
      "missing-raw-value", "A case needs a raw value",
      """
      Cases of String enums default to their names, and those of integer enums to the previous value plus one; those of Float and
      Double enums are required.
      """,
      fault: """
        enums:
          Share: { raw: Double, cases: [half, all] }
        """,
      corrected: """
        enums:
          Share: { raw: Double, cases: { half: 0.5, all: 1 } }
        """),
    DiagnosticExplanation(
      "duplicate-raw-value", "Two cases have the same raw value",
      "The raw value is what is stored; two cases with the same value could not be distinguished when they are read.",
      fault: """
        enums:
          Size: { raw: Int, cases: { small: 1, large: 1 } }
        """,
      corrected: """
        enums:
          Size: { raw: Int, cases: { small: 1, large: 2 } }
        """),
  ]
}
