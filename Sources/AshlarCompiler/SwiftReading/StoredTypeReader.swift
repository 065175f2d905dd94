internal import AshlarSchema

/// Reads enums and custom types that Swift files declare.
struct StoredTypeReader {
  let types: SwiftTypes
  let sink: DiagnosticSink

  /// Returns the enum or custom type at a path; nil if it is neither, if it is private, generic or inside `#if`, or if the type it is
  /// stored as is unknown.
  func read(_ path: String) -> (enumeration: EnumDeclaration?, custom: CustomTypeDeclaration?)? {
    let protocols = types.conformances(of: path)
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

  /// Returns the type at a path with the reason why it cannot be stored; nil for a model, or for a type that the target does not declare.
  func unstored(_ path: String) -> UnstoredType? {
    guard let type = types.types[path], type.keyword != .classType || !types.isModel(path) else { return nil }
    let name = Name(text: path.split(separator: ".").joined(separator: "_"), span: type.name.span)
    let parts = types.parts(path)
    let protocols = types.conformances(of: path)
    let reason: UnstoredReason =
      if parts.contains(where: { $0.obstacle != nil }) {
        .isPrivate
      } else if parts.contains(where: \.isConditional) {
        .isConditional
      } else if type.keyword == .enumType, !protocols.contains("PersistableEnum") {
        .enumWithoutProtocol(
          rawType: types.rawTypeName(of: path).map { types.schemaText($0.text, in: type.path) }.flatMap { name in
            EnumReader.rawTypes.contains { $0.name == name } ? name : nil
          })
      } else if type.keyword == .enumType {
        .unknownRawType
      } else if protocols.contains("CustomPersistable") || protocols.contains("FailableCustomPersistable") {
        .unknownPersistedType
      } else {
        .noCustomType
      }
    return UnstoredType(name: name, swiftName: path, reason: reason)
  }

  private func persistedType(_ path: String, _ parts: [ScannedType]) -> Name? {
    let scope = path.split(separator: ".").map(String.init)
    if let alias = types.aliases[path + ".PersistedType"] { return Name(text: types.schemaText(alias.text, in: scope), span: alias.span) }
    let initializers = parts.flatMap(\.initializers)
    guard let type = initializers.first(where: { $0.label == "persistedValue" })?.type else { return nil }
    return Name(text: types.schemaText(type.text, in: scope), span: type.span)
  }

  /// Returns the enum; nil if the raw type is unknown. A raw type that cannot be stored is reported, as are invalid cases, which are
  /// omitted. The enum has no cases if only the Swift compiler can determine them.
  private func enumeration(_ type: ScannedType, _ name: Name, _ path: String) -> EnumDeclaration? {
    guard let rawName = types.rawTypeName(of: path) else { return nil }
    let rawText = types.schemaText(rawName.text, in: type.path)
    guard let raw = EnumReader.rawTypes.first(where: { $0.name == rawText })?.type else {
      guard Self.refusedRawTypes.contains(rawText) else { return nil }
      sink.report(.unknownRawType(rawText, suggestion: nil), at: rawName.span)
      return EnumDeclaration(name: name, rawType: .int, cases: [], externalName: path)
    }
    let unlisted = EnumDeclaration(name: name, rawType: raw, cases: [], externalName: path)
    // If the enum declares `allCases` itself, its first case, which is the default, is known only at run time.
    if types.parts(path).contains(where: \.declaresAllCases) { return unlisted }
    guard !type.cases.isEmpty else {
      sink.report(.enumWithoutCases(type.name.text), at: type.name.span)
      return unlisted
    }
    for element in type.cases where element.isConditional {
      sink.report(.conditionalCase(element.name.text, of: type.name.text), at: element.name.span)
    }
    var reader = SwiftCaseReader(rawType: raw, sink: sink)
    for element in type.cases where !reader.read(element) { return unlisted }
    var declaration = unlisted
    declaration.cases = reader.cases
    declaration.hasOnlyCases = hasOnlyCases(type, path)
    return declaration
  }

  /// Raw types of the standard library and Foundation that a Swift enum can have but a database cannot store.
  private static let refusedRawTypes: Set<String> = [
    "CGFloat", "Character", "Float16", "Float80", "Int128", "StaticString", "UInt", "UInt128", "UInt16", "UInt32", "UInt64", "UInt8",
    "Unicode.Scalar",
  ]

  /// Returns whether every name in an implicit member expression, such as `.name`, must be a case. Protocols, macros and extensions of
  /// Optional may add other members.
  private func hasOnlyCases(_ type: ScannedType, _ path: String) -> Bool {
    type.attributes.isEmpty && (types.parts(path) + types.parts("Optional")).allSatisfy(\.statics.isEmpty)
      && types.inherited(path).dropFirst().allSatisfy {
        let name = SwiftTypes.withoutModule($0.text)
        return Self.plainProtocols.contains(name) && (types.extensions[name] ?? []).isEmpty
      }
  }

  private static let plainProtocols: Set<String> = [
    "CaseIterable", "Codable", "Comparable", "CustomDebugStringConvertible", "CustomStringConvertible", "Decodable", "Encodable",
    "Equatable", "Hashable", "Identifiable", "PersistableEnum", "RawRepresentable", "Sendable",
  ]
}
