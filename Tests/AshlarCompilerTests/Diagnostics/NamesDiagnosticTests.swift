import Testing

@Suite("Names")
struct NamesDiagnosticTests {
  @Test("names that are not identifiers are reported")
  func namesThatAreNoIdentifiers() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums:
        a-b: [c]
        E: [1a, self]
      objects:
        Self: {}
        9a: {}
        $x: {}
        Dog: { properties: { "a b": Int, Type: Int } }
      """#,
      #"""
      dogs.yaml:3:3: error: 'a-b' is not a Swift identifier that can name a type [invalid-identifier]
        a-b: [c]
        ^~~
      dogs.yaml:4:7: error: '1a' is not a Swift identifier that can name a case [invalid-identifier]
        E: [1a, self]
            ^~
      dogs.yaml:4:11: error: 'self' is not a Swift identifier that can name a case [invalid-identifier]
        E: [1a, self]
                ^~~~
      dogs.yaml:6:3: error: 'Self' is not a Swift identifier that can name a type [invalid-identifier]
        Self: {}
        ^~~~
      dogs.yaml:7:3: error: '9a' is not a Swift identifier that can name a type [invalid-identifier]
        9a: {}
        ^~
      dogs.yaml:8:3: error: '$x' is not a Swift identifier that can name a type [invalid-identifier]
        $x: {}
        ^~
      dogs.yaml:9:24: error: 'a b' is not a Swift identifier that can name a property [invalid-identifier]
        Dog: { properties: { "a b": Int, Type: Int } }
                             ^~~~~
      dogs.yaml:9:36: error: 'Type' is not a Swift identifier that can name a property [invalid-identifier]
        Dog: { properties: { "a b": Int, Type: Int } }
                                         ^~~~
      """#)
  }

  @Test("reserved names are reported")
  func reservedNames() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums:
        Data: [a]
        E: [allCases, RawValue]
      objects:
        List: {}
        Dog: { properties: { realm: Int, hash: Int, _rowAccess: Int } }
      """#,
      #"""
      dogs.yaml:3:3: error: 'Data' cannot be the name of a type: the runtime uses it [reserved-type-name]
        Data: [a]
        ^~~~
      dogs.yaml:4:7: error: 'allCases' cannot be the name of a case: every enum with raw values has a member with this name [reserved-case-name]
        E: [allCases, RawValue]
            ^~~~~~~~
      dogs.yaml:4:17: error: 'RawValue' cannot be the name of a case: every enum with raw values has a member with this name [reserved-case-name]
        E: [allCases, RawValue]
                      ^~~~~~~~
      dogs.yaml:6:3: error: 'List' cannot be the name of a type: the runtime uses it [reserved-type-name]
        List: {}
        ^~~~
      dogs.yaml:7:24: error: 'realm' cannot be the name of a property: the base class has a member with this name [reserved-property-name]
        Dog: { properties: { realm: Int, hash: Int, _rowAccess: Int } }
                             ^~~~~
      dogs.yaml:7:36: error: 'hash' cannot be the name of a property: the base class has a member with this name [reserved-property-name]
        Dog: { properties: { realm: Int, hash: Int, _rowAccess: Int } }
                                         ^~~~
      dogs.yaml:7:47: error: '_rowAccess' cannot be the name of a property: the base class has a member with this name [reserved-property-name]
        Dog: { properties: { realm: Int, hash: Int, _rowAccess: Int } }
                                                    ^~~~~~~~~~
      """#)
  }

  @Test("two types with the same name in one file are reported")
  func twoTypesOfOneNameInOneFile() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums:
        Dog: [a]
      objects:
        Dog: {}
      embedded:
        Dog: {}
      """#,
      #"""
      dogs.yaml:5:3: error: there are two types named 'Dog' [duplicate-type]
        Dog: {}
        ^~~
      dogs.yaml:3:3: note: the other 'Dog' is declared here
      dogs.yaml:7:3: error: there are two types named 'Dog' [duplicate-type]
        Dog: {}
        ^~~
      dogs.yaml:3:3: note: the other 'Dog' is declared here
      """#)
  }

  @Test("the generated namespace is taken")
  func theGeneratedNamespaceIsTaken() {
    expectDiagnostics(
      #"""
      ashlar: 1
      schema: { name: Kennel }
      objects:
        KennelSchema: {}
      """#,
      #"""
      dogs.yaml:4:3: error: 'KennelSchema' is the name of the generated schema [namespace-taken]
        KennelSchema: {}
        ^~~~~~~~~~~~
      """#)
  }

  @Test("a property that hides a type is reported")
  func aPropertyThatHidesAType() {
    expectDiagnostics(
      #"""
      ashlar: 1
      schema: { name: Kennel }
      objects:
        Dog: { properties: { Dog: Int, Cat: Int, cat: Cat?, KennelSchema: Int, Bird: Int } }
        Cat: {}
        Bird: {}
      """#,
      #"""
      dogs.yaml:4:24: error: the property 'Dog' hides the type 'Dog', which this class uses [property-hides-type]
        Dog: { properties: { Dog: Int, Cat: Int, cat: Cat?, KennelSchema: Int, Bird: Int } }
                             ^~~
      dogs.yaml:4:34: error: the property 'Cat' hides the type 'Cat', which this class uses [property-hides-type]
        Dog: { properties: { Dog: Int, Cat: Int, cat: Cat?, KennelSchema: Int, Bird: Int } }
                                       ^~~
      dogs.yaml:4:55: error: the property 'KennelSchema' hides the type 'KennelSchema', which this class uses [property-hides-type]
        Dog: { properties: { Dog: Int, Cat: Int, cat: Cat?, KennelSchema: Int, Bird: Int } }
                                                            ^~~~~~~~~~~~
      """#)
  }

  @Test("stored names have limits")
  func storedNamesHaveLimits() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog: { table: "", properties: { a: { type: Int, column: "" }, b: { type: Int, column: "a\0b" } } }
        Cat: { table: ffffffffffffffffffffffffffffffffffffffffffffffffffffffffff }
        Bird: { properties: { a: { type: Int, column: ääääääääääääääääääääääääääääääää }, cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc: Int } }
        Fffffffffffffffffffffffffffffffffffffffffffffffffffffffffff: {}
      """#,
      #"""
      dogs.yaml:3:17: error: a stored name cannot be empty [empty-stored-name]
        Dog: { table: "", properties: { a: { type: Int, column: "" }, b: { type: Int, column: "a\0b" } } }
                      ^~
      dogs.yaml:3:59: error: a stored name cannot be empty [empty-stored-name]
        Dog: { table: "", properties: { a: { type: Int, column: "" }, b: { type: Int, column: "a\0b" } } }
                                                                ^~
      dogs.yaml:3:89: error: a stored name cannot contain a NUL character [stored-name-with-nul]
        Dog: { table: "", properties: { a: { type: Int, column: "" }, b: { type: Int, column: "a\0b" } } }
                                                                                              ^~~~~~
      dogs.yaml:4:17: error: the stored name has 58 bytes; the maximum is 57 [stored-name-too-long]
        Cat: { table: ffffffffffffffffffffffffffffffffffffffffffffffffffffffffff }
                      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      dogs.yaml:5:49: error: the stored name has 64 bytes; the maximum is 63 [stored-name-too-long]
        Bird: { properties: { a: { type: Int, column: ääääääääääääääääääääääääääääääää }, cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc: Int } }
                                                      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      dogs.yaml:5:117: error: the stored name has 64 bytes; the maximum is 63 [stored-name-too-long]
        Bird: { properties: { a: { type: Int, column: ääääääääääääääääääääääääääääääää }, cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc: Int } }
                                                                                          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      dogs.yaml:6:3: error: the stored name has 59 bytes; the maximum is 57 [stored-name-too-long]
        Fffffffffffffffffffffffffffffffffffffffffffffffffffffffffff: {}
        ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#)
  }

  @Test("stored names of types are used once")
  func storedNamesOfTypesAreUsedOnce() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog: { table: Cat }
        Cat: {}
        Hen: { table: x }
        Cow: { table: x }
      """#,
      #"""
      dogs.yaml:3:17: error: there are two types stored as 'Cat' [table-taken]
        Dog: { table: Cat }
                      ^~~
      dogs.yaml:4:3: note: 'Cat' is used here
      dogs.yaml:6:17: error: there are two types stored as 'x' [table-taken]
        Cow: { table: x }
                      ^
      dogs.yaml:5:17: note: 'x' is used here
      """#)
  }

  @Test("stored names of properties are used once")
  func storedNamesOfPropertiesAreUsedOnce() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog:
          properties:
            a: { type: Int, column: b }
            b: Int
            c: { type: Int, column: x }
            d: { type: Int, column: x }
            e: { type: Int, column: c }
      """#,
      #"""
      dogs.yaml:5:31: error: the stored name 'b' is already used by another property [column-taken]
            a: { type: Int, column: b }
                                    ^
      dogs.yaml:6:7: note: 'b' is used here
      dogs.yaml:8:31: error: the stored name 'x' is already used by another property [column-taken]
            d: { type: Int, column: x }
                                    ^
      dogs.yaml:7:31: note: 'x' is used here
      dogs.yaml:9:31: error: the stored name 'c' is already used by another property [column-taken]
            e: { type: Int, column: c }
                                    ^
      dogs.yaml:7:7: note: 'c' is used here
      """#)
  }
}
