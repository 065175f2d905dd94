import AshlarCompiler
import Testing

@Suite("Values in schemas")
struct ValueDiagnosticTests {
  @Test("what no value can hold is refused where it is declared")
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
