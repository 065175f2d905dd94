extension DiagnosticExplanation {
  /// Diagnostics of common mistakes in the layout of YAML.
  static let layout: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "indentation", "The indentation of a line matches no line above it",
      """
      In YAML, the indentation of a line determines its mapping. The entries of a mapping start in the same column; the lines of an
      entry's value are indented further, which is possible only if nothing follows the entry's ':'.
      """,
      fault: """
        objects:
          Dog:
            properties:
              name: String
             age: Int
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: String
              age: Int
        """),
    DiagnosticExplanation(
      "key-not-indented", "A key of a type is not indented",
      """
      The keys of a type must be indented further than its name. A type may have the name of a key, provided that the type before it
      has a value.
      """,
      fault: """
        objects:
          Dog:
          properties:
            name: String
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: String
        """),
    DiagnosticExplanation(
      "missing-colon", "A line is not an entry of its mapping",
      "An entry is a key, a colon and a space, then its value. Without the space, 'name:String' is a word.",
      fault: """
        objects:
          Dog:
            properties:
              name String
              age: Int
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: String
              age: Int
        """),
    DiagnosticExplanation(
      "colon-in-text", "An unquoted value contains a colon and a space",
      "In YAML, this looks like a second key on the line. Put the text in quotation marks, or write it as a block after '|'.",
      fault: """
        objects:
          Dog:
            doc: Man's best friend: it barks
        """,
      corrected: """
        objects:
          Dog:
            doc: "Man's best friend: it barks"
        """),
    DiagnosticExplanation(
      "needs-quotes", "A value starts with a character that is special in YAML",
      "'@', '`', '%', '*' and '&' cannot start an unquoted value. Put the value in quotation marks.",
      fault: """
        objects:
          Dog:
            doc: @dog
        """,
      corrected: """
        objects:
          Dog:
            doc: "@dog"
        """),
    DiagnosticExplanation(
      "not-closed", "A bracket, a brace or a quotation mark is never closed",
      "The caret marks where it was opened.",
      fault: """
        objects:
          Dog:
            properties:
              name: { type: String
              age: Int
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: { type: String }
              age: Int
        """),
  ]
}
