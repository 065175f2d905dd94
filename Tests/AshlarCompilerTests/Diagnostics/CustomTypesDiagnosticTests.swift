import Testing

@Suite("Custom types, and what code supplies")
struct CustomTypesDiagnosticTests {
  @Test("a custom type is stored as a scalar or as an embedded type")
  func aCustomTypeIsStoredAsAScalarOrAsAnEmbeddedType() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums:
        Mood: [calm]
      mixins:
        Named: {}
      types:
        A: { persisted: Mood }
        B: { persisted: Dog }
        C: { persisted: D }
        D: { persisted: AnyRealmValue }
        E: { persisted: Homes }
        F: { persisted: Named }
        G: { persisted: String?, failable: maybe }
      objects:
        Dog: { properties: { a: A, e: E } }
      embedded:
        Home: {}
      """#,
      #"""
      dogs.yaml:7:19: error: a custom type must be stored as a scalar or an embedded type; 'Mood' is neither [persisted-type]
        A: { persisted: Mood }
                        ^~~~
      dogs.yaml:3:3: note: 'Mood' is declared here
      dogs.yaml:8:19: error: a custom type must be stored as a scalar or an embedded type; 'Dog' is neither [persisted-type]
        B: { persisted: Dog }
                        ^~~
      dogs.yaml:15:3: note: 'Dog' is declared here
      dogs.yaml:9:19: error: a custom type must be stored as a scalar or an embedded type; 'D' is neither [persisted-type]
        C: { persisted: D }
                        ^
      dogs.yaml:10:3: note: 'D' is declared here
      dogs.yaml:10:19: error: a custom type must be stored as a scalar or an embedded type; 'AnyRealmValue' is neither [persisted-type]
        D: { persisted: AnyRealmValue }
                        ^~~~~~~~~~~~~
      dogs.yaml:11:19: error: unknown type 'Homes'; did you mean 'Home'? [unknown-persisted-type]
        E: { persisted: Homes }
                        ^~~~~
      dogs.yaml:12:19: error: a custom type must be stored as a scalar or an embedded type; 'Named' is neither [persisted-type]
        F: { persisted: Named }
                        ^~~~~
      dogs.yaml:5:3: note: 'Named' is declared here
      dogs.yaml:13:19: error: unknown type 'String?'; did you mean 'String'? [unknown-persisted-type]
        G: { persisted: String?, failable: maybe }
                        ^~~~~~~
      dogs.yaml:13:38: error: 'maybe' is neither 'true' nor 'false' [not-boolean]
        G: { persisted: String?, failable: maybe }
                                           ^~~~~
      """#)
  }

  @Test("the keys of a custom type are checked")
  func theKeysOfACustomType() {
    expectDiagnostics(
      #"""
      ashlar: 1
      types:
        A: {}
        B: String
        C: { persisted: [Int] }
        D: { persisted: Int, swift: a-b }
        E: { persist: Int }
        String: { persisted: Int }
        a b: { persisted: Int }
        F: { persisted: Int }
      objects:
        F: {}
      """#,
      #"""
      dogs.yaml:3:3: error: a custom type needs the key 'persisted' [missing-key]
        A: {}
        ^
      dogs.yaml:4:6: error: 'B' must be a mapping, not a single value [wrong-shape]
        B: String
           ^~~~~~
      dogs.yaml:5:19: error: 'persisted' must be a single value, not a list [wrong-shape]
        C: { persisted: [Int] }
                        ^~~~~
      dogs.yaml:6:31: error: 'a-b' is not a Swift identifier that can name a type [invalid-identifier]
        D: { persisted: Int, swift: a-b }
                                    ^~~
      dogs.yaml:7:3: error: a custom type needs the key 'persisted' [missing-key]
        E: { persist: Int }
        ^
      dogs.yaml:7:8: error: unknown key 'persist' in a custom type; did you mean 'persisted'? [unknown-key]
        E: { persist: Int }
             ^~~~~~~
      dogs.yaml:8:3: error: 'String' cannot be the name of a type: the runtime uses it [reserved-type-name]
        String: { persisted: Int }
        ^~~~~~
      dogs.yaml:9:3: error: 'a b' is not a Swift identifier that can name a type [invalid-identifier]
        a b: { persisted: Int }
        ^~~
      dogs.yaml:12:3: error: there are two types named 'F' [duplicate-type]
        F: {}
        ^
      dogs.yaml:10:3: note: the other 'F' is declared here
      """#)
  }

  @Test("a required property of a failable type wants a default")
  func aRequiredPropertyOfAFailableTypeWantsADefault() {
    expectDiagnostics(
      #"""
      ashlar: 1
      types:
        Web: { persisted: String, failable: true }
        Size: { persisted: Int }
      objects:
        Dog:
          properties:
            a: Web
            b: Web?
            c: { type: Web, default: "https://swift.org" }
            d: List<Web>
            e: Size
            f: { type: Web, default: { swift: x } }
      """#,
      #"""
      dogs.yaml:8:10: warning: a new 'Web' is converted from the default of its stored type; if that conversion fails, reading stops the program; add a default or write 'Web?' [failable-without-default]
            a: Web
               ^~~
      """#)
  }

  @Test("the stored type of a custom type determines which keys, indexes and defaults it allows")
  func whatACustomTypeIsStoredAsDecidesAboutKeysIndexesAndDefaults() {
    expectDiagnostics(
      #"""
      ashlar: 1
      types:
        Size: { persisted: Int }
        Weight: { persisted: Double }
        Spot: { persisted: Home }
      objects:
        Dog:
          properties:
            a: { type: Weight, indexed: true }
            b: { type: Weight, primaryKey: true }
            c: { type: Size, default: many }
            d: { type: Spot, default: 1 }
            e: { type: Spot, indexed: true }
      embedded:
        Home: {}
      """#,
      #"""
      dogs.yaml:9:26: error: 'Weight' cannot be indexed; Bool, integers, String, Date, UUID, ObjectId and AnyRealmValue can, and enums or custom types stored as one of them [indexed-type]
            a: { type: Weight, indexed: true }
                               ^~~~~~~
      dogs.yaml:10:26: error: 'Weight' cannot be a primary key; integers, String, UUID and ObjectId can, and enums or custom types stored as one of them [primary-key-type]
            b: { type: Weight, primaryKey: true }
                               ^~~~~~~~~~
      dogs.yaml:11:33: error: 'many' is not a valid default for Int; write decimal digits, 'min' or 'max' [bad-default]
            c: { type: Size, default: many }
                                      ^~~~
      dogs.yaml:12:24: error: a property of type 'Spot' cannot have a default [default-not-allowed]
            d: { type: Spot, default: 1 }
                             ^~~~~~~
      dogs.yaml:13:24: error: 'Spot' cannot be indexed; Bool, integers, String, Date, UUID, ObjectId and AnyRealmValue can, and enums or custom types stored as one of them [indexed-type]
            e: { type: Spot, indexed: true }
                             ^~~~~~~
      """#)
  }

  @Test("embedded types cannot form a cycle through custom types")
  func embeddedTypesFormNoRingThroughCustomTypes() {
    expectDiagnostics(
      #"""
      ashlar: 1
      types:
        Box: { persisted: BoxStorage }
      embedded:
        BoxStorage: { properties: { inner: Box } }
      """#,
      #"""
      dogs.yaml:5:38: error: embedded types form a cycle: BoxStorage → BoxStorage [embedded-cycle]
        BoxStorage: { properties: { inner: Box } }
                                           ^~~
      """#)
  }

  @Test("'new' is refused for types whose values it cannot generate")
  func whatCanBeMadeAnewAndForWhichType() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums:
        Mood: [calm]
      objects:
        Dog:
          properties:
            a: { type: String, default: { new: Date } }
            b: { type: Int, default: { new: UUID } }
            c: { type: ObjectId, default: { new: UUID } }
            d: { type: Mood, default: { new: UUID } }
            e: { type: List<String>, default: { new: UUID } }
            f: { type: String, default: { new: } }
            g: { type: String, default: { fresh: UUID } }
            h: { type: Dog?, default: { new: UUID } }
      """#,
      #"""
      dogs.yaml:7:42: error: 'new' cannot generate 'Date'; write 'UUID', 'UUIDv7' or 'ObjectId' [new-default]
            a: { type: String, default: { new: Date } }
                                               ^~~~
      dogs.yaml:8:39: error: a new UUID is not a valid default for 'Int' [new-default-type]
            b: { type: Int, default: { new: UUID } }
                                            ^~~~
      dogs.yaml:9:44: error: a new UUID is not a valid default for 'ObjectId' [new-default-type]
            c: { type: ObjectId, default: { new: UUID } }
                                                 ^~~~
      dogs.yaml:10:40: error: a new UUID is not a valid default for 'Mood' [new-default-type]
            d: { type: Mood, default: { new: UUID } }
                                             ^~~~
      dogs.yaml:11:32: error: a property of type 'List<String>' cannot have a default [default-not-allowed]
            e: { type: List<String>, default: { new: UUID } }
                                     ^~~~~~~
      dogs.yaml:12:37: error: 'new' needs a value [wrong-shape]
            f: { type: String, default: { new: } }
                                          ^~~
      dogs.yaml:13:35: error: 'default' must be a single value, not a mapping [wrong-shape]
            g: { type: String, default: { fresh: UUID } }
                                        ^~~~~~~~~~~~~~~
      dogs.yaml:14:24: error: a property of type 'Dog?' cannot have a default [default-not-allowed]
            h: { type: Dog?, default: { new: UUID } }
                             ^~~~~~~
      """#)
  }

  @Test("a Swift default must be on one line")
  func aSwiftDefaultStandsOnOneLine() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog:
          properties:
            a: { type: Int, default: { swift: "" } }
            b: { type: Int, default: { swift: "a\nb" } }
            c: { type: List<Int>, default: { swift: x } }
      """#,
      #"""
      dogs.yaml:5:41: error: Swift code must be on a single line [swift-not-one-line]
            a: { type: Int, default: { swift: "" } }
                                              ^~
      dogs.yaml:6:41: error: Swift code must be on a single line [swift-not-one-line]
            b: { type: Int, default: { swift: "a\nb" } }
                                              ^~~~~~
      dogs.yaml:7:29: error: a property of type 'List<Int>' cannot have a default [default-not-allowed]
            c: { type: List<Int>, default: { swift: x } }
                                  ^~~~~~~
      """#)
  }

  @Test("the default of an external enum is a name")
  func theDefaultOfAnExternalEnumIsAName() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums:
        Kind: { external: true }
      objects:
        Dog:
          properties:
            a: { type: Kind, default: a.b }
            b: { type: Kind, default: "" }
      """#,
      #"""
      dogs.yaml:7:33: error: 'a.b' cannot be a case of an external enum: it is not a Swift identifier [external-default]
            a: { type: Kind, default: a.b }
                                      ^~~
      dogs.yaml:8:33: error: '' cannot be a case of an external enum: it is not a Swift identifier [external-default]
            b: { type: Kind, default: "" }
                                      ^~
      """#)
  }

  @Test("unknown values read as a case of the enum itself")
  func unknownValuesReadAsACaseOfTheEnumItself() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums:
        A: { unknown: othr, cases: [open, other] }
        B: { unknown: zzz, cases: { a: 1 } , raw: Int }
        C: { external: true, unknown: a }
        D: { unknown: [a], cases: [a] }
      """#,
      #"""
      dogs.yaml:3:17: error: 'A' has no case 'othr' [unknown-case-not-found]
        A: { unknown: othr, cases: [open, other] }
                      ^~~~
      dogs.yaml:3:37: note: did you mean 'other'? It is declared here
      dogs.yaml:4:17: error: 'B' has no case 'zzz' [unknown-case-not-found]
        B: { unknown: zzz, cases: { a: 1 } , raw: Int }
                      ^~~
      dogs.yaml:4:3: note: 'B' is declared here
      dogs.yaml:5:24: error: 'unknown' is not allowed on the external enum 'C'; declare it in Swift [unknown-of-external-enum]
        C: { external: true, unknown: a }
                             ^~~~~~~
      dogs.yaml:6:17: error: 'unknown' must be a single value, not a list [wrong-shape]
        D: { unknown: [a], cases: [a] }
                      ^~~
      """#)
  }
}
