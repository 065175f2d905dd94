internal import AshlarCompiler
internal import AshlarSchema

/// Collects the declarations of a schema from handwritten classes, and reports what the schema cannot express.
struct ModelCollector {
  let types: SwiftTypes
  let texts: [SourceText]
  private let declared: [TypeDeclaration]
  private let enums: [String: EnumDeclaration]
  private let sink: DiagnosticSink

  init(types: SwiftTypes, texts: [SourceText], declarations: [FileDeclarations], sink: DiagnosticSink) {
    (self.types, self.texts, self.sink) = (types, texts, sink)
    declared = declarations.flatMap(\.types)
    enums = Dictionary(declarations.flatMap(\.enums).map { ($0.name.text, $0) }) { first, _ in first }
  }

  /// Returns the models, in the order of the files.
  func models() -> [ImportedModel] {
    var result = declared.compactMap(model)
    let names = Dictionary(result.indices.map { (result[$0].scanned.swiftName, $0) }) { first, _ in first }
    // Subclasses share the properties of their superclasses through a mixin.
    for index in result.indices {
      var base = types.parent(of: result[index].scanned.swiftName)
      let direct = base.flatMap { types.types[$0] }
      while let path = base, let type = types.types[path], !type.hasPersisted { base = types.parent(of: path) }
      if let type = base.flatMap({ types.types[$0] }) {
        let mixin = mixinName(type)
        result[index].mixin = mixin
        if let place = names[type.swiftName] { result[place].ownMixin = mixin }
      }
      if let base = direct {
        sink.report(
          .notImported(
            "'\(result[index].scanned.name.text)' derives from '\(base.name.text)', and classes of a schema derive from none; both have the "
              + "properties of a mixin, and methods are to be repeated or moved to an extension of '\(mixinName(base))'"),
          at: result[index].scanned.name.span)
      }
    }
    return result
  }

  private func mixinName(_ type: ScannedType) -> String { type.path.joined(separator: "_") + "Properties" }

  /// Returns the comments of a declaration.
  func comments(_ extent: ScannedExtent, _ file: Int) -> SwiftComments {
    let bytes = texts[file].file.bytes
    let place = DeclarationPlace(extent, in: bytes)
    return SwiftComments(bytes[place.comments], andAtEnd: bytes[place.trailing])
  }

  private func model(_ declaration: TypeDeclaration) -> ImportedModel? {
    guard let handwritten = declaration.handwritten, let scanned = types.types[handwritten.swiftName] else { return nil }
    let file = scanned.name.span.file
    let bytes = texts[file].file.bytes
    let place = DeclarationPlace(scanned.extent, in: bytes)
    var model = ImportedModel(declaration: declaration, scanned: scanned, comments: SwiftComments(bytes[place.comments]))
    let keys = CodingKeysReader(types: types).keys(of: scanned)
    let isCoded = codes(scanned)
    model.conformances =
      types.types[handwritten.swiftName]?.inherited.map(\.text).filter { name in
        name == "ObjectKeyIdentifiable" || isCoded && !CodingHalves(protocolName: name).isEmpty
      } ?? []
    let places = Dictionary(scanned.properties.map { ($0.name.span, $0) }) { first, _ in first }
    for property in declaration.properties {
      guard let written = places[property.name.span] else {
        reportRules(property, scanned)
        continue
      }
      var read = ImportedProperty(name: property.name.text, type: property.type.schemaText, comments: comments(written.extent, file))
      read.keys = storedKeys(property, written, of: scanned)
      if isCoded, property.type.collection != .linkingObjects { read.keys += coding(property.name.text, keys) }
      model.own.append(read)
    }
    for property in scanned.properties where property.wrapper == nil && property.isStored {
      guard let read = ignored(property, file) else { continue }
      model.ignored.append(read)
    }
    reportMembers(scanned, isCoded: isCoded)
    return model
  }

  /// Reports the rules that a class states for an inherited property. In the schema, such a property belongs to a mixin, and a rule of one
  /// class cannot be stated there.
  private func reportRules(_ property: PropertyDeclaration, _ type: ScannedType) {
    guard let body = type.methods["schemaRules"]?.span else { return }
    for (_, rule) in property.keys.rules where rule.key.file == body.file && body.bytes.contains(rule.key.bytes.lowerBound) {
      sink.report(
        .notImported("'\(type.name.text)' states a rule of '\(property.name.text)', which it inherits; repeat the property in the schema"),
        at: rule.key)
    }
  }

  /// Returns whether the class conforms to `Codable`, `Encodable` or `Decodable`, and Swift synthesizes all requirements.
  func codes(_ type: ScannedType) -> Bool {
    let halves = type.inherited.reduce(into: CodingHalves()) { $0.formUnion(CodingHalves(protocolName: $1.text)) }
    guard !halves.isEmpty else { return false }
    let parts = types.parts(type.swiftName)
    if case .unreadable = CodingKeysReader(types: types).keys(of: type) { return false }
    return !parts.flatMap(\.methods.keys).contains("encode") && !parts.flatMap(\.initializers).contains { $0.label == "from" }
  }

  private func coding(_ name: String, _ keys: CodingKeysReader.Keys) -> [(key: String, value: String)] {
    switch keys.key(of: name) {
    case name: []
    case let key?: [("json", YAMLText.quoted(key))]
    case nil: [("json", "false")]
    }
  }

