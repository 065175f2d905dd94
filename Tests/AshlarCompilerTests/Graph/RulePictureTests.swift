import AshlarCompiler
import AshlarSchema
import AshlarSchemaTools
import Foundation
import Testing

@Suite("Rules in pictures and dumps")
struct RulePictureTests {
  private static let shop = """
    ashlar: 1
    schema: { name: Shop }
    objects:
      Customer:
        properties:
          email: { type: String, unique: true, length: 1...40 }
          orders: { type: LinkingObjects<Order>, origin: customer, deleteRule: deny }
      Line: { properties: { amount: { type: Int, min: 1 } } }
      Order:
        properties:
          customer: Customer?
          lines: { type: List<Line>, deleteRule: cascade }
      Seat:
        primaryKey: [hall, row]
        properties: { hall: Int, row: Int }
    """

  private func model(_ yaml: String = Self.shop) throws -> SchemaModel {
    let result = SchemaCompiler().check([SourceFile(path: "a.yaml", text: yaml)])
    return try #require(result.schema, "\(result.diagnostics.map { $0.text() }.joined())").model
  }

  /// The schema as a file contains it.
  private func withoutLinkingObjects(_ model: SchemaModel) -> SchemaModel {
    var model = model
    for index in model.entities.indices { model.entities[index].properties.removeAll { $0.collection == .linkingObjects } }
    return model
  }

  @Test("Mermaid marks unique properties and the parts of a key, and labels links with delete rules")
  func mermaid() throws {
    let text = MermaidDiagram.text(for: try model())
    for line in [
      "    String email «unique»", "    Int hall «key 1»", "    Int row «key 2»", #"  Order --> "0..1" Customer : customer"#,
      #"  Order --> "*" Line : lines «cascade»"#, #"  Customer ..> "*" Order : orders (from customer) «deny»"#,
    ] {
      #expect(text.contains(line + "\n"), "\(line)")
    }
  }

  @Test("Graphviz labels edges with delete rules, and marks the rows of linking objects")
  func dot() throws {
    let text = DotDiagram.text(for: try model())
    for part in [
      #""Order":r0 -> "Customer":head [headlabel="0..1"];"#, #""Order":r1 -> "Line":head [headlabel="*", label="cascade"];"#,
      "email : String <I>unique</I>", "orders : LinkingObjects&lt;Order&gt; <I>deny</I>", "hall : Int <I>key 1</I>",
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test("SVG writes the delete rule of a link beside its start")
  func svg() throws {
    let text = SVGDiagram.text(for: try model())
    #expect(text.matches(of: /class="g-many g-rule[^>]*data-from="Order" data-to="Line"[^>]*>cascade</).count == 1)
    #expect(text.components(separatedBy: "class=\"g-many g-rule").count == 2)
    #expect(text.contains(#"<tspan class="g-mark" dx="6">deny</tspan>"#))
    #expect(text.contains(#"<tspan class="g-mark" dx="6">unique</tspan>"#))
  }

  @Test("the page lists the rules of a type and of its properties")
  func page() throws {
    let text = HTMLPage.text(for: try model())
    for part in [
      #"<p class="note"><code>primaryKey: [hall, row]</code></p>"#, #"<span class="mark"><code>unique: true</code></span>"#,
      #"<span class="mark"><code>length: 1...40</code></span>"#, #"<span class="mark"><code>deleteRule: deny</code></span>"#,
      #"<span class="mark"><code>deleteRule: cascade</code></span>"#,
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test("a rule of linking objects that the schema of a file lacks is stated by linking objects that are added")
  func file() throws {
    let stored = withoutLinkingObjects(try model())
    let dump = DescriptorDump.yaml(stored)
    #expect(dump.contains("linkingOrderCustomer: "), "\(dump)")
    #expect(dump.contains("origin: customer, deleteRule: deny"), "\(dump)")
    let again = try model(dump)
    #expect(again.entities.map(\.rules) == stored.entities.map(\.rules))
    #expect(SchemaDifference.between(stored, again).isEmpty)
    #expect(MermaidDiagram.text(for: stored).contains("linkingOrderCustomer (from customer) «deny»"))
    #expect(DotDiagram.text(for: stored).contains("linkingOrderCustomer : LinkingObjects&lt;Order&gt; <I>deny</I>"))
    #expect(HTMLPage.text(for: stored).contains("deleteRule: deny"))
  }

  @Test("linking objects that are added do not take the name of a property")
  func name() throws {
    let stored = withoutLinkingObjects(
      try model(
        """
        ashlar: 1
        schema: { name: Shop }
        objects:
          Customer:
            properties:
              linkingOrderCustomer: Int
              orders: { type: LinkingObjects<Order>, origin: customer, deleteRule: cascade }
          Order: { properties: { customer: Customer? } }
        """))
    let again = try model(DescriptorDump.yaml(stored))
    #expect(again.entities.first?.properties.map(\.name) == ["linkingOrderCustomer", "linkingOrderCustomer_"])
  }
}
