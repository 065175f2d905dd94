internal import AshlarCompiler

extension DiagnosticExplanation {
  /// Diagnostics of rules of values.
  static let valueRules: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "rule-type", "A property of this type cannot have the rule",
      """
      'min', 'max', 'above' and 'below' are for numbers and Date, 'length' for String and Data, 'count' for collections, 'pattern' for
      String. 'required' is for links to one object and AnyRealmValue: any other type without '?' is required.
      """,
      fault: """
        objects:
          Dog:
            properties:
              name: { type: String, min: 1 }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              name: { type: String, length: 1... }
        """),
    DiagnosticExplanation(
      "rule-on-elements", "A rule of values is on a collection",
      "Rules concern properties with one value. The only rule of a collection is 'count', the number of its elements.",
      fault: """
        objects:
          Dog:
            properties:
              names: { type: List<String>, length: 1...40 }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              names: { type: List<String>, count: 1...40 }
        """),
    DiagnosticExplanation(
      "rule-range", "The bounds of a rule are not a range",
      """
      A length or a count is a number or a range: '24', '1...40', '1...' or '...40'. The lower bound is at most the upper one, and each
      side has one bound: 'min' or 'above', 'max' or 'below'.
      """,
      fault: """
        objects:
          Dog:
            properties:
              age: { type: Int, min: 40, max: 0 }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              age: { type: Int, min: 0, max: 40 }
        """),
    DiagnosticExplanation(
      "rule-out-of-range", "The property cannot have the value of a bound",
      """
      A bound is a value of the property's type: a finite number in its range, or a date. 'now' is not a bound, because what satisfies a
      rule must satisfy it tomorrow.
      """,
      fault: """
        objects:
          Dog:
            properties:
              age: { type: Int8, max: 200 }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              age: { type: Int16, max: 200 }
        """),
    DiagnosticExplanation(
      "pattern-syntax", "A pattern is not well formed",
      """
      A pattern is that of SQLite's GLOB, over the whole text: '*' is any text, '?' one character, '[a-z]' one of a set, '[^a-z]' one
      that is not in it. '[*]', '[?]' and '[[]' are the characters themselves.
      """,
      fault: """
        objects:
          Dog:
            properties:
              tag: { type: String, pattern: "[a-z" }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              tag: { type: String, pattern: "[a-z]*" }
        """),
    DiagnosticExplanation(
      "check-syntax", "A check does not compare two properties",
      "A check is two properties with '<', '<=', '==' or '!=' between them. It holds if one of them is nil.",
      fault: """
        objects:
          Dog:
            checks: [born > died]
            properties:
              born: Date?
              died: Date?
        """,
      corrected: """
        objects:
          Dog:
            checks: [born <= died]
            properties:
              born: Date?
              died: Date?
        """),
    DiagnosticExplanation(
      "check-types", "The sides of a check cannot be compared",
      """
      Both sides have the same type. '<' and '<=' are for numbers and Date; '==' and '!=' also for text and other single values, not for
      links, collections and AnyRealmValue. Compare a property with a number by 'min', 'max', 'above' or 'below'.
      """,
      fault: """
        objects:
          Dog:
            checks: [born <= age]
            properties:
              born: Date
              age: Int
        """,
      corrected: """
        objects:
          Dog:
            checks: [born <= vaccinated]
            properties:
              born: Date
              vaccinated: Date
        """),
    DiagnosticExplanation(
      "default-breaks-rule", "The default of a property breaks the property's rule",
      """
      No object with the default could be committed. Change the default or the rule. The zero value of a property without a default may
      break its rule: it is to be set before the commit.
      """,
      fault: """
        objects:
          Dog:
            properties:
              legs: { type: Int, default: 5, max: 4 }
        """,
      corrected: """
        objects:
          Dog:
            properties:
              legs: { type: Int, default: 4, max: 4 }
        """),
    DiagnosticExplanation(
      "checked-enum", "An enum cannot be checked",
      """
      'checked' excludes every value without a case from files. It contradicts 'unknown', needs the cases of an external enum, and is
      not for floating-point numbers.
      """,
      fault: """
        enums:
          Size: { cases: [small, large, other], unknown: other, checked: true }
        objects:
          Dog:
            properties:
              size: Size
        """,
      corrected: """
        enums:
          Size: { cases: [small, large], checked: true }
        objects:
          Dog:
            properties:
              size: Size
        """),
    DiagnosticExplanation(
      "checked-enum-of-elements", "A checked enum is used in collections only",
      "Elements of collections are not checked, so the key has no effect. Remove it, or store one value.",
      severity: .warning,
      fault: """
        enums:
          Shade: { cases: [black, brown], checked: true }
        objects:
          Dog:
            properties:
              shades: List<Shade>
        """,
      corrected: """
        enums:
          Shade: { cases: [black, brown] }
        objects:
          Dog:
            properties:
              shades: List<Shade>
        """),
  ]
}
