internal import AshlarCompiler

extension DiagnosticExplanation {
  /// Diagnostics of delete rules.
  static let deleteRules: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "delete-rule-place", "A property that is not a link has a delete rule",
      "'deleteRule' belongs on a link, a List, MutableSet or Map of objects, or LinkingObjects.",
      fault: """
        objects:
          Dog:
            properties:
              name: { type: String, deleteRule: cascade }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: String
        """),
    DiagnosticExplanation(
      "delete-rule-on-embedded", "A link between an embedded object and its owner has a delete rule",
      "Embedded objects are always deleted with their owner. No rule changes this in either direction.",
      fault: """
        objects:
          Dog:
            properties:
              home: { type: "Address?", deleteRule: cascade }
        embedded:
          Address:
            properties:
              city: String
        """,
      corrected: """
        objects:
          Dog:
            properties:
              home: Address?
        embedded:
          Address:
            properties:
              city: String
        """),
    DiagnosticExplanation(
      "delete-rule-in-asymmetric", "A property of an asymmetric type has a delete rule",
      "Asymmetric objects stay in the outbox until they are sent. No program deletes them, and they contain keys instead of links.",
      fault: """
        objects:
          Dog:
            properties:
              id: { type: UUID, primaryKey: true }
        asymmetric:
          Sighting:
            properties:
              dog: { type: "Dog?", deleteRule: cascade }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              id: { type: UUID, primaryKey: true }
        asymmetric:
          Sighting:
            properties:
              dog: Dog?
        """),
    DiagnosticExplanation(
      "deny-in-embedded", "A property of an embedded type has 'deleteRule: deny'",
      "Assigning another embedded object deletes the former one, which a rule cannot deny. Deny the deletion of the owner instead.",
      fault: """
        objects:
          Dog:
            properties:
              tag: Tag?
          Office: {}
        embedded:
          Tag:
            properties:
              issuer: { type: "Office?", deleteRule: deny }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              tag: Tag?
          Office: {}
        embedded:
          Tag:
            properties:
              issuer: Office?
        """),
    DiagnosticExplanation(
      "unknown-delete-rule", "A delete rule has another name",
      """
      'nullify' sets links to nil, 'cascade' deletes the objects at the other end, 'deny' refuses while there is one. On a link, the
      rule says what happens to its target when this object is deleted; on LinkingObjects, what happens to the objects that link to it,
      as SQL's ON DELETE.
      """,
      fault: """
        objects:
          Owner:
            properties:
              dogs: { type: LinkingObjects<Dog>, origin: owner, deleteRule: restrict }
          Dog:
            properties:
              owner: Owner?
        """,
      corrected: """
        objects:
          Owner:
            properties:
              dogs: { type: LinkingObjects<Dog>, origin: owner, deleteRule: deny }
          Dog:
            properties:
              owner: Owner?
        """),
    DiagnosticExplanation(
      "delete-rule-conflict", "LinkingObjects of one origin have different delete rules",
      "Both concern the same links, for which one rule holds.",
      fault: """
        objects:
          Owner:
            properties:
              dogs: { type: LinkingObjects<Dog>, origin: owner, deleteRule: cascade }
              pets: { type: LinkingObjects<Dog>, origin: owner, deleteRule: deny }
          Dog:
            properties:
              owner: Owner?
        """,
      corrected: """
        objects:
          Owner:
            properties:
              dogs: { type: LinkingObjects<Dog>, origin: owner, deleteRule: cascade }
              pets: { type: LinkingObjects<Dog>, origin: owner }
          Dog:
            properties:
              owner: Owner?
        """),
    DiagnosticExplanation(
      "cascade-both-ways", "A link cascades in both directions",
      """
      Deleting one object deletes all objects that are connected with it by such links, perhaps more than intended. Usually, only the
      deletion of an owner deletes what it owns.
      """,
      severity: .warning,
      fault: """
        objects:
          Owner:
            properties:
              dogs: { type: LinkingObjects<Dog>, origin: owner, deleteRule: cascade }
          Dog:
            properties:
              owner: { type: "Owner?", deleteRule: cascade }
        """,
      corrected: """
        objects:
          Owner:
            properties:
              dogs: { type: LinkingObjects<Dog>, origin: owner, deleteRule: cascade }
          Dog:
            properties:
              owner: Owner?
        """),
    DiagnosticExplanation(
      "required-link-without-rule", "Deleting the target of a required link breaks the rule",
      """
      When an object is deleted, links to it become nil, and lists and sets lose it. If the property may not be empty, the commit fails.
      Declare LinkingObjects in the target: 'deleteRule: cascade' deletes the objects that link to it, 'deny' refuses the deletion.
      """,
      severity: .warning,
      fault: """
        objects:
          Owner: {}
          Dog:
            properties:
              owner: { type: "Owner?", required: true }
        """,
      corrected: """
        objects:
          Owner:
            properties:
              dogs: { type: LinkingObjects<Dog>, origin: owner, deleteRule: cascade }
          Dog:
            properties:
              owner: { type: "Owner?", required: true }
        """),
  ]
}
