extension HandwrittenExample {
  static let links = [
    HandwrittenExample(
      "link-not-optional", "class Dog: Object { @Persisted var mother: Dog }",
      corrected: "class Dog: Object { @Persisted var mother: Dog? }"),
    HandwrittenExample(
      "optional-link-in-list", "class Dog: Object { @Persisted var puppies: List<Dog?> }",
      corrected: "class Dog: Object { @Persisted var puppies: List<Dog> }"),
    HandwrittenExample(
      "link-in-map", "class Dog: Object { @Persisted var friends: Map<String, Dog> }",
      corrected: "class Dog: Object { @Persisted var friends: Map<String, Dog?> }"),
    HandwrittenExample(
      "embedded-cycle", "class Box: EmbeddedObject { @Persisted var inner: Box? }",
      corrected: "class Box: Object { @Persisted var inner: Box? }"),
    HandwrittenExample(
      "embedded-in-set",
      """
      class Toy: EmbeddedObject { @Persisted var name: String }
      class Dog: Object { @Persisted var toys: MutableSet<Toy> }
      """,
      corrected: """
        class Toy: EmbeddedObject { @Persisted var name: String }
        class Dog: Object { @Persisted var toys: List<Toy> }
        """),
    HandwrittenExample(
      "link-to-asymmetric",
      """
      class Bark: AsymmetricObject { @Persisted(primaryKey: true) var id: UUID }
      class Dog: Object { @Persisted var last: Bark? }
      """,
      corrected: """
        class Dog: Object { @Persisted(primaryKey: true) var tag: String }
        class Bark: AsymmetricObject {
          @Persisted(primaryKey: true) var id: UUID
          @Persisted var dog: Dog?
        }
        """),
    HandwrittenExample(
      "asymmetric-link-without-key",
      """
      class Dog: Object { @Persisted var name: String }
      class Bark: AsymmetricObject { @Persisted var dog: Dog? }
      """,
      corrected: """
        class Dog: Object { @Persisted(primaryKey: true) var name: String }
        class Bark: AsymmetricObject { @Persisted var dog: Dog? }
        """),
    HandwrittenExample(
      "linking-objects-target",
      #"class Dog: Object { @Persisted(originProperty: "ages") var ages: LinkingObjects<Int> }"#,
      corrected: "class Dog: Object { @Persisted var ages: List<Int> }"),
    HandwrittenExample(
      "wrong-origin",
      """
      class Person: Object { @Persisted(originProperty: "name") var dogs: LinkingObjects<Dog> }
      class Dog: Object { @Persisted var name: String }
      """,
      corrected: """
        class Person: Object { @Persisted(originProperty: "owner") var dogs: LinkingObjects<Dog> }
        class Dog: Object { @Persisted var owner: Person? }
        """),
    HandwrittenExample(
      "missing-origin",
      """
      class Person: Object { @Persisted var dogs: LinkingObjects<Dog> }
      class Dog: Object { @Persisted var owner: Person? }
      """,
      corrected: """
        class Person: Object { @Persisted(originProperty: "owner") var dogs: LinkingObjects<Dog> }
        class Dog: Object { @Persisted var owner: Person? }
        """),
    HandwrittenExample(
      "unknown-origin",
      """
      class Person: Object { @Persisted(originProperty: "master") var dogs: LinkingObjects<Dog> }
      class Dog: Object { @Persisted var owner: Person? }
      """,
      corrected: """
        class Person: Object { @Persisted(originProperty: "owner") var dogs: LinkingObjects<Dog> }
        class Dog: Object { @Persisted var owner: Person? }
        """),
    HandwrittenExample(
      "origin-not-allowed",
      """
      class Person: Object { @Persisted(originProperty: "owner") var dogs: List<Dog> }
      class Dog: Object { @Persisted var owner: Person? }
      """,
      corrected: """
        class Person: Object { @Persisted(originProperty: "owner") var dogs: LinkingObjects<Dog> }
        class Dog: Object { @Persisted var owner: Person? }
        """),
  ]
}
