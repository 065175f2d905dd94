import AshlarCompiler
import AshlarSchemaTools
import AshlarSchema
import Testing

@Suite("Projections around the language")
struct ProjectionPictureTests {
  private static let yaml = """
    ashlar: 1
    objects: { Dog: { properties: { name: String, mother: Dog? } } }
    projections:
      Card:
        doc: What `visitors` see.
        of: Dog
        properties: { title: name, mother: { path: mother.name, doc: The <b>dam</b>. }, loud: { keyPath: name.uppercased, type: String } }
    """

  private func model(_ yaml: String = Self.yaml) throws -> SchemaModel {
    let result = SchemaCompiler(name: "Kennel").check([SourceFile(path: "a.yaml", text: yaml)])
    return try #require(result.schema, "\(result.diagnostics.map { $0.text() }.joined())").model
  }

  @Test("Mermaid shows them as classes that realise their type")
  func mermaid() throws {
    let text = MermaidDiagram.text(for: try model())
    #expect(text.contains("\n  class Card {\n    <<projection>>\n    title\n    mother\n    loud\n  }\n"))
    #expect(text.hasSuffix("\n  Card ..|> Dog\n"))
  }

  @Test("Graphviz and SVG show their paths, and an arrow to their type")
  func pictures() throws {
    let dot = DotDiagram.text(for: try model())
    #expect(dot.contains("\"Card\":r0 -> \"Dog\":head [style=dashed, arrowhead=empty];"))
    #expect(dot.contains("<TR><TD PORT=\"r2\" ALIGN=\"LEFT\">mother : mother.name</TD></TR>"))
    let svg = SVGDiagram.text(for: try model())
    #expect(svg.contains(#"<g class="g-arrow g-view" data-from="Card" data-to="Dog"><title>Card.of → Dog</title>"#))
    #expect(svg.contains(">view of a type</text>") && svg.contains(">projection</text>"))
  }

  @Test("the page has a section for each, with its documentation")
  func page() throws {
    let page = HTMLPage.text(for: try model())
    #expect(page.contains("1 object type · 1 projection</p>"))
    #expect(page.contains(##"<p><b>Projections</b> <a class="chip projection" href="#Card">Card</a></p>"##))
    #expect(page.contains("<p>What <code>visitors</code> see.</p>"))
    #expect(page.contains(##"<p class="note">View of <a href="#Dog"><code>Dog</code></a></p>"##))
    #expect(page.contains("<td class=\"type\"><code>mother.name</code></td><td><p>The &lt;b&gt;dam&lt;/b&gt;.</p>"))
  }

  @Test("a descriptor's dump compiles to the same schema")
  func dump() throws {
    let model = try model()
    let dumped = DescriptorDump.yaml(model)
    #expect(try self.model(dumped) == model)
  }

  @Test("formatting sorts their keys and shortens what is only a path")
  func format() throws {
    let yaml = """
      ashlar: 1
      projections:
        A: {properties: {x: {path: a}, y: {doc: d, type: "Int?", keyPath: a.b}}, of: Dog} # c
        B: { of: Dog }
      objects: { Dog: { properties: { a: String } } }

      """
    guard case .formatted(let files) = SchemaFormatter.format([SourceFile(path: "a.yaml", text: yaml)]).outcome else {
      Issue.record("not formatted")
      return
    }
    #expect(
      files.first.map { String(decoding: $0.bytes, as: UTF8.self) } == """
        ashlar: 1

        objects:
          Dog:
            properties:
              a: String

        projections:
          A: # c
            of: Dog
            properties:
              x: a
              y: { keyPath: a.b, type: "Int?", doc: d }

          B:
            of: Dog

        """)
  }
}
