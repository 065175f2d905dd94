internal import AshlarCompiler

extension DiagnosticExplanation {
  /// Diagnostics of changes since an earlier schema or release.
  static let evolution: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "version-not-raised", "The stored form has changed but the schema's version has not",
      """
      A file of the old schema is rejected as long as both schemas have the same version. 'ashlar diff' lists the changes; raise 'version'
      in the block 'schema'.
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
      "A file that was opened under a higher version is rejected. Keep the version, or raise it.",
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
      The message states what happens to existing rows. Use a change that keeps the data, such as a rename with 'was' or a new property
      beside the old one; if the data can be lost, list the property as 'dropped' or pass --allow-data-loss. docs/evolution.md shows every
      change with an example.
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
      "added-rule-breaks-zero", "Existing rows break the rule of an added property",
      """
      When a property is added to a file with rows, each row has the zero value, or the default if there is 'backfill: true'. If this
      breaks a rule of the property, or if the property is unique and not optional, the file is rejected. Add the property in one
      version, and its rule in the next. '--allow-data-loss' accepts the change, for files without such rows.
      """,
      fault: .changed(
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
                legs: { type: Int, min: 1 }
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
                legs: { type: Int, default: 4, backfill: true, min: 1 }
          """)),
    DiagnosticExplanation(
      "rename-changes-type", "The type of a renamed property has changed as well",
      """
      A rename with 'was' moves values unchanged, so the property keeps its type, except that it may become a wider integer or optional.
      Rename it in one version and change its type in another, or add a property of the new type.
      '--allow-data-loss' does not help: a file with such a change is rejected.
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
      "ambiguous-removal", "A property was removed and one of its type was added",
      """
      Since the last release, a property of a type was removed, and another of the same type was added. If it was renamed, 'was' keeps its
      values; if the values may be lost, list the old name as 'dropped' in the type. Otherwise, the code of the next migration must
      convert them, in an argument of the generated function 'migration'.
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
      'dropped' lists properties of former releases whose values are deleted, by their stored names. A name that no release of the type
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
      In existing rows, the new column has the zero value of the raw type: 0, or empty text. If no case has this raw value, the property
      is invalid there. Make it optional, declare a case with this raw value, or give the property a default and 'backfill: true'.
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
