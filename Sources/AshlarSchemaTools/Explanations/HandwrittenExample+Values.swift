extension HandwrittenExample {
  static let defaults = [
    HandwrittenExample(
      "bad-default", #"class Dog: Object { @Persisted var legs: Int = "four" }"#,
      corrected: "class Dog: Object { @Persisted var legs: Int = 4 }"),
    HandwrittenExample(
      "default-out-of-range", "class Dog: Object { @Persisted var age: Int8 = 200 }",
      corrected: "class Dog: Object { @Persisted var age: Int16 = 200 }"),
    HandwrittenExample(
      "unknown-default-case",
      """
      enum Size: String, PersistableEnum { case small, large }
      class Dog: Object { @Persisted var size: Size = .huge }
      """,
      corrected: """
        enum Size: String, PersistableEnum { case small, large }
        class Dog: Object { @Persisted var size: Size = .large }
        """),
  ]

  static let enums = [
    HandwrittenExample(
      "unknown-raw-type",
      """
      enum Size: UInt, PersistableEnum { case small, large }
      class Dog: Object { @Persisted var size: Size }
      """,
      corrected: """
        enum Size: Int, PersistableEnum { case small, large }
        class Dog: Object { @Persisted var size: Size }
        """),
    HandwrittenExample(
      "enum-without-cases",
      """
      enum Size: Int, PersistableEnum {}
      class Dog: Object { @Persisted var size: Size }
      """,
      corrected: """
        enum Size: Int, PersistableEnum { case small }
        class Dog: Object { @Persisted var size: Size }
        """),
    HandwrittenExample(
      "duplicate-case",
      """
      enum Size: Int, PersistableEnum { case small, small }
      class Dog: Object { @Persisted var size: Size }
      """,
      corrected: """
        enum Size: Int, PersistableEnum { case small, large }
        class Dog: Object { @Persisted var size: Size }
        """),
    HandwrittenExample(
      "bad-raw-value",
      """
      enum Size: Int, PersistableEnum { case small = "s" }
      class Dog: Object { @Persisted var size: Size }
      """,
      corrected: """
        enum Size: String, PersistableEnum { case small = "s" }
        class Dog: Object { @Persisted var size: Size }
        """),
    HandwrittenExample(
      "raw-value-out-of-range",
      """
      enum Size: Int8, PersistableEnum { case small = 1, large = 128 }
      class Dog: Object { @Persisted var size: Size }
      """,
      corrected: """
        enum Size: Int16, PersistableEnum { case small = 1, large = 128 }
        class Dog: Object { @Persisted var size: Size }
        """),
    HandwrittenExample(
      "missing-raw-value",
      """
      enum Size: Double, PersistableEnum { case small = 0.5, large }
      class Dog: Object { @Persisted var size: Size }
      """,
      corrected: """
        enum Size: Double, PersistableEnum { case small = 0.5, large = 1.5 }
        class Dog: Object { @Persisted var size: Size }
        """),
    HandwrittenExample(
      "duplicate-raw-value",
      """
      enum Size: Int, PersistableEnum { case none, small, large = 1 }
      class Dog: Object { @Persisted var size: Size }
      """,
      corrected: """
        enum Size: Int, PersistableEnum { case none, small, large }
        class Dog: Object { @Persisted var size: Size }
        """),
    HandwrittenExample(
      "reserved-case-name",
      """
      enum Size: Int, PersistableEnum { case RawValue }
      class Dog: Object { @Persisted var size: Size }
      """,
      corrected: """
        enum Size: Int, PersistableEnum { case raw }
        class Dog: Object { @Persisted var size: Size }
        """),
  ]

  static let coding = [
    HandwrittenExample(
      "any-not-codable", "class Dog: Object, Codable { @Persisted var note: AnyRealmValue }",
      corrected: """
        class Dog: Object, Codable {
          @Persisted var name: String
          @Persisted var note: AnyRealmValue
          enum CodingKeys: String, CodingKey { case name }
        }
        """),
    HandwrittenExample(
      "type-not-codable",
      """
      class Person: Object { @Persisted var name: String }
      class Dog: Object, Codable { @Persisted var owner: Person? }
      """,
      corrected: """
        class Person: Object, Codable { @Persisted var name: String }
        class Dog: Object, Codable { @Persisted var owner: Person? }
        """),
    HandwrittenExample(
      "coding-key-taken",
      """
      class Dog: Object, Codable {
        @Persisted var name: String
        @Persisted var nickname: String
        enum CodingKeys: String, CodingKey { case name, nickname = "name" }
      }
      """,
      corrected: """
        class Dog: Object, Codable {
          @Persisted var name: String
          @Persisted var nickname: String
          enum CodingKeys: String, CodingKey { case name, nickname = "nick" }
        }
        """),
    HandwrittenExample(
      "repeated-conformance",
      """
      class Dog: Object, Named { @Persisted var name: String }
      extension Dog: Named {}
      """,
      corrected: "class Dog: Object, Named { @Persisted var name: String }"),
    HandwrittenExample(
      "conformance-to-type",
      """
      class Animal: Object { @Persisted var name: String }
      class Dog: Object, Animal { @Persisted var tag: String }
      """,
      corrected: """
        class Animal: Object { @Persisted var name: String }
        class Dog: Animal { @Persisted var tag: String }
        """),
  ]
}
