extension HandwrittenExample {
  static let keys = [
    HandwrittenExample(
      "primary-key-type", "class Dog: Object { @Persisted(primaryKey: true) var born: Date }",
      corrected: """
        class Dog: Object {
          @Persisted(primaryKey: true) var number: Int
          @Persisted var born: Date
        }
        """),
    HandwrittenExample(
      "second-primary-key",
      """
      class Dog: Object {
        @Persisted(primaryKey: true) var land: String
        @Persisted(primaryKey: true) var number: Int
      }
      """,
      corrected: #"""
        class Dog: Object {
          @Persisted var land: String
          @Persisted var number: Int
          override class var schemaRules: [SchemaRule] { [.primaryKey(\Dog.land, \Dog.number)] }
        }
        """#),
    HandwrittenExample(
      "primary-key-on-embedded", "class Address: EmbeddedObject { @Persisted(primaryKey: true) var number: Int }",
      corrected: "class Address: EmbeddedObject { @Persisted(indexed: true) var number: Int }"),
    HandwrittenExample(
      "indexed-type", "class Dog: Object { @Persisted(indexed: true) var weight: Double }",
      corrected: "class Dog: Object { @Persisted var weight: Double }"),
    HandwrittenExample(
      "key-on-linking-objects",
      """
      class Dog: Object {
        @Persisted var mother: Dog?
        @Persisted(indexed: true, originProperty: "mother") var puppies: LinkingObjects<Dog>
      }
      """,
      corrected: """
        class Dog: Object {
          @Persisted var mother: Dog?
          @Persisted(originProperty: "mother") var puppies: LinkingObjects<Dog>
        }
        """),
  ]
}
