extension HandwrittenExample {
  static let types = [
    HandwrittenExample(
      "malformed-type", "class Dog: Object { @Persisted var ages: [Int] }",
      corrected: "class Dog: Object { @Persisted var ages: List<Int> }"),
    HandwrittenExample(
      "unknown-type", "class Dog: Object { @Persisted var name: NSString }", corrected: "class Dog: Object { @Persisted var name: String }"),
    HandwrittenExample(
      "unknown-collection", "class Dog: Object { @Persisted var ages: Array<Int> }",
      corrected: "class Dog: Object { @Persisted var ages: List<Int> }"),
    HandwrittenExample(
      "collection-without-element", "class Dog: Object { @Persisted var ages: List }",
      corrected: "class Dog: Object { @Persisted var ages: List<Int> }"),
    HandwrittenExample(
      "optional-collection", "class Dog: Object { @Persisted var ages: List<Int>? }",
      corrected: "class Dog: Object { @Persisted var ages: List<Int> }"),
    HandwrittenExample(
      "nested-collection", "class Dog: Object { @Persisted var walks: List<List<Int>> }",
      corrected: """
        class Walk: EmbeddedObject { @Persisted var steps: List<Int> }
        class Dog: Object { @Persisted var walks: List<Walk> }
        """),
    HandwrittenExample(
      "map-key", "class Dog: Object { @Persisted var weights: Map<Int, Double> }",
      corrected: "class Dog: Object { @Persisted var weights: Map<String, Double> }"),
    HandwrittenExample(
      "optional-any", "class Dog: Object { @Persisted var note: AnyRealmValue? }",
      corrected: "class Dog: Object { @Persisted var note: AnyRealmValue }"),
    HandwrittenExample(
      "not-unwrappable", "class Dog: Object { @Persisted var age: Int! }", corrected: "class Dog: Object { @Persisted var age: Int? }"),
    HandwrittenExample(
      "unwrapped-element", "class Dog: Object { @Persisted var names: List<String!> }",
      corrected: "class Dog: Object { @Persisted var names: List<String?> }"),
  ]

  static let customTypes = [
    HandwrittenExample(
      "undeclared-swift-type", "class Dog: Object { @Persisted var page: URL? }",
      corrected: """
        class Dog: Object { @Persisted var page: URL? }
        extension URL: FailableCustomPersistable {
          public typealias PersistedType = String
          public init?(persistedValue: String) { self.init(string: persistedValue) }
          public var persistableValue: String { absoluteString }
        }
        """),
    HandwrittenExample(
      "persisted-type",
      """
      class Place: Object { @Persisted var latitude: Double }
      struct Spot: CustomPersistable { typealias PersistedType = Place }
      class Dog: Object { @Persisted var home: Spot? }
      """,
      corrected: """
        class Place: EmbeddedObject { @Persisted var latitude: Double }
        struct Spot: CustomPersistable { typealias PersistedType = Place }
        class Dog: Object { @Persisted var home: Spot? }
        """),
    HandwrittenExample(
      "unknown-persisted-type",
      """
      struct Chip: CustomPersistable { typealias PersistedType = Text }
      class Dog: Object { @Persisted var chip: Chip? }
      """,
      corrected: """
        struct Chip: CustomPersistable { typealias PersistedType = String }
        class Dog: Object { @Persisted var chip: Chip? }
        """),
  ]
}
