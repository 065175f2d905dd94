extension DiagnosticExplanation {
  /// Diagnostics of the key `type`.
  static let types: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "malformed-type", "A type is malformed",
      """
      Types look like 'Int', 'Date?', 'Person?' or 'List<Person>'. For Swift's shorthand, the message states what to write: '[Int]' is
      'List<Int>'.
      """,
      fault: """
        objects:
          Dog:
            properties:
              weights: "[Double]"
        """,
      corrected: """
        objects:
          Dog:
            properties:
              weights: List<Double>
        """),
    DiagnosticExplanation(
      "unknown-type", "A type is not declared",
      """
      The name is neither a scalar (Bool, Int, Int8, Int16, Int32, Int64, Float, Double, String, Data, Date, Decimal128, ObjectId, UUID)
      nor declared in a file of this target. Types of other targets cannot be named. A type that is declared in Swift, such as URL, is
      listed under 'types' with its stored type.
      """,
      fault: """
        objects:
          Dog:
            properties:
              home: Adress?
        embedded:
          Address: {}
        """,
      corrected: """
        objects:
          Dog:
            properties:
              home: Address?
        embedded:
          Address: {}
        """),
    DiagnosticExplanation(
      "undeclared-swift-type", "A Swift type is used but not declared",
      """
      A Swift type that is not a scalar is stored as another type. Declare that type under 'types'; the message suggests one. The Swift
      type must conform to CustomPersistable, in an extension that you write.
      """,
      fault: """
        objects:
          Dog:
            properties:
              homepage: URL?
        """,
      corrected: """
        types:
          URL: { persisted: String }
        objects:
          Dog:
            properties:
              homepage: URL?
        """),
    DiagnosticExplanation(
      "unknown-collection", "A collection is unknown", "The message suggests the most similar collection.",
      fault: """
        objects:
          Dog:
            properties:
              tricks: Array<String>
        """,
      corrected: """
        objects:
          Dog:
            properties:
              tricks: List<String>
        """),
    DiagnosticExplanation(
      "collection-without-element", "A collection has no element type", "Write the element type in angle brackets.",
      fault: """
        objects:
          Dog:
            properties:
              tricks: List
        """,
      corrected: """
        objects:
          Dog:
            properties:
              tricks: List<String>
        """),
    DiagnosticExplanation(
      "optional-collection", "A collection is optional", "A collection always exists; without elements it is empty.",
      fault: """
        objects:
          Dog:
            properties:
              tricks: List<String>?
        """,
      corrected: """
        objects:
          Dog:
            properties:
              tricks: List<String>
        """),
    DiagnosticExplanation(
      "nested-collection", "A collection contains collections",
      "Elements are scalars, enums, objects and embedded objects. Put the inner collection into an embedded type.",
      fault: """
        objects:
          Dog:
            properties:
              walks: List<List<Double>>
        """,
      corrected: """
        objects:
          Dog:
            properties:
              walks: List<Walk>
        embedded:
          Walk:
            properties:
              lengths: List<Double>
        """
    ),
    DiagnosticExplanation(
      "link-not-optional", "A link to one object is not optional",
      """
      The linked object can be deleted, and new objects have no links, so a link is always optional. The same applies to embedded
      objects.
      """,
      fault: """
        objects:
          Dog:
            properties:
              mother: Dog
        """,
      corrected: """
        objects:
          Dog:
            properties:
              mother: Dog?
        """),
    DiagnosticExplanation(
      "optional-link-in-list", "The objects of a collection are optional",
      "Deleting an object removes it from every List, so no element is ever nil.",
      fault: """
        objects:
          Dog:
            properties:
              pups: List<Dog?>
        """,
      corrected: """
        objects:
          Dog:
            properties:
              pups: List<Dog>
        """
    ),
    DiagnosticExplanation(
      "embedded-cycle", "Embedded types contain each other",
      """
      An embedded object has exactly one owner, and in a cycle of embedded types, no object would be the outermost owner. Make one of them
      an object: links between objects may form cycles.
      """,
      fault: """
        embedded:
          Box:
            properties:
              boxes: List<Box>
        """,
      corrected: """
        objects:
          Box:
            properties:
              boxes: List<Box>
        """),
  ]
}
