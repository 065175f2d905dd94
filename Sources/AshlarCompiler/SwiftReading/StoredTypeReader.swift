internal import AshlarSchema

/// Reads enums and custom types that are declared in Swift.
struct StoredTypeReader {
  let types: SwiftTypes
  let sink: DiagnosticSink

  /// The enum or custom type at a path, if it is one and other files can name it.
  func read(_ path: String) -> (enumeration: EnumDeclaration?, custom: CustomTypeDeclaration?)? {
    let protocols = types.inherited(path).map { SwiftTypes.withoutModule($0.text) }
    let parts = types.parts(path)
    guard let first = parts.first, !parts.contains(where: { $0.obstacle != nil || $0.isConditional }) else { return nil }
    let name = Name(text: path.split(separator: ".").joined(separator: "_"), span: first.name.span)
    if protocols.contains("PersistableEnum"), first.keyword == .enumType {
      return enumeration(first, name, path).map { ($0, nil) }
    }
    for (proto, isFailable) in [("CustomPersistable", false), ("FailableCustomPersistable", true)] where protocols.contains(proto) {
      guard let persisted = persistedType(path, parts) else { return nil }
      return (nil, CustomTypeDeclaration(name: name, persisted: persisted, isFailable: isFailable, swiftName: path))
    }
    return nil
  }

  private func persistedType(_ path: String, _ parts: [ScannedType]) -> Name? {
    let scope = path.split(separator: ".").map(String.init)
    if let alias = types.aliases[path + ".PersistedType"] { return Name(text: types.schemaText(alias.text, in: scope), span: alias.span) }
    let initializers = parts.flatMap(\.initializers)
    guard let type = initializers.first(where: { $0.label == "persistedValue" })?.type else { return nil }
    return Name(text: types.schemaText(type.text, in: scope), span: type.span)
  }

  /// Without a raw type that is known, or with cases of its own making, there is nothing to tell.
  private func enumeration(_ type: ScannedType, _ name: Name, _ path: String) -> EnumDeclaration? {
    guard let rawName = type.inherited.first?.text,
      let raw = EnumReader.rawTypes.first(where: { $0.name == SwiftTypes.withoutModule(rawName) })?.type
    else { return nil }
    var declaration = EnumDeclaration(name: name, rawType: raw, cases: [], externalName: path)
    // Which case is the first, is then the program's.
    if types.parts(path).contains(where: \.declaresAllCases) { return declaration }
    var last: Int64 = -1
    for element in type.cases where element.isConditional {
      sink.report(.conditionalCase(element.name.text, of: type.name.text), at: element.name.span)
    }
    for element in type.cases {
      guard let value = rawValue(element, raw, &last) else {
        return EnumDeclaration(name: name, rawType: raw, cases: [], externalName: path)
      }
      declaration.cases.append(CaseDeclaration(name: element.name, rawValue: value))
    }
    return declaration
  }

  private func rawValue(_ element: ScannedCase, _ type: ValueType, _ last: inout Int64) -> DefaultValue? {
    guard !element.hasPayload else { return nil }
    switch type {
    case .string:
      guard let value = element.rawValue else { return .string(element.name.text) }
      return value.tokens.map(\.kind) == [.plainString] ? WrittenValue.unescaped(value.text.text).map { .string($0) } : nil
    case .float, .double:
      guard let text = element.rawValue?.text.text.filter({ $0 != "_" && $0 != " " }) else { return nil }
      guard case .value(let value) = LiteralReader(type: type, forRawValue: true).read(text) else { return nil }
      return value
    default:
      if let value = element.rawValue {
        guard let number = WrittenValue.integer(value.text.text) else { return nil }
        last = number
      } else {
        guard last < .max else { return nil }
        last += 1
      }
      return .int(last)
    }
  }
}
