import Testing

@Suite("Defaults")
struct DefaultsDiagnosticTests {
  @Test("numbers out of range")
  func numbersOutOfRange() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        A:
          properties:
            a: { type: Int8, default: 128 }
            b: { type: Int, default: 9223372036854775808 }
            c: { type: Float, default: 1e39 }
            d: { type: Double, default: 1e309 }
            e: { type: Double, default: 1e-400 }
            f: { type: Decimal128, default: 1e7000 }
            g: { type: Decimal128, default: "12345678901234567890123456789012345" }
      """#,
      #"""
      dogs.yaml:5:33: error: '128' is out of range for Int8 [default-out-of-range]
            a: { type: Int8, default: 128 }
                                      ^~~
      dogs.yaml:6:32: error: '9223372036854775808' is out of range for Int [default-out-of-range]
            b: { type: Int, default: 9223372036854775808 }
                                     ^~~~~~~~~~~~~~~~~~~
      dogs.yaml:7:34: error: '1e39' is out of range for Float [default-out-of-range]
            c: { type: Float, default: 1e39 }
                                       ^~~~
      dogs.yaml:8:35: error: '1e309' is out of range for Double [default-out-of-range]
            d: { type: Double, default: 1e309 }
                                        ^~~~~
      dogs.yaml:9:35: error: '1e-400' is out of range for Double [default-out-of-range]
            e: { type: Double, default: 1e-400 }
                                        ^~~~~~
      dogs.yaml:10:39: error: '1e7000' is out of range for Decimal128 [default-out-of-range]
            f: { type: Decimal128, default: 1e7000 }
                                            ^~~~~~
      dogs.yaml:11:39: error: '12345678901234567890123456789012345' has more digits than Decimal128 holds, which is 34 [default-too-precise]
            g: { type: Decimal128, default: "12345678901234567890123456789012345" }
                                            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#)
  }

  @Test("text that is no value of the type")
  func textThatIsNoValueOfTheType() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        A:
          properties:
            a: { type: Int, default: 0x10 }
            b: { type: Bool, default: yes }
            c: { type: Double, default: infinity }
            d: { type: Date, default: 2023-02-29 }
            e: { type: Date, default: "2023-02-28T12:00:00" }
            f: { type: Data, default: "A" }
            g: { type: UUID, default: 1234 }
            h: { type: ObjectId, default: 123 }
            i: { type: Decimal128, default: nan }
            j: { type: Int, default: }
            k: { type: Int, default: [1] }
      """#,
      #"""
      dogs.yaml:5:32: error: '0x10' is no default for Int, which takes decimal digits, 'min' or 'max' [bad-default]
            a: { type: Int, default: 0x10 }
                                     ^~~~
      dogs.yaml:6:33: error: 'yes' is no default for Bool, which takes 'true' or 'false' [bad-default]
            b: { type: Bool, default: yes }
                                      ^~~
      dogs.yaml:7:35: error: 'infinity' is no default for Double, which takes a decimal number, 'inf', '-inf' or 'nan' [bad-default]
            c: { type: Double, default: infinity }
                                        ^~~~~~~~
      dogs.yaml:8:33: error: '2023-02-29' is no default for Date, which takes a date like 2024-02-29 or 2024-02-29T12:00:00Z, 'now', 'distantPast' or 'distantFuture' [bad-default]
            d: { type: Date, default: 2023-02-29 }
                                      ^~~~~~~~~~
      dogs.yaml:9:33: error: '2023-02-28T12:00:00' is no default for Date, which takes a date like 2024-02-29 or 2024-02-29T12:00:00Z, 'now', 'distantPast' or 'distantFuture' [bad-default]
            e: { type: Date, default: "2023-02-28T12:00:00" }
                                      ^~~~~~~~~~~~~~~~~~~~~
      dogs.yaml:10:33: error: 'A' is no default for Data, which takes base64 [bad-default]
            f: { type: Data, default: "A" }
                                      ^~~
      dogs.yaml:11:33: error: '1234' is no default for UUID, which takes a UUID of 36 characters or 'new' [bad-default]
            g: { type: UUID, default: 1234 }
                                      ^~~~
      dogs.yaml:12:37: error: '123' is no default for ObjectId, which takes 24 hexadecimal digits or 'new' [bad-default]
            h: { type: ObjectId, default: 123 }
                                          ^~~
      dogs.yaml:13:39: error: 'nan' is no default for Decimal128, which takes a decimal number, 'NaN', 'Infinity' or '-Infinity' [bad-default]
            i: { type: Decimal128, default: nan }
                                            ^~~
      dogs.yaml:14:23: error: a plain value is expected here, not nothing [wrong-shape]
            j: { type: Int, default: }
                            ^~~~~~~
      dogs.yaml:15:32: error: a plain value is expected here, not a list [wrong-shape]
            k: { type: Int, default: [1] }
                                     ^~~
      """#)
  }

  @Test("what takes no default")
  func whatTakesNoDefault() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        A: { properties: { a: { type: A?, default: x }, b: { type: List<Int>, default: [] }, c: { type: List<A>, default: x } } }
      """#,
      #"""
      dogs.yaml:3:37: error: 'A?' takes no default [default-not-allowed]
        A: { properties: { a: { type: A?, default: x }, b: { type: List<Int>, default: [] }, c: { type: List<A>, default: x } } }
                                          ^~~~~~~
      dogs.yaml:3:73: error: 'List<Int>' takes no default [default-not-allowed]
        A: { properties: { a: { type: A?, default: x }, b: { type: List<Int>, default: [] }, c: { type: List<A>, default: x } } }
                                                                              ^~~~~~~
      dogs.yaml:3:108: error: 'List<A>' takes no default [default-not-allowed]
        A: { properties: { a: { type: A?, default: x }, b: { type: List<Int>, default: [] }, c: { type: List<A>, default: x } } }
                                                                                                                 ^~~~~~~
      """#)
  }

  @Test("a case that does not exist")
  func aCaseThatDoesNotExist() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums: { Mood: [calm, busy] }
      objects:
        A: { properties: { a: { type: Mood, default: clam }, b: { type: Mood?, default: xyzzy } } }
      """#,
      #"""
      dogs.yaml:4:48: error: 'Mood' has no case 'clam' [unknown-default-case]
        A: { properties: { a: { type: Mood, default: clam }, b: { type: Mood?, default: xyzzy } } }
                                                     ^~~~
      dogs.yaml:2:17: note: did you mean 'calm'? It is declared here
      dogs.yaml:4:83: error: 'Mood' has no case 'xyzzy' [unknown-default-case]
        A: { properties: { a: { type: Mood, default: clam }, b: { type: Mood?, default: xyzzy } } }
                                                                                        ^~~~~
      dogs.yaml:2:10: note: 'Mood' is declared here
      """#)
  }
}
