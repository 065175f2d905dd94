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
      dogs.yaml:5:64: error: 'Cat' is a type of the schema, not a protocol [conformance-to-type]
        Dog: { mixins: [M], conforms: [Named, "Zoo.Named", Named, M, Cat, Mood, "any P", "@unchecked Sendable", "A..B", [x]] }
                                                                     ^~~
      dogs.yaml:6:3: note: 'Cat' is declared here
      dogs.yaml:5:69: error: 'Mood' is a type of the schema, not a protocol [conformance-to-type]
        Dog: { mixins: [M], conforms: [Named, "Zoo.Named", Named, M, Cat, Mood, "any P", "@unchecked Sendable", "A..B", [x]] }
                                                                          ^~~~
      dogs.yaml:3:10: note: 'Mood' is declared here
      dogs.yaml:5:75: error: 'any P' is not a Swift identifier that can name a protocol [invalid-identifier]
        Dog: { mixins: [M], conforms: [Named, "Zoo.Named", Named, M, Cat, Mood, "any P", "@unchecked Sendable", "A..B", [x]] }
                                                                                ^~~~~~~
      dogs.yaml:5:84: error: '@unchecked Sendable' is not a Swift identifier that can name a protocol [invalid-identifier]
        Dog: { mixins: [M], conforms: [Named, "Zoo.Named", Named, M, Cat, Mood, "any P", "@unchecked Sendable", "A..B", [x]] }
                                                                                         ^~~~~~~~~~~~~~~~~~~~~
      dogs.yaml:5:107: error: 'A..B' is not a Swift identifier that can name a protocol [invalid-identifier]
        Dog: { mixins: [M], conforms: [Named, "Zoo.Named", Named, M, Cat, Mood, "any P", "@unchecked Sendable", "A..B", [x]] }
                                                                                                                ^~~~~~
      dogs.yaml:5:115: error: an item of 'conforms' must be a single value, not a list [wrong-shape]
        Dog: { mixins: [M], conforms: [Named, "Zoo.Named", Named, M, Cat, Mood, "any P", "@unchecked Sendable", "A..B", [x]] }
                                                                                                                        ^~~
      dogs.yaml:6:20: error: 'conforms' must be a list, not a single value [wrong-shape]
        Cat: { conforms: Named }
                         ^~~~~
      """#)
  }

  @Test("a conformance of the base class cannot be repeated")
  func inherited() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects: { Dog: { conforms: [Hashable, Swift.Equatable, CustomStringConvertible, Object, AnyObject, Zoo.Object] } }
      embedded: { Collar: { conforms: [Ashlar.RealmCollectionValue] } }
      """#,
      #"""
      dogs.yaml:2:30: error: every generated type already conforms to 'Hashable'; remove it [inherited-conformance]
      objects: { Dog: { conforms: [Hashable, Swift.Equatable, CustomStringConvertible, Object, AnyObject, Zoo.Object] } }
                                   ^~~~~~~~
      dogs.yaml:2:40: error: every generated type already conforms to 'Swift.Equatable'; remove it [inherited-conformance]
      objects: { Dog: { conforms: [Hashable, Swift.Equatable, CustomStringConvertible, Object, AnyObject, Zoo.Object] } }
                                             ^~~~~~~~~~~~~~~
      dogs.yaml:2:57: error: every generated type already conforms to 'CustomStringConvertible'; remove it [inherited-conformance]
      objects: { Dog: { conforms: [Hashable, Swift.Equatable, CustomStringConvertible, Object, AnyObject, Zoo.Object] } }
                                                              ^~~~~~~~~~~~~~~~~~~~~~~
      dogs.yaml:2:82: error: every generated type already conforms to 'Object'; remove it [inherited-conformance]
      objects: { Dog: { conforms: [Hashable, Swift.Equatable, CustomStringConvertible, Object, AnyObject, Zoo.Object] } }
                                                                                       ^~~~~~
      dogs.yaml:2:90: error: every generated type already conforms to 'AnyObject'; remove it [inherited-conformance]
      objects: { Dog: { conforms: [Hashable, Swift.Equatable, CustomStringConvertible, Object, AnyObject, Zoo.Object] } }
                                                                                               ^~~~~~~~~
      dogs.yaml:3:34: error: every generated type already conforms to 'Ashlar.RealmCollectionValue'; remove it [inherited-conformance]
      embedded: { Collar: { conforms: [Ashlar.RealmCollectionValue] } }
                                       ^~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#)
  }
}
