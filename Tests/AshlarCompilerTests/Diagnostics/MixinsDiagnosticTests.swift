import Testing

@Suite("Mixins")
struct MixinsDiagnosticTests {
  @Test("names under 'mixins' are those of mixins")
  func namesUnderMixinsAreThoseOfMixins() {
    expectDiagnostics(
      #"""
      ashlar: 1
      mixins:
        Timestamps: {}
        M: { mixins: [Timestamp, Mood] }
      enums: { Mood: [calm] }
      objects:
        Dog: { mixins: [Timstamps, Cat, Nowhere] }
        Cat: { mixins: Timestamps }
      """#,
      #"""
      dogs.yaml:4:17: error: unknown mixin 'Timestamp'; did you mean 'Timestamps'? [unknown-mixin]
        M: { mixins: [Timestamp, Mood] }
                      ^~~~~~~~~
      dogs.yaml:4:28: error: 'Mood' is not a mixin [not-a-mixin]
        M: { mixins: [Timestamp, Mood] }
                                 ^~~~
      dogs.yaml:5:10: note: 'Mood' is declared here
      dogs.yaml:7:19: error: unknown mixin 'Timstamps'; did you mean 'Timestamps'? [unknown-mixin]
        Dog: { mixins: [Timstamps, Cat, Nowhere] }
                        ^~~~~~~~~
      dogs.yaml:7:30: error: 'Cat' is not a mixin [not-a-mixin]
        Dog: { mixins: [Timstamps, Cat, Nowhere] }
                                   ^~~
      dogs.yaml:8:3: note: 'Cat' is declared here
      dogs.yaml:7:35: error: unknown mixin 'Nowhere' [unknown-mixin]
        Dog: { mixins: [Timstamps, Cat, Nowhere] }
                                        ^~~~~~~
      dogs.yaml:8:18: error: 'mixins' must be a list, not a single value [wrong-shape]
        Cat: { mixins: Timestamps }
                       ^~~~~~~~~~
      """#)
  }

  @Test("a mixin whose declaration was rejected is not unknown")
  func refused() {
    expectDiagnostics(
      #"""
      ashlar: 1
      mixins: { Int: {} }
      objects: { Dog: { mixins: [Int] } }
      """#,
      #"""
      dogs.yaml:2:11: error: 'Int' cannot be the name of a type: the runtime uses it [reserved-type-name]
      mixins: { Int: {} }
                ^~~
      """#)
  }

  @Test("a mixin cannot be the type of a property")
  func aMixinIsNoType() {
    expectDiagnostics(
      #"""
      ashlar: 1
      mixins: { M: {} }
      objects: { Dog: { properties: { a: M, b: List<M>, c: { type: LinkingObjects<M>, origin: a } } } }
      """#,
      #"""
      dogs.yaml:3:36: error: 'M' is a mixin and cannot be the type of a property; list it under 'mixins' [mixin-as-type]
      objects: { Dog: { properties: { a: M, b: List<M>, c: { type: LinkingObjects<M>, origin: a } } } }
                                         ^
      dogs.yaml:2:11: note: 'M' is declared here
      dogs.yaml:3:47: error: 'M' is a mixin and cannot be the type of a property; list it under 'mixins' [mixin-as-type]
      objects: { Dog: { properties: { a: M, b: List<M>, c: { type: LinkingObjects<M>, origin: a } } } }
                                                    ^
      dogs.yaml:2:11: note: 'M' is declared here
      dogs.yaml:3:77: error: 'M' is a mixin and cannot be the type of a property; list it under 'mixins' [mixin-as-type]
      objects: { Dog: { properties: { a: M, b: List<M>, c: { type: LinkingObjects<M>, origin: a } } } }
                                                                                  ^
      dogs.yaml:2:11: note: 'M' is declared here
      """#)
  }

  @Test("a mixin has a name of its own")
  func names() {
    expectDiagnostics(
      #"""
      ashlar: 1
      schema: { name: A }
      mixins:
        Dog: {}
        self: {}
        List: {}
        ASchema: {}
      objects: { Dog: {} }
      """#,
      #"""
      dogs.yaml:5:3: error: 'self' is not a Swift identifier that can name a type [invalid-identifier]
        self: {}
        ^~~~
      dogs.yaml:6:3: error: 'List' cannot be the name of a type: the runtime uses it [reserved-type-name]
        List: {}
        ^~~~
      dogs.yaml:7:3: error: 'ASchema' is the name of the generated schema [namespace-taken]
        ASchema: {}
        ^~~~~~~
      dogs.yaml:8:12: error: there are two types named 'Dog' [duplicate-type]
      objects: { Dog: {} }
                 ^~~
      dogs.yaml:4:3: note: the other 'Dog' is declared here
      """#)
  }

  @Test("an unknown key of a mixin is reported")
  func unknownKey() {
    expectDiagnostics(
      #"""
      ashlar: 1
      mixins: { M: { table: m } }
      """#,
      #"""
      dogs.yaml:2:16: error: unknown key 'table' in a mixin [unknown-key]
      mixins: { M: { table: m } }
                     ^~~~~
      """#)
  }

  @Test("each cycle is reported once")
  func cycles() {
    expectDiagnostics(
      #"""
      ashlar: 1
      mixins:
        A: { mixins: [B] }
        B: { mixins: [C] }
        C: { mixins: [A] }
        Own: { mixins: [Own] }
      objects:
        Dog: { mixins: [A, Own, B] }
      """#,
      #"""
      dogs.yaml:5:17: error: mixins form a cycle: A → B → C → A [mixin-cycle]
        C: { mixins: [A] }
                      ^
      dogs.yaml:6:19: error: mixins form a cycle: Own → Own [mixin-cycle]
        Own: { mixins: [Own] }
                        ^~~
      """#)
  }

  @Test("two mixins with a property of the same name are reported where a type lists both")
  func collisions() {
    expectDiagnostics(
      #"""
      ashlar: 1
      mixins:
        A: { properties: { x: Int } }
        B: { properties: { x: Int } }
        Nested: { mixins: [A], properties: { x: Int } }
        Both: { mixins: [A, B] }
      objects:
        Dog: { mixins: [A, B] }
        Cat: { mixins: [Both] }
        Cow: { mixins: [Nested, A] }
      """#,
      #"""
      dogs.yaml:5:40: error: the mixins 'A' and 'Nested' both have a property 'x' [mixin-property-taken]
        Nested: { mixins: [A], properties: { x: Int } }
                                             ^
      dogs.yaml:3:22: note: 'x' is used here
      dogs.yaml:6:23: error: the mixins 'A' and 'B' both have a property 'x' [mixin-property-taken]
        Both: { mixins: [A, B] }
                            ^
      dogs.yaml:3:22: note: 'x' is used here
      dogs.yaml:4:22: note: 'x' is used here
      dogs.yaml:8:22: error: the mixins 'A' and 'B' both have a property 'x' [mixin-property-taken]
        Dog: { mixins: [A, B] }
                           ^
      dogs.yaml:3:22: note: 'x' is used here
      dogs.yaml:4:22: note: 'x' is used here
      """#)
  }

  @Test("a type repeats a mixin's property with the same type")
  func sameType() {
    expectDiagnostics(
      #"""
      ashlar: 1
      mixins: { M: { properties: { a: Int, b: "String?", c: List<Int> } } }
      objects:
        Dog: { mixins: [M], properties: { a: Int8, b: String, c: "Int" } }
        Cat: { mixins: [M], properties: { a: Int, b: "String ?", c: List< Int > } }
      """#,
      #"""
      dogs.yaml:4:40: error: the property 'a' comes from a mixin and must keep its type 'Int' [mixin-property-type]
        Dog: { mixins: [M], properties: { a: Int8, b: String, c: "Int" } }
                                             ^~~~
      dogs.yaml:2:30: note: 'a' is declared here
      dogs.yaml:4:49: error: the property 'b' comes from a mixin and must keep its type 'String?' [mixin-property-type]
        Dog: { mixins: [M], properties: { a: Int8, b: String, c: "Int" } }
                                                      ^~~~~~
      dogs.yaml:2:38: note: 'b' is declared here
      dogs.yaml:4:61: error: the property 'c' comes from a mixin and must keep its type 'List<Int>' [mixin-property-type]
        Dog: { mixins: [M], properties: { a: Int8, b: String, c: "Int" } }
                                                                  ^~~
      dogs.yaml:2:52: note: 'c' is declared here
      """#)
  }

  @Test("mistakes in a mixin count once, however many types have it")
  func once() {
    expectDiagnostics(
      #"""
      ashlar: 1
      mixins:
        M: { properties: { a: Strin, b: { type: Int, default: x }, c: { type: Int, column: d }, d: Int } }
        Unused: { properties: { a: Dog, k: { type: Int, primaryKey: true }, l: { type: Int, primaryKey: true }, z: LinkingObjects<Dog> } }
      objects:
        Dog: { mixins: [M] }
        Cat: { mixins: [M] }
      """#,
      #"""
      dogs.yaml:3:25: error: unknown type 'Strin'; did you mean 'String'? [unknown-type]
        M: { properties: { a: Strin, b: { type: Int, default: x }, c: { type: Int, column: d }, d: Int } }
                              ^~~~~
      dogs.yaml:3:57: error: 'x' is not a valid default for Int; write decimal digits, 'min' or 'max' [bad-default]
        M: { properties: { a: Strin, b: { type: Int, default: x }, c: { type: Int, column: d }, d: Int } }
                                                              ^
      dogs.yaml:3:86: error: the stored name 'd' is already used by another property [column-taken]
        M: { properties: { a: Strin, b: { type: Int, default: x }, c: { type: Int, column: d }, d: Int } }
                                                                                           ^
      dogs.yaml:3:91: note: 'd' is used here
      dogs.yaml:4:30: error: a link to 'Dog' must be optional; write 'Dog?' [link-not-optional]
        Unused: { properties: { a: Dog, k: { type: Int, primaryKey: true }, l: { type: Int, primaryKey: true }, z: LinkingObjects<Dog> } }
                                   ^~~
      dogs.yaml:4:87: error: a type can have only one primary key [second-primary-key]
        Unused: { properties: { a: Dog, k: { type: Int, primaryKey: true }, l: { type: Int, primaryKey: true }, z: LinkingObjects<Dog> } }
                                                                                            ^~~~~~~~~~
      dogs.yaml:4:51: note: the first is here
      dogs.yaml:4:110: error: 'LinkingObjects' needs the key 'origin', the name of the property that links to this type [missing-origin]
        Unused: { properties: { a: Dog, k: { type: Int, primaryKey: true }, l: { type: Int, primaryKey: true }, z: LinkingObjects<Dog> } }
                                                                                                                   ^~~~~~~~~~~~~~~~~~~
      """#)
  }

  @Test("an error that only one type with the mixin causes names that type")
  func types() {
    expectDiagnostics(
      #"""
      ashlar: 1
      mixins:
        Keyed: { properties: { id: { type: Int, primaryKey: true } } }
        Other: { properties: { Dog: Int, code: { type: Int, primaryKey: true } } }
        Owned: { properties: { cats: { type: LinkingObjects<Cat>, origin: owner } } }
      objects:
        Dog: { mixins: [Keyed, Other, Owned] }
        Cat: { properties: { owner: "Cat?" } }
      embedded:
        Collar: { mixins: [Keyed] }
      """#,
      #"""
      dogs.yaml:3:43: error: an embedded type cannot have a primary key [primary-key-on-embedded]
        Keyed: { properties: { id: { type: Int, primaryKey: true } } }
                                                ^~~~~~~~~~
      dogs.yaml:10:3: note: 'Collar' has this property from a mixin
      dogs.yaml:4:26: error: the property 'Dog' hides the type 'Dog', which this class uses [property-hides-type]
        Other: { properties: { Dog: Int, code: { type: Int, primaryKey: true } } }
                               ^~~
      dogs.yaml:7:3: note: 'Dog' has this property from a mixin
      dogs.yaml:4:55: error: a type can have only one primary key [second-primary-key]
        Other: { properties: { Dog: Int, code: { type: Int, primaryKey: true } } }
                                                            ^~~~~~~~~~
      dogs.yaml:3:43: note: the first is here
      dogs.yaml:7:3: note: 'Dog' has this property from a mixin
      dogs.yaml:5:69: error: 'Cat.owner' does not link to 'Dog' [wrong-origin]
        Owned: { properties: { cats: { type: LinkingObjects<Cat>, origin: owner } } }
                                                                          ^~~~~
      dogs.yaml:8:24: note: 'owner' is declared here
      dogs.yaml:7:3: note: 'Dog' has this property from a mixin
      """#)
  }

  @Test("a type may revoke the primary key of a mixin")
  func primaryKeyFalse() {
    expectDiagnostics(
      #"""
      ashlar: 1
      mixins: { Keyed: { properties: { id: { type: Int, primaryKey: true } } } }
      objects:
        Dog: { mixins: [Keyed], properties: { id: { type: Int, primaryKey: false }, code: { type: String, primaryKey: true } } }
        Cat: { mixins: [Keyed], properties: { code: { type: String, primaryKey: true } } }
      """#,
      #"""
      dogs.yaml:5:63: error: a type can have only one primary key [second-primary-key]
        Cat: { mixins: [Keyed], properties: { code: { type: String, primaryKey: true } } }
                                                                    ^~~~~~~~~~
      dogs.yaml:2:51: note: the first is here
      """#)
  }

  @Test("embedded types cannot form a cycle through mixins")
  func embeddedCycle() {
    expectDiagnostics(
      #"""
      ashlar: 1
      mixins: { M: { properties: { inner: "Box?" } } }
      embedded: { Box: { mixins: [M] } }
      """#,
      #"""
      dogs.yaml:2:38: error: embedded types form a cycle: Box → Box [embedded-cycle]
      mixins: { M: { properties: { inner: "Box?" } } }
                                           ^~~
      """#)
  }
}
