extension DiagnosticExplanation {
  /// Codable.
  static let coding: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "coding-key-taken", "Two properties with one coding key",
      "A coded object is a map from keys to values, in which each key stands once. Without 'json' a property is coded under its name.",
      fault: """
        objects:
          Dog:
            conforms: [Codable]
            properties:
              name: String
              title: { type: String, json: name }
        """,
      mended: """
        objects:
          Dog:
            conforms: [Codable]
            properties:
              name: { type: String, json: false }
              title: { type: String, json: name }
        """),
    DiagnosticExplanation(
      "json-not-coded", "A coding key where nothing is coded",
      """
      'json' names the key of a property in the coding of its type, so the type has to be coded: it conforms to Codable, Encodable or
      Decodable. The key of a mixin's property has to serve at least one type that has the mixin.
      """,
      fault: """
        objects:
          Dog:
            properties:
              name: { type: String, json: title }
        """,
      mended: """
        objects:
          Dog:
            conforms: [Codable]
            properties:
              name: { type: String, json: title }
        """),
    DiagnosticExplanation(
      "any-not-codable", "An AnyRealmValue in a coded type",
      "An AnyRealmValue does not say in its coded form what it was, so it cannot be read back. 'json: false' leaves it out of the coding.",
      fault: """
        objects:
          Dog:
            conforms: [Codable]
            properties:
              anything: AnyRealmValue
        """,
      mended: """
        objects:
          Dog:
            conforms: [Codable]
            properties:
              anything: { type: AnyRealmValue, json: false }
        """),
    DiagnosticExplanation(
      "type-not-codable", "The coding reaches a type that is not coded",
      """
      Coding an object codes what it holds and links to. The generated code compiles only if that type conforms too, in the schema or in
      an extension by hand. 'json: false' leaves the property out.
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
      mended: """
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
