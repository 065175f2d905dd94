extension DiagnosticExplanation {
  /// What `ashlar check --against` finds.
  static let evolution: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "version-not-raised", "The stored form has changed and the schema's version has not",
      "A file of the old schema is refused as long as its version is that of the new one. 'ashlar diff' lists what changed; raise\n'version' in the block 'schema'.",
      fault: .changed(
        "objects:\n  Dog:\n    properties:\n      name: String",
        to: "objects:\n  Dog:\n    properties:\n      name: String\n      age: Int"),
      mended: .changed(
        "objects:\n  Dog:\n    properties:\n      name: String",
        to: "schema: { version: 1 }\nobjects:\n  Dog:\n    properties:\n      name: String\n      age: Int")),
    DiagnosticExplanation(
      "version-lowered", "The schema's version is lower than before",
      "Files never go back: one that was opened under a higher version is refused. Keep the version, or raise it.",
      fault: .changed("schema: { version: 2 }\nobjects:\n  Dog: {}", to: "schema: { version: 1 }\nobjects:\n  Dog: {}"),
      mended: .changed("schema: { version: 2 }\nobjects:\n  Dog: {}", to: "schema: { version: 3 }\nobjects:\n  Dog: {}")),
    DiagnosticExplanation(
      "data-loss", "A change loses data, or leaves it wrong, without a migration block",
      "The message says what would happen to existing rows. Write a migration block and pass --allow-data-loss, or make the change one\nthat keeps the data. docs/evolution.md has every change with an example.",
      fault: .changed(
        "objects:\n  Dog:\n    properties:\n      age: Int?",
        to: "schema: { version: 1 }\nobjects:\n  Dog:\n    properties:\n      age: Int"),
      mended: .changed(
        "objects:\n  Dog:\n    properties:\n      age: Int?",
        to: "schema: { version: 1 }\nobjects:\n  Dog:\n    properties:\n      age: Int?\n      size: Int")),
    DiagnosticExplanation(
      "added-enum-without-zero", "A new property holds no case in existing rows",
      "Existing rows hold the zero value of the raw type in a new column: 0, or the empty text. When no case has it, the property has no\ncase to read there. Make it optional, give a case that raw value, or set the property in a migration block.",
      severity: .warning,
      fault: .changed(
        "enums:\n  Size: { raw: Int, cases: { small: 1, large: 2 } }\nobjects:\n  Dog: {}",
        to:
          "schema: { version: 1 }\nenums:\n  Size: { raw: Int, cases: { small: 1, large: 2 } }\nobjects:\n  Dog:\n    properties:\n      size: Size"
      ),
      mended: .changed(
        "enums:\n  Size: { raw: Int, cases: { small: 1, large: 2 } }\nobjects:\n  Dog: {}",
        to:
          "schema: { version: 1 }\nenums:\n  Size: { raw: Int, cases: { small: 1, large: 2 } }\nobjects:\n  Dog:\n    properties:\n      size: Size?"
      )),
  ]
}
