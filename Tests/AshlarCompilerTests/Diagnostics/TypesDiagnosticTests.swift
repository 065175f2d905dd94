import Testing

@Suite("Types")
struct TypesDiagnosticTests {
  @Test("malformed types are reported")
  func malformedTypes() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog: { properties: { a: "", b: "Int??", c: "[Int]", d: List, e: "List<>", f: "List<Int", g: "Int?x" } }
      """#,
      #"""
      dogs.yaml:3:27: error: '' is not a valid type; types look like 'Int', 'Date?', 'Person?' or 'List<Person>' [malformed-type]
        Dog: { properties: { a: "", b: "Int??", c: "[Int]", d: List, e: "List<>", f: "List<Int", g: "Int?x" } }
                                ^~
      dogs.yaml:3:34: error: 'Int??' is not a valid type; types look like 'Int', 'Date?', 'Person?' or 'List<Person>' [malformed-type]
        Dog: { properties: { a: "", b: "Int??", c: "[Int]", d: List, e: "List<>", f: "List<Int", g: "Int?x" } }
                                       ^~~~~~~
      dogs.yaml:3:46: error: '[Int]' is not a type of the schema language; write 'List<Int>' [malformed-type]
        Dog: { properties: { a: "", b: "Int??", c: "[Int]", d: List, e: "List<>", f: "List<Int", g: "Int?x" } }
                                                   ^~~~~~~
      dogs.yaml:3:58: error: 'List' needs an element type; write 'List<…>' [collection-without-element]
        Dog: { properties: { a: "", b: "Int??", c: "[Int]", d: List, e: "List<>", f: "List<Int", g: "Int?x" } }
                                                               ^~~~
      dogs.yaml:3:67: error: 'List<>' is not a valid type; types look like 'Int', 'Date?', 'Person?' or 'List<Person>' [malformed-type]
        Dog: { properties: { a: "", b: "Int??", c: "[Int]", d: List, e: "List<>", f: "List<Int", g: "Int?x" } }
                                                                        ^~~~~~~~
      dogs.yaml:3:80: error: 'List<Int' is not a valid type; types look like 'Int', 'Date?', 'Person?' or 'List<Person>' [malformed-type]
        Dog: { properties: { a: "", b: "Int??", c: "[Int]", d: List, e: "List<>", f: "List<Int", g: "Int?x" } }
                                                                                     ^~~~~~~~~~
      dogs.yaml:3:95: error: 'Int?x' is not a valid type; types look like 'Int', 'Date?', 'Person?' or 'List<Person>' [malformed-type]
        Dog: { properties: { a: "", b: "Int??", c: "[Int]", d: List, e: "List<>", f: "List<Int", g: "Int?x" } }
                                                                                                    ^~~~~~~
      """#)
  }

  @Test("an unknown type names the nearest declaration")
  func anUnknownTypeNamesTheNearestDeclaration() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog: { properties: { home: Adress? } }
      embedded:
        Address: {}
      """#,
      #"""
      dogs.yaml:3:30: error: unknown type 'Adress' [unknown-type]
        Dog: { properties: { home: Adress? } }
                                   ^~~~~~
      dogs.yaml:5:3: note: did you mean 'Address'? It is declared here
      """#)
  }

  @Test("an unknown type names the nearest scalar")
  func anUnknownTypeNamesTheNearestScalar() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog: { properties: { a: string, b: List<Strin>, c: Whatever } }
      """#,
      #"""
      dogs.yaml:3:27: error: unknown type 'string'; did you mean 'String'? [unknown-type]
        Dog: { properties: { a: string, b: List<Strin>, c: Whatever } }
                                ^~~~~~
      dogs.yaml:3:43: error: unknown type 'Strin'; did you mean 'String'? [unknown-type]
        Dog: { properties: { a: string, b: List<Strin>, c: Whatever } }
                                                ^~~~~
      dogs.yaml:3:54: error: unknown type 'Whatever' [unknown-type]
        Dog: { properties: { a: string, b: List<Strin>, c: Whatever } }
                                                           ^~~~~~~~
      """#)
  }

  @Test("an unknown type in quotes is marked exactly")
  func anUnknownTypeInQuotesIsMarkedExactly() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog: { properties: { a: "Foo?", b: 'List<Foo>', c: "F\x6Fo?" } }
      """#,
      #"""
      dogs.yaml:3:28: error: unknown type 'Foo' [unknown-type]
        Dog: { properties: { a: "Foo?", b: 'List<Foo>', c: "F\x6Fo?" } }
                                 ^~~
      dogs.yaml:3:44: error: unknown type 'Foo' [unknown-type]
        Dog: { properties: { a: "Foo?", b: 'List<Foo>', c: "F\x6Fo?" } }
                                                 ^~~
      dogs.yaml:3:54: error: unknown type 'Foo' [unknown-type]
        Dog: { properties: { a: "Foo?", b: 'List<Foo>', c: "F\x6Fo?" } }
                                                           ^~~~~~~~~
      """#)
  }

  @Test("unknown collections are reported")
  func unknownCollections() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog: { properties: { a: Lst<Int>, b: Array<Int> } }
      """#,
      #"""
      dogs.yaml:3:27: error: unknown collection 'Lst'; did you mean 'List'? [unknown-collection]
        Dog: { properties: { a: Lst<Int>, b: Array<Int> } }
                                ^~~
      dogs.yaml:3:40: error: unknown collection 'Array'; did you mean 'List'? [unknown-collection]
        Dog: { properties: { a: Lst<Int>, b: Array<Int> } }
                                             ^~~~~
      """#)
  }

  @Test("collections are neither optional nor nested")
  func collectionsAreNeitherOptionalNorNested() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog: { properties: { a: "List<Int>?", b: List<List<Int>> } }
      """#,
      #"""
      dogs.yaml:3:37: error: a List cannot be optional; remove the '?' [optional-collection]
        Dog: { properties: { a: "List<Int>?", b: List<List<Int>> } }
                                          ^
      dogs.yaml:3:49: error: a collection cannot contain collections [nested-collection]
        Dog: { properties: { a: "List<Int>?", b: List<List<Int>> } }
                                                      ^~~~~~~~~
      """#)
  }

  @Test("links are optional, elements are not")
  func linksAreOptionalElementsAreNot() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog: { properties: { a: Dog, b: Box, c: List<Dog?> } }
      embedded:
        Box: {}
      """#,
      #"""
      dogs.yaml:3:27: error: a link to 'Dog' must be optional; write 'Dog?' [link-not-optional]
        Dog: { properties: { a: Dog, b: Box, c: List<Dog?> } }
                                ^~~
      dogs.yaml:3:35: error: a link to 'Box' must be optional; write 'Box?' [link-not-optional]
        Dog: { properties: { a: Dog, b: Box, c: List<Dog?> } }
                                        ^~~
      dogs.yaml:3:43: error: a List of objects cannot contain nil; write 'List<Dog>' [optional-link-in-list]
        Dog: { properties: { a: Dog, b: Box, c: List<Dog?> } }
                                                ^~~~~~~~~~
      """#)
  }

  @Test("a cycle of embedded types is reported once")
  func aRingOfEmbeddedTypesIsReportedOnce() {
    expectDiagnostics(
      #"""
      ashlar: 1
      embedded:
        A: { properties: { b: B? } }
        B: { properties: { c: List<C> } }
        C: { properties: { a: A?, d: D? } }
        D: {}
        Self_: { properties: { me: List<Self_> } }
      """#,
      #"""
      dogs.yaml:3:25: error: embedded types form a cycle: A → B → C → A [embedded-cycle]
        A: { properties: { b: B? } }
                              ^
      dogs.yaml:4:30: note: 'B' contains 'C' here
      dogs.yaml:5:25: note: 'C' contains 'A' here
      dogs.yaml:7:35: error: embedded types form a cycle: Self_ → Self_ [embedded-cycle]
        Self_: { properties: { me: List<Self_> } }
                                        ^~~~~
      """#)
  }
}
