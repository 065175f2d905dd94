import Testing

@Suite("External enums")
struct ExternalEnumDiagnosticTests {
  @Test("the cases of an external enum are in Swift")
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
      """#,
      #"""
      dogs.yaml:3:24: error: the cases of the external enum 'A' are declared in Swift only [cases-of-external-enum]
        A: { external: true, cases: [a] }
                             ^~~~~
      dogs.yaml:4:25: error: only an enum with 'external: true' has a Swift spelling of its own [swift-needs-external]
        B: { external: false, swift: Zoo.B, cases: [b] }
                              ^~~~~
      dogs.yaml:5:31: error: 'Zoo.C?' is no Swift identifier that can name a type [invalid-identifier]
        C: { external: true, swift: "Zoo.C?" }
                                    ^~~~~~~~
      dogs.yaml:6:24: error: a plain value is expected here, not nothing [wrong-shape]
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
      """#)
  }

  @Test("what an external enum is stored as decides about keys, indexes and defaults")
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
      dogs.yaml:3:33: error: the property 'Zoo' would hide the type 'Zoo', which this class refers to [property-hides-type]
      objects: { Dog: { properties: { Zoo: Kind, Kind: "Kind?", Other: "Other?" } } }
                                      ^~~
      """#)
  }
}
