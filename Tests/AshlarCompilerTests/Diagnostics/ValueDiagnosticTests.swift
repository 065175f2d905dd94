import AshlarCompiler
import Testing

@Suite("Values in schemas")
struct ValueDiagnosticTests {
  @Test("a type that no struct can copy is named when the schema block asks for structs")
  func schema() {
    expectDiagnostics(
      #"""
      ashlar: 1
      schema: { values: true }
      objects:
        Dog: { properties: { a: AnyRealmValue } }
        Cat: { open: true, properties: {} }
        Cow: { values: false, properties: { a: AnyRealmValue } }
        Pig: { properties: { cow: Cow? } }
      """#,
      #"""
      dogs.yaml:4:27: error: a value cannot hold a property of type 'AnyRealmValue' [value-type]
        Dog: { properties: { a: AnyRealmValue } }
                                ^~~~~~~~~~~~~
      dogs.yaml:2:11: note: 'values: true' in the 'schema' block is for each type; 'values: false' on a type leaves it out
      dogs.yaml:5:3: error: 'values' cannot be used on a type with 'open' [values-with]
        Cat: { open: true, properties: {} }
        ^~~
      dogs.yaml:2:11: note: 'values: true' in the 'schema' block is for each type; 'values: false' on a type leaves it out
      dogs.yaml:7:29: error: a value can hold 'Cow' only if it has 'values: true' too [value-target]
        Pig: { properties: { cow: Cow? } }
                                  ^~~
      dogs.yaml:6:3: note: 'Cow' is declared here
      dogs.yaml:2:11: note: 'values: true' in the 'schema' block is for each type; 'values: false' on a type leaves it out
      """#)
  }

  @Test("properties that a value struct cannot contain are refused where they are declared")
  func properties() {
    expectDiagnostics(
      #"""
      ashlar: 1
      types: { URL: { persisted: String } }
      objects:
        Dog:
          values: true
          properties:
            a: AnyRealmValue
            b: URL?
            c: Map<Dog?>
            d: Plain?
            e: Keyless?
        Plain: { properties: {} }
        Keyless: { values: true, properties: {} }
      """#,
      #"""
      dogs.yaml:7:10: error: a value cannot hold a property of type 'AnyRealmValue' [value-type]
            a: AnyRealmValue
               ^~~~~~~~~~~~~
      dogs.yaml:8:10: error: a value cannot hold a property of type 'URL' [value-type]
            b: URL?
               ^~~
      dogs.yaml:9:14: error: a value cannot hold a property of type 'Map<Dog>' [value-type]
            c: Map<Dog?>
                   ^~~
      dogs.yaml:10:10: error: a value can hold 'Plain' only if it has 'values: true' too [value-target]
            d: Plain?
               ^~~~~
      dogs.yaml:12:3: note: 'Plain' is declared here
      dogs.yaml:11:10: error: a value links to objects by primary key, and 'Keyless' has none [value-key]
            e: Keyless?
               ^~~~~~~
      dogs.yaml:13:3: note: 'Keyless' is declared here
      """#)
  }
}
