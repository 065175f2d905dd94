import Testing

@Suite("What this compiler refuses")
struct UnsupportedDiagnosticTests {
  @Test("parts of the language that are not there yet")
  func partsOfTheLanguageThatAreNotThereYet() {
    expectDiagnostics(
      #"""
      ashlar: 1
      projections: { P: {} }
      objects:
        Dog: { properties: { p: "P?" } }
      """#,
      #"""
      dogs.yaml:2:1: error: the key 'projections' is not supported yet [unsupported]
      projections: { P: {} }
      ^~~~~~~~~~~
      """#)
  }

  @Test("keys that are not there yet")
  func keysThatAreNotThereYet() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums:
        E: { cases: [a] }
      objects:
        Dog:
          properties:
            a: { type: Int, json: x }
      """#,
      #"""
      dogs.yaml:7:23: error: the key 'json' is not supported yet [unsupported]
            a: { type: Int, json: x }
                            ^~~~
      """#)
  }
}
