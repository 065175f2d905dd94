import AshlarCompiler
import AshlarSchemaTools
import AshlarSchema
import Foundation
import Testing
import TestSupport

@Suite("Pictures that need no tool")
struct PictureTests {
  private let kennel = """
    ashlar: 1
    enums: { Mood: { raw: Int, cases: { calm: 1, busy: 5 } } }
    objects:
      Dog:
        doc: "A <good> dog & \\"friend\\".\\n\\nSee `Person`."
        table: dogs
        properties:
          chip: { type: Int, primaryKey: true }
          mood: { type: Mood, default: busy }
          owner: { type: "Person?", doc: "</script><script>alert(1)</script>" }
          collar: Collar?
          born: { type: Date, default: 2024-02-29 }
          price: { type: Decimal128, default: "-1.50" }
      Person: { properties: { friends: List<Person>, dogs: { type: LinkingObjects<Dog>, origin: owner } } }
    embedded: { Collar: { properties: { size: { type: Float, indexed: false } } } }
    """

  private func model(_ yaml: String) throws -> SchemaModel {
    let result = SchemaCompiler(name: "Kennel").check([SourceFile(path: "a.yaml", text: yaml)])
    return try #require(result.schema, "\(result.diagnostics.map { $0.text() }.joined())").model
  }

