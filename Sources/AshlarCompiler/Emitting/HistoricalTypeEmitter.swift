internal import AshlarSchema

/// Emits the struct with which migrations access the objects of a type in the form of one release.
struct HistoricalTypeEmitter {
  let entity: EntityModel
  let access: AccessLevel

  func declaration() -> SwiftDeclaration {
    let properties = entity.columns.enumerated().map { ordinal, property in
      let access = HistoricalAccessor(property, ordinal)
      return SwiftMember.declaration(
        SwiftDeclaration(
          modifiers: self.access.words, head: "var \(SwiftIdentifier.escaped(property.name)): \(access.type)",
          body: .accessors([
            SwiftAccessor(keyword: "get", code: access.getter), SwiftAccessor(keyword: "nonmutating set", code: access.setter),
          ])))
    }
    let names = entity.columns.map { SwiftLiteral.string($0.storedName) }.joined(separator: ", ")
    return SwiftDeclaration(
      modifiers: access.words + ["nonisolated"], head: "struct \(SwiftIdentifier.escaped(entity.name)): HistoricalObject",
      body: .members(
        properties + [
          .mark("Support for the runtime"),
          .declaration(
            SwiftDeclaration(
              modifiers: access.words + ["static"], head: "var _storedName: String",
              body: .code(SwiftLiteral.string(entity.storedName)))),
          .declaration(
            SwiftDeclaration(modifiers: access.words + ["static"], head: "var _storedNames: [String]", body: .code("[\(names)]"))),
          .declaration(SwiftDeclaration(modifiers: access.words, head: "let _row: _HistoricalRow", body: .none)),
          .declaration(SwiftDeclaration(modifiers: access.words, head: "init(_ row: _HistoricalRow)", body: .code("_row = row"))),
        ]))
  }
}

/// The Swift type, getter and setter of a property in the struct that `HistoricalTypeEmitter` emits.
struct HistoricalAccessor {
  let type: String
  let getter: String
  let setter: String

  init(_ property: PropertyModel, _ ordinal: Int) {
    let isLink = property.type == .object
    let element = isLink ? SwiftIdentifier.escaped(property.target ?? "") : property.type.swiftName
    let isOptional = property.isOptional && property.type != .any && !isLink
    let value = element + (isOptional ? "?" : "")
    let (elements, entries) =
      isLink
      ? ("_links", "_linkEntries")
      : property.type == .any
        ? ("_anyElements", "_anyEntries") : isOptional ? ("_optionalElements", "_optionalEntries") : ("_elements", "_entries")
    switch property.collection {
    case .none where isLink:
      (type, getter, setter) = ("\(element)?", "_link(\(ordinal))", "_storeLink(\(ordinal), newValue)")
    case .none:
      let function = property.type == .any ? "_anyValue" : isOptional ? "_optionalValue" : "_value"
      (type, getter, setter) = (value, "\(function)(\(ordinal))", "_store(\(ordinal), newValue)")
    case .list, .linkingObjects:
      (type, getter) = ("[\(value)]", "\(elements)(\(ordinal))")
      setter = isLink ? "_storeLinks(\(ordinal), newValue)" : "_store(\(ordinal), newValue)"
    case .set:
      (type, getter) = ("Set<\(value)>", ".init(\(elements)(\(ordinal)))")
      setter = isLink ? "_storeLinks(\(ordinal), newValue)" : "_store(\(ordinal), newValue.map { $0 })"
    case .map:
      (type, getter) = ("[String: \(value)]", "\(entries)(\(ordinal))")
      setter = isLink ? "_storeLinkEntries(\(ordinal), newValue)" : "_store(\(ordinal), newValue)"
    }
  }
}
