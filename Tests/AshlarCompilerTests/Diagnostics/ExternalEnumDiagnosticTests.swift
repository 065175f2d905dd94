import Testing

@Suite("External enums")
struct ExternalEnumDiagnosticTests {
  @Test("an external enum has a raw type, a Swift name and perhaps cases, and nothing else")
  func cases() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums:
        A: { external: true, cases: [a] }
        B: { external: false, swift: Zoo.B, cases: [b] }
        C: { external: true, swift: "Zoo.C?" }
        D: { external: true, swift: , raw: Int }
        E: { external: yes, cases: [a] }
        F: { external: true, raw: Bool }
        G: { external: false }
        H: { external: true, raw: Int8, cases: { a: 1, b: 300, a: 2 } }
        I: { external: true, cases: [] }
        J: { external: true, cases: [a], unknown: a }
      """#,
      #"""
      dogs.yaml:4:25: error: 'swift' is allowed only on an enum with 'external: true' [swift-needs-external]
        B: { external: false, swift: Zoo.B, cases: [b] }
                              ^~~~~
      dogs.yaml:5:31: error: 'Zoo.C?' is not a Swift identifier that can name a type [invalid-identifier]
        C: { external: true, swift: "Zoo.C?" }
                                    ^~~~~~~~
      dogs.yaml:6:24: error: 'swift' needs a value [wrong-shape]
        D: { external: true, swift: , raw: Int }
                             ^~~~~
      dogs.yaml:7:18: error: 'yes' is neither 'true' nor 'false' [not-boolean]
        E: { external: yes, cases: [a] }
                       ^~~
      dogs.yaml:8:29: error: 'Bool' cannot be a raw type [unknown-raw-type]
        F: { external: true, raw: Bool }
                                  ^~~~
      dogs.yaml:9:3: error: the enum 'G' has no cases [enum-without-cases]
        G: { external: false }
        ^
      dogs.yaml:10:53: error: the raw value of '300' is out of range for Int8 [raw-value-out-of-range]
        H: { external: true, raw: Int8, cases: { a: 1, b: 300, a: 2 } }
                                                          ^~~
      dogs.yaml:10:58: error: duplicate key 'a' [duplicate-key]
        H: { external: true, raw: Int8, cases: { a: 1, b: 300, a: 2 } }
                                                               ^
      dogs.yaml:10:44: note: the first is here
      dogs.yaml:11:3: error: the enum 'I' has no cases [enum-without-cases]
        I: { external: true, cases: [] }
        ^
      dogs.yaml:12:36: error: 'unknown' is not allowed on the external enum 'J'; declare it in Swift [unknown-of-external-enum]
        J: { external: true, cases: [a], unknown: a }
                                         ^~~~~~~
      """#)
  }

  @Test("the default of an external enum is one of the cases that are listed")
  func listedDefault() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums: { A: { external: true, cases: [calm, busy] } }
      objects: { Dog: { properties: { a: { type: A, default: buzy }, b: { type: A, default: busy } } } }
      """#,
      #"""
      dogs.yaml:3:56: error: 'A' has no case 'buzy' [unknown-default-case]
      objects: { Dog: { properties: { a: { type: A, default: buzy }, b: { type: A, default: busy } } } }
                                                             ^~~~
      dogs.yaml:2:45: note: did you mean 'busy'? It is declared here
      """#)
  }

  @Test("the raw type of an external enum determines which keys, indexes and defaults it allows")
  func rawType() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums:
        A: { external: true, raw: Double }
        B: { external: true }
      objects:
        Dog:
          properties:
            a: { type: A, indexed: true }
            b: { type: B, primaryKey: true, default: x }
            c: { type: A, ignored: true, default: x }
            d: "List<B?>"
      """#,
      #"""
      dogs.yaml:8:21: error: 'A' cannot be indexed; Bool, integers, String, Date, UUID, ObjectId and AnyRealmValue can, and enums or custom types stored as one of them [indexed-type]
            a: { type: A, indexed: true }
                          ^~~~~~~
      """#)
  }

  @Test("a property does not hide the external enum that its class asks for the first case")
  func hiding() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums: { Kind: { external: true, swift: Zoo.Kind }, Other: { external: true } }
      objects: { Dog: { properties: { Zoo: Kind, Kind: "Kind?", Other: "Other?" } } }
      """#,
      #"""
      dogs.yaml:3:33: error: the property 'Zoo' hides the type 'Zoo', which this class uses [property-hides-type]
      objects: { Dog: { properties: { Zoo: Kind, Kind: "Kind?", Other: "Other?" } } }
                                      ^~~
      """#)
  }
}
