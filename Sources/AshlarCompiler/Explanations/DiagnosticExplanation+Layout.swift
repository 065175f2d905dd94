extension DiagnosticExplanation {
  /// What goes wrong when YAML is written by hand.
  static let layout: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "indentation", "A line is indented like none of those that it could belong to",
      """
      YAML tells by the spaces at the beginning of a line what it belongs to. Entries of one map begin in one column; what belongs to an
      entry is indented further, and only where nothing stands behind the entry's ':'.
      """,
      fault: """
        objects:
          Dog:
            properties:
              name: String
             age: Int
        """,
      mended: """
        objects:
          Dog:
            properties:
              name: String
              age: Int
        """),
    DiagnosticExplanation(
      "key-not-indented", "A key of a type stands beside the type",
      """
      What a type consists of is indented further than its name. A type may have the name of a key, if there is something behind the type
      before.
      """,
      fault: """
        objects:
          Dog:
          properties:
            name: String
        """,
      mended: """
        objects:
          Dog:
            properties:
              name: String
        """),
    DiagnosticExplanation(
      "missing-colon", "A line is not an entry of its map",
      "An entry is a key, a colon and a space, then its value. Without the space 'name:String' is one word.",
      fault: """
        objects:
          Dog:
            properties:
              name String
              age: Int
        """,
      mended: """
        objects:
          Dog:
            properties:
              name: String
              age: Int
        """),
    DiagnosticExplanation(
      "colon-in-text", "A value without quotation marks holds a colon and a space",
      "To YAML that looks like a second key on the line. Put the text between quotation marks, or write it as a block below '|'.",
      fault: """
        objects:
          Dog:
            doc: Man's best friend: it barks
        """,
      mended: """
        objects:
          Dog:
            doc: "Man's best friend: it barks"
        """),
    DiagnosticExplanation(
      "needs-quotes", "A value begins with a character that means something to YAML",
      "'@', '`', '%', '*' and '&' cannot begin a plain value. Put it between quotation marks.",
      fault: """
        objects:
          Dog:
            doc: @dog
        """,
      mended: """
        objects:
          Dog:
            doc: "@dog"
        """),
    DiagnosticExplanation(
      "not-closed", "A bracket, a brace or a quotation mark is never closed",
      "The place is where it opens.",
      fault: """
        objects:
          Dog:
            properties:
              name: { type: String
              age: Int
        """,
      mended: """
        objects:
          Dog:
            properties:
              name: { type: String }
              age: Int
        """),
  ]
}
