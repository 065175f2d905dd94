internal import AshlarCompiler

extension DiagnosticExplanation {
  /// Diagnostics of the key `values`.
  static let copies: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "values-with", "Values of an open or deprecated type",
      """
      A value copies all that an object of exactly this class holds. A subclass could hold more, and emitted code must not name what is
      deprecated.
      """,
      fault: """
        objects:
          Dog:
            open: true
            values: true
            properties:
              name: String
        """,
      corrected: """
        objects:
          Dog:
            values: true
            properties:
              name: String
        """),
    DiagnosticExplanation(
      "values-name-taken", "A type named as what 'values' emits",
      """
      The class of a type with 'values: true' declares types named 'Value' and 'Key', and its code names 'Linked', 'ValueConvertible' and
      'KeyedValueConvertible'. Inside the class they would hide the schema's type, or it them.
      """,
      fault: """
        objects:
          Dog:
            values: true
            properties:
              name: String
          Value:
            properties:
              name: String
        """,
      corrected: """
        objects:
          Dog:
            values: true
            properties:
              name: String
          Amount:
            properties:
              name: String
        """),
    DiagnosticExplanation(
      "value-property", "A deprecated or less visible property in a value",
      """
      The struct is as visible as the class, and so is its memberwise initializer, which takes every stored property.
      """,
      fault: """
        objects:
          Dog:
            values: true
            properties:
              name: { type: String, access: internal }
        """,
      corrected: """
        objects:
          Dog:
            values: true
            properties:
              name: { type: String, setter: internal }
        """),
    DiagnosticExplanation(
      "value-type", "A property that no value can hold",
      """
      A value is Sendable and Hashable. An AnyRealmValue may be an object, and custom types and external enums need be neither. Maps of
      objects are not supported in values; use a List.
      """,
      fault: """
        objects:
          Dog:
            values: true
            properties:
              anything: AnyRealmValue
        """,
      corrected: """
        objects:
          Dog:
            values: true
            properties:
              anything: String
        """),
    DiagnosticExplanation(
      "value-target", "A value with a type that has no values",
      """
      A value holds copies of embedded objects, and of linked objects to the depth that the call names. Their types need values as well.
      """,
      fault: """
        objects:
          Dog:
            values: true
            properties:
              owner: Person?
          Person:
            properties:
              id: { type: Int, primaryKey: true }
        """,
      corrected: """
        objects:
          Dog:
            values: true
            properties:
              owner: Person?
          Person:
            values: true
            properties:
              id: { type: Int, primaryKey: true }
        """),
    DiagnosticExplanation(
      "value-key", "A value that links to a type without a primary key",
      """
      Where a value does not copy a linked object, it has the object's primary key, by which 'realm.add' finds it again.
      """,
      fault: """
        objects:
          Dog:
            values: true
            properties:
              owner: Person?
          Person:
            values: true
            properties:
              name: String
        """,
      corrected: """
        objects:
          Dog:
            values: true
            properties:
              owner: Person?
          Person:
            values: true
            properties:
              name: { type: String, primaryKey: true }
        """),
    DiagnosticExplanation(
      "value-coding", "A coded value with a type that is not coded",
      """
      The value of a coded type is coded too, with the values that it holds. 'json: false' excludes a property from the coding.
      """,
      fault: """
        objects:
          Dog:
            values: true
            conforms: [Codable]
            properties:
              owner: Person?
          Person:
            values: true
            properties:
              id: { type: Int, primaryKey: true }
        """,
      corrected: """
        objects:
          Dog:
            values: true
            conforms: [Codable]
            properties:
              owner: Person?
          Person:
            values: true
            conforms: [Codable]
            properties:
              id: { type: Int, primaryKey: true }
        """),
  ]
}
