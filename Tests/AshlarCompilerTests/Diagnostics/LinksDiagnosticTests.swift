import Testing

@Suite("Linking objects")
struct LinksDiagnosticTests {
  @Test("linking objects need an origin")
  func linkingObjectsNeedAnOrigin() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        A: { properties: { x: LinkingObjects<B>, y: { type: LinkingObjects<Int>, origin: a }, z: { type: "LinkingObjects<B?>", origin: a } } }
        B: { properties: { a: A? } }
      """#,
      #"""
      dogs.yaml:3:25: error: 'LinkingObjects' needs the key 'origin', the name of the property that links to this type [missing-origin]
        A: { properties: { x: LinkingObjects<B>, y: { type: LinkingObjects<Int>, origin: a }, z: { type: "LinkingObjects<B?>", origin: a } } }
                              ^~~~~~~~~~~~~~~~~
      dogs.yaml:3:70: error: 'LinkingObjects' needs an object type; 'Int' is not one [linking-objects-target]
        A: { properties: { x: LinkingObjects<B>, y: { type: LinkingObjects<Int>, origin: a }, z: { type: "LinkingObjects<B?>", origin: a } } }
                                                                           ^~~
      dogs.yaml:3:101: error: 'LinkingObjects<B?>' is not a valid type; types look like 'Int', 'Date?', 'Person?' or 'List<Person>' [malformed-type]
        A: { properties: { x: LinkingObjects<B>, y: { type: LinkingObjects<Int>, origin: a }, z: { type: "LinkingObjects<B?>", origin: a } } }
                                                                                                          ^~~~~~~~~~~~~~~~~~
      """#)
  }

  @Test("origins must link here")
  func originsMustLinkHere() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        A:
          properties:
            b: { type: LinkingObjects<B>, origin: ownr }
            c: { type: LinkingObjects<B>, origin: name }
            d: { type: LinkingObjects<B>, origin: zebra }
            e: { type: LinkingObjects<A>, origin: d }
            f: { type: LinkingObjects<B>, origin: broken }
        B: { properties: { owner: A?, name: String, broken: Nonsense< } }
      """#,
      #"""
      dogs.yaml:5:45: error: 'B' has no property 'ownr' [unknown-origin]
            b: { type: LinkingObjects<B>, origin: ownr }
                                                  ^~~~
      dogs.yaml:10:22: note: did you mean 'owner'? It is declared here
      dogs.yaml:6:45: error: 'B.name' does not link to 'A' [wrong-origin]
            c: { type: LinkingObjects<B>, origin: name }
                                                  ^~~~
      dogs.yaml:10:33: note: 'name' is declared here
      dogs.yaml:7:45: error: 'B' has no property 'zebra' [unknown-origin]
            d: { type: LinkingObjects<B>, origin: zebra }
                                                  ^~~~~
      dogs.yaml:10:3: note: 'B' is declared here
      dogs.yaml:8:45: error: 'A.d' does not link to 'A' [wrong-origin]
            e: { type: LinkingObjects<A>, origin: d }
                                                  ^
      dogs.yaml:7:7: note: 'd' is declared here
      dogs.yaml:10:55: error: 'Nonsense<' is not a valid type; types look like 'Int', 'Date?', 'Person?' or 'List<Person>' [malformed-type]
        B: { properties: { owner: A?, name: String, broken: Nonsense< } }
                                                            ^~~~~~~~~
      """#)
  }

  @Test("an origin belongs to linking objects")
  func anOriginBelongsToLinkingObjects() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        A: { properties: { a: { type: Int, origin: b } } }
      """#,
      #"""
      dogs.yaml:3:46: error: 'origin' is allowed only on LinkingObjects [origin-not-allowed]
        A: { properties: { a: { type: Int, origin: b } } }
                                                   ^
      """#)
  }

  @Test("linking objects are not stored")
  func linkingObjectsAreNotStored() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        A: { properties: { a: A?, b: { type: LinkingObjects<A>, origin: a, primaryKey: true, indexed: true, column: c, default: x } } }
      """#,
      #"""
      dogs.yaml:3:70: error: 'primaryKey' is not allowed on LinkingObjects, which are not stored [key-on-linking-objects]
        A: { properties: { a: A?, b: { type: LinkingObjects<A>, origin: a, primaryKey: true, indexed: true, column: c, default: x } } }
                                                                           ^~~~~~~~~~
      dogs.yaml:3:88: error: 'indexed' is not allowed on LinkingObjects, which are not stored [key-on-linking-objects]
        A: { properties: { a: A?, b: { type: LinkingObjects<A>, origin: a, primaryKey: true, indexed: true, column: c, default: x } } }
                                                                                             ^~~~~~~
      dogs.yaml:3:111: error: 'column' is not allowed on LinkingObjects, which are not stored [key-on-linking-objects]
        A: { properties: { a: A?, b: { type: LinkingObjects<A>, origin: a, primaryKey: true, indexed: true, column: c, default: x } } }
                                                                                                                    ^
      dogs.yaml:3:114: error: 'default' is not allowed on LinkingObjects, which are not stored [key-on-linking-objects]
        A: { properties: { a: A?, b: { type: LinkingObjects<A>, origin: a, primaryKey: true, indexed: true, column: c, default: x } } }
                                                                                                                       ^~~~~~~
      """#)
  }
}
