import Testing

@Suite("Elements, optionals and any values")
struct ElementsDiagnosticTests {
  @Test("types that cannot be elements or keys of a Map are refused")
  func whatAMapHoldsAndUnderWhichKeys() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog:
          properties:
            a: { type: "Map<Int, Dog?>" }
            b: Map<Dog>
            c: { type: "Map<String, Dog>" }
            d: { type: "Map<, Int>" }
            e: { type: "Map<String, >" }
            f: { type: "Map<String, Int>?" }
            g: { type: "Map<String, List<Int>>" }
            h: { type: "List<String, Int>" }
      """#,
      #"""
      dogs.yaml:5:23: error: the key type of a Map must be String, not 'Int' [map-key]
            a: { type: "Map<Int, Dog?>" }
                            ^~~
      dogs.yaml:6:10: error: an object in a Map must be optional; write 'Map<Dog?>' [link-in-map]
            b: Map<Dog>
               ^~~~~~~~
      dogs.yaml:7:19: error: an object in a Map must be optional; write 'Map<Dog?>' [link-in-map]
            c: { type: "Map<String, Dog>" }
                        ^~~~~~~~~~~~~~~~
      dogs.yaml:8:18: error: 'Map<, Int>' is not a valid type; types look like 'Int', 'Date?', 'Person?' or 'List<Person>' [malformed-type]
            d: { type: "Map<, Int>" }
                       ^~~~~~~~~~~~
      dogs.yaml:9:18: error: 'Map<String, >' is not a valid type; types look like 'Int', 'Date?', 'Person?' or 'List<Person>' [malformed-type]
            e: { type: "Map<String, >" }
                       ^~~~~~~~~~~~~~~
      dogs.yaml:10:35: error: a Map cannot be optional; remove the '?' [optional-collection]
            f: { type: "Map<String, Int>?" }
                                        ^
      dogs.yaml:11:31: error: a collection cannot contain collections [nested-collection]
            g: { type: "Map<String, List<Int>>" }
                                    ^~~~~~~~~
      dogs.yaml:12:18: error: 'List<String, Int>' is not a valid type; types look like 'Int', 'Date?', 'Person?' or 'List<Person>' [malformed-type]
            h: { type: "List<String, Int>" }
                       ^~~~~~~~~~~~~~~~~~~
      """#)
  }

  @Test("types that cannot be elements of a MutableSet are refused")
  func whatAMutablesetHolds() {
    expectDiagnostics(
      #"""
      ashlar: 1
      types:
        Spot: { persisted: Home }
      objects:
        Dog:
          properties:
            a: MutableSet<Home>
            b: { type: "MutableSet<Dog?>" }
            c: MutableSet<Spot>
            d: MutableSet
      embedded:
        Home: {}
      """#,
      #"""
      dogs.yaml:7:10: error: a MutableSet cannot contain embedded objects; write 'List<Home>' [embedded-in-set]
            a: MutableSet<Home>
               ^~~~~~~~~~~~~~~~
      dogs.yaml:12:3: note: 'Home' is declared here
      dogs.yaml:8:19: error: a MutableSet of objects cannot contain nil; write 'MutableSet<Dog>' [optional-link-in-list]
            b: { type: "MutableSet<Dog?>" }
                        ^~~~~~~~~~~~~~~~
      dogs.yaml:9:10: error: a MutableSet cannot contain embedded objects; write 'List<Spot>' [embedded-in-set]
            c: MutableSet<Spot>
               ^~~~~~~~~~~~~~~~
      dogs.yaml:12:3: note: 'Home' is declared here
      dogs.yaml:10:10: error: 'MutableSet' needs an element type; write 'MutableSet<…>' [collection-without-element]
            d: MutableSet
               ^~~~~~~~~~
      """#)
  }

  @Test("objects and types stored as embedded objects cannot be optional elements of a List")
  func objectsAndWhatIsStoredAsEmbeddedObjectsAreNoOptionalElementsOfAList() {
    expectDiagnostics(
      #"""
      ashlar: 1
      types:
        Spot: { persisted: Home }
      objects:
        Dog:
          properties:
            a: { type: "List<Home?>" }
            b: { type: "List<Spot?>" }
      embedded:
        Home: {}
      """#,
      #"""
      dogs.yaml:7:19: error: a List of objects cannot contain nil; write 'List<Home>' [optional-link-in-list]
            a: { type: "List<Home?>" }
                        ^~~~~~~~~~~
      dogs.yaml:8:19: error: a List of objects cannot contain nil; write 'List<Spot>' [optional-link-in-list]
            b: { type: "List<Spot?>" }
                        ^~~~~~~~~~~
      """#)
  }

  @Test("an AnyRealmValue is never optional, and its default is an expression")
  func anAnyrealmvalueIsNeverOptionalAndItsDefaultIsAnExpression() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog:
          properties:
            a: AnyRealmValue?
            b: { type: "AnyRealmValue!" }
            c: { type: "List<AnyRealmValue?>" }
            d: { type: AnyRealmValue, default: 1 }
            e: { type: AnyRealmValue, default: { swift: x } }
            f: { type: AnyRealmValue, primaryKey: true }
      """#,
      #"""
      dogs.yaml:5:10: error: 'AnyRealmValue' cannot be optional, since it can be nil itself; write 'AnyRealmValue' [optional-any]
            a: AnyRealmValue?
               ^~~~~~~~~~~~~~
      dogs.yaml:6:19: error: 'AnyRealmValue' cannot be optional, since it can be nil itself; write 'AnyRealmValue' [optional-any]
            b: { type: "AnyRealmValue!" }
                        ^~~~~~~~~~~~~~
      dogs.yaml:7:24: error: 'AnyRealmValue' cannot be optional, since it can be nil itself; write 'AnyRealmValue' [optional-any]
            c: { type: "List<AnyRealmValue?>" }
                             ^~~~~~~~~~~~~~
      dogs.yaml:8:33: error: a property of type 'AnyRealmValue' cannot have a default [default-not-allowed]
            d: { type: AnyRealmValue, default: 1 }
                                      ^~~~~~~
      dogs.yaml:10:33: error: 'AnyRealmValue' cannot be a primary key; integers, String, UUID and ObjectId can, and enums or custom types stored as one of them [primary-key-type]
            f: { type: AnyRealmValue, primaryKey: true }
                                      ^~~~~~~~~~
      """#)
  }

  @Test("few types can be implicitly unwrapped, and no element")
  func fewTypesCanBeImplicitlyUnwrappedAndNoElement() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums:
        Mood: [calm]
      types:
        Web: { persisted: String }
      objects:
        Dog:
          properties:
            a: Int!
            b: Mood!
            c: Web!
            d: { type: "List<String!>" }
            e: { type: "Map<Dog!>" }
            f: { type: "List<Int>!" }
      """#,
      #"""
      dogs.yaml:9:10: error: only String, Data, Date, Decimal128, ObjectId, UUID and links can be implicitly unwrapped; write 'Int?' [not-unwrappable]
            a: Int!
               ^~~~
      dogs.yaml:10:10: error: only String, Data, Date, Decimal128, ObjectId, UUID and links can be implicitly unwrapped; write 'Mood?' [not-unwrappable]
            b: Mood!
               ^~~~~
      dogs.yaml:11:10: error: only String, Data, Date, Decimal128, ObjectId, UUID and links can be implicitly unwrapped; write 'Web?' [not-unwrappable]
            c: Web!
               ^~~~
      dogs.yaml:12:24: error: an element type cannot be implicitly unwrapped; write 'String?' [unwrapped-element]
            d: { type: "List<String!>" }
                             ^~~~~~~
      dogs.yaml:13:23: error: an element type cannot be implicitly unwrapped; write 'Dog?' [unwrapped-element]
            e: { type: "Map<Dog!>" }
                            ^~~~
      dogs.yaml:14:28: error: a List cannot be optional; remove the '?' [optional-collection]
            f: { type: "List<Int>!" }
                                 ^
      """#)
  }

  @Test("nothing links to an asymmetric type")
  func nothingLinksToAnAsymmetricType() {
    expectDiagnostics(
      #"""
      ashlar: 1
      asymmetric:
        Reading:
          properties:
            a: { type: Reading?, doc: . }
      objects:
        Dog:
          properties:
            b: Reading?
            c: List<Reading>
            d: { type: LinkingObjects<Reading>, origin: a }
      """#,
      #"""
      dogs.yaml:5:18: error: 'Reading' is an asymmetric type, and properties cannot link to those [link-to-asymmetric]
            a: { type: Reading?, doc: . }
                       ^~~~~~~
      dogs.yaml:3:3: note: 'Reading' is declared here
      dogs.yaml:9:10: error: 'Reading' is an asymmetric type, and properties cannot link to those [link-to-asymmetric]
            b: Reading?
               ^~~~~~~
      dogs.yaml:3:3: note: 'Reading' is declared here
      dogs.yaml:10:15: error: 'Reading' is an asymmetric type, and properties cannot link to those [link-to-asymmetric]
            c: List<Reading>
                    ^~~~~~~
      dogs.yaml:3:3: note: 'Reading' is declared here
      dogs.yaml:11:33: error: 'Reading' is an asymmetric type, and properties cannot link to those [link-to-asymmetric]
            d: { type: LinkingObjects<Reading>, origin: a }
                                      ^~~~~~~
      dogs.yaml:3:3: note: 'Reading' is declared here
      """#)
  }

  @Test("a type to which an asymmetric type links needs a primary key")
  func asymmetricLinks() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog: { properties: { name: String } }
        Cat: { properties: { name: { type: String, primaryKey: true } } }
      embedded:
        Tag: { properties: { name: String } }
      asymmetric:
        Reading:
          properties:
            cat: Cat?
            tag: Tag?
            dog: Dog?
            dogs: List<Dog>
      """#,
      #"""
      dogs.yaml:12:12: error: an asymmetric type links only to types with a primary key, which is what is sent, and 'Dog' has none [asymmetric-link-without-key]
            dog: Dog?
                 ^~~
      dogs.yaml:3:3: note: 'Dog' is declared here
      dogs.yaml:13:18: error: an asymmetric type links only to types with a primary key, which is what is sent, and 'Dog' has none [asymmetric-link-without-key]
            dogs: List<Dog>
                       ^~~
      dogs.yaml:3:3: note: 'Dog' is declared here
      """#)
  }
}
