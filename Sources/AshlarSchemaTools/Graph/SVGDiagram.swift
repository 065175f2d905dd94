internal import AshlarCompiler
public import AshlarSchema

/// Renders a schema as a self-contained SVG image for light and dark mode.
public enum SVGDiagram {
  /// Returns the image: a box for each type, enum and projection; an arrow for each link, with the link's cardinality and delete rule; an
  /// arrow from each property of an enum type to the enum; and an arrow from each projection to the projected type. The output is
  /// deterministic.
  public static func text(for schema: SchemaModel) -> String {
    #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n" + picture(of: schema, linking: false)
  }

  /// Returns the element `svg`. With `linking`, its boxes link to the sections of a page.
  static func picture(of schema: SchemaModel, linking: Bool) -> String {
    let graph = SchemaGraph(schema)
    let layout = DiagramLayout(graph)
    let legend = legend(of: graph)
    let width = Int(max(layout.width, legend.width + DiagramLayout.margin).rounded(.up))
    let height = Int((layout.height + 28).rounded(.up))
    let title = schema.name.isEmpty ? "Schema" : "Schema \(schema.name)"
    var lines = [
      #"<svg class="ashlar-graph" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(width) \#(height)" "#
        + #"width="\#(width)" height="\#(height)" role="img">"#,
      "<title>\(Markup.escape(title))</title>",
      "<style>\n\(style)\n</style>",
      "<defs>",
    ]
    for kind in ["link", "embedding", "choice", "view"] {
      lines.append(
        #"<marker id="g-end-\#(kind)" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">"#
          + #"<path class="g-end-\#(kind)" d="M0,1 L9,5 L0,9 Z"/></marker>"#)
    }
    lines.append(
      #"<marker id="g-start-embedding" viewBox="0 0 14 10" refX="1" refY="5" markerWidth="11" markerHeight="8" orient="auto">"#
        + #"<path class="g-end-embedding" d="M1,5 L7,1 L13,5 L7,9 Z"/></marker>"#)
    lines.append("</defs>")
    lines.append(#"<rect class="g-back" width="\#(width)" height="\#(height)"/>"#)
    lines += graph.arrows.indices.map { arrow(graph, layout.ways[$0], graph.arrows[$0]) }
    // The labels follow all arrows, so that no arrow is drawn over a label.
    lines += graph.arrows.indices.compactMap { cardinality(graph, layout.ways[$0], graph.arrows[$0]) }
    lines += graph.arrows.indices.compactMap { rule(graph, layout.ways[$0], graph.arrows[$0]) }
    for (box, frame) in zip(graph.boxes, layout.frames) { lines += draw(box, frame, linking: linking) }
    lines.append(#"<g transform="translate(\#(Int(DiagramLayout.margin)) \#(Int(layout.height.rounded(.up)) + 4))">"#)
    lines += legend.lines
    lines += ["</g>", "</svg>"]
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Boxes

  private static func draw(_ box: SchemaGraph.Box, _ frame: DiagramLayout.Frame, linking: Bool) -> [String] {
    let name = Markup.escape(box.name)
    let (width, height) = (Int(frame.width), Int(frame.height))
    var lines = [
      #"<g class="g-box g-\#(box.kind.rawValue)" data-type="\#(name)" transform="translate(\#(whole(frame.x)) \#(whole(frame.y)))">"#
    ]
    if let documentation = box.documentation { lines.append("<title>\(Markup.escape(documentation))</title>") }
    if linking { lines.append(##"<a href="#\##(name)">"##) }
    let head = Int(DiagramLayout.headHeight)
    lines.append(#"<rect class="g-body" width="\#(width)" height="\#(height)" rx="7"/>"#)
    lines.append(
      #"<path class="g-head" d="M0,\#(head) V7 a7,7 0 0 1 7,-7 H\#(width - 7) a7,7 0 0 1 7,7 V\#(head) Z"/>"#)
    lines.append(#"<text class="g-name" x="12" y="20">\#(name)</text>"#)
    if box.kind != .object { lines.append(#"<text class="g-kind" x="\#(width - 12)" y="20">\#(box.kind.rawValue)</text>"#) }
    for (number, row) in box.rows.enumerated() {
      let y = whole(DiagramLayout.portOffset(number) + 4)
      let mark = row.mark.isEmpty ? "" : #"<tspan class="g-mark" dx="6">\#(row.mark)</tspan>"#
      let style = row.mark.hasPrefix("key") ? #" class="g-key""# : ""
      lines.append(#"<text x="12" y="\#(y)"><tspan\#(style)>\#(Markup.escape(row.name))</tspan>\#(mark)</text>"#)
      if !row.detail.isEmpty {
        lines.append(#"<text class="g-detail" x="\#(width - 12)" y="\#(y)">\#(Markup.escape(row.detail))</text>"#)
      }
    }
    if linking { lines.append("</a>") }
    lines.append("</g>")
    return lines
  }

  // MARK: Arrows

  private static func arrow(_ graph: SchemaGraph, _ way: [DiagramLayout.Point], _ arrow: SchemaGraph.Arrow) -> String {
    guard let first = way.first, let last = way.last else { return "" }
    let isLoop = arrow.source == arrow.target
    var path = "M\(point(first))"
    if isLoop {
      path += " C\(point(way[1])) \(point(way[2])) \(point(last))"
    } else {
      for index in 1..<way.count {
        let (from, to) = (way[index - 1], way[index])
        if index % 2 == 0 {
          path += " L\(point(to))"
        } else {
          let bend = (to.x - from.x) / 2
          path += " C\(point(.init(x: from.x + bend, y: from.y))) \(point(.init(x: to.x - bend, y: to.y))) \(point(to))"
        }
      }
    }
    let source = graph.boxes[arrow.source]
    let label = "\(source.name).\(source.rows[arrow.row].name) → \(graph.boxes[arrow.target].name)"
    let start = arrow.kind == .embedding ? #" marker-start="url(#g-start-embedding)""# : ""
    var text =
      #"<g class="g-arrow g-\#(arrow.kind.rawValue)" data-from="\#(Markup.escape(source.name))" "#
      + #"data-to="\#(Markup.escape(graph.boxes[arrow.target].name))"><title>\#(Markup.escape(label))</title>"#
    text += #"<path d="\#(path)"\#(start) marker-end="url(#g-end-\#(arrow.kind.rawValue))"/>"#
    return text + "</g>"
  }

  /// Returns the label with the cardinality at the end of an arrow; nil if the arrow has no cardinality. The outline of the text, in the
  /// background color, covers the lines that are drawn behind it.
  private static func cardinality(_ graph: SchemaGraph, _ way: [DiagramLayout.Point], _ arrow: SchemaGraph.Arrow) -> String? {
    guard !arrow.cardinality.isEmpty, way.count >= 2, let last = way.last else { return nil }
    let comesFromLeft = arrow.source != arrow.target && way[way.count - 2].x < last.x
    let x = comesFromLeft ? last.x - 13 : last.x + 13
    return #"<text class="g-many \#(comesFromLeft ? "g-left" : "g-right")" data-from="\#(Markup.escape(graph.boxes[arrow.source].name))" "#
      + #"data-to="\#(Markup.escape(graph.boxes[arrow.target].name))" x="\#(whole(x))" y="\#(whole(last.y - 4))">\#(arrow.cardinality)</text>"#
  }

  /// Returns the delete rule below the start of an arrow; nil if the link has none.
  private static func rule(_ graph: SchemaGraph, _ way: [DiagramLayout.Point], _ arrow: SchemaGraph.Arrow) -> String? {
    guard let rule = arrow.rule, way.count >= 2, let first = way.first else { return nil }
    let leadsRight = way[1].x >= first.x
    return #"<text class="g-many g-rule\#(leadsRight ? "" : " g-left")" data-from="\#(Markup.escape(graph.boxes[arrow.source].name))" "#
      + #"data-to="\#(Markup.escape(graph.boxes[arrow.target].name))" x="\#(whole(first.x + (leadsRight ? 6 : -6)))" "#
      + #"y="\#(whole(first.y + 12))">\#(rule)</text>"#
  }

  private static func point(_ point: DiagramLayout.Point) -> String { "\(whole(point.x)),\(whole(point.y))" }

  private static func whole(_ number: Double) -> Int { Int(number.rounded()) }

  // MARK: Legend

  /// Returns the legend of the colors and lines that occur.
  private static func legend(of graph: SchemaGraph) -> (lines: [String], width: Double) {
    var lines: [String] = []
    var x = 0.0
    for kind in [SchemaGraph.BoxKind.object, .embedded, .asymmetric, .enumeration, .projection]
    where graph.boxes.contains(where: { $0.kind == kind }) {
      lines.append(
        #"<g class="g-\#(kind.rawValue)"><rect class="g-head g-swatch" x="\#(Int(x))" y="0" width="14" height="12" rx="3"/></g>"#)
      lines.append(#"<text class="g-legend" x="\#(Int(x) + 20)" y="10">\#(kind.rawValue)</text>"#)
      x += 20 + DiagramLayout.textWidth(kind.rawValue) + 20
    }
    let meanings: [(SchemaGraph.ArrowKind, String)] = [
      (.link, "link"), (.embedding, "owned object"), (.choice, "values of an enum"), (.view, "view of a type"),
    ]
    for (kind, meaning) in meanings where graph.arrows.contains(where: { $0.kind == kind }) {
      let start = kind == .embedding ? #" marker-start="url(#g-start-embedding)""# : ""
      lines.append(
        #"<g class="g-\#(kind.rawValue)"><path d="M\#(Int(x)),6 h34"\#(start) marker-end="url(#g-end-\#(kind.rawValue))"/></g>"#)
      lines.append(#"<text class="g-legend" x="\#(Int(x) + 42)" y="10">\#(meaning)</text>"#)
      x += 42 + DiagramLayout.textWidth(meaning) + 20
    }
    return (lines, x)
  }

  private static let style = """
    .ashlar-graph { --back: #ffffff; --body: #ffffff; --text: #1c2330; --soft: #5d6778; --line: #b9c2d0; --object: #dbe7fd;
      --embedded: #d6f2e0; --enum: #fcebc6; --asymmetric: #e6e6ea; --link: #3b6fd4; --embedding: #23905a; --choice: #a9853a;
      --projection: #eee0fa; --view: #8a5cc0; }
    @media (prefers-color-scheme: dark) {
      .ashlar-graph { --back: #14181f; --body: #1c222c; --text: #e6eaf1; --soft: #98a3b5; --line: #3d4757; --object: #26426f;
        --embedded: #1d4f38; --enum: #5a4618; --asymmetric: #42454d; --link: #7ea6f5; --embedding: #58c48d; --choice: #cfa958;
        --projection: #4a3268; --view: #b892ea; }
    }
    .ashlar-graph text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: var(--text); }
    .ashlar-graph a { text-decoration: none; }
    .ashlar-graph .g-back { fill: var(--back); }
    .ashlar-graph .g-body { fill: var(--body); stroke: var(--line); }
    .ashlar-graph .g-head { stroke: var(--line); }
    .ashlar-graph .g-object .g-head { fill: var(--object); }
    .ashlar-graph .g-embedded .g-head { fill: var(--embedded); }
    .ashlar-graph .g-enum .g-head { fill: var(--enum); }
    .ashlar-graph .g-asymmetric .g-head { fill: var(--asymmetric); }
    .ashlar-graph .g-projection .g-head { fill: var(--projection); }
    .ashlar-graph .g-embedded .g-body { stroke-dasharray: 5 3; }
    .ashlar-graph .g-name { font-weight: bold; font-size: 13px; }
    .ashlar-graph .g-kind { text-anchor: end; font-style: italic; fill: var(--soft); }
    .ashlar-graph .g-detail { text-anchor: end; fill: var(--soft); }
    .ashlar-graph .g-key { font-weight: bold; text-decoration: underline; }
    .ashlar-graph .g-mark, .ashlar-graph .g-legend { fill: var(--soft); font-size: 11px; }
    .ashlar-graph .g-link path, .ashlar-graph .g-embedding path, .ashlar-graph .g-choice path,
    .ashlar-graph .g-view path { fill: none; stroke-width: 1.4; }
    .ashlar-graph .g-link path { stroke: var(--link); }
    .ashlar-graph .g-embedding path { stroke: var(--embedding); }
    .ashlar-graph .g-choice path { stroke: var(--choice); stroke-dasharray: 2 3; }
    .ashlar-graph .g-view path { stroke: var(--view); stroke-dasharray: 6 3; }
    .ashlar-graph .g-end-view { fill: var(--view); }
    .ashlar-graph .g-end-link { fill: var(--link); }
    .ashlar-graph .g-end-embedding { fill: var(--embedding); }
    .ashlar-graph .g-end-choice { fill: var(--choice); }
    .ashlar-graph .g-many { font-weight: bold; fill: var(--soft); paint-order: stroke; stroke: var(--back); stroke-width: 5px;
      stroke-linejoin: round; pointer-events: none; }
    .ashlar-graph .g-rule { font-weight: normal; font-size: 10px; }
    .ashlar-graph .g-left { text-anchor: end; }
    .ashlar-graph .g-arrow:hover path { stroke-width: 3; }
    """
}
