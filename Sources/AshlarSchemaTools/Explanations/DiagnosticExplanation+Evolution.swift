internal import AshlarCompiler

extension DiagnosticExplanation {
  /// Diagnostics of changes since an earlier schema or release.
  static let evolution: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "version-not-raised", "The stored form has changed but the schema's version has not",
      """
      A file of the old schema is refused while it has the version of the new one. 'ashlar diff' lists what changed; raise
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
      corrected: .changed(
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
      "A file that was opened under a higher version is refused. Keep the version, or raise it.",
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
      corrected: .changed(
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
      "data-loss", "A change loses or invalidates data",
      """
      The message says what happens to existing rows. Use a change that keeps the data, such as a rename with 'was' or a new property
      beside the old one; if the data can be lost, list the property as 'dropped' or pass --allow-data-loss. docs/evolution.md shows
      every change with an example.
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
      corrected: .changed(
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
      "rename-changes-type", "A renamed property has another type as well",
      """
      A rename with 'was' moves values unchanged, so the property keeps its type, except for a wider integer or an optional. Rename it in
      one version and change its type in another, or add a property of the new type beside it.
      '--allow-data-loss' does not help: a file with such a change is refused.
      """,
      fault: .changed(
        """
        objects:
          Dog:
            properties:
              age: Int
        """,
        to: """
          schema: { version: 1 }
          objects:
            Dog:
              properties:
                years: { type: String, was: [age] }
          """),
      corrected: .changed(
        """
        objects:
          Dog:
            properties:
              age: Int
        """,
        to: """
          schema: { version: 1 }
          objects:
            Dog:
              properties:
                years: { type: Int, was: [age] }
          """)),
    DiagnosticExplanation(
      "ambiguous-removal", "A property went and one of its type came",
      """
      Since the last release a property of a type went and another of the same type came. If it is the same under another name, 'was'
      keeps its values; if the values may go, list the old name as 'dropped' in the type. Else the code of the next migration must say
      what happens to them: it is an argument of the generated function 'migration'.
      """,
      severity: .warning,
      fault: .released(
        """
        schema: { version: 1 }
        objects:
          Dog:
            properties:
              years: Int
        """,
        to: """
          schema: { version: history }
          objects:
            Dog:
              properties:
                age: Int
          """),
      corrected: .released(
        """
        schema: { version: 1 }
        objects:
          Dog:
            properties:
              years: Int
        """,
        to: """
          schema: { version: history }
          objects:
            Dog:
              properties:
                age: { type: Int, was: [years] }
          """)),
    DiagnosticExplanation(
      "dropped-never-released", "A dropped property was never released",
      """
      'dropped' lists properties of former releases whose values may go, by their stored names. A name that no release of the type
      has is misspelled, or belongs to another type.
      """,
      fault: .released(
        """
        schema: { version: 1 }
        objects:
          Dog:
            properties:
              years: Int
        """,
        to: """
          schema: { version: history }
          objects:
            Dog:
              dropped: [year]
          """),
      corrected: .released(
        """
        schema: { version: 1 }
        objects:
          Dog:
            properties:
              years: Int
        """,
        to: """
          schema: { version: history }
          objects:
            Dog:
              dropped: [years]
          """)),
    DiagnosticExplanation(
      "added-enum-without-zero", "A new enum property has no valid case in existing rows",
      """
      Existing rows hold the zero value of the raw type in a new column: 0, or the empty text. If no case has that raw value,
      the property is invalid there. Make it optional, give a case that raw value, or give the property a default and 'backfill: true'.
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
      corrected: .changed(
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
