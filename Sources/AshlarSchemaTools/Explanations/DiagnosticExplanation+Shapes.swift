extension DiagnosticExplanation {
  /// Diagnostics of mappings, lists, single values and keys.
  static let shapes: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "wrong-shape", "A value has the wrong shape",
      """
      The value of each key is a mapping, a list or a single value. An empty value is none of these: write '{}' for an empty mapping, or
      remove the key.
      """,
      fault: """
        objects:
          Dog:
            properties: [name]
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: String
        """),
    DiagnosticExplanation(
      "not-boolean", "A boolean is neither true nor false",
      """
      Booleans are written 'true' and 'false', in lower case. YAML's other spellings ('yes', 'on', 'True') mean different things to
      different tools.
      """,
      fault: """
        objects:
          Dog:
            properties:
              name: { type: String, indexed: yes }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: { type: String, indexed: true }
        """),
    DiagnosticExplanation(
      "unknown-key", "A key is unknown in this mapping",
      "Nothing is ignored silently, so a misspelled key is an error. The message suggests the most similar key.",
      fault: """
        objects:
          Dog:
            properties:
              name: { type: String, indexd: true }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: { type: String, indexed: true }
        """),
    DiagnosticExplanation(
      "missing-key", "A required key is missing", "The message names the key. A property, for instance, needs a type.",
      fault: """
        objects:
          Dog:
            properties:
              name: { doc: What it answers to. }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: { type: String, doc: What it answers to. }
        """),
    DiagnosticExplanation(
      "missing-language-version", "The file does not state the version of the schema language",
      "Every schema file has a line 'ashlar: 1', which distinguishes it from later versions of the language.",
      fault: .whole(
        """
        objects:
          Dog: {}
        """),
      corrected: """
        objects:
          Dog: {}
        """),
    DiagnosticExplanation(
      "wrong-language-version", "The file is written in another version of the schema language",
      """
      This compiler reads version 1. The rest of the file is not read. The version of your own schema is 'version' in the block
      'schema'.
      """,
      fault: .whole(
        """
        ashlar: 2
        objects:
          Dog: {}
        """),
      corrected: """
        objects:
          Dog: {}
        """),
  ]

  /// Diagnostics of the block `schema`.
  static let schemaBlock: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "repeated-schema-block", "A second file has a 'schema' block",
      "All files of a target form one schema, with one name and one version. At most one of them has the block.",
      fault: .several([
        "cats.yaml": """
        schema: { name: Pets }
        objects:
          Cat: {}
        """,
        "dogs.yaml": """
        schema: { name: Dogs }
        objects:
          Dog: {}
        """,
      ]),
      corrected: .several([
        "cats.yaml": """
        schema: { name: Pets }
        objects:
          Cat: {}
        """,
        "dogs.yaml": """
        objects:
          Dog: {}
        """,
      ])),
    DiagnosticExplanation(
      "missing-schema-name", "The schema has no name",
      """
      The generated namespace is named after the schema. The build plugin uses the target's name; on the command line, a file or the
      option --name states it.
      """,
      fault: .generated(
        """
        objects:
          Dog: {}
        """),
      corrected: .generated(
        """
        schema: { name: Kennel }
        objects:
          Dog: {}
        """)),
    DiagnosticExplanation(
      "bad-schema-version", "The version of the schema is not a valid number",
      """
      The schema version is stored with the data and raised when the schema changes. It is an integer from 0 to 18446744073709551614, in
      decimal digits, or 'history': it is then derived from the releases that 'ashlar release' records.
      """,
      fault: """
        schema:
          version: 1.2
        """,
      corrected: """
        schema:
          version: 12
        """),
    DiagnosticExplanation(
      "unknown-access", "An access level is unknown",
      """
      Generated types are 'public', 'package' or 'internal'. The rest of the target must have access to them, so 'private' and
      'fileprivate' are not allowed.
      """,
      fault: """
        schema:
          access: private
        """,
      corrected: """
        schema:
          access: internal
        """),
  ]
}
