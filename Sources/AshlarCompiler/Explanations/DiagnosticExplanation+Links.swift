extension DiagnosticExplanation {
  /// Linking objects.
  static let links: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "linking-objects-target", "LinkingObjects of something that is no object",
      "'LinkingObjects<T>' are the objects of T that link here. T is an object or an embedded type.",
      fault: """
        objects:
          Person:
            properties:
              dogs: { type: LinkingObjects<String>, origin: owner }
        """,
      mended:
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
      "A type may have several links to this one. 'origin' names the property that is followed backwards.",
      fault: """
        objects:
          Person:
            properties:
              dogs: LinkingObjects<Dog>
          Dog:
            properties:
              owner: Person?
        """,
      mended:
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
      mended:
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
      "The property that is followed backwards is a link to this type, alone or in a collection.",
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
      mended:
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
      "origin-not-allowed", "A property that is no LinkingObjects has an 'origin'",
      "Only LinkingObjects follow links backwards.",
      fault: """
        objects:
          Dog:
            properties:
              mother: { type: Dog?, origin: pups }
              pups: List<Dog>
        """,
      mended: """
        objects:
          Dog:
            properties:
              mothers: { type: LinkingObjects<Dog>, origin: pups }
              pups: List<Dog>
        """),
    DiagnosticExplanation(
      "key-on-linking-objects", "LinkingObjects have a key that only stored properties have",
      "LinkingObjects are computed from the links; there is nothing to index, to name in the file, or to set.",
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
      mended:
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
