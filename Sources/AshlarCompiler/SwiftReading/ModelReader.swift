internal import AshlarSchema

/// Reads a model class of a Swift file.
struct ModelReader {
  let types: SwiftTypes
  /// All files of the target; the index of a file is its number.
  let texts: [SourceText]
  /// The names that YAML files declare.
  let declared: Set<String>
  let sink: DiagnosticSink

  /// Returns the declaration of a model class; nil for other types. If the class is invalid, reports the error and returns nil.
  func read(_ type: ScannedType) -> ScannedModel? {
    guard type.keyword == .classType, types.types[type.swiftName]?.name.span == type.name.span else {
      if type.hasPersisted { reportOutside(type, base: type.keyword == .extensionType ? nil : type.inherited.first) }
      return nil
    }
    let (classes, base) = types.chain(type.swiftName)
    guard let kind = base.flatMap({ Self.kinds[$0.text] }) else {
      if type.hasPersisted { reportOutside(type, base: base) }
      return nil
    }
    let persisted = classes.flatMap { owner in owner.properties.filter { $0.wrapper != nil }.map { (owner, $0) } }
    checkOlderStyle(type, classes, isModel: !persisted.isEmpty)
    guard !persisted.isEmpty, let root = classes.first else { return nil }
    guard checkClass(type) else { return nil }
    InitializerChecker(text: texts[type.name.span.file], sink: sink).check(type)
    let name = Name(text: type.path.joined(separator: "_"), span: type.name.span)
    guard !ReservedNames.isReservedForTypes(name.text) else {
      sink.report(.reservedTypeName(name.text), at: name.span)
      return nil
    }
    var model = TypeDeclaration(name: name, kind: kind, properties: [])
    model.handwritten = HandwrittenDeclaration(
      swiftName: type.swiftName, root: root.swiftName, access: type.access,
      hasDesignatedInitializer: classes.contains { $0.initializers.contains { !$0.isConvenience } })
    model.conformances = conformances(type, classes)
    guard readCoding(type, classes, &model) else { return nil }
    let codingKeys = CodingKeysReader(types: types).keys(of: type)
    let settings = ClassSettings(classes, types: types, sink: sink)
    model.table = settings.table
    var placed: [ScannedProperty] = []
    var known: [String: SourceSpan] = [:]
    for (owner, property) in persisted {
      if let first = known.updateValue(property.name.span, forKey: property.name.text) {
        sink.report(.repeatedProperty(property.name.text, type: type.name.text), at: property.name.span, notes: [(.firstHere, first)])
        continue
      }
      placed.append(property)
      let reader = PersistedReader(types: types, file: texts[property.name.span.file].fileName, sink: sink)
      // Swift synthesizes coding only for the properties that the class itself declares.
      let coding =
        owner.swiftName == type.swiftName ? codingKeys.coding(of: property.name) : CodingDeclaration(key: property.name.span, name: nil)
      if let read = reader.read(property, of: owner, settings: settings, coding: coding) {
        if settings.primaryKey?.text == property.name.text, read.keys.primaryKey == settings.primaryKey?.span {
          model.handwritten?.namesKeyByMethod = true
        }
        model.properties.append(read)
      } else {
        model.refusedProperties.insert(property.name.text)
      }
    }
    readRules(classes, &model)
    if let key = settings.primaryKey, !model.properties.contains(where: { $0.name.text == key.text }),
      !model.refusedProperties.contains(key.text)
    {
      sink.report(.keyNotStored(key.text, type: name.text), at: key.span)
    }
    return ScannedModel(declaration: model, root: root.swiftName, placed: placed)
  }

  /// The kinds of models, by the library's base class.
  static let kinds: [String: EntityKind] = [
    "Object": .object, "EmbeddedObject": .embedded, "AsymmetricObject": .asymmetric,
  ]

  private func reportOutside(_ type: ScannedType, base: Name?) {
    guard let property = type.properties.first(where: { $0.wrapper != nil }), let wrapper = property.wrapper else { return }
    sink.report(
      .persistedOutsideModel(type.name.text, base: base?.text, isGenerated: base.map { declared.contains($0.text) } ?? false),
      at: wrapper.span)
  }

