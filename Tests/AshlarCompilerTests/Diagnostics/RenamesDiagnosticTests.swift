import Testing

@Suite("Names of yesterday, and rows of yesterday")
struct RenamesDiagnosticTests {
  @Test("a former name is not still in use, and is claimed once")
  func aFormerNameIsNoNameOfTodayAndIsClaimedOnce() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog:
          was: [Cat, Hound, Hound]
          properties:
            name: { type: String, column: n, was: [n, alias] }
            nick: { type: String, was: [alias, nick, name] }
        Cat:
          table: Kitten
          was: [Hound, Kitten]
        Bird: { was: [Kitten] }
      """#,
      #"""
      dogs.yaml:4:23: error: 'was' lists 'Hound' in two declarations [duplicate-was]
          was: [Cat, Hound, Hound]
                            ^~~~~
      dogs.yaml:4:16: note: the first is here
      dogs.yaml:6:46: error: 'was' lists 'n', which is still the stored name of another declaration [was-still-in-use]
            name: { type: String, column: n, was: [n, alias] }
                                                   ^
      dogs.yaml:6:37: note: 'n' is used here
      dogs.yaml:7:35: error: 'was' lists 'alias' in two declarations [duplicate-was]
            nick: { type: String, was: [alias, nick, name] }
                                        ^~~~~
      dogs.yaml:6:49: note: the first is here
      dogs.yaml:7:42: error: 'was' lists 'nick', which is still the stored name of another declaration [was-still-in-use]
            nick: { type: String, was: [alias, nick, name] }
                                               ^~~~
      dogs.yaml:7:7: note: 'nick' is used here
      dogs.yaml:10:11: error: 'was' lists 'Hound' in two declarations [duplicate-was]
          was: [Hound, Kitten]
                ^~~~~
      dogs.yaml:4:16: note: the first is here
      dogs.yaml:10:18: error: 'was' lists 'Kitten', which is still the stored name of another declaration [was-still-in-use]
          was: [Hound, Kitten]
                       ^~~~~~
      dogs.yaml:9:12: note: 'Kitten' is used here
      dogs.yaml:11:17: error: 'was' lists 'Kitten', which is still the stored name of another declaration [was-still-in-use]
        Bird: { was: [Kitten] }
                      ^~~~~~
      dogs.yaml:9:12: note: 'Kitten' is used here
      """#)
  }

  @Test("former names are stored names")
  func formerNamesAreStoredNames() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog:
          was: ["", 0123456789012345678901234567890123456789012345678901234567]
          properties:
            a: { type: Int, was: [0123456789012345678901234567890123456789012345678901234567890123] }
            b: { type: Int, was: c }
            d: { type: Int, was: [[e]] }
      """#,
      #"""
      dogs.yaml:4:11: error: a stored name cannot be empty [empty-stored-name]
          was: ["", 0123456789012345678901234567890123456789012345678901234567]
                ^~
      dogs.yaml:4:15: error: the stored name has 58 bytes; the maximum is 57 [stored-name-too-long]
          was: ["", 0123456789012345678901234567890123456789012345678901234567]
                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      dogs.yaml:6:29: error: the stored name has 64 bytes; the maximum is 63 [stored-name-too-long]
            a: { type: Int, was: [0123456789012345678901234567890123456789012345678901234567890123] }
                                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      dogs.yaml:7:28: error: 'was' must be a list, not a single value [wrong-shape]
            b: { type: Int, was: c }
                                 ^
      dogs.yaml:8:29: error: an item of 'was' must be a single value, not a list [wrong-shape]
            d: { type: Int, was: [[e]] }
                                  ^~~
      """#)
  }

  @Test("former names and backfilling are for what is stored")
  func formerNamesAndBackfillingAreForWhatIsStored() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog:
          properties:
            mother: Dog?
            pups: { type: LinkingObjects<Dog>, origin: mother, was: [kids], backfill: true }
            mood: { type: Int, ignored: true, was: [m], backfill: true, default: 1 }
      """#,
      #"""
      dogs.yaml:6:64: error: 'was' is not allowed on LinkingObjects, which are not stored [key-on-linking-objects]
            pups: { type: LinkingObjects<Dog>, origin: mother, was: [kids], backfill: true }
                                                                     ^~~~
      dogs.yaml:6:71: error: 'backfill' is not allowed on LinkingObjects, which are not stored [key-on-linking-objects]
            pups: { type: LinkingObjects<Dog>, origin: mother, was: [kids], backfill: true }
                                                                            ^~~~~~~~
      dogs.yaml:7:47: error: 'was' is not allowed on an ignored property, which is not stored [key-on-ignored]
            mood: { type: Int, ignored: true, was: [m], backfill: true, default: 1 }
                                                    ^
      dogs.yaml:7:51: error: 'backfill' is not allowed on an ignored property, which is not stored [key-on-ignored]
            mood: { type: Int, ignored: true, was: [m], backfill: true, default: 1 }
                                                        ^~~~~~~~
      """#)
  }

  @Test("backfilling needs a default that is written in the schema")
  func backfillingNeedsADefaultThatIsWrittenInTheSchema() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog:
          properties:
            a: { type: Int, backfill: true }
            b: { type: Date, default: now, backfill: true }
            c: { type: Int, default: { swift: x }, backfill: true }
            d: { type: "UUID?", default: new, backfill: true }
            e: { type: Int, default: x, backfill: true }
            f: { type: Int, default: 1, backfill: true }
            g: { type: Int, backfill: maybe }
      """#,
      #"""
      dogs.yaml:5:23: error: 'backfill' needs a literal default to fill existing rows with [backfill-without-default]
            a: { type: Int, backfill: true }
                            ^~~~~~~~
      dogs.yaml:6:38: error: 'backfill' needs a literal default to fill existing rows with [backfill-without-default]
            b: { type: Date, default: now, backfill: true }
                                           ^~~~~~~~
      dogs.yaml:7:46: error: 'backfill' needs a literal default to fill existing rows with [backfill-without-default]
            c: { type: Int, default: { swift: x }, backfill: true }
                                                   ^~~~~~~~
      dogs.yaml:8:41: error: 'backfill' needs a literal default to fill existing rows with [backfill-without-default]
            d: { type: "UUID?", default: new, backfill: true }
                                              ^~~~~~~~
      dogs.yaml:9:32: error: 'x' is not a valid default for Int; write decimal digits, 'min' or 'max' [bad-default]
            e: { type: Int, default: x, backfill: true }
                                     ^
      dogs.yaml:11:33: error: 'maybe' is neither 'true' nor 'false' [not-boolean]
            g: { type: Int, backfill: maybe }
                                      ^~~~~
      """#)
  }
}
