internal import AshlarCompiler
public import AshlarSchema

/// A self-contained page that describes a schema: its diagram, every type with its links in both directions, and a search field.
public enum HTMLPage {
  /// Returns the page. The output is deterministic.
  public static func text(for schema: SchemaModel, documentation: String? = nil) -> String {
    let title = Markup.escape(schema.name.isEmpty ? "Schema" : schema.name)
    let schema = schema.statingDeleteRules()
    let sections = PageSections(schema)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      <header>
      <h1>\(title)</h1>
      \(prose(documentation))<p class="facts">\(facts(schema))</p>
      </header>
      <figure>
      <div class="view" tabindex="0" title="The keys + and - zoom, 0 fits; so does the wheel with the control key">
      \(SVGDiagram.picture(of: schema, linking: true))</div>
      <div class="tools" hidden>
      <button id="page-fit" type="button" title="The whole picture">Fit</button>
      <button id="page-full" type="button" title="Full size">1:1</button>
      <button id="page-farther" type="button" aria-label="Smaller">−</button>
      <button id="page-closer" type="button" aria-label="Larger">+</button>
      <output id="page-scale"></output>
      </div>
      </figure>
      <div class="search">
      <label for="page-search">Search</label>
      <input id="page-search" type="search" title="Types, properties, cases and documentation; the key / leads here" autocomplete="off">
      <span id="page-found" role="status"></span>
      </div>
      <nav>
      \(sections.index)
      </nav>
      <main>
      \(sections.text)
      </main>
      <script>
      \(script)
      </script>
      </body>
      </html>

      """
  }

  /// Formats paragraphs, with text in backticks as code; returns an empty string if there is no text.
  static func prose(_ text: String?) -> String {
    guard let text, !text.isEmpty else { return "" }
    var paragraphs: [[Substring]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.allSatisfy(\.isWhitespace) { paragraphs.append([]) } else { paragraphs[paragraphs.count - 1].append(line) }
    }
    return paragraphs.filter { !$0.isEmpty }.map { "<p>\(code($0.joined(separator: "\n")))</p>\n" }.joined()
  }

  private static func code(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map { Markup.escape(String($0)) }
    guard parts.count % 2 == 1 else { return Markup.escape(text) }
    return parts.enumerated().map { $0 % 2 == 0 ? $1 : "<code>\($1)</code>" }.joined()
  }

  private static func facts(_ schema: SchemaModel) -> String {
    func count(_ number: Int, _ one: String, _ many: String) -> String? { number == 0 ? nil : "\(number) \(number == 1 ? one : many)" }
    let objects = schema.entities.count { $0.kind == .object }
    let embedded = schema.entities.count { $0.kind == .embedded }
    let parts = [
      "Version \(schema.version)", count(objects, "object type", "object types"),
      count(embedded, "embedded type", "embedded types"), count(schema.enums.count, "enum", "enums"),
      count(schema.projections.count, "projection", "projections"),
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }
}
