import Testing

@Suite("Enums")
struct EnumsDiagnosticTests {
  @Test("unknown raw types are reported")
  func rawTypes() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums:
        A: { raw: string, cases: [a] }
        B: { raw: Date, cases: [a] }
      """#,
      #"""
      dogs.yaml:3:13: error: 'string' cannot be a raw type; did you mean 'String'? [unknown-raw-type]
        A: { raw: string, cases: [a] }
                  ^~~~~~
      dogs.yaml:4:13: error: 'Date' cannot be a raw type [unknown-raw-type]
        B: { raw: Date, cases: [a] }
                  ^~~~
      """#)
  }

  @Test("an enum has cases")
  func anEnumHasCases() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums:
        A: []
        B: { raw: Int }
        C:
        D: { cases: x }
        E: { cases: {} }
      """#,
      #"""
      dogs.yaml:3:3: error: the enum 'A' has no cases [enum-without-cases]
        A: []
        ^
      dogs.yaml:4:3: error: the enum 'B' has no cases [enum-without-cases]
        B: { raw: Int }
        ^
      dogs.yaml:5:3: error: 'C' needs a mapping; write '{}' for an empty one [wrong-shape]
        C:
        ^
      dogs.yaml:6:15: error: 'cases' must be a list, not a single value [wrong-shape]
        D: { cases: x }
                    ^
      dogs.yaml:7:3: error: the enum 'E' has no cases [enum-without-cases]
        E: { cases: {} }
        ^
      """#)
  }

  @Test("cases and raw values are unique")
  func casesAndRawValuesAreUnique() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums:
        A: [a, b, a]
        B: { raw: Int, cases: { a: 1, b: 1 } }
        C: { cases: { a: b, b: } }
        D: { raw: Float, cases: { a: 1, b: 1.0, c: -0.0, d: 0 } }
      """#,
      #"""
      dogs.yaml:3:13: error: there are two cases named 'a' [duplicate-case]
        A: [a, b, a]
                  ^
      dogs.yaml:3:7: note: the first is here
      dogs.yaml:4:36: error: the raw value '1' is already used by another case [duplicate-raw-value]
        B: { raw: Int, cases: { a: 1, b: 1 } }
                                         ^
      dogs.yaml:4:30: note: the first is here
      dogs.yaml:5:23: error: the raw value 'b' is already used by another case [duplicate-raw-value]
        C: { cases: { a: b, b: } }
                            ^
      dogs.yaml:5:20: note: the first is here
      dogs.yaml:6:38: error: the raw value '1.0' is already used by another case [duplicate-raw-value]
        D: { raw: Float, cases: { a: 1, b: 1.0, c: -0.0, d: 0 } }
                                           ^~~
      dogs.yaml:6:32: note: the first is here
      dogs.yaml:6:55: error: the raw value '0' is already used by another case [duplicate-raw-value]
        D: { raw: Float, cases: { a: 1, b: 1.0, c: -0.0, d: 0 } }
                                                            ^
      dogs.yaml:6:46: note: the first is here
      """#)
  }

  @Test("raw values are of the raw type")
  func rawValuesAreOfTheRawType() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums:
        A: { raw: Int, cases: { a: x } }
        B: { raw: Int8, cases: { a: 127, b: , c: 128 } }
        C: { raw: Double, cases: [a] }
        D: { raw: Double, cases: { a: inf } }
        E: { cases: { a: [x] } }
      """#,
      #"""
      dogs.yaml:3:30: error: 'x' is not a raw value of type Int [bad-raw-value]
        A: { raw: Int, cases: { a: x } }
                                   ^
      dogs.yaml:4:36: error: the raw value of 'b' is out of range for Int8 [raw-value-out-of-range]
        B: { raw: Int8, cases: { a: 127, b: , c: 128 } }
                                         ^
      dogs.yaml:4:44: error: the raw value of '128' is out of range for Int8 [raw-value-out-of-range]
        B: { raw: Int8, cases: { a: 127, b: , c: 128 } }
                                                 ^~~
      dogs.yaml:5:29: error: the case 'a' needs a raw value [missing-raw-value]
        C: { raw: Double, cases: [a] }
                                  ^
      dogs.yaml:6:33: error: 'inf' is not a raw value of type Double [bad-raw-value]
        D: { raw: Double, cases: { a: inf } }
                                      ^~~
      dogs.yaml:7:20: error: 'a' must be a mapping, not a list [wrong-shape]
        E: { cases: { a: [x] } }
                         ^~~
      """#)
  }
}
