extension DiagnosticExplanation {
  /// Diagnostics of projections and their paths.
  static let projections: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "projection-root", "A projection of something other than an object or embedded type",
      """
      A projection is a view of an object or of an embedded object: it reads that object's properties. Asymmetric types, whose objects are
      never read, enums and custom types cannot be projected.
      """,
      fault: """
        enums:
          Mood: [calm, busy]
        projections:
          MoodCard:
            of: Mood
            properties: {}
        """,
      corrected: """
        enums:
          Mood: [calm, busy]
        objects:
          Person:
            properties: { mood: Mood }
        projections:
          MoodCard:
            of: Person
            properties: { mood: mood }
        """),
    DiagnosticExplanation(
      "projection-as-type", "The type of a property is a projection",
      "A projection is a view created on demand and never stored. Use the object's own type for the property.",
      fault: """
        objects:
          Person:
            properties:
              firstName: String
              friend: PersonCard?
        projections:
          PersonCard:
            of: Person
            properties: { name: firstName }
        """,
      corrected: """
        objects:
          Person:
            properties:
              firstName: String
              friend: Person?
        projections:
          PersonCard:
            of: Person
            properties: { name: firstName }
        """),
    DiagnosticExplanation(
      "coding-of-projection", "Codable on a projection",
      """
      Only objects are coded automatically. To encode or decode a view of an object, write the conformance in an extension.
      """,
      fault: """
        objects:
          Person:
            properties:
              firstName: String
        projections:
          PersonCard:
            of: Person
            conforms: [Encodable]
            properties: { name: firstName }
        """,
      corrected: """
        objects:
          Person:
            properties:
              firstName: String
        projections:
          PersonCard:
            of: Person
            properties: { name: firstName }
        """),
    DiagnosticExplanation(
      "path-and-key-path", "A projected property with two origins",
      "'path' names properties of the schema; 'keyPath' is Swift code. Use one of them.",
      fault: """
        objects:
          Person:
            properties:
              firstName: String
        projections:
          PersonCard:
            of: Person
            properties:
              name: { path: firstName, keyPath: firstName.capitalized, type: String }
        """,
      corrected: """
        objects:
          Person:
            properties:
              firstName: String
        projections:
          PersonCard:
            of: Person
            properties:
              name: { keyPath: firstName.capitalized, type: String }
        """),
    DiagnosticExplanation(
      "key-path-without-type", "A Swift key path without its type",
      "The schema determines the type of a 'path'. Only the Swift compiler knows the type of a Swift key path, so you must declare it.",
      fault: """
        objects:
          Person:
            properties:
              firstName: String
        projections:
          PersonCard:
            of: Person
            properties:
              length: { keyPath: firstName.utf8.count }
        """,
      corrected: """
        objects:
          Person:
            properties:
              firstName: String
        projections:
          PersonCard:
            of: Person
            properties:
              length: { keyPath: firstName.utf8.count, type: Int }
        """),
    DiagnosticExplanation(
      "key-path-with-root", "A Swift key path with its root",
      "The root is always the type named by 'of'. Start the key path with one of its properties.",
      fault: """
        objects:
          Person:
            properties:
              firstName: String
        projections:
          PersonCard:
            of: Person
            properties:
              length: { keyPath: \\Person.firstName.count, type: Int }
        """,
      corrected: """
        objects:
          Person:
            properties:
              firstName: String
        projections:
          PersonCard:
            of: Person
            properties:
              length: { keyPath: firstName.count, type: Int }
        """),
    DiagnosticExplanation(
      "type-with-path", "A type declared for a path",
      "The schema determines the type of a 'path'. Only 'keyPath', which is Swift code, needs a type.",
      fault: """
        objects:
          Person:
            properties:
              firstName: String
        projections:
          PersonCard:
            of: Person
            properties:
              name: { path: firstName, type: String }
        """,
      corrected: """
        objects:
          Person:
            properties:
              firstName: String
        projections:
          PersonCard:
            of: Person
            properties:
              name: firstName
        """),
    DiagnosticExplanation(
      "malformed-path", "A path is malformed",
      """
      A path is a list of property names joined by dots. It contains no question marks: a path through an optional link is always
      optional.
      """,
      fault: """
        objects:
          Person:
            properties:
              firstName: String
              friend: Person?
        projections:
          PersonCard:
            of: Person
            properties:
              friendsName: friend?.firstName
        """,
      corrected: """
        objects:
          Person:
            properties:
              firstName: String
              friend: Person?
        projections:
          PersonCard:
            of: Person
            properties:
              friendsName: friend.firstName
        """),
    DiagnosticExplanation(
      "unknown-path-step", "A path names a property that does not exist",
      "Each step must be a property of the type that the previous steps reach.",
      fault: """
        objects:
          Person:
            properties:
              firstName: String
              friend: Person?
        projections:
          PersonCard:
            of: Person
            properties:
              friendsName: friend.firstname
        """,
      corrected: """
        objects:
          Person:
            properties:
              firstName: String
              friend: Person?
        projections:
          PersonCard:
            of: Person
            properties:
              friendsName: friend.firstName
        """),
    DiagnosticExplanation(
      "path-not-stored", "A path to something that is not stored",
      """
      A projection contains stored properties, whose changes it can observe. Ignored properties exist only in memory, and members of every
      object, such as 'isInvalidated', are not stored either. Linking objects are allowed.
      """,
      fault: """
        objects:
          Person:
            properties:
              firstName: String
              isSelected: { type: Bool, ignored: true, default: false }
        projections:
          PersonCard:
            of: Person
            properties:
              isSelected: isSelected
        """,
      corrected: """
        objects:
          Person:
            properties:
              firstName: String
              isSelected: { type: Bool, default: false }
        projections:
          PersonCard:
            of: Person
            properties:
              isSelected: isSelected
        """),
    DiagnosticExplanation(
      "path-through-value", "A path continues after a value",
      "Paths follow links. A value has no properties of the schema; use 'keyPath' for the members of its Swift type.",
      fault: """
        objects:
          Person:
            properties:
              firstName: String
        projections:
          PersonCard:
            of: Person
            properties:
              length: firstName.count
        """,
      corrected: """
        objects:
          Person:
            properties:
              firstName: String
        projections:
          PersonCard:
            of: Person
            properties:
              length: { keyPath: firstName.count, type: Int }
        """),
    DiagnosticExplanation(
      "path-through-map", "A path through a Map",
      """
      A path can name a property of the objects of a List or a MutableSet. For a Map, whose keys would be lost, only 'count' can follow.
      """,
      fault: """
        objects:
          Person:
            properties:
              firstName: String
              friends: "Map<Person?>"
        projections:
          PersonCard:
            of: Person
            properties:
              friendsNames: friends.firstName
        """,
      corrected: """
        objects:
          Person:
            properties:
              firstName: String
              friends: List<Person>
        projections:
          PersonCard:
            of: Person
            properties:
              friendsNames: friends.firstName
        """),
    DiagnosticExplanation(
      "path-through-linking-objects", "A path through LinkingObjects",
      """
      A path can name a property of the objects of a List or a MutableSet, but not of LinkingObjects. Only 'count', 'first' and 'last' can
      follow.
      """,
      fault: """
        objects:
          Person:
            properties:
              firstName: String
              dogs: { type: LinkingObjects<Dog>, origin: owner }
          Dog:
            properties:
              name: String
              owner: Person?
        projections:
          PersonCard:
            of: Person
            properties:
              dogsNames: dogs.name
        """,
      corrected: """
        objects:
          Person:
            properties:
              firstName: String
              dogs: { type: LinkingObjects<Dog>, origin: owner }
          Dog:
            properties:
              name: String
              owner: Person?
        projections:
          PersonCard:
            of: Person
            properties:
              dogCount: dogs.count
        """),
    DiagnosticExplanation(
      "path-through-two-collections", "A path with two collections",
      """
      A path through a collection yields a ProjectedCollection of values. A second collection in the path would yield a collection of
      collections.
      """,
      fault: """
        objects:
          Person:
            properties:
              firstName: String
              friends: List<Person>
        projections:
          PersonCard:
            of: Person
            properties:
              theirFriends: friends.friends.firstName
        """,
      corrected: """
        objects:
          Person:
            properties:
              firstName: String
              friends: List<Person>
        projections:
          PersonCard:
            of: Person
            properties:
              theirFriends: friends.friends.count
        """),
    DiagnosticExplanation(
      "path-after-member", "A path continues after 'count', 'first' or 'last'",
      "'count', 'first' and 'last' of a collection can only end a path. Use a 'keyPath' to continue after them.",
      fault: """
        objects:
          Person:
            properties:
              firstName: String
              friends: List<Person>
        projections:
          PersonCard:
            of: Person
            properties:
              bestFriend: friends.first.firstName
        """,
      corrected: """
        objects:
          Person:
            properties:
              firstName: String
              friends: List<Person>
        projections:
          PersonCard:
            of: Person
            properties:
              bestFriend: { keyPath: friends.first?.firstName, type: "String?" }
        """),
  ]
}
