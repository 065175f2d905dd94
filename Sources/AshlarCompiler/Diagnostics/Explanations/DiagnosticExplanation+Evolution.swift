extension DiagnosticExplanation {
  /// What `ashlar check --against` finds.
  static let evolution: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "version-not-raised", "The stored form has changed and the schema's version has not",
      """
      A file of the old schema is refused as long as its version is that of the new one. 'ashlar diff' lists what changed; raise
      'version' in the block 'schema'.
      """,
      fault: .changed(
        """
        objects:
          Dog:
            properties:
              name: String
        """,
        to: """
          objects:
            Dog:
              properties:
                name: String
                age: Int
          """),
      mended: .changed(
        """
        objects:
          Dog:
            properties:
              name: String
        """,
        to: """
          schema: { version: 1 }
          objects:
            Dog:
              properties:
                name: String
                age: Int
          """)),
    DiagnosticExplanation(
      "version-lowered", "The schema's version is lower than before",
      "Files never go back: one that was opened under a higher version is refused. Keep the version, or raise it.",
      fault: .changed(
        """
        schema: { version: 2 }
        objects:
          Dog: {}
        """,
        to: """
          schema: { version: 1 }
          objects:
            Dog: {}
          """),
      mended: .changed(
        """
        schema: { version: 2 }
        objects:
          Dog: {}
        """,
        to: """
          schema: { version: 3 }
          objects:
            Dog: {}
          """)),
    DiagnosticExplanation(
      "data-loss", "A change loses data, or leaves it wrong, without a migration block",
      """
      The message says what would happen to existing rows. Write a migration block and pass --allow-data-loss, or make the change one
      that keeps the data. docs/evolution.md has every change with an example.
      """,
      fault: .changed(
        """
        objects:
          Dog:
            properties:
              age: Int?
        """,
        to: """
          schema: { version: 1 }
          objects:
            Dog:
              properties:
                age: Int
          """),
      mended: .changed(
        """
        objects:
          Dog:
            properties:
              age: Int?
        """,
        to: """
          schema: { version: 1 }
          objects:
            Dog:
              properties:
                age: Int?
                size: Int
          """)),
    DiagnosticExplanation(
      "added-enum-without-zero", "A new property holds no case in existing rows",
      """
      Existing rows hold the zero value of the raw type in a new column: 0, or the empty text. When no case has it, the property has no
      case to read there. Make it optional, give a case that raw value, or set the property in a migration block.
      """,
      severity: .warning,
      fault: .changed(
        """
        enums:
          Size: { raw: Int, cases: { small: 1, large: 2 } }
        objects:
          Dog: {}
        """,
        to:
          """
          schema: { version: 1 }
          enums:
            Size: { raw: Int, cases: { small: 1, large: 2 } }
          objects:
            Dog:
              properties:
                size: Size
          """
      ),
      mended: .changed(
        """
        enums:
          Size: { raw: Int, cases: { small: 1, large: 2 } }
        objects:
          Dog: {}
        """,
        to:
          """
          schema: { version: 1 }
          enums:
            Size: { raw: Int, cases: { small: 1, large: 2 } }
          objects:
            Dog:
              properties:
                size: Size?
          """
      )),
  ]
}
