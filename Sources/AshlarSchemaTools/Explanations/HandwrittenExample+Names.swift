extension HandwrittenExample {
  static let names = [
    HandwrittenExample(
      "reserved-type-name", "class Query: Object { @Persisted var text: String }",
      corrected: "class Question: Object { @Persisted var text: String }"),
    HandwrittenExample(
      "reserved-property-name", "class Dog: Object { @Persisted var realm: String }",
      corrected: "class Dog: Object { @Persisted var home: String }"),
    HandwrittenExample(
      "duplicate-type",
      """
      class Dog_Tag: Object { @Persisted var number: Int }
      class Dog: Object {
        @Persisted var name: String
        class Tag: Object { @Persisted var number: Int }
      }
      """,
      corrected: """
        class DogTag: Object { @Persisted var number: Int }
        class Dog: Object {
          @Persisted var name: String
          class Tag: Object { @Persisted var number: Int }
        }
        """),
    HandwrittenExample(
      "table-taken",
      """
      class Dog: Object { @Persisted var name: String }
      class Hound: Object {
        @Persisted var name: String
        override class func _realmObjectName() -> String? { "Dog" }
      }
      """,
      corrected: """
        class Dog: Object { @Persisted var name: String }
        class Hound: Object { @Persisted var name: String }
        """),
    HandwrittenExample(
      "column-taken",
      """
      class Dog: Object {
        @Persisted var name: String
        @Persisted var nickname: String
        override class func propertiesMapping() -> [String: String] { ["nickname": "name"] }
      }
      """,
      corrected: """
        class Dog: Object {
          @Persisted var name: String
          @Persisted var nickname: String
          override class func propertiesMapping() -> [String: String] { ["nickname": "nick"] }
        }
        """),
    HandwrittenExample(
      "empty-stored-name",
      """
      class Dog: Object {
        @Persisted var name: String
        override class func propertiesMapping() -> [String: String] { ["name": ""] }
      }
      """,
      corrected: """
        class Dog: Object {
          @Persisted var name: String
          override class func propertiesMapping() -> [String: String] { ["name": "called"] }
        }
        """),
  ]
}
