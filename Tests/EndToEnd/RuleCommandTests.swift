import Foundation
import Testing
import TestSupport
import TestTraits

@Suite("Commands for files with rules", .blocking, .enabled(if: Repository.command != nil, "the command is built beside the tests"))
struct RuleCommandTests {
  private let folder: TemporaryFolder

  private static let schema = """
    ashlar: 1
    schema: { version: 1 }
    objects:
      Customer:
        properties:
          number: { type: Int, primaryKey: true }
          email:  { type: String, unique: true, length: 1...40 }
          orders: { type: LinkingObjects<Order>, origin: customer, deleteRule: deny }
      Line:
        properties:
          amount: { type: Int, min: 1, max: 999 }
      Order:
        checks: [placed <= shipped]
        properties:
          customer: { type: "Customer?", required: true }
          placed:   Date
          shipped:  Date?
          lines:    { type: List<Line>, deleteRule: cascade }

    """

  private static let objects = """
    {"$type":"Customer","number":1,"email":"ada@example.org"}
    {"$type":"Line","$row":0,"amount":2}
    {"$type":"Order","$row":0,"customer":1,"placed":"2026-01-01","shipped":null,"lines":[{"$row":0}]}

    """

  /// Makes a file with an order of a customer.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.schema, to: "shop.yaml")
    let narrower = Self.schema.replacingOccurrences(of: "max: 999", with: "max: 1")
    try folder.write(narrower.replacingOccurrences(of: "version: 1", with: "version: 2"), to: "narrower.yaml")
    try folder.write(Self.objects, to: "objects.jsonl")
    let made = try run("import", "shop.realm", "objects.jsonl", "--schema", "shop.yaml")
    #expect((made.status, made.errors) == (0, ""))
  }

  private func run(_ arguments: String...) throws -> Shell.Result {
    try Shell.run(#require(Repository.command), arguments, in: folder.url)
  }

  @Test("inspect lists the rules of the file, for people and as JSON")
  func inspect() throws {
    let text = try run("inspect", "shop.realm").output
    #expect(text.contains("features  checks, deletes, unique\n"), "\(text)")
    for line in [
      "unique rule over 'Customer.email'", "length rule of 'Customer.email' (1...40)", "range of 'Line.amount' (1...999)",
      "rule that 'Order.customer' is required", "check 'placed <= shipped' of 'Order'", "delete rule of 'Order.lines' (cascade)",
      "delete rule of the objects that 'Order.customer' links to (deny)",
    ] {
      #expect(text.contains("\n  \(line)\n"), "\(line)\n\(text)")
    }
    let json = try run("inspect", "shop.realm", "--format", "json").output
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let rules = try #require(object?["rules"] as? [[String: Any]])
    #expect(rules.count == 7)
    let range = try #require(rules.first { $0["rule"] as? String == "range" })
    #expect(range["type"] as? String == "Line")
    #expect(range["properties"] as? [String] == ["amount"])
    #expect(range["text"] as? String == "range of 'Line.amount' (1...999)")
  }

  @Test("dump prints all rules, graph labels links with delete rules, and diff finds no difference")
  func dump() throws {
    let dump = try run("dump", "shop.realm")
    #expect((dump.status, dump.errors) == (0, ""))
    for part in ["unique: true", "length: 1...40", "required: true", "deleteRule: cascade", "deleteRule: deny", "checks: ["] {
      #expect(dump.output.contains(part), "\(part)\n\(dump.output)")
    }
    try folder.write(dump.output, to: "dump.yaml")
    for schema in ["dump.yaml", "shop.yaml"] {
      let difference = try run("diff", "shop.realm", schema)
      #expect((difference.status, difference.output, difference.errors) == (0, "", ""))
    }
    let graph = try run("graph", "shop.realm").output
    #expect(graph.contains("lines «cascade»\n"), "\(graph)")
    #expect(graph.contains("(from customer) «deny»\n"), "\(graph)")
  }

  @Test("a narrower rule is a difference, which check rejects and a dry run examines in all rows")
  func narrower() throws {
    let sentence = "The range of 'Line.amount' has been changed from '1...999' to '1...1'."
    #expect(try run("diff", "shop.realm", "narrower.yaml").output.hasSuffix(": \(sentence)\n"))
    let check = try run("check", "narrower.yaml", "--against", "shop.realm")
    #expect(check.status == 1)
    #expect(check.errors.contains("a file with a row that breaks it is refused [data-loss]"), "\(check.errors)")
    #expect(try run("check", "narrower.yaml", "--against", "shop.realm", "--allow-data-loss").status == 0)
    let forecast = try run("migrate", "shop.realm", "narrower.yaml", "--dry-run")
    #expect(forecast.status == 1)
    #expect(forecast.output.contains("  scan     \(sentence) (1 rows)\n           would fail: "), "\(forecast.output)")
    #expect(forecast.output.contains("the range of 'Line.amount' is broken by row 0, which has 2"), "\(forecast.output)")
  }

  @Test("an import that breaks a rule names the line, and stores nothing")
  func importing() throws {
    try folder.write("{\"amount\":3}\n{\"amount\":0}\n", to: "bad.jsonl")
    let result = try run("import", "shop.realm", "bad.jsonl", "--type", "Line")
    #expect(result.status == 1)
    #expect(result.errors.contains("bad.jsonl:2: the range of 'Line.amount' is broken by row 2, which has 0"), "\(result.errors)")
    #expect(result.errors.contains("Nothing was stored."), "\(result.errors)")
    #expect(try run("export", "shop.realm", "Line").output.split(separator: "\n").count == 1)
    let verified = try run("verify", "shop.realm", "--rules")
    #expect(verified.status == 0)
    #expect(verified.output.hasSuffix("Every object satisfies the rules about values and the unique rules.\n"), "\(verified.output)")
  }
}
