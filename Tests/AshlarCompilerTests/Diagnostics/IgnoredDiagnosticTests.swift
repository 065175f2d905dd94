import Testing

@Suite("Ignored and observed properties")
struct IgnoredDiagnosticTests {
  @Test("a property that is not stored cannot have keys for storage")
  func keys() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog:
          properties:
            a: { type: Int, ignored: true, primaryKey: true, column: x }
            b: { swift: Int?, ignored: true, indexed: false, origin: a }
            c: { type: LinkingObjects<Dog>, ignored: true, origin: a }
            d: { type: Int, ignored: maybe }
            a1: { type: Int, ignored: false, column: x }
      """#,
      #"""
      dogs.yaml:5:38: error: 'primaryKey' is not allowed on an ignored property, which is not stored [key-on-ignored]
            a: { type: Int, ignored: true, primaryKey: true, column: x }
                                           ^~~~~~~~~~
      dogs.yaml:5:64: error: 'column' is not allowed on an ignored property, which is not stored [key-on-ignored]
            a: { type: Int, ignored: true, primaryKey: true, column: x }
                                                                     ^
      dogs.yaml:6:40: error: 'indexed' is not allowed on an ignored property, which is not stored [key-on-ignored]
            b: { swift: Int?, ignored: true, indexed: false, origin: a }
                                             ^~~~~~~
      dogs.yaml:6:64: error: 'origin' is not allowed on an ignored property, which is not stored [key-on-ignored]
            b: { swift: Int?, ignored: true, indexed: false, origin: a }
                                                                     ^
      dogs.yaml:7:39: error: 'ignored' is not allowed on LinkingObjects, which are not stored [key-on-linking-objects]
            c: { type: LinkingObjects<Dog>, ignored: true, origin: a }
                                            ^~~~~~~
      dogs.yaml:8:32: error: 'maybe' is neither 'true' nor 'false' [not-boolean]
            d: { type: Int, ignored: maybe }
                                     ^~~~~
      """#)
  }

  @Test("a Swift type is for ignored properties")
  func swift() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog:
          properties:
            a: { swift: "[Int]" }
            b: { swift: "Int?", type: Int, ignored: true }
            c: { ignored: true }
            d: { swift: "", ignored: true }
            e: { swift: "Int?\n= 5", ignored: true }
            f: { swift: [Int], ignored: true }
      """#,
      #"""
      dogs.yaml:5:19: error: 'swift' is allowed only on a property with 'ignored: true' [swift-needs-ignored]
            a: { swift: "[Int]" }
                        ^~~~~~~
      dogs.yaml:6:12: error: a property has either 'type' or 'swift', not both [type-and-swift]
            b: { swift: "Int?", type: Int, ignored: true }
                 ^~~~~
      dogs.yaml:7:7: error: a property needs the key 'type' [missing-key]
            c: { ignored: true }
            ^
      dogs.yaml:8:19: error: Swift code must be on a single line [swift-not-one-line]
            d: { swift: "", ignored: true }
                        ^~
      dogs.yaml:9:19: error: Swift code must be on a single line [swift-not-one-line]
            e: { swift: "Int?\n= 5", ignored: true }
                        ^~~~~~~~~~~
      dogs.yaml:10:19: error: 'swift' must be a single value, not a list [wrong-shape]
            f: { swift: [Int], ignored: true }
                        ^~~~~
      """#)
  }

  @Test("a property with a Swift type starts as nil or with a Swift expression")
  func swiftDefaults() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog:
          properties:
            a: { swift: "[Int]", ignored: true }
            b: { swift: Optional<Int>, ignored: true }
            c: { swift: "[Int]", ignored: true, default: 5 }
            d: { swift: Int, ignored: true, default: { swift: "5\n6" } }
            e: { swift: Int, ignored: true, default: { swift: } }
            f: { type: Int, default: { swift: 5 } }
      """#,
      #"""
      dogs.yaml:5:19: error: a property of type '[Int]' needs 'default: { swift: … }', since only optionals start as nil [ignored-without-default]
            a: { swift: "[Int]", ignored: true }
                        ^~~~~~~
      dogs.yaml:7:52: error: the default of a property with a Swift type must be '{ swift: … }' [default-not-swift]
            c: { swift: "[Int]", ignored: true, default: 5 }
                                                         ^
      dogs.yaml:8:57: error: Swift code must be on a single line [swift-not-one-line]
            d: { swift: Int, ignored: true, default: { swift: "5\n6" } }
                                                              ^~~~~~
      dogs.yaml:9:50: error: 'swift' needs a value [wrong-shape]
            e: { swift: Int, ignored: true, default: { swift: } }
                                                       ^~~~~
      """#)
  }

  @Test("types and defaults of ignored properties are checked as those of others")
  func types() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums: { Mood: [calm] }
      objects:
        Dog:
          properties:
            a: { type: Strin, ignored: true }
            b: { type: Dog, ignored: true }
            c: { type: Int8, ignored: true, default: 300 }
            d: { type: Mood, ignored: true, default: calmm }
            e: { type: List<Int>, ignored: true, default: 5 }
            Dog: { swift: "Int?", ignored: true }
      """#,
      #"""
      dogs.yaml:6:18: error: unknown type 'Strin'; did you mean 'String'? [unknown-type]
            a: { type: Strin, ignored: true }
                       ^~~~~
      dogs.yaml:7:18: error: a link to 'Dog' must be optional; write 'Dog?' [link-not-optional]
            b: { type: Dog, ignored: true }
                       ^~~
      dogs.yaml:8:48: error: '300' is out of range for Int8 [default-out-of-range]
            c: { type: Int8, ignored: true, default: 300 }
                                                     ^~~
      dogs.yaml:9:48: error: 'Mood' has no case 'calmm' [unknown-default-case]
            d: { type: Mood, ignored: true, default: calmm }
                                                     ^~~~~
      dogs.yaml:2:17: note: did you mean 'calm'? It is declared here
      dogs.yaml:10:44: error: a property of type 'List<Int>' cannot have a default [default-not-allowed]
            e: { type: List<Int>, ignored: true, default: 5 }
                                                 ^~~~~~~
      dogs.yaml:11:7: error: the property 'Dog' hides the type 'Dog', which this class uses [property-hides-type]
            Dog: { swift: "Int?", ignored: true }
            ^~~
      """#)
  }

  @Test("nothing stored refers to an ignored property")
  func references() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog: { properties: { owner: { type: "Cat?", ignored: true }, box: { type: "Box?", ignored: true } } }
        Cat: { properties: { dogs: { type: LinkingObjects<Dog>, origin: owner } } }
      embedded:
        Box: { properties: { inner: { type: "Box?", ignored: true } } }
      """#,
      #"""
      dogs.yaml:4:67: error: 'owner' cannot be an origin: it is an ignored property, which is not stored [ignored-origin]
        Cat: { properties: { dogs: { type: LinkingObjects<Dog>, origin: owner } } }
                                                                        ^~~~~
      dogs.yaml:3:24: note: 'owner' is declared here
      """#)
  }

  @Test("observers are methods, and linking objects are never set")
  func observers() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog:
          properties:
            owner: { type: "Dog?", willSet: a.b, didSet: "f()" }
            dogs: { type: LinkingObjects<Dog>, origin: owner, willSet: f, didSet: g }
            name: { type: String, willSet: [f], didSet: }
      """#,
      #"""
      dogs.yaml:5:39: error: 'a.b' is not a Swift identifier that can name a method [invalid-identifier]
            owner: { type: "Dog?", willSet: a.b, didSet: "f()" }
                                            ^~~
      dogs.yaml:5:52: error: 'f()' is not a Swift identifier that can name a method [invalid-identifier]
            owner: { type: "Dog?", willSet: a.b, didSet: "f()" }
                                                         ^~~~~
      dogs.yaml:6:66: error: 'willSet' is not allowed on LinkingObjects, which are not stored [key-on-linking-objects]
            dogs: { type: LinkingObjects<Dog>, origin: owner, willSet: f, didSet: g }
                                                                       ^
      dogs.yaml:6:77: error: 'didSet' is not allowed on LinkingObjects, which are not stored [key-on-linking-objects]
            dogs: { type: LinkingObjects<Dog>, origin: owner, willSet: f, didSet: g }
                                                                                  ^
      dogs.yaml:7:38: error: 'willSet' must be a single value, not a list [wrong-shape]
            name: { type: String, willSet: [f], didSet: }
                                           ^~~
      dogs.yaml:7:43: error: 'didSet' needs a value [wrong-shape]
            name: { type: String, willSet: [f], didSet: }
                                                ^~~~~~
      """#)
  }
}