  private func storedKeys(_ property: PropertyDeclaration, _ written: ScannedProperty, of type: ScannedType) -> [(
    key: String, value: String
  )] {
    var keys: [(key: String, value: String)] = []
    let enumeration = enums[property.type.element.text]
    do throws(ImportLoss) {
      if let text = try DefaultText.text(property, enumeration: enumeration) { keys.append(("default", text)) }
    } catch {
      sink.report(.notImported(error.text), at: property.name.span)
    }
    if property.keys.primaryKey != nil { keys.append(("primaryKey", "true")) }
    if property.keys.indexed != nil { keys.append(("indexed", "true")) }
    if let column = property.keys.column { keys.append(("column", YAMLText.scalar(column.text))) }
    if let origin = property.keys.origin { keys.append(("origin", YAMLText.scalar(origin.text))) }
    for key in RuleKey.allCases {
      guard let rule = property.keys.rules[key] else { continue }
      keys.append((key.rawValue, key.isFlag || key == .deleteRule ? rule.value.text : YAMLText.quoted(rule.value.text)))
    }
    return keys + surface(written, of: type)
  }

  /// Returns the keys `access`, `setter`, `deprecated`, `willSet` and `didSet`.
  private func surface(_ property: ScannedProperty, of type: ScannedType?) -> [(key: String, value: String)] {
    var keys: [(key: String, value: String)] = []
    if property.isPrivate {
      keys.append(("access", "internal"))
      sink.report(
        .notImported("'\(property.name.text)' is private, and becomes internal: generated code is in another file"), at: property.name.span)
    }
    if property.hasPrivateSetter, !property.isPrivate { keys.append(("setter", "internal")) }
    if let text = Deprecation.message(property.attributes) { keys.append(("deprecated", YAMLText.quoted(text))) }
    for attribute in property.attributes where Deprecation.message(attribute.text) == nil && !attribute.text.hasPrefix("@objc") {
      sink.report(.notImported("'\(attribute.text)' of '\(property.name.text)' is not kept"), at: attribute.span)
    }
    for observer in property.observers { keys.append((observer.name, ObserverMethod.name(observer, of: property))) }
    return keys
  }

  /// Returns a property that is stored only in memory as an ignored property of the schema; nil if it must remain in Swift.
  func ignored(_ property: ScannedProperty, _ file: Int) -> IgnoredProperty? {
    guard !property.isConditional, !property.isInList,
      let type = property.type?.text ?? property.value.flatMap({ WrittenValue.type(of: $0) ?? Self.literalType(of: $0.text.text) })
    else { return nil }
    var read = IgnoredProperty(name: property.name.text, type: type, comments: comments(property.extent, file))
    if let value = property.value?.text.text {
      guard let line = try? DefaultText.oneLine(value, of: property.name.text) else { return nil }
      read.keys.append(("default", "{ swift: \(YAMLText.quoted(line)) }"))
    }
    read.keys.append(("ignored", "true"))
    read.keys += surface(property, of: nil)
    return read
  }

  /// Returns `[Int]` for `[Int]()`; nil for any value of another form.
  private static func literalType(of value: String) -> String? {
    value.hasPrefix("[") && value.hasSuffix("]()") ? String(value.dropLast(2)) : nil
  }

  // MARK: - Code that remains in Swift

  private func reportMembers(_ type: ScannedType, isCoded: Bool) {
    for attribute in type.attributes where attribute.text != "@objcMembers" && Deprecation.message(attribute.text) == nil {
      sink.report(.notImported("'\(attribute.text)' of '\(type.name.text)' is not kept"), at: attribute.span)
    }
    for initializer in type.initializers where !initializer.isConvenience {
      sink.report(
        .notImported("an extension of '\(type.name.text)' cannot have this initializer: make it 'convenience', and let it call 'init()'"),
        at: initializer.span)
    }
    for function in type.functions where function.isOverride && !Self.settings.contains(function.name.text) {
      sink.report(.notImported("'\(function.name.text)' overrides a method, which an extension cannot"), at: function.name.span)
    }
    for function in type.functions where function.name.text == "deinit" {
      sink.report(.notImported("an extension cannot have 'deinit'"), at: function.name.span)
    }
    for property in type.properties where property.wrapper == nil {
      let name = property.name.text
      if property.modifiers.contains(where: { $0.text == "override" }) {
        sink.report(.notImported("'\(name)' overrides a property, which an extension cannot"), at: property.name.span)
      } else if property.isLazy {
        sink.report(.notImported("'\(name)' is lazy, which neither a schema nor an extension can have"), at: property.name.span)
      } else if property.isStored, ignored(property, type.name.span.file) == nil {
        sink.report(
          .notImported("'\(name)' is stored, which an extension cannot; give it a type and a value of one line"), at: property.name.span)
      }
    }
    for name in ["shouldIncludeInDefaultSchema"] where type.methods[name] != nil {
      sink.report(.notImported("'\(name)()' cannot be expressed in a schema"), at: type.methods[name]?.span ?? type.name.span)
    }
  }

  /// Methods and properties that are replaced by keys of the schema.
  static let settings: Set<String> = ["propertiesMapping", "_realmObjectName", "ignoredProperties", "schemaRules"]
}

/// The method that replaces a property's observer, and that the generated setter calls.
enum ObserverMethod {
  static func name(_ observer: ScannedObserver, of property: ScannedProperty) -> String {
    property.name.text + (observer.name == "didSet" ? "DidSet" : "WillSet")
  }

  /// Returns the method's declaration, with the observer's code as its body.
  static func text(_ observer: ScannedObserver, of property: ScannedProperty, type: String, bytes: [UInt8]) -> String {
    let parameter = observer.parameter ?? (observer.name == "didSet" ? "oldValue" : "newValue")
    let body = String(decoding: bytes[observer.body], as: UTF8.self)
    return "func \(name(observer, of: property))(_ \(parameter): \(type)) {\(body)}"
  }
}
