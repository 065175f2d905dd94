extension DiagnosticExplanation {
  /// Diagnostics of linking objects.
  static let links: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "linking-objects-target", "LinkingObjects of something other than an object type",
      "'LinkingObjects<T>' are the objects of T that link to this one. T is an object or embedded type.",
      fault: """
        objects:
          Person:
            properties:
              dogs: { type: LinkingObjects<String>, origin: owner }
        """,
      corrected:
        """
        objects:
          Person:
            properties:
              dogs: { type: LinkingObjects<Dog>, origin: owner }
          Dog:
            properties:
              owner: Person?
        """
    ),
    DiagnosticExplanation(
      "missing-origin", "LinkingObjects without 'origin'",
      "A type may have several links to this one. 'origin' names the link that LinkingObjects invert.",
      fault: """
        objects:
          Person:
            properties:
              dogs: LinkingObjects<Dog>
          Dog:
            properties:
              owner: Person?
        """,
      corrected:
        """
        objects:
          Person:
            properties:
              dogs: { type: LinkingObjects<Dog>, origin: owner }
          Dog:
            properties:
              owner: Person?
        """
    ),
    DiagnosticExplanation(
      "unknown-origin", "'origin' names a property that does not exist",
      "'origin' is the Swift name of a property of the type in angle brackets, not its stored name.",
      fault:
        """
        objects:
          Person:
            properties:
              dogs: { type: LinkingObjects<Dog>, origin: ownr }
          Dog:
            properties:
              owner: Person?
        """,
      corrected:
        """
        objects:
          Person:
            properties:
              dogs: { type: LinkingObjects<Dog>, origin: owner }
          Dog:
            properties:
              owner: Person?
        """
    ),
    DiagnosticExplanation(
      "wrong-origin", "'origin' names a property that does not link here",
      "'origin' must name a link to this type, single or in a collection.",
      fault:
        """
        objects:
          Person:
            properties:
              dogs: { type: LinkingObjects<Dog>, origin: name }
          Dog:
            properties:
              name: String
              owner: Person?
        """,
      corrected:
        """
        objects:
          Person:
            properties:
              dogs: { type: LinkingObjects<Dog>, origin: owner }
          Dog:
            properties:
              name: String
              owner: Person?
        """
    ),
    DiagnosticExplanation(
      "origin-not-allowed", "A property other than LinkingObjects has an 'origin'",
      "Only LinkingObjects follow links backwards.",
      fault: """
        objects:
          Dog:
            properties:
              mother: { type: Dog?, origin: pups }
              pups: List<Dog>
        """,
      corrected: """
        objects:
          Dog:
            properties:
              mothers: { type: LinkingObjects<Dog>, origin: pups }
              pups: List<Dog>
        """),
    DiagnosticExplanation(
      "key-on-linking-objects", "A key for stored properties on LinkingObjects",
      "LinkingObjects are computed from the links. They cannot be indexed, stored under another name, or set.",
      fault:
        """
        objects:
          Person:
            properties:
              dogs: { type: LinkingObjects<Dog>, origin: owner, column: all_dogs }
          Dog:
            properties:
              owner: Person?
        """,
      corrected:
        """
        objects:
          Person:
            properties:
              dogs: { type: LinkingObjects<Dog>, origin: owner }
          Dog:
            properties:
              owner: Person?
        """
    ),
  ]
}
