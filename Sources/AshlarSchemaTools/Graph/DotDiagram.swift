internal import AshlarCompiler
public import AshlarSchema

/// Renders a schema in the language of Graphviz.
public enum DotDiagram {
  /// Returns a digraph: a table for each type, enum and projection; an edge for each link, with the link's cardinality and delete rule; an
  /// edge from each property of an enum type to the enum; and an edge from each projection to the projected type. The output is
  /// deterministic.
  public static func text(for schema: SchemaModel) -> String {
    let graph = SchemaGraph(schema)
    var lines = [
      "digraph \(quoted(schema.name.isEmpty ? "Schema" : schema.name)) {", "  rankdir=LR;", "  node [shape=plain, fontname=\"monospace\"];",
      "  edge [fontname=\"monospace\", fontsize=10];",
    ]
    lines += graph.boxes.map { "  \(quoted($0.name)) [label=<\(table($0))>];" }
    lines += graph.arrows.map { arrow in
      let ends = "\(quoted(graph.boxes[arrow.source].name)):r\(arrow.row) -> \(quoted(graph.boxes[arrow.target].name)):head"
      switch arrow.kind {
      case .link:
        let rule = arrow.rule.map { ", label=\"\($0)\"" } ?? ""
        return "  \(ends) [headlabel=\"\(arrow.cardinality)\"\(rule)];"
      case .embedding: return "  \(ends) [headlabel=\"\(arrow.cardinality)\", dir=both, arrowtail=diamond];"
      case .choice: return "  \(ends) [style=dotted, arrowhead=open];"
      case .view: return "  \(ends) [style=dashed, arrowhead=empty];"
      }
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private static func table(_ box: SchemaGraph.Box) -> String {
    let color =
      switch box.kind {
      case .object: "#dbe8ff"
      case .asymmetric: "#e8e8e8"
      case .embedded: "#dcf3e2"
      case .enumeration: "#fdeccb"
      case .projection: "#eee0fa"
      }
    let stereotype = box.kind == .object ? "" : " <I>\(box.kind.rawValue)</I>"
    var text = "<TABLE BORDER=\"0\" CELLBORDER=\"1\" CELLSPACING=\"0\" CELLPADDING=\"4\">"
    text += "<TR><TD PORT=\"head\" BGCOLOR=\"\(color)\"><B>\(Markup.escape(box.name))</B>\(stereotype)</TD></TR>"
    for (number, row) in box.rows.enumerated() {
      let mark = row.mark.isEmpty ? "" : " <I>\(row.mark)</I>"
      let detail = row.detail.isEmpty ? "" : " : " + Markup.escape(row.detail)
      text += "<TR><TD PORT=\"r\(number)\" ALIGN=\"LEFT\">\(Markup.escape(row.name))\(detail)\(mark)</TD></TR>"
    }
    return text + "</TABLE>"
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
