import Testing

@Suite("What this compiler refuses")
struct UnsupportedDiagnosticTests {
  @Test("parts of the language that are not there yet")
  func partsOfTheLanguageThatAreNotThereYet() {
    expectDiagnostics(
      #"""
      ashlar: 1
      types: { URL: { persisted: String } }
      asymmetric: { R: {} }
      projections: { P: {} }
      objects:
        Dog: { properties: { home: "URL?", r: "R?" } }
      """#,
      #"""
      dogs.yaml:2:1: error: the key 'types' is not supported yet [unsupported]
      types: { URL: { persisted: String } }
      ^~~~~
      dogs.yaml:3:1: error: the key 'asymmetric' is not supported yet [unsupported]
      asymmetric: { R: {} }
      ^~~~~~~~~~
      dogs.yaml:4:1: error: the key 'projections' is not supported yet [unsupported]
      projections: { P: {} }
      ^~~~~~~~~~~
      """#)
  }

  @Test("keys that are not there yet")
  func keysThatAreNotThereYet() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums:
        E: { unknown: a, cases: [a] }
      objects:
        Dog:
          was: [Hound]
          properties:
            a: { type: Int, was: [b], json: x, backfill: true }
      """#,
      #"""
      dogs.yaml:3:8: error: the key 'unknown' is not supported yet [unsupported]
        E: { unknown: a, cases: [a] }
             ^~~~~~~
      dogs.yaml:6:5: error: the key 'was' is not supported yet [unsupported]
          was: [Hound]
          ^~~
      dogs.yaml:8:23: error: the key 'was' is not supported yet [unsupported]
            a: { type: Int, was: [b], json: x, backfill: true }
                            ^~~
      dogs.yaml:8:33: error: the key 'json' is not supported yet [unsupported]
            a: { type: Int, was: [b], json: x, backfill: true }
                                      ^~~~
      dogs.yaml:8:42: error: the key 'backfill' is not supported yet [unsupported]
            a: { type: Int, was: [b], json: x, backfill: true }
                                               ^~~~~~~~
      """#)
  }

  @Test("types that are not there yet")
  func typesThatAreNotThereYet() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog:
          properties:
            a: MutableSet<Int>
            b: Map<String, Int>
            c: AnyRealmValue
            d: String!
            e: List<Int?>
            f: List<AnyRealmValue>
      """#,
      #"""
      dogs.yaml:5:10: error: the type 'MutableSet' is not supported yet [unsupported]
            a: MutableSet<Int>
               ^~~~~~~~~~
      dogs.yaml:6:10: error: the type 'Map' is not supported yet [unsupported]
            b: Map<String, Int>
               ^~~
      dogs.yaml:7:10: error: the type 'AnyRealmValue' is not supported yet [unsupported]
            c: AnyRealmValue
               ^~~~~~~~~~~~~
      dogs.yaml:8:16: error: implicitly unwrapped types are not supported yet [unsupported]
            d: String!
                     ^
      dogs.yaml:9:10: error: optional elements ('List<Int?>') are not supported yet [unsupported]
            e: List<Int?>
               ^~~~~~~~~~
      dogs.yaml:10:15: error: the type 'AnyRealmValue' is not supported yet [unsupported]
            f: List<AnyRealmValue>
                    ^~~~~~~~~~~~~
      """#)
  }

  @Test("defaults that are not there yet")
  func defaultsThatAreNotThereYet() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog:
          properties:
            a: { type: String, default: { new: UUID } }
            b: { type: Int, default: { swift: x } }
            c: { type: "UUID?", default: new }
      """#,
      #"""
      dogs.yaml:5:37: error: a default '{ new: … }' is not supported yet [unsupported]
            a: { type: String, default: { new: UUID } }
                                          ^~~
      dogs.yaml:6:34: error: a default '{ swift: … }' is not supported yet [unsupported]
            b: { type: Int, default: { swift: x } }
                                       ^~~~~
      dogs.yaml:7:36: error: a default 'new' for an optional is not supported yet [unsupported]
            c: { type: "UUID?", default: new }
                                         ^~~
      """#)
  }
}
