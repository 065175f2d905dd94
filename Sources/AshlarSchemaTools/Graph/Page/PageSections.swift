internal import AshlarCompiler
internal import AshlarSchema

/// The sections of a page, one for each type, enum and projection.
struct PageSections {
  private let schema: SchemaModel
  private let names: Set<String>
  /// The stored properties that refer to a type or an enum, by the name of the type or enum.
  private var users: [String: [(type: String, property: String)]] = [:]

  init(_ schema: SchemaModel) {
    self.schema = schema
    names = Set(schema.entities.map(\.name) + schema.enums.map(\.name))
    for entity in schema.entities {
      for property in entity.properties where property.collection != .linkingObjects {
        guard let name = property.target ?? property.enumName else { continue }
        users[name, default: []].append((entity.name, property.name))
      }
    }
  }

  /// Links to all sections, by kind.
  var index: String {
    let groups: [(String, String, [String])] = [
      ("Objects", "object", schema.entities.filter { $0.kind == .object }.map(\.name)),
      ("Embedded", "embedded", schema.entities.filter { $0.kind == .embedded }.map(\.name)),
      ("Asymmetric", "asymmetric", schema.entities.filter { $0.kind == .asymmetric }.map(\.name)),
      ("Enums", "enum", schema.enums.map(\.name)), ("Projections", "projection", schema.projections.map(\.name)),
    ]
    return groups.filter { !$0.2.isEmpty }.map { title, kind, names in
      "<p><b>\(title)</b> "
        + names.map { ##"<a class="chip \##(kind)" href="#\##(Markup.escape($0))">\##(Markup.escape($0))</a>"## }
        .joined(separator: " ") + "</p>"
    }.joined(separator: "\n")
  }

  /// All sections: the entities, the enums and the projections; each kind is sorted by name.
  var text: String {
    (schema.entities.map(section) + schema.enums.map(section) + schema.projections.map(section)).joined(separator: "\n")
  }

  // MARK: Entities

  private func section(_ entity: EntityModel) -> String {
    let kind =
      switch entity.kind {
      case .object: "object"
      case .embedded: "embedded"
      case .asymmetric: "asymmetric"
      }
    var lines = head(entity.name, kind: kind, documentation: entity.documentation)
    if entity.storedName != entity.name {
      lines.append("<p class=\"note\">Stored as <code>\(Markup.escape(entity.storedName))</code></p>")
    }
    let rules = RuleDump(entity, in: schema)
    lines += rules.keys.map { "<p class=\"note\"><code>\(Markup.escape($0))</code></p>" }
    if entity.properties.isEmpty {
      lines.append("<p class=\"note\">No properties.</p>")
    } else {
      lines.append("<table>")
      lines += entity.properties.map { row($0, of: entity, rules) }
      lines.append("</table>")
    }
    return (lines + users(of: entity.name) + ["</section>"]).joined(separator: "\n")
  }

  private func row(_ property: PropertyModel, of entity: EntityModel, _ rules: RuleDump) -> String {
    var marks: [String] = []
    if property.isPrimaryKey { marks.append(#"<span class="mark key">key</span>"#) }
    if property.isIndexed, !property.isPrimaryKey, !rules.isUnique(property) { marks.append(#"<span class="mark">index</span>"#) }
    marks += rules.keys(of: property).map { #"<span class="mark"><code>\#(Markup.escape($0))</code></span>"# }
    if let value = property.defaultValue {
      marks.append(#"<span class="mark">default <code>\#(Markup.escape(text(value, of: property)))</code></span>"#)
    }
    if property.storedName != property.name, property.collection != .linkingObjects {
      marks.append(#"<span class="mark">stored as <code>\#(Markup.escape(property.storedName))</code></span>"#)
    }
    if let origin = property.origin, let target = property.target {
      marks.append("<span class=\"mark\">from \(anchor(target, origin))</span>")
    }
    let id = Markup.escape("\(entity.name).\(property.name)")
    return #"<tr id="\#(id)"><th scope="row">\#(Markup.escape(property.name))</th><td class="type">\#(type(of: property))</td>"#
      + "<td>\(HTMLPage.prose(property.documentation).replacing("\n</p>", with: "</p>"))\(marks.joined(separator: " "))</td></tr>"
  }

  /// Returns the property's type as HTML; the name of a type or an enum is a link if the page has a section for it.
  private func type(of property: PropertyModel) -> String {
    let text = Markup.escape(property.schemaType)
    guard let name = property.target ?? property.enumName, names.contains(name) else { return "<code>\(text)</code>" }
    let escaped = Markup.escape(name)
    let link = ##"<a href="#\##(escaped)">\##(escaped)</a>"##
    let (open, close) =
      switch property.collection {
      case .none: ("", property.isOptional ? "?" : "")
      case .list: ("List&lt;", property.isOptional ? "?&gt;" : "&gt;")
      case .set: ("MutableSet&lt;", property.isOptional ? "?&gt;" : "&gt;")
      case .map: ("Map&lt;", property.isOptional ? "?&gt;" : "&gt;")
      case .linkingObjects: ("LinkingObjects&lt;", "&gt;")
      }
    return "<code>\(open)\(link)\(close)</code>"
  }

  private func text(_ value: DefaultValue, of property: PropertyModel) -> String {
    let cases = schema.enums.first { $0.name == property.enumName }?.cases
    return cases?.first { $0.rawValue == value }?.name ?? ValueText.text(value)
  }

  // MARK: Enums

  private func section(_ enumeration: EnumModel) -> String {
    var lines = head(enumeration.name, kind: "enum", documentation: enumeration.documentation)
    let declared = enumeration.externalName.map { ", declared in Swift as <code>\(Markup.escape($0))</code>" } ?? ""
    lines.append("<p class=\"note\">Stored as <code>\(enumeration.rawType.swiftName)</code>\(declared)</p>")
    lines.append("<table>")
    lines += enumeration.cases.map {
      "<tr><th scope=\"row\">\(Markup.escape($0.name))</th>"
        + "<td class=\"type\"><code>\(Markup.escape(ValueText.text($0.rawValue)))</code></td>"
        + "<td>\(HTMLPage.prose($0.documentation))</td></tr>"
    }
    lines.append("</table>")
    return (lines + users(of: enumeration.name) + ["</section>"]).joined(separator: "\n")
  }

  // MARK: Projections

  private func section(_ projection: ProjectionModel) -> String {
    var lines = head(projection.name, kind: "projection", documentation: projection.documentation)
    let root = Markup.escape(projection.root)
    lines.append(##"<p class="note">View of <a href="#\##(root)"><code>\##(root)</code></a></p>"##)
    lines.append("<table>")
    lines += projection.properties.map {
      "<tr><th scope=\"row\">\(Markup.escape($0.name))</th><td class=\"type\"><code>\(Markup.escape($0.path))</code></td>"
        + "<td>\(HTMLPage.prose($0.documentation))</td></tr>"
    }
    lines.append("</table>")
    return (lines + ["</section>"]).joined(separator: "\n")
  }

  // MARK: Parts

  private func head(_ name: String, kind: String, documentation: String?) -> [String] {
    let name = Markup.escape(name)
    let title = ##"<h2><a href="#\##(name)">\##(name)</a> <span class="badge \##(kind)">\##(kind)</span></h2>"##
    return [#"<section id="\#(name)" data-name="\#(name)">"#, title + "\n" + HTMLPage.prose(documentation)]
  }

  private func users(of name: String) -> [String] {
    guard let users = users[name] else { return [] }
    return ["<p class=\"users\"><b>Used by</b> " + users.map { anchor($0.type, $0.property) }.joined(separator: ", ") + "</p>"]
  }

  private func anchor(_ type: String, _ property: String) -> String {
    let path = Markup.escape("\(type).\(property)")
    return ##"<a href="#\##(path)"><code>\##(path)</code></a>"##
  }
}
