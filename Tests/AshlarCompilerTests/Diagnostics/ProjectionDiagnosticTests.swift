import Testing

@Suite("Projections")
struct ProjectionDiagnosticTests {
  @Test("a projection is of an object or an embedded type")
  func roots() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums: { Mood: [calm] }
      types: { URL: { persisted: String } }
      mixins: { M: {} }
      objects: { Dog: {}, realm: {} }
      embedded: { Collar: {} }
      asymmetric: { Reading: {} }
      projections:
        A: { of: Dog }
        B: { of: Collar, properties: {} }
        C: { of: Mood }
        D: { of: URL }
        E: { of: M }
        F: { of: Reading }
        G: { of: A }
        H: { of: Int }
        I: { of: Dogs }
        J: { of: Zebra }
        K: { of: realm }
      """#,
      #"""
      dogs.yaml:5:21: error: 'realm' cannot be the name of a type: the runtime uses it [reserved-type-name]
      objects: { Dog: {}, realm: {} }
                          ^~~~~
      dogs.yaml:11:12: error: 'of' needs an object or an embedded type; 'Mood' is neither [projection-root]
        C: { of: Mood }
                 ^~~~
      dogs.yaml:2:10: note: 'Mood' is declared here
      dogs.yaml:12:12: error: 'of' needs an object or an embedded type; 'URL' is neither [projection-root]
        D: { of: URL }
                 ^~~
      dogs.yaml:3:10: note: 'URL' is declared here
      dogs.yaml:13:12: error: 'of' needs an object or an embedded type; 'M' is neither [projection-root]
        E: { of: M }
                 ^
      dogs.yaml:4:11: note: 'M' is declared here
      dogs.yaml:14:12: error: 'of' needs an object or an embedded type; 'Reading' is neither [projection-root]
        F: { of: Reading }
                 ^~~~~~~
      dogs.yaml:7:15: note: 'Reading' is declared here
      dogs.yaml:15:12: error: 'of' needs an object or an embedded type; 'A' is neither [projection-root]
        G: { of: A }
                 ^
      dogs.yaml:9:3: note: 'A' is declared here
      dogs.yaml:16:12: error: 'of' needs an object or an embedded type; 'Int' is neither [projection-root]
        H: { of: Int }
                 ^~~
      dogs.yaml:17:12: error: unknown type 'Dogs' [unknown-type]
        I: { of: Dogs }
                 ^~~~
      dogs.yaml:5:12: note: did you mean 'Dog'? It is declared here
      dogs.yaml:18:12: error: unknown type 'Zebra' [unknown-type]
        J: { of: Zebra }
                 ^~~~~
      """#)
  }

  @Test("names of projections are names of types")
  func names() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog: { properties: { a: Int, b: DogCard?, c: List<DogCard> } }
      projections:
        DogCard: { of: Dog, properties: { x: a } }
        Dog: { of: Dog }
        List: { of: Dog }
        "1": { of: Dog }
        OtherCard:
          of: Dog
          properties:
            rootObject: a
            isInvalidated: a
            self: a
            1a: a
            Dog: a
            primaryKey: a
            class: a
      """#,
      #"""
      dogs.yaml:3:35: error: 'DogCard' is a projection and cannot be the type of a property; use the type that it projects [projection-as-type]
        Dog: { properties: { a: Int, b: DogCard?, c: List<DogCard> } }
                                        ^~~~~~~
      dogs.yaml:5:3: note: 'DogCard' is declared here
      dogs.yaml:3:53: error: 'DogCard' is a projection and cannot be the type of a property; use the type that it projects [projection-as-type]
        Dog: { properties: { a: Int, b: DogCard?, c: List<DogCard> } }
                                                          ^~~~~~~
      dogs.yaml:5:3: note: 'DogCard' is declared here
      dogs.yaml:6:3: error: there are two types named 'Dog' [duplicate-type]
        Dog: { of: Dog }
        ^~~
      dogs.yaml:3:3: note: the other 'Dog' is declared here
      dogs.yaml:7:3: error: 'List' cannot be the name of a type: the runtime uses it [reserved-type-name]
        List: { of: Dog }
        ^~~~
      dogs.yaml:8:3: error: '1' is not a Swift identifier that can name a type [invalid-identifier]
        "1": { of: Dog }
        ^~~
      dogs.yaml:12:7: error: 'rootObject' cannot be the name of a property: the base class has a member with this name [reserved-property-name]
            rootObject: a
            ^~~~~~~~~~
      dogs.yaml:13:7: error: 'isInvalidated' cannot be the name of a property: the base class has a member with this name [reserved-property-name]
            isInvalidated: a
            ^~~~~~~~~~~~~
      dogs.yaml:14:7: error: 'self' is not a Swift identifier that can name a property [invalid-identifier]
            self: a
            ^~~~
      dogs.yaml:15:7: error: '1a' is not a Swift identifier that can name a property [invalid-identifier]
            1a: a
            ^~
      dogs.yaml:16:7: error: the property 'Dog' hides the type 'Dog', which this class uses [property-hides-type]
            Dog: a
            ^~~
      """#)
  }

  @Test("protocols of projections are checked")
  func protocols() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects: { Dog: {} }
      projections:
        A: { of: Dog, conforms: [Named, Named, Dog, A, Hashable, Codable, Swift.Encodable] }
      """#,
      #"""
      dogs.yaml:4:35: error: 'Named' is listed twice [repeated-conformance]
        A: { of: Dog, conforms: [Named, Named, Dog, A, Hashable, Codable, Swift.Encodable] }
                                        ^~~~~
      dogs.yaml:4:28: note: the first is here
      dogs.yaml:4:42: error: 'Dog' is a type of the schema, not a protocol [conformance-to-type]
        A: { of: Dog, conforms: [Named, Named, Dog, A, Hashable, Codable, Swift.Encodable] }
                                               ^~~
      dogs.yaml:2:12: note: 'Dog' is declared here
      dogs.yaml:4:47: error: 'A' is a type of the schema, not a protocol [conformance-to-type]
        A: { of: Dog, conforms: [Named, Named, Dog, A, Hashable, Codable, Swift.Encodable] }
                                                    ^
      dogs.yaml:4:3: note: 'A' is declared here
      dogs.yaml:4:50: error: every generated type already conforms to 'Hashable'; remove it [inherited-conformance]
        A: { of: Dog, conforms: [Named, Named, Dog, A, Hashable, Codable, Swift.Encodable] }
                                                       ^~~~~~~~
      dogs.yaml:4:60: error: coding is not generated for projections; write the conformance to 'Codable' in an extension [coding-of-projection]
        A: { of: Dog, conforms: [Named, Named, Dog, A, Hashable, Codable, Swift.Encodable] }
                                                                 ^~~~~~~
      dogs.yaml:4:69: error: coding is not generated for projections; write the conformance to 'Swift.Encodable' in an extension [coding-of-projection]
        A: { of: Dog, conforms: [Named, Named, Dog, A, Hashable, Codable, Swift.Encodable] }
                                                                          ^~~~~~~~~~~~~~~
      """#)
  }

  @Test("a projection is a mapping, and so is a property without a path")
  func shapes() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects: { Dog: { properties: { a: String } } }
      projections:
        A: [Dog]
        B:
        C: { properties: { x: a }, fo: Dog }
        D: { of: [Dog] }
        E: { of: Dog, properties: [a] }
        F:
          of: Dog
          table: x
          properties:
            a:
            b: [a]
            c: {}
            d: { doc: Nothing. }
            e: { path: a, keyPath: a.count, type: Int }
            f: { path: a, type: String }
            g: { keyPath: a.count }
            h: { path: a, default: 1 }
            i: { keyPath: "\\Dog.a", type: String }
            j: { keyPath: ".a", type: String }
            k: { keyPath: "a\n.count", type: Int }
            l: { keyPath: a.count, type: "" }
            m: { keyPath: "`a`.count", type: Int }
            n: { path: a, doc: Fine. }
      """#,
      #"""
      dogs.yaml:4:6: error: 'A' must be a mapping, not a list [wrong-shape]
        A: [Dog]
           ^~~~~
      dogs.yaml:5:3: error: 'B' needs a mapping; write '{}' for an empty one [wrong-shape]
        B:
        ^
      dogs.yaml:6:3: error: a projection needs the key 'of' [missing-key]
        C: { properties: { x: a }, fo: Dog }
        ^
      dogs.yaml:6:30: error: unknown key 'fo' in a projection; did you mean 'of'? [unknown-key]
        C: { properties: { x: a }, fo: Dog }
                                   ^~
      dogs.yaml:7:12: error: 'of' must be a single value, not a list [wrong-shape]
        D: { of: [Dog] }
                 ^~~~~
      dogs.yaml:8:29: error: 'properties' must be a mapping, not a list [wrong-shape]
        E: { of: Dog, properties: [a] }
                                  ^~~
      dogs.yaml:11:5: error: unknown key 'table' in a projection [unknown-key]
          table: x
          ^~~~~
      dogs.yaml:13:7: error: 'a' needs a value [wrong-shape]
            a:
            ^
      dogs.yaml:14:10: error: 'b' must be a single value, not a list [wrong-shape]
            b: [a]
               ^~~
      dogs.yaml:15:7: error: a projected property needs the key 'path' [missing-key]
            c: {}
            ^
      dogs.yaml:16:7: error: a projected property needs the key 'path' [missing-key]
            d: { doc: Nothing. }
            ^
      dogs.yaml:17:21: error: a projected property has either 'path' or 'keyPath', not both [path-and-key-path]
            e: { path: a, keyPath: a.count, type: Int }
                          ^~~~~~~
      dogs.yaml:18:21: error: 'type' is allowed only with 'keyPath'; the type of a 'path' is inferred [type-with-path]
            f: { path: a, type: String }
                          ^~~~
      dogs.yaml:19:12: error: 'keyPath' needs the key 'type', since only Swift can infer it [key-path-without-type]
            g: { keyPath: a.count }
                 ^~~~~~~
      dogs.yaml:20:21: error: unknown key 'default' in a projected property [unknown-key]
            h: { path: a, default: 1 }
                          ^~~~~~~
      dogs.yaml:21:21: error: write a key path without '\' and its root type, as in 'firstName.count' [key-path-with-root]
            i: { keyPath: "\\Dog.a", type: String }
                          ^~~~~~~~~
      dogs.yaml:22:21: error: '.a' is not a valid path; write names joined by dots, as in 'home.city' [malformed-path]
            j: { keyPath: ".a", type: String }
                          ^~~~
      dogs.yaml:23:21: error: Swift code must be on a single line [swift-not-one-line]
            k: { keyPath: "a\n.count", type: Int }
                          ^~~~~~~~~~~
      dogs.yaml:24:36: error: Swift code must be on a single line [swift-not-one-line]
            l: { keyPath: a.count, type: "" }
                                         ^~
      """#)
  }
}
