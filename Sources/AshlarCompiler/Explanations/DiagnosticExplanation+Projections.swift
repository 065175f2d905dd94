extension DiagnosticExplanation {
  /// Projections and their paths.
  static let projections: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "projection-root", "A projection of something that is no type with objects",
      """
      A projection is a view of an object or of an embedded object: it reads that object's properties. Asymmetric types, whose objects are
      never read, enums and custom types have none to show.
      """,
      fault: """
        enums:
          Mood: [calm, busy]
        projections:
          MoodCard:
            of: Mood
            properties: {}
        """,
      mended: """
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
      "projection-as-type", "A property of the type of a projection",
      "A projection is a view made when it is asked for; nothing of it is stored. Properties hold the objects themselves.",
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
      mended: """
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
      What is coded is the object. How a view of one is written, and whether it can be read at all, only you can say: conform in an
      extension by hand.
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
      mended: """
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
      "'path' names properties of the schema; 'keyPath' is Swift code. A property comes from one of them.",
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
      mended: """
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
      "The type of a path follows from the schema. Where a Swift key path leads only the Swift compiler knows, so its type is stated.",
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
      mended: """
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
      "The root is the type that the projection is of. The key path begins with one of its properties.",
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
      mended: """
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
      "type-of-path", "A type stated for a path",
      "The type of a path follows from the schema. Only 'keyPath', which is Swift code, has a type stated.",
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
      mended: """
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
      "malformed-path", "Something that is no path",
      """
      A path is names of properties joined by dots. There are no question marks in it: a path through an optional link gives an optional
      by itself.
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
      mended: """
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
      "unknown-path-step", "A step of a path that names no property",
      "Each step is a property of the type that the steps before it lead to.",
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
      mended: """
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
      "path-touches-nothing", "A path to something that is not stored",
      """
      A projection shows stored properties: when they change, its observers are told. Ignored properties live in memory only, and what
      every object has, such as 'isInvalidated', is not stored either. Linking objects count as the property they follow.
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
      mended: """
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
      "path-through-value", "A path that goes on behind a value",
      "Paths follow links. Behind a value there are no properties of the schema; for those of its Swift type there is 'keyPath'.",
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
      mended: """
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
      The objects of a List or a MutableSet can be shown by one of their properties. Those of a Map have keys that would be lost; only its
      'count' can follow.
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
      mended: """
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
      The objects of a List or a MutableSet can be shown by one of their properties, those that link here cannot. 'count', 'first' and
      'last' can follow.
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
      mended: """
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
      A path through a collection gives a ProjectedCollection of values. A second collection on the way would give a collection of
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
      mended: """
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
      "path-beyond-member", "A path that goes on behind 'count', 'first' or 'last'",
      "'count', 'first' and 'last' of a collection can end a path. What lies behind them Swift can reach with a 'keyPath'.",
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
      mended: """
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
