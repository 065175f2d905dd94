import Testing

@Suite("What YAML allows and the language does not")
struct YAMLDiagnosticTests {
  @Test("broken YAML is reported once, at its start")
  func brokenYAMLIsReportedOnce() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects: [a, b
      """#,
      #"""
      dogs.yaml:2:10: error: this '[' is never closed [not-closed]
      objects: [a, b
               ^
      """#)
  }

  @Test("a tab cannot indent")
  func aTabCannotIndent() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
      	Dog: {}
      """#,
      #"""
      dogs.yaml:3:1: error: YAML cannot be indented with tabs; use spaces [tab]
      	Dog: {}
      ^
      """#)
  }

  @Test("nesting has a limit")
  func nestingHasALimit() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
      """#,
      #"""
      dogs.yaml:2:73: error: nested more than 64 levels deep [too-deep]
      objects: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
                                                                              ^
      """#)
  }

  @Test("a directive is refused")
  func aDirectiveIsRefused() {
    expectDiagnostics(
      #"""
      %YAML 1.2
      ---
      ashlar: 1
      """#,
      #"""
      dogs.yaml:1:1: error: YAML directives are not part of the schema language [directive]
      %YAML 1.2
      ^~~~~~~~~
      """#)
  }

  @Test("a second document is refused")
  func aSecondDocumentIsRefused() {
    expectDiagnostics(
      #"""
      ashlar: 1
      ---
      ashlar: 1
      """#,
      #"""
      dogs.yaml:2:1: error: a schema file contains one YAML document; move the second to its own file [several-documents]
      ---
      ^~~
      """#)
  }

  @Test("anchors and aliases are refused, each at its place")
  func anchorsAndAliasesAreRefusedEachAtItsPlace() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog: &dog
          properties: { name: &n String }
        Cat: *dog
      """#,
      #"""
      dogs.yaml:3:8: error: anchors are not part of the schema language [anchor]
        Dog: &dog
             ^~~~
      dogs.yaml:4:25: error: anchors are not part of the schema language [anchor]
          properties: { name: &n String }
                              ^~
      dogs.yaml:5:8: error: aliases are not part of the schema language; write the value again [alias]
        Cat: *dog
             ^~~~
      """#)
  }

  @Test("tags are refused")
  func tagsAreRefused() {
    expectDiagnostics(
      #"""
      ashlar: !!int 1
      objects: !a
        Dog: {}
      """#,
      #"""
      dogs.yaml:1:9: error: tags are not part of the schema language; remove the tag: each key determines the type of its value [tag]
      ashlar: !!int 1
              ^~~~~
      dogs.yaml:2:10: error: tags are not part of the schema language; remove the tag: each key determines the type of its value [tag]
      objects: !a
               ^~
      """#)
  }

  @Test("an anchor and a tag on one node are two mistakes")
  func anAnchorAndATagOnOneNodeAreTwoMistakes() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects: &a !b {}
      """#,
      #"""
      dogs.yaml:2:10: error: anchors are not part of the schema language [anchor]
      objects: &a !b {}
               ^~
      dogs.yaml:2:13: error: tags are not part of the schema language; remove the tag: each key determines the type of its value [tag]
      objects: &a !b {}
                  ^~
      """#)
  }

  @Test("a key cannot be a list")
  func aKeyIsNoList() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        [a]: {}
      """#,
      #"""
      dogs.yaml:3:3: error: a key must be a single word, not a list or a mapping [key-not-scalar]
        [a]: {}
        ^~~
      """#)
  }

  @Test("a duplicate key is an error at the second key")
  func aDuplicateKeyIsAnErrorAtTheSecondKey() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog:
          properties: { name: String }
        Dog: {}
      """#,
      #"""
      dogs.yaml:5:3: error: duplicate key 'Dog' [duplicate-key]
        Dog: {}
        ^~~
      dogs.yaml:3:3: note: the first is here
      """#)
  }

  @Test("a duplicate key is found in any mapping")
  func aDuplicateKeyIsFoundInAnyMap() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog:
          properties:
            name: { type: String, type: Int }
      """#,
      #"""
      dogs.yaml:5:29: error: duplicate key 'type' [duplicate-key]
            name: { type: String, type: Int }
                                  ^~~~
      dogs.yaml:5:15: note: the first is here
      """#)
  }
}