  @Test("dot shows tables, and edges with their cardinality")
  func dot() throws {
    let yaml = """
      ashlar: 1
      enums: { Mood: [calm] }
      objects: { Dog: { properties: { id: { type: Int, primaryKey: true }, mood: Mood, mates: List<Dog>, collar: Collar? } } }
      embedded: { Collar: {} }
      """
    let table = "<TABLE BORDER=\"0\" CELLBORDER=\"1\" CELLSPACING=\"0\" CELLPADDING=\"4\"><TR><TD PORT=\"head\" BGCOLOR="
    #expect(
      DotDiagram.text(for: try model(yaml)) == """
        digraph "Kennel" {
          rankdir=LR;
          node [shape=plain, fontname="monospace"];
          edge [fontname="monospace", fontsize=10];
          "Collar" [label=<\(table)"#dcf3e2"><B>Collar</B> <I>embedded</I></TD></TR></TABLE>>];
          "Dog" [label=<\(table)"#dbe8ff"><B>Dog</B></TD></TR><TR><TD PORT="r0" ALIGN="LEFT">id : Int <I>key</I></TD></TR>\
        <TR><TD PORT="r1" ALIGN="LEFT">mood : Mood</TD></TR><TR><TD PORT="r2" ALIGN="LEFT">mates : List&lt;Dog&gt;</TD></TR>\
        <TR><TD PORT="r3" ALIGN="LEFT">collar : Collar?</TD></TR></TABLE>>];
          "Mood" [label=<\(table)"#fdeccb"><B>Mood</B> <I>enum</I></TD></TR><TR><TD PORT="r0" ALIGN="LEFT">calm</TD></TR></TABLE>>];
          "Dog":r1 -> "Mood":head [style=dotted, arrowhead=open];
          "Dog":r2 -> "Dog":head [headlabel="*"];
          "Dog":r3 -> "Collar":head [headlabel="0..1", dir=both, arrowtail=diamond];
        }

        """)
  }

  @Test("svg holds each type, each property and each link")
  func svg() throws {
    let svg = SVGDiagram.text(for: try model(kennel))
    for part in [
      "class=\"g-box g-object\" data-type=\"Dog\"", "class=\"g-box g-embedded\" data-type=\"Collar\"",
      "class=\"g-box g-enum\" data-type=\"Mood\"", "<tspan class=\"g-key\">chip</tspan>", ">List&lt;Person&gt;</text>",
      "class=\"g-arrow g-link\" data-from=\"Dog\" data-to=\"Person\"", "class=\"g-arrow g-link\" data-from=\"Person\" data-to=\"Person\"",
      "class=\"g-arrow g-embedding\" data-from=\"Dog\" data-to=\"Collar\"", "class=\"g-arrow g-choice\" data-from=\"Dog\" data-to=\"Mood\"",
      "A &lt;good&gt; dog &amp; &quot;friend&quot;.", "class=\"g-many", ">0..1</text>", ">*</text>",
    ] {
      #expect(svg.contains(part), "\(part)")
    }
    #expect(svg.components(separatedBy: "class=\"g-arrow").count - 1 == 4)
  }

  @Test("the numbers at the ends of arrows are drawn over all lines, with a margin that hides them")
  func cardinalities() throws {
    let svg = SVGDiagram.text(for: try model(kennel))
    let lastArrow = try #require(svg.range(of: "class=\"g-arrow", options: .backwards))
    let firstNumber = try #require(svg.range(of: "<text class=\"g-many"))
    #expect(lastArrow.upperBound < firstNumber.lowerBound)
    #expect(svg.contains(/\.g-many \{[^}]*paint-order: stroke; stroke: var\(--back\); stroke-width: 5px;/))
  }

  @Test("the page holds anchors both ways, documentation and defaults, everything escaped")
  func page() throws {
    let page = HTMLPage.text(for: try model(kennel), documentation: "About <dogs>.")
    for part in [
      "<h1>Kennel</h1>", "<p>About &lt;dogs&gt;.</p>", "<section id=\"Dog\"", "<tr id=\"Dog.owner\">", "<a href=\"#Person\">Person</a>?",
      "<b>Used by</b> <a href=\"#Dog.owner\"><code>Dog.owner</code></a>, <a href=\"#Person.friends\">", "<p>See <code>Person</code>.</p>",
      "default <code>busy</code>", "default <code>2024-02-29</code>", "default <code>-1.50</code>", "Stored as <code>dogs</code>",
      "&lt;/script&gt;&lt;script&gt;alert(1)", "LinkingObjects&lt;<a href=\"#Dog\">Dog</a>&gt;",
      "Version 0 · 2 object types · 1 embedded type · 1 enum",
    ] {
      #expect(page.contains(part), "\(part)")
    }
    #expect(page.components(separatedBy: "<script>").count == 2)
    #expect(!page.contains("src=") && !page.contains("<link"))
  }

  @Test("a schema without types or a name has a picture and a page")
  func empty() {
    let model = SchemaModel(name: "", entities: [])
    #expect(SVGDiagram.text(for: model).contains("<title>Schema</title>"))
    #expect(HTMLPage.text(for: model).contains("<h1>Schema</h1>"))
    #expect(DotDiagram.text(for: model).hasPrefix("digraph \"Schema\" {"))
  }

  @Test("boxes never overlap, stay inside the picture, and the same schema gives the same text")
  func layout() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let count = Int.random(in: 1...25, using: &random)
      let entities = (0..<count).map { number in
        let links = (0..<Int.random(in: 0...4, using: &random)).map { row in
          PropertyModel(
            name: "link\(row)", type: .object, collection: Bool.random(using: &random) ? .list : .none,
            target: "T\(Int.random(in: 0..<count, using: &random))")
        }
        return EntityModel(name: "T\(number)", kind: number % 5 == 4 ? .embedded : .object, properties: links)
      }
      let svg = SVGDiagram.text(for: SchemaModel(name: "Random", entities: entities))
      #expect(svg == SVGDiagram.text(for: SchemaModel(name: "Random", entities: entities.shuffled(using: &random))), "seed \(seed)")
      let frames = svg.matches(of: /translate\((-?\d+) (-?\d+)\)">\n<rect class="g-body" width="(\d+)" height="(\d+)"/)
        .map { match in [match.1, match.2, match.3, match.4].compactMap { Int($0) } }
      let size = try #require(svg.firstMatch(of: /viewBox="0 0 (\d+) (\d+)"/))
      #expect(frames.count == count, "seed \(seed)")
      for (index, frame) in frames.enumerated() {
        #expect(frame[0] >= 0 && frame[1] >= 0, "seed \(seed)")
        #expect(frame[0] + frame[2] <= Int(size.1) ?? 0 && frame[1] + frame[3] <= Int(size.2) ?? 0, "seed \(seed)")
        for other in frames[(index + 1)...] {
          let isApart =
            frame[0] + frame[2] <= other[0] || other[0] + other[2] <= frame[0] || frame[1] + frame[3] <= other[1]
            || other[1] + other[3] <= frame[1]
          #expect(isApart, "seed \(seed)")
        }
      }
    }
  }
}