  /// Returns whether emitted code can refer to the class; reports the reason if it cannot.
  private func checkClass(_ type: ScannedType) -> Bool {
    let outer = (1..<max(1, type.path.count)).contains { count in
      let path = type.path.prefix(count).joined(separator: ".")
      return types.parts(path).contains { $0.obstacle != nil }
    }
    if type.obstacle != nil || outer {
      sink.report(.privateModel(type.name.text, isGeneric: type.obstacle == .isGeneric), at: type.name.span)
      return false
    }
    if type.isConditional {
      sink.report(.conditionalModel(type.name.text), at: type.name.span)
      return false
    }
    return true
  }

  /// Returns the protocols of a class, preceded by those of its superclasses. Repetitions are omitted, except those by the class itself or
  /// by an unconditional extension, which Swift rejects; a repeated `Sendable` is always omitted.
  private func conformances(_ type: ScannedType, _ classes: [ScannedType]) -> [Name] {
    var result: [Name] = []
    func add(_ names: some Sequence<Name>, again: Bool) {
      for name in names where again && name.text != "Sendable" || !result.contains(where: { $0.text == name.text }) { result.append(name) }
    }
    for base in classes.dropLast() { add(types.inherited(base.swiftName).dropFirst(), again: false) }
    add(type.inherited.dropFirst(), again: true)
    let extensions = types.extensions[type.swiftName] ?? []
    add(extensions.filter { !$0.isConditional }.flatMap(\.inherited), again: true)
    add(extensions.filter(\.isConditional).flatMap(\.inherited), again: false)
    return result
  }

  /// Determines which requirements of `Codable` Swift synthesizes and which ones must be emitted. If the coding keys cannot be read, or if
  /// a coded property is private, reports the error and returns false.
  private func readCoding(_ type: ScannedType, _ classes: [ScannedType], _ model: inout TypeDeclaration) -> Bool {
    model.handwritten?.isDecodable = classes.contains { owner in
      halves(owner).contains(.decodable) && !types.parts(owner.swiftName).flatMap(\.initializers).contains { $0.label == "from" }
    }
    if halves(type).contains(.decodable), !types.parts(type.swiftName).flatMap(\.initializers).contains(where: { $0.label == "from" }) {
      model.handwritten?.coded.insert(.decodable)
    }
    guard halves(type).contains(.encodable), !types.parts(type.swiftName).flatMap(\.methods.keys).contains("encode") else { return true }
    model.handwritten?.coded.insert(.encodable)
    let keys = CodingKeysReader(types: types).keys(of: type)
    if case .unreadable(let span) = keys {
      sink.report(.unreadableCodingKeys(type.name.text), at: span)
      return false
    }
    var encoded: [EncodedProperty] = []
    for property in type.properties where property.wrapper != nil || property.isStored {
      guard let key = keys.key(of: property.name.text) else { continue }
      if property.wrapper == nil, property.isPrivate {
        sink.report(.privateCoding(property.name.text, type: type.name.text), at: property.name.span)
        return false
      }
      encoded.append(EncodedProperty(key: key, name: property.name.text, isPersisted: property.wrapper != nil))
    }
    model.handwritten?.encoded = encoded
    return true
  }

  private func halves(_ type: ScannedType) -> CodingHalves {
    types.conformances(of: type.swiftName).reduce(into: []) { $0.formUnion(CodingHalves(protocolName: $1)) }
  }

  /// Reads the rules of a class: those of its superclasses, then its own. The superclasses need not be models.
  private func readRules(_ classes: [ScannedType], _ model: inout TypeDeclaration) {
    for (index, owner) in classes.enumerated() {
      guard let body = owner.methods["schemaRules"] else { continue }
      let hadKey = model.rules.primaryKey != nil
      SchemaRulesReader(roots: classes[...index].map(\.swiftName), kind: model.kind, sink: sink).read(body, into: &model)
      // A subclass inherits the struct of its superclass's key.
      let isOwn = index == classes.count - 1
      model.handwritten?.statesKey = isOwn && !hadKey && model.rules.primaryKey != nil
    }
  }

  private func checkOlderStyle(_ type: ScannedType, _ classes: [ScannedType], isModel: Bool) {
    for property in OlderStyle(types: types).stored(type, in: classes) {
      sink.report(.olderStyle(property.name.text, isModel: isModel), at: property.name.span)
    }
  }
}
