extension HandwrittenExample {
  static let valueRules = [
    HandwrittenExample(
      "rule-type",
      #"""
      class Dog: Object {
        @Persisted var age: Int
        override class var schemaRules: [SchemaRule] { [.length(\Dog.age, 1...)] }
      }
      """#,
      corrected: #"""
        class Dog: Object {
          @Persisted var name: String
          override class var schemaRules: [SchemaRule] { [.length(\Dog.name, 1...)] }
        }
        """#),
    HandwrittenExample(
      "rule-on-elements",
      #"""
      class Dog: Object {
        @Persisted var names: List<String>
        override class var schemaRules: [SchemaRule] { [.length(\Dog.names, 1...40)] }
      }
      """#,
      corrected: #"""
        class Dog: Object {
          @Persisted var names: List<String>
          override class var schemaRules: [SchemaRule] { [.count(\Dog.names, 1...40)] }
        }
        """#),
    HandwrittenExample(
      "rule-range",
      #"""
      class Dog: Object {
        @Persisted var name: String
        override class var schemaRules: [SchemaRule] { [.length(\Dog.name, 40...1)] }
      }
      """#,
      corrected: #"""
        class Dog: Object {
          @Persisted var name: String
          override class var schemaRules: [SchemaRule] { [.length(\Dog.name, 1...40)] }
        }
        """#),
    HandwrittenExample(
      "rule-out-of-range",
      #"""
      class Dog: Object {
        @Persisted var born: Date
        override class var schemaRules: [SchemaRule] { [.range(\Dog.born, min: "2000-02-30")] }
      }
      """#,
      corrected: #"""
        class Dog: Object {
          @Persisted var born: Date
          override class var schemaRules: [SchemaRule] { [.range(\Dog.born, min: "2000-02-29")] }
        }
        """#),
    HandwrittenExample(
      "pattern-syntax",
      #"""
      class Dog: Object {
        @Persisted var tag: String
        override class var schemaRules: [SchemaRule] { [.pattern(\Dog.tag, "[a-z")] }
      }
      """#,
      corrected: #"""
        class Dog: Object {
          @Persisted var tag: String
          override class var schemaRules: [SchemaRule] { [.pattern(\Dog.tag, "[a-z]*")] }
        }
        """#),
    HandwrittenExample(
      "check-types",
      #"""
      class Dog: Object {
        @Persisted var born: Date
        @Persisted var age: Int
        override class var schemaRules: [SchemaRule] { [.order(\Dog.born, .lessOrEqual, \Dog.age)] }
      }
      """#,
      corrected: #"""
        class Dog: Object {
          @Persisted var born: Date
          @Persisted var vaccinated: Date
          override class var schemaRules: [SchemaRule] {
          [.order(\Dog.born, .lessOrEqual, \Dog.vaccinated)]
          }
        }
        """#),
    HandwrittenExample(
      "default-breaks-rule",
      #"""
      class Dog: Object {
        @Persisted var legs: Int = 5
        override class var schemaRules: [SchemaRule] { [.range(\Dog.legs, max: 4)] }
      }
      """#,
      corrected: #"""
        class Dog: Object {
          @Persisted var legs: Int = 4
          override class var schemaRules: [SchemaRule] { [.range(\Dog.legs, max: 4)] }
        }
        """#),
  ]
}
