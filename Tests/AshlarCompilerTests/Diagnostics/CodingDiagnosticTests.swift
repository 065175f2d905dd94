import Testing

@Suite("Coding")
struct CodingDiagnosticTests {
  @Test("each half of Codable is listed once")
  func halves() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        A: { conforms: [Codable, Encodable], properties: {} }
        B: { conforms: [Decodable, Swift.Decodable] }
        C: { conforms: [Encodable, Decodable] }
        D: { conforms: [Codable, Codable] }
      """#,
      #"""
      dogs.yaml:3:28: error: 'Encodable' is listed twice [repeated-conformance]
        A: { conforms: [Codable, Encodable], properties: {} }
                                 ^~~~~~~~~
      dogs.yaml:3:19: note: the first is here
      dogs.yaml:4:30: error: 'Swift.Decodable' is listed twice [repeated-conformance]
        B: { conforms: [Decodable, Swift.Decodable] }
                                   ^~~~~~~~~~~~~~~
      dogs.yaml:4:19: note: the first is here
      dogs.yaml:6:28: error: 'Codable' is listed twice [repeated-conformance]
        D: { conforms: [Codable, Codable] }
                                 ^~~~~~~
      dogs.yaml:6:19: note: the first is here
      """#)
  }

  @Test("two properties have no coding key in common")
  func keys() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog:
          conforms: [Encodable]
          properties:
            a: { type: Int, json: b }
            b: Int
            c: { type: Int, json: x y }
            d: { type: Int, json: x y }
            e: { type: Int, json: false }
            f: { type: Int, json: e }
            g: { type: Int, json: "false" }
            h: { type: Int, json: g }
            i: { type: Int, json: i }
            j: { type: Int, json: }
            k: { type: Int, json: [k] }
      """#,
      #"""
      dogs.yaml:6:29: error: the coding key 'b' is already used by another property [coding-key-taken]
            a: { type: Int, json: b }
                                  ^
      dogs.yaml:7:7: note: 'b' is used here
      dogs.yaml:9:29: error: the coding key 'x y' is already used by another property [coding-key-taken]
            d: { type: Int, json: x y }
                                  ^~~
      dogs.yaml:8:29: note: 'x y' is used here
      dogs.yaml:15:23: error: 'json' needs a value [wrong-shape]
            j: { type: Int, json: }
                            ^~~~
      dogs.yaml:16:29: error: 'json' must be a single value, not a list [wrong-shape]
            k: { type: Int, json: [k] }
                                  ^~~
      """#)
  }

  @Test("a coding key needs a coding")
  func notCoded() {
    expectDiagnostics(
      #"""
      ashlar: 1
      mixins:
        Used: { properties: { a: { type: Int, json: x } } }
        Unused: { properties: { b: { type: Int, json: x } } }
        Repeated: { properties: { c: { type: Int, json: x } } }
      objects:
        Dog:
          mixins: [Used, Unused]
          properties:
            b: { type: Int, doc: Not the key's place. }
            d: { type: Int, json: y }
            e: { type: Int, json: false }
        Cat:
          conforms: [Decodable]
          mixins: [Used, Repeated]
          properties:
            c: { type: Int, json: y }
            f: { type: Int, ignored: true, json: z }
            g: { type: LinkingObjects<Cow>, origin: cat, json: false }
        Cow: { properties: { cat: Cat? } }
      """#,
      #"""
      dogs.yaml:4:43: error: 'json' needs 'conforms: [Codable]', 'Encodable' or 'Decodable' on 'Unused' [json-not-coded]
        Unused: { properties: { b: { type: Int, json: x } } }
                                                ^~~~
      dogs.yaml:11:23: error: 'json' needs 'conforms: [Codable]', 'Encodable' or 'Decodable' on 'Dog' [json-not-coded]
            d: { type: Int, json: y }
                            ^~~~
      dogs.yaml:12:23: error: 'json' needs 'conforms: [Codable]', 'Encodable' or 'Decodable' on 'Dog' [json-not-coded]
            e: { type: Int, json: false }
                            ^~~~
      dogs.yaml:18:38: error: 'json' is not allowed on an ignored property, which is not stored [key-on-ignored]
            f: { type: Int, ignored: true, json: z }
                                           ^~~~
      dogs.yaml:19:52: error: 'json' is not allowed on LinkingObjects, which are not stored [key-on-linking-objects]
            g: { type: LinkingObjects<Cow>, origin: cat, json: false }
                                                         ^~~~
      """#)
  }

  @Test("any values are left out of the coding")
  func anyValues() {
    expectDiagnostics(
      #"""
      ashlar: 1
      mixins: { M: { properties: { a: AnyRealmValue } } }
      objects:
        Dog:
          conforms: [Codable]
          mixins: [M]
          properties:
            b: { type: AnyRealmValue, json: b }
            c: { type: AnyRealmValue, json: false }
            d: List<AnyRealmValue>
        Cat: { properties: { a: AnyRealmValue } }
      """#,
      #"""
      dogs.yaml:2:33: error: an AnyRealmValue cannot be coded; exclude it with 'json: false' [any-not-codable]
      mixins: { M: { properties: { a: AnyRealmValue } } }
                                      ^~~~~~~~~~~~~
      dogs.yaml:4:3: note: 'Dog' has this property from a mixin
      dogs.yaml:8:18: error: an AnyRealmValue cannot be coded; exclude it with 'json: false' [any-not-codable]
            b: { type: AnyRealmValue, json: b }
                       ^~~~~~~~~~~~~
      dogs.yaml:10:15: error: an AnyRealmValue cannot be coded; exclude it with 'json: false' [any-not-codable]
            d: List<AnyRealmValue>
                    ^~~~~~~~~~~~~
      """#)
  }

  @Test("types that are reached and are not coded are a warning")
  func reached() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums: { Mood: [calm], Kind: { external: true } }
      types: { URL: { persisted: String }, Point: { persisted: Spot } }
      mixins: { M: { properties: { a: Cat? } } }
      objects:
        Dog:
          conforms: [Codable]
          mixins: [M]
          properties:
            b: List<Cow>
            c: { type: "Map<Cat?>", json: false }
            d: Spot?
            e: Dog?
            f: Mood
            g: Kind
            h: URL
            i: Point
            j: { type: LinkingObjects<Cat>, origin: dog }
            k: { type: Cat?, ignored: true }
        Cat: { properties: { dog: Dog? } }
        Cow: { conforms: [Encodable] }
      embedded:
        Spot: { conforms: [Codable] }
      """#,
      #"""
      dogs.yaml:4:33: warning: 'Cat' takes part in the coding but is not Codable [type-not-codable]
      mixins: { M: { properties: { a: Cat? } } }
                                      ^~~
      dogs.yaml:20:3: note: 'Cat' is declared here
      dogs.yaml:6:3: note: 'Dog' has this property from a mixin
      dogs.yaml:10:15: warning: 'Cow' takes part in the coding but is not Decodable [type-not-codable]
            b: List<Cow>
                    ^~~
      dogs.yaml:21:3: note: 'Cow' is declared here
      """#)
  }
}
