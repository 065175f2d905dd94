import Testing

@Suite("Conformances")
struct ConformanceDiagnosticTests {
  @Test("protocols are names, and each is listed once")
  func names() {
    expectDiagnostics(
      #"""
      ashlar: 1
      mixins: { M: {} }
      enums: { Mood: [calm] }
      objects:
        Dog: { mixins: [M], conforms: [Named, "Zoo.Named", Named, M, Cat, Mood, "any P", "@unchecked Sendable", "A..B", [x]] }
        Cat: { conforms: Named }
      """#,
      #"""
      dogs.yaml:5:54: error: 'Named' is listed twice [repeated-conformance]
        Dog: { mixins: [M], conforms: [Named, "Zoo.Named", Named, M, Cat, Mood, "any P", "@unchecked Sendable", "A..B", [x]] }
                                                           ^~~~~
      dogs.yaml:5:34: note: the first is here
      dogs.yaml:5:61: error: 'M' is listed twice [repeated-conformance]
        Dog: { mixins: [M], conforms: [Named, "Zoo.Named", Named, M, Cat, Mood, "any P", "@unchecked Sendable", "A..B", [x]] }
                                                                  ^
      dogs.yaml:5:19: note: the first is here
      dogs.yaml:5:64: error: 'Cat' is a type of the schema, no protocol [conformance-to-type]
        Dog: { mixins: [M], conforms: [Named, "Zoo.Named", Named, M, Cat, Mood, "any P", "@unchecked Sendable", "A..B", [x]] }
                                                                     ^~~
      dogs.yaml:6:3: note: 'Cat' is declared here
      dogs.yaml:5:69: error: 'Mood' is a type of the schema, no protocol [conformance-to-type]
        Dog: { mixins: [M], conforms: [Named, "Zoo.Named", Named, M, Cat, Mood, "any P", "@unchecked Sendable", "A..B", [x]] }
                                                                          ^~~~
      dogs.yaml:3:10: note: 'Mood' is declared here
      dogs.yaml:5:75: error: 'any P' is no Swift identifier that can name a protocol [invalid-identifier]
        Dog: { mixins: [M], conforms: [Named, "Zoo.Named", Named, M, Cat, Mood, "any P", "@unchecked Sendable", "A..B", [x]] }
                                                                                ^~~~~~~
      dogs.yaml:5:84: error: '@unchecked Sendable' is no Swift identifier that can name a protocol [invalid-identifier]
        Dog: { mixins: [M], conforms: [Named, "Zoo.Named", Named, M, Cat, Mood, "any P", "@unchecked Sendable", "A..B", [x]] }
                                                                                         ^~~~~~~~~~~~~~~~~~~~~
      dogs.yaml:5:107: error: 'A..B' is no Swift identifier that can name a protocol [invalid-identifier]
        Dog: { mixins: [M], conforms: [Named, "Zoo.Named", Named, M, Cat, Mood, "any P", "@unchecked Sendable", "A..B", [x]] }
                                                                                                                ^~~~~~
      dogs.yaml:5:115: error: a plain value is expected here, not a list [wrong-shape]
        Dog: { mixins: [M], conforms: [Named, "Zoo.Named", Named, M, Cat, Mood, "any P", "@unchecked Sendable", "A..B", [x]] }
                                                                                                                        ^~~
      dogs.yaml:6:20: error: a list is expected here, not a plain value [wrong-shape]
        Cat: { conforms: Named }
                         ^~~~~
      """#)
  }

  @Test("what the base class is already cannot be said again")
  func inherited() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects: { Dog: { conforms: [Hashable, Swift.Equatable, CustomStringConvertible, Object, AnyObject, Zoo.Object] } }
      embedded: { Collar: { conforms: [Ashlar.RealmCollectionValue] } }
      """#,
      #"""
      dogs.yaml:2:30: error: every type of a schema is 'Hashable' already [inherited-conformance]
      objects: { Dog: { conforms: [Hashable, Swift.Equatable, CustomStringConvertible, Object, AnyObject, Zoo.Object] } }
                                   ^~~~~~~~
      dogs.yaml:2:40: error: every type of a schema is 'Swift.Equatable' already [inherited-conformance]
      objects: { Dog: { conforms: [Hashable, Swift.Equatable, CustomStringConvertible, Object, AnyObject, Zoo.Object] } }
                                             ^~~~~~~~~~~~~~~
      dogs.yaml:2:57: error: every type of a schema is 'CustomStringConvertible' already [inherited-conformance]
      objects: { Dog: { conforms: [Hashable, Swift.Equatable, CustomStringConvertible, Object, AnyObject, Zoo.Object] } }
                                                              ^~~~~~~~~~~~~~~~~~~~~~~
      dogs.yaml:2:82: error: every type of a schema is 'Object' already [inherited-conformance]
      objects: { Dog: { conforms: [Hashable, Swift.Equatable, CustomStringConvertible, Object, AnyObject, Zoo.Object] } }
                                                                                       ^~~~~~
      dogs.yaml:2:90: error: every type of a schema is 'AnyObject' already [inherited-conformance]
      objects: { Dog: { conforms: [Hashable, Swift.Equatable, CustomStringConvertible, Object, AnyObject, Zoo.Object] } }
                                                                                               ^~~~~~~~~
      dogs.yaml:3:34: error: every type of a schema is 'Ashlar.RealmCollectionValue' already [inherited-conformance]
      embedded: { Collar: { conforms: [Ashlar.RealmCollectionValue] } }
                                       ^~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#)
  }
}
