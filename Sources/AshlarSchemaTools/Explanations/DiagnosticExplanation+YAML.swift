extension DiagnosticExplanation {
  /// Diagnostics of the bytes of a file. Most of these diagnostics have no printable example.
  static let bytes: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "file-too-large", "A schema file is larger than 8 MiB",
      """
      Schemas are written by people, so a file of this size is probably not a schema. Split it: all files of a target are compiled
      together.
      """),
    DiagnosticExplanation(
      "too-many-errors", "There are more errors than are shown",
      """
      All errors of all files are shown, but no more than 1000. Correct these, and the next run shows the rest. A file with so many errors
      is probably not a schema.
      """),
    DiagnosticExplanation(
      "invalid-utf8", "A file is not valid UTF-8",
      """
      Schema files are UTF-8, with or without a byte order mark. Save the file as UTF-8; the caret marks the first invalid byte.
      """
    ),
    DiagnosticExplanation(
      "nul-byte", "A file contains a NUL byte",
      """
      Text files do not contain NUL. The file may be UTF-16, or binary; save it as UTF-8. Inside double quotes NUL is written
      '\\0'.
      """
    ),
    DiagnosticExplanation(
      "control-character", "A file contains a control character",
      """
      Only tabs and line ends are allowed, comments included. Inside double quotes other control characters are written as escapes,
      such as '\\a' or '\\x07'.
      """
    ),
    DiagnosticExplanation(
      "lone-carriage-return", "A line ends with a carriage return alone",
      "Lines end with LF or CRLF. A carriage return alone ends a line for some YAML tools and not for others."),
    DiagnosticExplanation(
      "unusual-line-end", "A character ends a line only for some YAML tools",
      """
      U+0085, U+2028 and U+2029 are line ends in YAML 1.1 and plain characters in YAML 1.2. Use LF; inside double quotes write the
      character as an escape, such as '\\u2028'.
      """
    ),
  ]

  /// Diagnostics of invalid YAML, and of YAML features that the language does not support.
  static let yaml: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "yaml-syntax", "The file is not YAML",
      """
      The caret marks where parsing stopped, which may be after the mistake: look for a missing comma or an extra bracket before it.
      For rare errors the message is libyaml's own.
      """,
      fault: """
        objects:
          Dog: {}}
        """,
      corrected: """
        objects:
          Dog: {}
        """),
    DiagnosticExplanation(
      "tab", "A line is indented with a tab",
      "YAML measures indentation in spaces and does not allow tabs, whose width varies between editors.",
      fault: "objects:\n\tDog: {}", corrected: "objects:\n  Dog: {}"),
    DiagnosticExplanation(
      "too-deep", "Mappings, lists or mixins are nested more than 64 levels deep",
      "No schema needs this; the file is probably not a schema.",
      fault: .whole(
        """
        ashlar: 1
        objects: 
        """ + String(repeating: "[", count: 64)), corrected: "objects: {}"),
    DiagnosticExplanation(
      "directive", "The file has a YAML directive",
      "Lines that start with '%' declare YAML versions and tags. A schema needs neither.",
      fault: .whole(
        """
        %YAML 1.2
        ---
        ashlar: 1
        """), corrected: .whole("ashlar: 1")),
    DiagnosticExplanation(
      "several-documents", "The file contains more than one YAML document",
      "A schema file is one document. Move the second to its own file; all files of a target form one schema.",
      fault: """
        objects:
          Dog: {}
        ---
        ashlar: 1
        objects:
          Cat: {}
        """,
      corrected: .several([
        "dogs.yaml": """
        objects:
          Dog: {}
        """,
        "cats.yaml": """
        objects:
          Cat: {}
        """,
      ])),
    DiagnosticExplanation(
      "anchor", "The file has an anchor",
      "Anchors ('&name') and aliases ('*name') are not part of the language: a declaration is complete at its position.",
      fault: """
        objects:
          Dog: &dog
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
      "alias", "The file has an alias",
      "Anchors ('&name') and aliases ('*name') are not part of the language. Write the value again.",
      fault: """
        objects:
          Dog: {}
          Cat: *dog
        """,
      corrected: """
        objects:
          Dog: {}
          Cat: {}
        """),
    DiagnosticExplanation(
      "tag", "The file has a tag",
      "Tags ('!!int' and the like) give a scalar a YAML type. In a schema, each key determines the type of its value.",
      fault: """
        objects:
          Dog:
            properties:
              age: { type: Int, default: !!int 3 }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              age: { type: Int, default: 3 }
        """),
    DiagnosticExplanation(
      "key-not-scalar", "A key is a list or a mapping",
      "YAML allows any node as a key. In a schema every key is a single word.",
      fault: """
        objects:
          [Dog]: {}
        """,
      corrected: """
        objects:
          Dog: {}
        """),
    DiagnosticExplanation(
      "duplicate-key", "A mapping has the same key twice",
      "Many YAML tools use the last one. The compiler ignores nothing silently: remove one of them, or rename it.",
      fault: """
        objects:
          Dog:
            properties:
              name: String
              name: Int
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: String
              number: Int
        """),
  ]
}
