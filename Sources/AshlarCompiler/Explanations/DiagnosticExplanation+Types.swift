extension DiagnosticExplanation {
  /// What stands behind `type`.
  static let types: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "malformed-type", "A type is not written as types are",
      """
      Types look like 'Int', 'Date?', 'Person?' or 'List<Person>'. For Swift's short forms the message tells what to write: '[Int]' is
      'List<Int>'.
      """,
      fault: """
        objects:
          Dog:
            properties:
              weights: "[Double]"
        """,
      mended: """
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
      listed under 'types' with what it is stored as.
      """,
      fault: """
        objects:
          Dog:
            properties:
              home: Adress?
        embedded:
          Address: {}
        """,
      mended: """
        objects:
          Dog:
            properties:
              home: Address?
        embedded:
          Address: {}
        """),
    DiagnosticExplanation(
      "type-of-swift", "A type of Swift's is used and not declared",
      """
      A value that is no scalar is stored through another type. Say under 'types' which; the message proposes one. The Swift type then
      conforms to CustomPersistable, in an extension of yours.
      """,
      fault: """
        objects:
          Dog:
            properties:
              homepage: URL?
        """,
      mended: """
        types:
          URL: { persisted: String }
        objects:
          Dog:
            properties:
              homepage: URL?
        """),
    DiagnosticExplanation(
      "unknown-collection", "A collection is not known", "The message names the nearest collection that exists.",
      fault: """
        objects:
          Dog:
            properties:
              tricks: Array<String>
        """,
      mended: """
        objects:
          Dog:
            properties:
              tricks: List<String>
        """),
    DiagnosticExplanation(
      "collection-without-element", "A collection does not say what it holds", "The type of the elements stands in angle brackets.",
      fault: """
        objects:
          Dog:
            properties:
              tricks: List
        """,
      mended: """
        objects:
          Dog:
            properties:
              tricks: List<String>
        """),
    DiagnosticExplanation(
      "optional-collection", "A collection is optional", "A collection is always there; without elements it is empty.",
      fault: """
        objects:
          Dog:
            properties:
              tricks: List<String>?
        """,
      mended: """
        objects:
          Dog:
            properties:
              tricks: List<String>
        """),
    DiagnosticExplanation(
      "nested-collection", "A collection holds collections",
      "Elements are scalars, enums, objects and embedded objects. Put the inner collection into an embedded type.",
      fault: """
        objects:
          Dog:
            properties:
              walks: List<List<Double>>
        """,
      mended: """
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
      The object linked to can be deleted, and new objects link to nothing; so a link is always optional. The same holds for embedded
      objects.
      """,
      fault: """
        objects:
          Dog:
            properties:
              mother: Dog
        """,
      mended: """
        objects:
          Dog:
            properties:
              mother: Dog?
        """),
    DiagnosticExplanation(
      "optional-link-in-list", "The objects of a collection are optional",
      "When an object is deleted it leaves every List it is in, so no element is ever nil.",
      fault: """
        objects:
          Dog:
            properties:
              pups: List<Dog?>
        """,
      mended: """
        objects:
          Dog:
            properties:
              pups: List<Dog>
        """
    ),
    DiagnosticExplanation(
      "embedded-cycle", "Embedded types hold each other in a ring",
      """
      An embedded object belongs to one owner, and a ring of embedded types would have no outermost one. Make one of them an object:
      objects may link in rings.
      """,
      fault: """
        embedded:
          Box:
            properties:
              boxes: List<Box>
        """,
      mended: """
        objects:
          Box:
            properties:
              boxes: List<Box>
        """),
  ]
}
