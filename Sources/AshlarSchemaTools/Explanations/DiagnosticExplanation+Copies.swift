internal import AshlarCompiler

extension DiagnosticExplanation {
  /// Diagnostics of the key `values`.
  static let copies: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "values-with", "Values of an open or deprecated type",
      """
      A value copies everything that an object of exactly this class contains. A subclass could contain more, and generated code must not
      use deprecated declarations.
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
      "values-name-taken", "A type has a name that 'values' generates",
      """
      The class of a type with 'values: true' declares types named 'Value' and 'Key', and its code uses 'Linked', 'ValueConvertible' and
      'KeyedValueConvertible'. Inside the class, one of the equal names would hide the other.
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
      The struct has the access level of the class, and so has its memberwise initializer, which initializes every stored property.
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
      A value is Sendable and Hashable. An AnyRealmValue may contain an object, and custom types and external enums need be neither. Maps
      of objects are not supported in values; use a List.
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
      A value contains copies of embedded objects, and of linked objects to the depth that the call states. Their types need values too.
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
      If a value does not copy a linked object, it contains the object's primary key, by which 'realm.add' finds the object.
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
      The value of a coded type is also coded, with the values that it contains. 'json: false' excludes a property from the coding.
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
