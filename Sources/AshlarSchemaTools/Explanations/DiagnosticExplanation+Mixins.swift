extension DiagnosticExplanation {
  /// Diagnostics of mixins.
  static let mixins: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "unknown-mixin", "A mixin is not declared",
      "A type can list the mixins that the block 'mixins' of any file in the target declares.",
      fault: """
        mixins:
          Named:
            properties: { name: String }
        objects:
          Dog:
            mixins: [Namd]
        """,
      corrected: """
        mixins:
          Named:
            properties: { name: String }
        objects:
          Dog:
            mixins: [Named]
        """),
    DiagnosticExplanation(
      "not-a-mixin", "'mixins' lists something that is not a mixin",
      "A type cannot be mixed into another one. Declare the properties that several types share under 'mixins'.",
      fault: """
        objects:
          Animal:
            properties: { name: String }
          Dog:
            mixins: [Animal]
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
      "mixin-as-type", "The type of a property is a mixin",
      "A mixin is not a stored type, so there is no table to link to. Its protocol is for Swift code only.",
      fault: """
        mixins:
          Named:
            properties: { name: String }
        objects:
          Dog:
            properties: { owner: Named? }
        """,
      corrected: """
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
      corrected: """
        mixins:
          A: { mixins: [B] }
          B: {}
        objects:
          Dog:
            mixins: [A]
            properties: { name: String }
        """),
    DiagnosticExplanation(
      "mixin-property-taken", "Two mixins of a type have a property with the same name",
      "A type gets the properties of all its mixins, and property names must be unique.",
      fault: """
        mixins:
          Named:
            properties: { name: String }
          Labeled:
            properties: { name: String }
        objects:
          Dog:
            mixins: [Named, Labeled]
        """,
      corrected: """
        mixins:
          Named:
            properties: { name: String }
          Labeled:
            properties: { label: String }
        objects:
          Dog:
            mixins: [Named, Labeled]
        """),
    DiagnosticExplanation(
      "mixin-property-type", "A type repeats a mixin's property with another type",
      """
      A type may repeat a property of its mixin to add keys to it. The type must be the same, because code that uses the mixin relies on
      it.
      """,
      fault: """
        mixins:
          Named:
            properties: { name: String }
        objects:
          Dog:
            mixins: [Named]
            properties: { name: Int }
        """,
      corrected: """
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
      "The mixin's protocol requires the property as the mixin declares it, so a type cannot narrow its access.",
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
      corrected: """
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
