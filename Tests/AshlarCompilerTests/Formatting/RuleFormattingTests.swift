import Testing

@testable import AshlarCompiler
@testable import AshlarSchemaTools

@Suite("Formatting of rules")
struct RuleFormattingTests {
  private func format(_ text: String) -> String {
    let file = SourceFile(path: "a.yaml", text: text)
    let (outcome, diagnostics) = SchemaFormatter.format([file])
    guard case .formatted(let changed) = outcome else { return diagnostics.map { $0.text() }.joined() }
    return String(decoding: (changed.first ?? file).bytes, as: UTF8.self)
  }

  @Test("the keys of rules have an order, and lists of lists one line for each rule")
  func order() {
    let formatted = """
      ashlar: 1

      enums:
        Status:
          checked: true
          cases: [open, closed]

      objects:
        Account:
          doc: An account.
          unique:
            - [tenant, login]
            - { of: [email], whenNil: deletedAt, nilCounts: true }
          indexes:
            - [tenant, login, email]
          checks: [low <= high]
          properties:
            tenant: { type: "Tenant?", deleteRule: nullify }
            login: { type: String, default: abc, unique: true, length: 1...40, pattern: "[a-z]*" }
            email: String
            deletedAt: Date?
            low: { type: Int, min: 0, max: 9 }
            high: Int

        Seat:
          primaryKey: [row, number]
          properties:
            row: Int
            number: Int

        Tenant: {}

      """
    #expect(
      format(
        """
        ashlar: 1
        enums: { Status: { cases: [open, closed], checked: true } }
        objects:
          Account:
            properties:
              tenant: { deleteRule: nullify, type: "Tenant?" }
              login: { pattern: "[a-z]*", length: 1...40, unique: true, type: String, default: abc }
              email: String
              deletedAt: Date?
              low: { max: 9, min: 0, type: Int }
              high: Int
            checks: [low <= high]
            indexes: [[tenant, login, email]]
            unique: [[tenant, login], { nilCounts: true, whenNil: deletedAt, of: [email] }]
            doc: An account.
          Seat:
            properties: { row: Int, number: Int }
            primaryKey: [row, number]
          Tenant: {}
        """) == formatted)
    #expect(format(formatted) == formatted)
  }

  @Test("every key of the language has a place in the canonical order")
  func complete() {
    let places: [(LayoutPlace, KeyPlace)] = [
      (.type, .object), (.property, .property), (.enumeration, .enumeration), (.unique, .uniqueRule), (.enumCase, .enumCase),
      (.schema, .schema), (.file, .file),
    ]
    for (layout, keys) in places { #expect(Set(layout.keyOrder ?? []) == Set(keys.keys), "\(keys)") }
  }
}
