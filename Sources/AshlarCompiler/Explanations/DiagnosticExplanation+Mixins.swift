extension DiagnosticExplanation {
  /// Mixins.
  static let mixins: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "unknown-mixin", "A mixin is not declared",
      "The names under 'mixins' are those of the block 'mixins', in any file of the target.",
      fault: """
        mixins:
          Named:
            properties: { name: String }
        objects:
          Dog:
            mixins: [Namd]
        """,
      mended: """
        mixins:
          Named:
            properties: { name: String }
        objects:
          Dog:
            mixins: [Named]
        """),
    DiagnosticExplanation(
      "not-a-mixin", "Something else than a mixin is listed under 'mixins'",
      "A type cannot be mixed into another: what several types share is declared under 'mixins'.",
      fault: """
        objects:
          Animal:
            properties: { name: String }
          Dog:
            mixins: [Animal]
        """,
      mended: """
        mixins:
          Animal:
            properties: { name: String }
        objects:
          Dog:
            mixins: [Animal]
        """),
    DiagnosticExplanation(
      "mixin-as-type", "A property is of a mixin",
      "A mixin is no type of its own: there is no table to link to. Its protocol is for Swift code only.",
      fault: """
        mixins:
          Named:
            properties: { name: String }
        objects:
          Dog:
            properties: { owner: Named? }
        """,
      mended: """
        mixins:
          Named:
            properties: { name: String }
        objects:
          Person:
            mixins: [Named]
          Dog:
            properties: { owner: "Person?" }
        """),
    DiagnosticExplanation(
      "mixin-cycle", "Mixins that contain each other",
      "A mixin may list others, but not itself, directly or through others.",
      fault: """
        mixins:
          A: { mixins: [B] }
          B: { mixins: [A] }
        objects:
          Dog:
            mixins: [A]
            properties: { name: String }
        """,
      mended: """
        mixins:
          A: { mixins: [B] }
          B: {}
        objects:
          Dog:
            mixins: [A]
            properties: { name: String }
        """),
    DiagnosticExplanation(
      "mixin-property-taken", "Two mixins of a type have a property of one name",
      "The properties of all mixins of a type become its own, and names are unique.",
      fault: """
        mixins:
          Named:
            properties: { name: String }
          Labelled:
            properties: { name: String }
        objects:
          Dog:
            mixins: [Named, Labelled]
        """,
      mended: """
        mixins:
          Named:
            properties: { name: String }
          Labelled:
            properties: { label: String }
        objects:
          Dog:
            mixins: [Named, Labelled]
        """),
    DiagnosticExplanation(
      "mixin-property-type", "A type repeats a mixin's property with another type",
      "A type may repeat a property of its mixin to add keys to it. The type stays: code that knows only the mixin relies on it.",
      fault: """
        mixins:
          Named:
            properties: { name: String }
        objects:
          Dog:
            mixins: [Named]
            properties: { name: Int }
        """,
      mended: """
        mixins:
          Named:
            properties: { name: String }
        objects:
          Dog:
            mixins: [Named]
            properties:
              name: { type: String, indexed: true }
        """),
    DiagnosticExplanation(
      "access-of-mixin-property", "The access of a mixin's property is narrowed",
      "The mixin's protocol asks for the property as the mixin declares it, so a type cannot hide it.",
      fault: """
        mixins:
          Named:
            properties: { name: String }
        objects:
          Dog:
            mixins: [Named]
            properties:
              name: { type: String, access: internal }
        """,
      mended: """
        mixins:
          Named:
            properties: { name: String }
        objects:
          Dog:
            mixins: [Named]
            properties:
              name: { type: String, indexed: true }
        """),
  ]
}
