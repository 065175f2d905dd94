import Testing

@Suite("Defaults")
struct DefaultsDiagnosticTests {
  @Test("numbers out of range are refused as defaults")
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
      dogs.yaml:11:39: error: '12345678901234567890123456789012345' has more than the 34 digits that Decimal128 can hold [default-too-precise]
            g: { type: Decimal128, default: "12345678901234567890123456789012345" }
                                            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#)
  }

  @Test("text that is not a value of the type is refused as a default")
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
      dogs.yaml:5:32: error: '0x10' is not a valid default for Int; write decimal digits, 'min' or 'max' [bad-default]
            a: { type: Int, default: 0x10 }
                                     ^~~~
      dogs.yaml:6:33: error: 'yes' is not a valid default for Bool; write 'true' or 'false' [bad-default]
            b: { type: Bool, default: yes }
                                      ^~~
      dogs.yaml:7:35: error: 'infinity' is not a valid default for Double; write a decimal number, 'inf', '-inf' or 'nan' [bad-default]
            c: { type: Double, default: infinity }
                                        ^~~~~~~~
      dogs.yaml:8:33: error: '2023-02-29' is not a valid default for Date; write a date like 2024-02-29 or 2024-02-29T12:00:00Z, 'now', 'distantPast' or 'distantFuture' [bad-default]
            d: { type: Date, default: 2023-02-29 }
                                      ^~~~~~~~~~
      dogs.yaml:9:33: error: '2023-02-28T12:00:00' is not a valid default for Date; write a date like 2024-02-29 or 2024-02-29T12:00:00Z, 'now', 'distantPast' or 'distantFuture' [bad-default]
            e: { type: Date, default: "2023-02-28T12:00:00" }
                                      ^~~~~~~~~~~~~~~~~~~~~
      dogs.yaml:10:33: error: 'A' is not a valid default for Data; write base64 [bad-default]
            f: { type: Data, default: "A" }
                                      ^~~
      dogs.yaml:11:33: error: '1234' is not a valid default for UUID; write a UUID of 36 characters or 'new' [bad-default]
            g: { type: UUID, default: 1234 }
                                      ^~~~
      dogs.yaml:12:37: error: '123' is not a valid default for ObjectId; write 24 hexadecimal digits or 'new' [bad-default]
            h: { type: ObjectId, default: 123 }
                                          ^~~
      dogs.yaml:13:39: error: 'nan' is not a valid default for Decimal128; write a decimal number, 'NaN', 'Infinity' or '-Infinity' [bad-default]
            i: { type: Decimal128, default: nan }
                                            ^~~
      dogs.yaml:14:23: error: 'default' needs a value [wrong-shape]
            j: { type: Int, default: }
                            ^~~~~~~
      dogs.yaml:15:32: error: 'default' must be a single value, not a list [wrong-shape]
            k: { type: Int, default: [1] }
                                     ^~~
      """#)
  }

  @Test("types that cannot have a default are reported")
  func whatTakesNoDefault() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        A: { properties: { a: { type: A?, default: x }, b: { type: List<Int>, default: [] }, c: { type: List<A>, default: x } } }
      """#,
      #"""
      dogs.yaml:3:37: error: a property of type 'A?' cannot have a default [default-not-allowed]
        A: { properties: { a: { type: A?, default: x }, b: { type: List<Int>, default: [] }, c: { type: List<A>, default: x } } }
                                          ^~~~~~~
      dogs.yaml:3:73: error: a property of type 'List<Int>' cannot have a default [default-not-allowed]
        A: { properties: { a: { type: A?, default: x }, b: { type: List<Int>, default: [] }, c: { type: List<A>, default: x } } }
                                                                              ^~~~~~~
      dogs.yaml:3:108: error: a property of type 'List<A>' cannot have a default [default-not-allowed]
        A: { properties: { a: { type: A?, default: x }, b: { type: List<Int>, default: [] }, c: { type: List<A>, default: x } } }
                                                                                                                 ^~~~~~~
      """#)
  }

  @Test("a case that does not exist is refused as a default")
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
