internal import AshlarSchema

/// Reads one property with `@Persisted`.
struct PersistedReader {
  let types: SwiftTypes
  let file: String
  let sink: DiagnosticSink

  /// Returns the declaration in the same form as that of a YAML property. If the property is invalid, reports the error and returns nil.
  /// - Parameter coding: The coding key of the property in the `CodingKeys` of its class; nil if the property is coded under its own name.
  func read(
    _ property: ScannedProperty, of owner: ScannedType, settings: ClassSettings, coding: CodingDeclaration?
  ) -> PropertyDeclaration? {
    guard let wrapper = property.wrapper else { return nil }
    if property.isConditional {
      sink.report(.conditionalProperty(property.name.text), at: property.name.span)
      return nil
    }
    if ReservedNames.properties.contains(property.name.text) || ReservedNames.underscored.contains("_" + property.name.text) {
      sink.report(.reservedPropertyName(property.name.text), at: property.name.span)
      return nil
    }
    guard let written = writtenType(of: property, in: owner.path) else {
      sink.report(.untypedProperty(property.name.text, property.value?.text.text), at: property.name.span)
      return nil
    }
    var text = types.schemaText(written.text, in: owner.path)
    let foreign = foreignType(in: text, at: written.span)
    if let foreign { text = text.replacing(foreign.swiftName, with: foreign.name.text) }
    let scalar = ScalarNode(text: text, style: .plain, span: written.span, verbatimOffset: text == written.text ? 0 : nil)
    guard var type = TypeExpressionParser(sink: sink).parse(scalar) else { return nil }
    if type.isImplicitlyUnwrapped, type.collection != nil { type.isImplicitlyUnwrapped = false }
    var keys = PropertyKeys()
    keys.place = HandwrittenPlace(file: file, position: wrapper.position, swiftType: swiftText(type, foreign), foreign: foreign)
    // Linking objects are never coded.
    (keys.column, keys.json) = (
      settings.columns[property.name.text], type.collection == .linkingObjects && coding?.name == nil ? nil : coding
    )
    guard readArguments(wrapper, &keys) else { return nil }
    if let key = settings.primaryKey, key.text == property.name.text, keys.primaryKey == nil { keys.primaryKey = key.span }
    readValue(property, type, &keys)
    return PropertyDeclaration(name: property.name, type: type, keys: keys)
  }

  private func writtenType(of property: ScannedProperty, in scope: [String]) -> Name? {
    if let type = property.type { return type }
    guard let value = property.value, let text = InferredType(types: types).of(value, in: scope) else { return nil }
    return Name(text: text, span: value.text.span)
  }

  /// Returns the foreign type if the type, or the type of the elements, is qualified and therefore belongs to another module; otherwise
  /// nil.
  private func foreignType(in text: String, at span: SourceSpan) -> ForeignTypeDeclaration? {
    guard text.utf8.contains(UInt8(ascii: ".")), let name = text.split(whereSeparator: { "<>?!, ".contains($0) }).last, name.contains(".")
    else { return nil }
    let schemaName = name.split(separator: ".").joined(separator: "_")
    return ForeignTypeDeclaration(name: Name(text: schemaName, span: span), swiftName: String(name), isQualified: true)
  }

  /// Returns the type in the spelling of emitted code.
  private func swiftText(_ type: TypeExpression, _ foreign: ForeignTypeDeclaration?) -> String {
    let swiftName = foreign?.swiftName ?? type.element.text
    let element = types.swiftName(ofSchema: type.element.text) ?? SwiftIdentifier.escapedPath(swiftName)
    let value = element + (type.isOptional ? "?" : "")
    return switch type.collection {
    case .list: "List<\(value)>"
    case .set: "MutableSet<\(value)>"
    case .map: "Map<String, \(value)>"
    case .linkingObjects: "LinkingObjects<\(value)>"
    case nil: value
    }
  }

  private func readArguments(_ wrapper: ScannedWrapper, _ keys: inout PropertyKeys) -> Bool {
    for (label, value) in wrapper.arguments {
      switch (label.text, value.text) {
      case ("primaryKey", "true"): keys.primaryKey = label.span
      case ("indexed", "true"): keys.indexed = label.span
      case ("unique", "true"):
        keys.rules[.unique] = WrittenRule(key: label.span, value: ScalarNode(text: "true", style: .plain, span: value.span))
      case ("primaryKey", "false"), ("indexed", "false"), ("unique", "false"): break
      case ("deleteRule", let text) where text.hasPrefix(".") && SwiftIdentifier.isIdentifier(String(text.dropFirst())):
        keys.rules[.deleteRule] = WrittenRule(
          key: label.span, value: ScalarNode(text: String(text.dropFirst()), style: .plain, span: value.span))
      case ("originProperty", let text) where text.hasPrefix("\"") && text.hasSuffix("\"") && text.count > 1:
        guard let name = WrittenValue.unescaped(text) else { fallthrough }
        keys.origin = Name(text: name, span: value.span)
      default:
        sink.report(.persistedArgument(label.text.isEmpty ? value.text : "\(label.text): \(value.text)"), at: label.span)
        return false
      }
    }
    return true
  }

  private func readValue(_ property: ScannedProperty, _ type: TypeExpression, _ keys: inout PropertyKeys) {
    guard let value = property.value else { return }
    let span = value.text.span
    if reportLiteral(value, type) { return }
    switch WrittenValue(value, of: type) {
    case .nothing: break
    case .literal(let text):
      keys.defaultKey = span
      keys.defaultValue = ScalarNode(text: text, style: .quoted, span: span)
    case .member(let name):
      (keys.defaultKey, keys.swiftDefaultKey, keys.swiftDefault) = (
        span, span, ScalarNode(text: value.text.text, style: .plain, span: span)
      )
      keys.memberDefault = name
    case .code:
      (keys.defaultKey, keys.swiftDefaultKey, keys.swiftDefault) = (
        span, span, ScalarNode(text: value.text.text, style: .plain, span: span)
      )
    }
  }

  /// Reports a literal that Swift would reject for the type, and returns whether it reported one. A program may make a type of the standard
  /// library expressible by other literals; such types are not checked.
  private func reportLiteral(_ value: ScannedValue, _ type: TypeExpression) -> Bool {
    let name = type.element.text
    guard type.collection == nil, let scalar = ValueType.scalars.first(where: { $0.name == name })?.type, let literal = value.literal,
      let fits = literal.fits(scalar), !types.inherited(name).contains(where: { $0.text.contains("ExpressibleBy") })
    else { return false }
    if literal == .absence, type.isOptional { return false }
    if !fits {
      sink.report(.badInitialValue(value.text.text, scalar), at: value.text.span)
      return true
    }
    guard let range = scalar.kind.integerRange else { return false }
    if let number = WrittenValue.integer(value.text.text), range.contains(number) { return false }
    sink.report(.defaultOutOfRange(value.text.text, scalar), at: value.text.span)
    return true
  }
}

extension SwiftTypes {
  /// Returns Swift's spelling of the type that has this name in the schema; nil if the target's files declare no type of this name.
  func swiftName(ofSchema name: String) -> String? { bySchemaName[name].map(SwiftIdentifier.escapedPath) }
}
