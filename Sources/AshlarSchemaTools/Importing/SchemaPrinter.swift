internal import AshlarCompiler
internal import AshlarSchema

/// Formats imported models as YAML.
struct SchemaPrinter {
  let models: [ImportedModel]
  let enums: [(declaration: EnumDeclaration, scanned: ScannedType, comments: SwiftComments, isOfSchema: Bool)]
  let customTypes: [CustomTypeDeclaration]
  let access: AccessLevel
  let bytes: (_ file: Int) -> [UInt8]

  var text: String {
    var lines = ["ashlar: 1"]
    if access != .public { lines += ["", "schema:", "  access: \(access.rawValue)"] }
    if !enums.isEmpty { lines += ["", "enums:"] + enums.flatMap(enumeration) }
    if !customTypes.isEmpty { lines += ["", "types:"] + customTypes.map(custom) }
    let mixins = models.filter { $0.ownMixin != nil }
    if !mixins.isEmpty { lines += ["", "mixins:"] + spaced(mixins.map(mixin)) }
    for (key, kind) in [("objects", EntityKind.object), ("embedded", .embedded), ("asymmetric", .asymmetric)] {
      let section = models.filter { $0.declaration.kind == kind }
      if !section.isEmpty { lines += ["", "\(key):"] + spaced(section.map(entity)) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func spaced(_ parts: [[String]]) -> [String] { Array(parts.joined(separator: [""])) }

  // MARK: - Types

  private func entity(_ model: ImportedModel) -> [String] {
    var lines = YAMLText.comments(model.comments.lines, indentation: 2) + ["  \(YAMLText.scalar(model.name)):"]
    if let text = model.comments.documentation { lines += YAMLText.entry("doc", text, indentation: 4) }
    if !model.conformances.isEmpty { lines.append("    conforms: [\(model.conformances.joined(separator: ", "))]") }
    if let mixin = model.ownMixin ?? model.mixin { lines.append("    mixins: [\(mixin)]") }
    if let table = model.declaration.table { lines.append("    table: \(YAMLText.scalar(table.text))") }
    if model.scanned.isOpen { lines.append("    open: true") }
    if let text = Deprecation.message(model.scanned.attributes) { lines.append("    deprecated: \(YAMLText.quoted(text))") }
    lines += rules(model.declaration.rules).map { "    " + $0 }
    let own = model.ownMixin == nil ? model.own.flatMap(property) : []
    let properties = own + model.ignored.flatMap(property)
    // Comments are not a value, so the key needs an empty mapping.
    if properties.isEmpty { return lines + YAMLText.comments(model.lastComments, indentation: 4) + ["    properties: {}"] }
    return lines + ["    properties:"] + properties + YAMLText.comments(model.lastComments, indentation: 6)
  }

  /// Returns the keys for the rules of several properties.
  private func rules(_ rules: TypeRules) -> [String] {
    func list(_ names: NameList) -> String { "[\(names.names.map { YAMLText.scalar($0.text) }.joined(separator: ", "))]" }
    var lines: [String] = []
    if let key = rules.primaryKey { lines.append("primaryKey: \(list(key))") }
    let unique = rules.unique.map { rule -> String in
      if rule.condition == nil, !rule.nilCounts { return list(rule.list) }
      let condition = rule.condition.map { ", \($0.key.text): \(YAMLText.scalar($0.property.text))" } ?? ""
      return "{ of: \(list(rule.list))\(condition)\(rule.nilCounts ? ", nilCounts: true" : "") }"
    }
    if !unique.isEmpty { lines.append("unique: [\(unique.joined(separator: ", "))]") }
    if !rules.indexes.isEmpty { lines.append("indexes: [\(rules.indexes.map(list).joined(separator: ", "))]") }
    if !rules.checks.isEmpty { lines.append("checks: [\(rules.checks.map { YAMLText.quoted($0.text.text) }.joined(separator: ", "))]") }
    return lines
  }

  private func mixin(_ model: ImportedModel) -> [String] {
    let base = model.mixin.map { ["    mixins: [\($0)]"] } ?? []
    return ["  \(YAMLText.scalar(model.ownMixin ?? "")):", "    doc: \(YAMLText.scalar("The properties of \(model.name)"))"] + base
      + (model.own.isEmpty ? ["    properties: {}"] : ["    properties:"] + model.own.flatMap(property))
  }

  private func property(_ property: ImportedProperty) -> [String] {
    entry(property.name, [("type", YAMLText.quoted(property.type))], plain: property.type, property.keys, property.comments)
  }

  private func property(_ property: IgnoredProperty) -> [String] {
    entry(property.name, [("swift", YAMLText.quoted(property.type))], plain: nil, property.keys, property.comments)
  }

  private func entry(
    _ name: String, _ type: [(key: String, value: String)], plain: String?, _ keys: [(key: String, value: String)],
    _ comments: SwiftComments
  ) -> [String] {
    let before = YAMLText.comments(comments.lines, indentation: 6)
    let name = YAMLText.scalar(name)
    if let text = comments.documentation {
      return before + ["      \(name):"] + type.map { "        \($0.key): \($0.value)" } + YAMLText.entry("doc", text, indentation: 8)
        + keys.map { "        \($0.key): \($0.value)" }
    }
    if keys.isEmpty, let plain { return before + ["      \(name): \(YAMLText.type(plain))"] }
    let pairs = (type + keys).map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    return before + ["      \(name): { \(pairs) }"]
  }

  // MARK: - Enums and custom types

  private func enumeration(
    _ model: (declaration: EnumDeclaration, scanned: ScannedType, comments: SwiftComments, isOfSchema: Bool)
  ) -> [String] {
    let declaration = model.declaration
    var lines = model.isOfSchema ? YAMLText.comments(model.comments.lines, indentation: 2) : []
    lines.append("  \(YAMLText.scalar(declaration.name.text)):")
    if model.isOfSchema, let text = model.comments.documentation { lines += YAMLText.entry("doc", text, indentation: 4) }
    lines.append("    raw: \(declaration.rawType.swiftName)")
    if !model.isOfSchema {
      lines.append("    external: true")
      if let name = declaration.externalName, name != declaration.name.text { lines.append("    swift: \(YAMLText.scalar(name))") }
    }
    if declaration.isListed { lines.append("    cases:") }
    var seen: Range<Int>?
    for (element, scanned) in zip(declaration.cases, model.scanned.cases) {
      var comments = SwiftComments([])
      if model.isOfSchema, seen != scanned.extent.whole {
        let bytes = bytes(model.scanned.name.span.file)
        let place = DeclarationPlace(scanned.extent, in: bytes)
        comments = SwiftComments(bytes[place.comments], andAtEnd: bytes[place.trailing])
        seen = scanned.extent.whole
      }
      lines += YAMLText.comments(comments.lines, indentation: 6)
      let (name, value) = (YAMLText.scalar(element.name.text), raw(element.rawValue))
      if let text = comments.documentation {
        lines += ["      \(name):", "        value: \(value)"] + YAMLText.entry("doc", text, indentation: 8)
      } else {
        lines.append("      \(name): \(value)")
      }
    }
    return lines
  }

  private func raw(_ value: DefaultValue) -> String {
    switch value {
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): YAMLText.quoted(text)
    default: ""
    }
  }

  private func custom(_ type: CustomTypeDeclaration) -> String {
    var keys = ["persisted: \(YAMLText.scalar(type.persisted.text))"]
    if type.isFailable { keys.append("failable: true") }
    if type.swiftName != type.name.text { keys.append("swift: \(YAMLText.scalar(type.swiftName))") }
    return "  \(YAMLText.scalar(type.name.text)): { \(keys.joined(separator: ", ")) }"
  }
}

/// Parses `@available(*, deprecated, message: "…")`.
enum Deprecation {
  static func message(_ attributes: [Name]) -> String? { attributes.lazy.compactMap { message($0.text) }.first }

  static func message(_ attribute: String) -> String? {
    let opening = "@available(*, deprecated, message: "
    guard attribute.hasPrefix(opening), attribute.hasSuffix(")") else { return nil }
    let text = String(attribute.dropFirst(opening.count).dropLast())
    return text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"") ? WrittenValue.unescaped(text) : nil
  }
}
