extension HandwrittenExample {
  static let rules = [
    HandwrittenExample(
      "unknown-rule-property",
      #"""
      class Dog: Object {
        @Persisted var land: String
        var number = 0
        override class var schemaRules: [SchemaRule] { [.unique(\Dog.land, \Dog.number)] }
      }
      """#,
      corrected: #"""
        class Dog: Object {
          @Persisted var land: String
          @Persisted var number: Int
          override class var schemaRules: [SchemaRule] { [.unique(\Dog.land, \Dog.number)] }
        }
        """#),
    HandwrittenExample(
      "repeated-rule-property",
      #"""
      class Dog: Object {
        @Persisted var land: String
        @Persisted var number: Int
        override class var schemaRules: [SchemaRule] { [.index(\Dog.land, \Dog.land)] }
      }
      """#,
      corrected: #"""
        class Dog: Object {
          @Persisted var land: String
          @Persisted var number: Int
          override class var schemaRules: [SchemaRule] { [.index(\Dog.land, \Dog.number)] }
        }
        """#),
    HandwrittenExample(
      "rule-of-one",
      #"""
      class Dog: Object {
        @Persisted var number: Int
        override class var schemaRules: [SchemaRule] { [.unique(\Dog.number)] }
      }
      """#,
      corrected: "class Dog: Object { @Persisted(unique: true) var number: Int }"),
    HandwrittenExample(
      "too-many-parts",
      #"""
      class Dog: Object {
        @Persisted var a: Int; @Persisted var b: Int; @Persisted var c: Int; @Persisted var d: Int
        @Persisted var e: Int; @Persisted var f: Int; @Persisted var g: Int; @Persisted var h: Int
        @Persisted var i: Int
        override class var schemaRules: [SchemaRule] {
          [.index(\Dog.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i)] }
      }
      """#,
      corrected: #"""
        class Dog: Object {
          @Persisted var a: Int; @Persisted var b: Int; @Persisted var c: Int; @Persisted var d: Int
          @Persisted var e: Int; @Persisted var f: Int; @Persisted var g: Int; @Persisted var h: Int
          @Persisted var i: Int
          override class var schemaRules: [SchemaRule] {
            [.index(\Dog.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h)] }
        }
        """#),
    HandwrittenExample(
      "rule-place",
      #"""
      class Address: EmbeddedObject {
        @Persisted var city: String
        @Persisted var street: String
        override class var schemaRules: [SchemaRule] { [.index(\Address.city, \Address.street)] }
      }
      """#,
      corrected: """
        class Address: EmbeddedObject {
          @Persisted var city: String
          @Persisted var street: String
        }
        """),
    HandwrittenExample(
      "unique-type", "class Dog: Object { @Persisted(unique: true) var weight: Double }",
      corrected: "class Dog: Object { @Persisted(unique: true) var grams: Int }"),
    HandwrittenExample(
      "unique-condition",
      #"""
      class Dog: Object {
        @Persisted var number: Int
        @Persisted var died: Date
        override class var schemaRules: [SchemaRule] { [.unique(\Dog.number, whenNil: \Dog.died)] }
      }
      """#,
      corrected: #"""
        class Dog: Object {
          @Persisted var number: Int
          @Persisted var died: Date?
          override class var schemaRules: [SchemaRule] { [.unique(\Dog.number, whenNil: \Dog.died)] }
        }
        """#),
    HandwrittenExample(
      "index-part-type",
      #"""
      class Dog: Object {
        @Persisted var land: String
        @Persisted var price: Decimal128
        override class var schemaRules: [SchemaRule] { [.index(\Dog.land, \Dog.price)] }
      }
      """#,
      corrected: #"""
        class Dog: Object {
          @Persisted var land: String
          @Persisted var cents: Int
          override class var schemaRules: [SchemaRule] { [.index(\Dog.land, \Dog.cents)] }
        }
        """#),
    HandwrittenExample(
      "key-part-type",
      #"""
      class Seat: Object {
        @Persisted var hall: Int
        @Persisted var width: Double
        override class var schemaRules: [SchemaRule] { [.primaryKey(\Seat.hall, \Seat.width)] }
      }
      """#,
      corrected: #"""
        class Seat: Object {
          @Persisted var hall: Int
          @Persisted var number: String
          @Persisted var width: Double
          override class var schemaRules: [SchemaRule] { [.primaryKey(\Seat.hall, \Seat.number)] }
        }
        """#),
    HandwrittenExample(
      "key-part-optional",
      #"""
      class Seat: Object {
        @Persisted var hall: Int
        @Persisted var number: String?
        override class var schemaRules: [SchemaRule] { [.primaryKey(\Seat.hall, \Seat.number)] }
      }
      """#,
      corrected: #"""
        class Seat: Object {
          @Persisted var hall: Int
          @Persisted var number: String
          override class var schemaRules: [SchemaRule] { [.primaryKey(\Seat.hall, \Seat.number)] }
        }
        """#),
    HandwrittenExample(
      "compound-key-link",
      #"""
      class Sale: AsymmetricObject { @Persisted var seat: Seat? }
      class Seat: Object {
        @Persisted var hall: Int
        @Persisted var number: Int
        override class var schemaRules: [SchemaRule] { [.primaryKey(\Seat.hall, \Seat.number)] }
      }
      """#,
      corrected: #"""
        class Sale: AsymmetricObject { @Persisted var seat: Seat? }
        class Seat: Object {
          @Persisted(primaryKey: true) var id: UUID
          @Persisted var hall: Int
          @Persisted var number: Int
          override class var schemaRules: [SchemaRule] { [.unique(\Seat.hall, \Seat.number)] }
        }
        """#),
    HandwrittenExample(
      "repeated-rule",
      #"""
      class Dog: Object {
        @Persisted var land: String
        @Persisted var tag: Int
        override class var schemaRules: [SchemaRule] {
          [.unique(\Dog.land, \.tag), .unique(\Dog.tag, \.land)]
        }
      }
      """#,
      corrected: #"""
        class Dog: Object {
          @Persisted var land: String
          @Persisted var tag: Int
          override class var schemaRules: [SchemaRule] { [.unique(\Dog.land, \.tag)] }
        }
        """#),
    HandwrittenExample(
      "key-name-taken",
      #"""
      class Seat: Object {
        @Persisted var hall: Int
        @Persisted var number: Int
        override class var schemaRules: [SchemaRule] { [.primaryKey(\Seat.hall, \Seat.number)] }
      }
      class PrimaryKey: Object { @Persisted var name: String }
      """#,
      corrected: #"""
        class Seat: Object {
          @Persisted var hall: Int
          @Persisted var number: Int
          override class var schemaRules: [SchemaRule] { [.primaryKey(\Seat.hall, \Seat.number)] }
        }
        class Card: Object { @Persisted var name: String }
        """#),
    HandwrittenExample(
      "redundant-index",
      #"""
      class Order: Object {
        @Persisted var shop: String; @Persisted var day: Date
        @Persisted var hour: Int
        override class var schemaRules: [SchemaRule] {
          [.index(\Order.shop, \.day), .index(\Order.shop, \.day, \.hour)]
        }
      }
      """#,
      corrected: #"""
        class Order: Object {
          @Persisted var shop: String; @Persisted var day: Date
          @Persisted var hour: Int
          override class var schemaRules: [SchemaRule] { [.index(\Order.shop, \.day, \.hour)] }
        }
        """#),
  ]
}
