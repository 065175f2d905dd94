extension DiagnosticExplanation {
  /// Diagnostics of collection elements, and of optional and implicitly unwrapped types.
  static let elements: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "link-in-map", "The objects of a Map are not optional",
      "When an object is deleted, its keys remain in the Map with the value nil, so an object in a Map is always optional.",
      fault: """
        objects:
          Dog:
            properties:
              friends: Map<Dog>
        """,
      corrected: """
        objects:
          Dog:
            properties:
              friends: Map<Dog?>
        """),
    DiagnosticExplanation(
      "embedded-in-set", "A MutableSet contains embedded objects",
      """
      An embedded object has one owner and never equals another, so a set of them would be a list. The same applies to custom types that
      are stored as embedded objects.
      """,
      fault: """
        objects:
          Dog:
            properties:
              homes: MutableSet<Address>
        embedded:
          Address: {}
        """,
      corrected: """
        objects:
          Dog:
            properties:
              homes: List<Address>
        embedded:
          Address: {}
        """),
    DiagnosticExplanation(
      "map-key", "The keys of a Map are not String", "Keys are always String and can be omitted: 'Map<Int>' is 'Map<String, Int>'.",
      fault: """
        objects:
          Dog:
            properties:
              weights: { type: "Map<Int, Double>" }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              weights: { type: "Map<String, Double>" }
        """),
    DiagnosticExplanation(
      "optional-any", "An AnyRealmValue is optional",
      "An AnyRealmValue can be '.none' itself, so an optional would add a second, meaningless nil.",
      fault: """
        objects:
          Dog:
            properties:
              note: AnyRealmValue?
        """,
      corrected: """
        objects:
          Dog:
            properties:
              note: AnyRealmValue
        """),
    DiagnosticExplanation(
      "not-unwrappable", "A type cannot be implicitly unwrapped",
      """
      In Swift, a type with '!' is implicitly unwrapped. It exists for code migrated from RealmSwift, which allows it for String, Data,
      Date, Decimal128, ObjectId, UUID and links. It is stored like '?'.
      """,
      fault: """
        objects:
          Dog:
            properties:
              age: Int!
        """,
      corrected: """
        objects:
          Dog:
            properties:
              age: Int?
        """),
    DiagnosticExplanation(
      "unwrapped-element", "An element of a collection is implicitly unwrapped", "Elements are optional with '?' or required.",
      fault: """
        objects:
          Dog:
            properties:
              tricks: List<String!>
        """,
      corrected: """
        objects:
          Dog:
            properties:
              tricks: { type: "List<String?>" }
        """),
    DiagnosticExplanation(
      "link-to-asymmetric", "A property links to an asymmetric type",
      """
      Asymmetric objects are written but never read, so nothing can refer to them. They can link to objects and contain embedded ones.
      """,
      fault: """
        objects:
          Dog:
            properties:
              last: Reading?
        asymmetric:
          Reading:
            properties:
              _id: { type: ObjectId, primaryKey: true }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: { type: String, primaryKey: true }
        asymmetric:
          Reading:
            properties:
              _id: { type: ObjectId, primaryKey: true }
              dog: Dog?
        """),
    DiagnosticExplanation(
      "asymmetric-link-without-key", "An asymmetric type links to a type without a primary key",
      """
      A linked object is sent as its primary key, by which the server identifies it. So the target of
      a link of an asymmetric type needs a primary key.
      """,
      fault: """
        objects:
          Dog:
            properties:
              name: String
        asymmetric:
          Reading:
            properties:
              dog: Dog?
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: { type: String, primaryKey: true }
        asymmetric:
          Reading:
            properties:
              dog: Dog?
        """),
  ]
}
