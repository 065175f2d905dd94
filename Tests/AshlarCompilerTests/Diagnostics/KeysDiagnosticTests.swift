import Testing

@Suite("Primary keys and indexes")
struct KeysDiagnosticTests {
  @Test("types that cannot be primary keys are reported")
  func typesThatCannotBePrimaryKeys() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums: { E: { raw: Double, cases: { a: 1.5 } } }
      objects:
        A: { properties: { k: { type: Bool, primaryKey: true } } }
        B: { properties: { k: { type: B?, primaryKey: true } } }
        C: { properties: { k: { type: List<Int>, primaryKey: true } } }
        D: { properties: { k: { type: E, primaryKey: true } } }
      """#,
      #"""
      dogs.yaml:4:39: error: 'Bool' cannot be a primary key; integers, String, UUID and ObjectId can, and enums or custom types stored as one of them [primary-key-type]
        A: { properties: { k: { type: Bool, primaryKey: true } } }
                                            ^~~~~~~~~~
      dogs.yaml:5:37: error: 'B?' cannot be a primary key; integers, String, UUID and ObjectId can, and enums or custom types stored as one of them [primary-key-type]
        B: { properties: { k: { type: B?, primaryKey: true } } }
                                          ^~~~~~~~~~
      dogs.yaml:6:44: error: 'List<Int>' cannot be a primary key; integers, String, UUID and ObjectId can, and enums or custom types stored as one of them [primary-key-type]
        C: { properties: { k: { type: List<Int>, primaryKey: true } } }
                                                 ^~~~~~~~~~
      dogs.yaml:7:36: error: 'E' cannot be a primary key; integers, String, UUID and ObjectId can, and enums or custom types stored as one of them [primary-key-type]
        D: { properties: { k: { type: E, primaryKey: true } } }
                                         ^~~~~~~~~~
      """#)
  }

  @Test("a second primary key, and one on an embedded type, are refused")
  func onePrimaryKeyAndNoneOnEmbeddedTypes() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        A: { properties: { a: { type: Int, primaryKey: true }, b: { type: Int, primaryKey: true } } }
      embedded:
        B: { properties: { a: { type: Bool, primaryKey: true } } }
      """#,
      #"""
      dogs.yaml:3:74: error: a type can have only one primary key [second-primary-key]
        A: { properties: { a: { type: Int, primaryKey: true }, b: { type: Int, primaryKey: true } } }
                                                                               ^~~~~~~~~~
      dogs.yaml:3:38: note: the first is here
      dogs.yaml:5:39: error: an embedded type cannot have a primary key [primary-key-on-embedded]
        B: { properties: { a: { type: Bool, primaryKey: true } } }
                                            ^~~~~~~~~~
      """#)
  }

  @Test("a primary key is indexed")
  func aPrimaryKeyIsIndexed() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        A: { properties: { a: { type: Int, primaryKey: true, indexed: false } } }
      """#,
      #"""
      dogs.yaml:3:56: error: a primary key is always indexed; remove 'indexed' [primary-key-not-indexed]
        A: { properties: { a: { type: Int, primaryKey: true, indexed: false } } }
                                                             ^~~~~~~
      """#)
  }

  @Test("types that cannot be indexed are reported")
  func typesThatCannotBeIndexed() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        A:
          properties:
            a: { type: Double, indexed: true }
            b: { type: Data?, indexed: true }
            c: { type: List<Int>, indexed: true }
            d: { type: A?, indexed: true }
            e: { type: Decimal128, indexed: true }
      """#,
      #"""
      dogs.yaml:5:26: error: 'Double' cannot be indexed; Bool, integers, String, Date, UUID, ObjectId and AnyRealmValue can, and enums or custom types stored as one of them [indexed-type]
            a: { type: Double, indexed: true }
                               ^~~~~~~
      dogs.yaml:6:25: error: 'Data?' cannot be indexed; Bool, integers, String, Date, UUID, ObjectId and AnyRealmValue can, and enums or custom types stored as one of them [indexed-type]
            b: { type: Data?, indexed: true }
                              ^~~~~~~
      dogs.yaml:7:29: error: 'List<Int>' cannot be indexed; Bool, integers, String, Date, UUID, ObjectId and AnyRealmValue can, and enums or custom types stored as one of them [indexed-type]
            c: { type: List<Int>, indexed: true }
                                  ^~~~~~~
      dogs.yaml:8:22: error: 'A?' cannot be indexed; Bool, integers, String, Date, UUID, ObjectId and AnyRealmValue can, and enums or custom types stored as one of them [indexed-type]
            d: { type: A?, indexed: true }
                           ^~~~~~~
      dogs.yaml:9:30: error: 'Decimal128' cannot be indexed; Bool, integers, String, Date, UUID, ObjectId and AnyRealmValue can, and enums or custom types stored as one of them [indexed-type]
            e: { type: Decimal128, indexed: true }
                                   ^~~~~~~
      """#)
  }
}
