extension HandwrittenExample {
  static let deleteRules = [
    HandwrittenExample(
      "delete-rule-place", "class Dog: Object { @Persisted(deleteRule: .cascade) var name: String }",
      corrected: "class Dog: Object { @Persisted var name: String }"),
    HandwrittenExample(
      "delete-rule-on-embedded",
      """
      class Dog: Object { @Persisted(deleteRule: .cascade) var home: Address? }
      class Address: EmbeddedObject { @Persisted var city: String }
      """,
      corrected: """
        class Dog: Object { @Persisted var home: Address? }
        class Address: EmbeddedObject { @Persisted var city: String }
        """),
    HandwrittenExample(
      "delete-rule-in-asymmetric",
      """
      class Dog: Object { @Persisted(primaryKey: true) var id: UUID }
      class Sighting: AsymmetricObject { @Persisted(deleteRule: .cascade) var dog: Dog? }
      """,
      corrected: """
        class Dog: Object { @Persisted(primaryKey: true) var id: UUID }
        class Sighting: AsymmetricObject { @Persisted var dog: Dog? }
        """),
    HandwrittenExample(
      "deny-in-embedded",
      """
      class Tag: EmbeddedObject { @Persisted(deleteRule: .deny) var issuer: Office? }
      class Office: Object { @Persisted var city: String }
      """,
      corrected: """
        class Tag: EmbeddedObject { @Persisted var issuer: Office? }
        class Office: Object { @Persisted var city: String }
        """),
    HandwrittenExample(
      "unknown-delete-rule",
      """
      class Dog: Object { @Persisted(deleteRule: .delete) var tag: Tag? }
      class Tag: Object { @Persisted var number: Int }
      """,
      corrected: """
        class Dog: Object { @Persisted(deleteRule: .cascade) var tag: Tag? }
        class Tag: Object { @Persisted var number: Int }
        """),
    HandwrittenExample(
      "delete-rule-conflict",
      """
      class Person: Object {
        @Persisted(originProperty: "owner", deleteRule: .cascade) var dogs: LinkingObjects<Dog>
        @Persisted(originProperty: "owner", deleteRule: .deny) var pets: LinkingObjects<Dog>
      }
      class Dog: Object { @Persisted var owner: Person? }
      """,
      corrected: """
        class Person: Object {
          @Persisted(originProperty: "owner", deleteRule: .cascade) var dogs: LinkingObjects<Dog>
          @Persisted(originProperty: "owner") var pets: LinkingObjects<Dog>
        }
        class Dog: Object { @Persisted var owner: Person? }
        """),
    HandwrittenExample(
      "cascade-both-ways",
      """
      class Person: Object {
        @Persisted(originProperty: "owner", deleteRule: .cascade) var dogs: LinkingObjects<Dog>
      }
      class Dog: Object { @Persisted(deleteRule: .cascade) var owner: Person? }
      """,
      corrected: """
        class Person: Object {
          @Persisted(originProperty: "owner", deleteRule: .cascade) var dogs: LinkingObjects<Dog>
        }
        class Dog: Object { @Persisted var owner: Person? }
        """),
    HandwrittenExample(
      "required-link-without-rule",
      #"""
      class Person: Object { @Persisted var name: String }
      class Dog: Object {
        @Persisted var owner: Person?
        override class var schemaRules: [SchemaRule] { [.required(\Dog.owner)] }
      }
      """#,
      corrected: #"""
        class Person: Object {
          @Persisted(originProperty: "owner", deleteRule: .cascade) var dogs: LinkingObjects<Dog>
        }
        class Dog: Object {
          @Persisted var owner: Person?
          override class var schemaRules: [SchemaRule] { [.required(\Dog.owner)] }
        }
        """#),
  ]
}
