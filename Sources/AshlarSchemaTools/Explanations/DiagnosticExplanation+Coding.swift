internal import AshlarCompiler

extension DiagnosticExplanation {
  /// Diagnostics of `Codable`.
  static let coding: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "coding-key-taken", "Two properties with one coding key",
      "A coded object is a mapping in which each key occurs once. A property without 'json' is coded under its name.",
      fault: """
        objects:
          Dog:
            conforms: [Codable]
            properties:
              name: String
              title: { type: String, json: name }
        """,
      corrected: """
        objects:
          Dog:
            conforms: [Codable]
            properties:
              name: { type: String, json: false }
              title: { type: String, json: name }
        """),
    DiagnosticExplanation(
      "json-not-coded", "A coding key in a type that is not coded",
      """
      'json' is the key of a property in the coding of its type, so the type must conform to Codable, Encodable or Decodable. For a
      property of a mixin, at least one type with that mixin must.
      """,
      fault: """
        objects:
          Dog:
            properties:
              name: { type: String, json: title }
        """,
      corrected: """
        objects:
          Dog:
            conforms: [Codable]
            properties:
              name: { type: String, json: title }
        """),
    DiagnosticExplanation(
      "any-not-codable", "An AnyRealmValue in a coded type",
      "The coded form of an AnyRealmValue does not include its type, so it could not be decoded. 'json: false' excludes it from the coding.",
      fault: """
        objects:
          Dog:
            conforms: [Codable]
            properties:
              anything: AnyRealmValue
        """,
      corrected: """
        objects:
          Dog:
            conforms: [Codable]
            properties:
              anything: { type: AnyRealmValue, json: false }
        """),
    DiagnosticExplanation(
      "type-not-codable", "A coded type contains a type that is not coded",
      """
      Coding an object codes everything that it contains and links to. The generated code compiles only if that type conforms too, in
      the schema or in an extension that you write. 'json: false' excludes the property.
      """, severity: .warning,
      fault: """
        objects:
          Dog:
            conforms: [Codable]
            properties:
              name: String
              collar: Collar?
        embedded:
          Collar:
            properties: { color: String }
        """,
      corrected: """
        objects:
          Dog:
            conforms: [Codable]
            properties:
              name: String
              collar: Collar?
        embedded:
          Collar:
            conforms: [Codable]
            properties: { color: String }
        """),
  ]
}
