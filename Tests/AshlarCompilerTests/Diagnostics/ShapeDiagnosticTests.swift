import Testing

@Suite("Maps, lists and plain values")
struct ShapeDiagnosticTests {
  @Test("an empty file needs the language version")
  func anEmptyFileNeedsTheLanguageVersion() {
    expectDiagnostics(
      #"""

      """#,
      #"""
      dogs.yaml:1:1: error: the file needs the line 'ashlar: 1', the version of the schema language [missing-language-version]

      ^
      """#)
  }

  @Test("a file of comments needs the language version")
  func aFileOfCommentsNeedsTheLanguageVersion() {
    expectDiagnostics(
      #"""
      # nothing
      """#,
      #"""
      dogs.yaml:1:1: error: the file needs the line 'ashlar: 1', the version of the schema language [missing-language-version]
      # nothing
      ^
      """#)
  }

  @Test("a list at the top level is not a schema")
  func aListOnTopIsNoSchema() {
    expectDiagnostics(
      #"""
      - ashlar: 1
      """#,
      #"""
      dogs.yaml:1:1: error: a schema file must be a mapping, not a list [wrong-shape]
      - ashlar: 1
      ^~~~~~~~~~~
      """#)
  }

  @Test("a file without the language version is reported")
  func aFileWithoutTheLanguageVersion() {
    expectDiagnostics(
      #"""
      objects: {}
      """#,
      #"""
      dogs.yaml:1:1: error: the file needs the line 'ashlar: 1', the version of the schema language [missing-language-version]
      objects: {}
      ^~~~~~~
      """#)
  }

  @Test("a foreign language version ends the file")
  func aForeignLanguageVersionEndsTheFile() {
    expectDiagnostics(
      #"""
      ashlar: 2
      nonsense: 1
      """#,
      #"""
      dogs.yaml:1:9: error: this compiler reads version 1 of the schema language, not '2' [wrong-language-version]
      ashlar: 2
              ^
      """#)
  }

  @Test("a misspelled key is reported with the nearest key")
  func anUnknownKeyWithASuggestion() {
    expectDiagnostics(
      #"""
      ashlar: 1
      object:
        Dog: {}
      """#,
      #"""
      dogs.yaml:2:1: error: unknown key 'object' in a schema file; did you mean 'objects'? [unknown-key]
      object:
      ^~~~~~
      """#)
  }

  @Test("an unknown key that resembles no other is reported without a suggestion")
  func anUnknownKeyWithoutASuggestion() {
    expectDiagnostics(
      #"""
      ashlar: 1
      zebra: 1
      """#,
      #"""
      dogs.yaml:2:1: error: unknown key 'zebra' in a schema file [unknown-key]
      zebra: 1
      ^~~~~
      """#)
  }

  @Test("an unknown key is reported wherever keys are allowed")
  func anUnknownKeyOfEveryPlace() {
    expectDiagnostics(
      #"""
      ashlar: 1
      schema: { nam: X }
      enums:
        E: { raws: Int, cases: [a] }
        F: { cases: { a: { values: 1 } } }
      objects:
        Dog: { propertie: {}, properties: { a: { type: Int, indexd: true } } }
      embedded:
        Box: { tabel: x }
      """#,
      #"""
      dogs.yaml:2:11: error: unknown key 'nam' in the 'schema' block; did you mean 'name'? [unknown-key]
      schema: { nam: X }
                ^~~
      dogs.yaml:4:8: error: unknown key 'raws' in an enum; did you mean 'raw'? [unknown-key]
        E: { raws: Int, cases: [a] }
             ^~~~
      dogs.yaml:5:22: error: unknown key 'values' in a case; did you mean 'value'? [unknown-key]
        F: { cases: { a: { values: 1 } } }
                           ^~~~~~
      dogs.yaml:7:10: error: unknown key 'propertie' in an object; did you mean 'properties'? [unknown-key]
        Dog: { propertie: {}, properties: { a: { type: Int, indexd: true } } }
               ^~~~~~~~~
      dogs.yaml:7:55: error: unknown key 'indexd' in a property; did you mean 'indexed'? [unknown-key]
        Dog: { propertie: {}, properties: { a: { type: Int, indexd: true } } }
                                                            ^~~~~~
      dogs.yaml:9:10: error: unknown key 'tabel' in an embedded type; did you mean 'table'? [unknown-key]
        Box: { tabel: x }
               ^~~~~
      """#)
  }

  @Test("a single value where a mapping is expected")
  func aScalarWhereAMapIsAskedFor() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects: Dog
      embedded:
        Box: []
      """#,
      #"""
      dogs.yaml:2:10: error: 'objects' must be a mapping, not a single value [wrong-shape]
      objects: Dog
               ^~~
      dogs.yaml:4:8: error: 'Box' must be a mapping, not a list [wrong-shape]
        Box: []
             ^~
      """#)
  }

  @Test("no value where a mapping is expected")
  func nothingWhereAMappingIsExpected() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog:
          properties:
      """#,
      #"""
      dogs.yaml:4:5: error: 'properties' needs a mapping; write '{}' for an empty one [wrong-shape]
          properties:
          ^~~~~~~~~~
      """#)
  }

  @Test("a mapping where a single value is expected")
  func aMappingWhereAScalarIsExpected() {
    expectDiagnostics(
      #"""
      ashlar: 1
      schema:
        name: {}
      objects:
        Dog:
          doc: [a]
          properties: { a: [Int], b: { type: {} } }
      """#,
      #"""
      dogs.yaml:3:9: error: 'name' must be a single value, not a mapping [wrong-shape]
        name: {}
              ^~
      dogs.yaml:6:10: error: 'doc' must be a single value, not a list [wrong-shape]
          doc: [a]
               ^~~
      dogs.yaml:7:22: error: '[Int]' is not a type of the schema language; write 'List<Int>' [malformed-type]
          properties: { a: [Int], b: { type: {} } }
                           ^~~~~
      dogs.yaml:7:40: error: 'type' must be a single value, not a mapping [wrong-shape]
          properties: { a: [Int], b: { type: {} } }
                                             ^~
      """#)
  }

  @Test("a property without a type is reported")
  func aPropertyWithoutAType() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog: { properties: { a: { doc: x }, b: } }
      """#,
      #"""
      dogs.yaml:3:24: error: a property needs the key 'type' [missing-key]
        Dog: { properties: { a: { doc: x }, b: } }
                             ^
      dogs.yaml:3:39: error: 'b' needs a value [wrong-shape]
        Dog: { properties: { a: { doc: x }, b: } }
                                            ^
      """#)
  }

  @Test("booleans are true and false")
  func booleansAreTrueAndFalse() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog: { properties: { a: { type: Int, indexed: yes } } }
      """#,
      #"""
      dogs.yaml:3:49: error: 'yes' is neither 'true' nor 'false' [not-boolean]
        Dog: { properties: { a: { type: Int, indexed: yes } } }
                                                      ^~~
      """#)
  }
}
