internal import AshlarSchema

/// Emits the stored property of a class for a property with `ignored: true`.
struct IgnoredEmitter {
  let property: IgnoredModel
  let surface: PropertySurface?
  let enums: [EnumModel]

  /// The type of the property, in Swift's spelling.
  var type: String {
    switch property.kind {
    case .swift(let text): text
    case .schema(let model): PropertyType(model, declared: surface?.declaredType).text
    }
  }

  func declaration(access: AccessLevel, isFinal: Bool) -> SwiftDeclaration {
    let access = surface?.access ?? access
    let setAccess = surface?.setter ?? access
    var observers: [SwiftAccessor] = []
    if let method = surface?.willSet { observers.append(SwiftAccessor(keyword: "willSet", code: call(method, "newValue"))) }
    if let method = surface?.didSet { observers.append(SwiftAccessor(keyword: "didSet", code: call(method, "oldValue"))) }
    return SwiftDeclaration(
      documentation: property.documentation, deprecation: surface?.deprecation,
      modifiers: access.words + (setAccess == access ? [] : ["\(setAccess.rawValue)(set)"]) + (isFinal ? ["final"] : []),
      head: "var \(SwiftIdentifier.escaped(property.name)): \(type)", body: .stored(value, observers: observers))
  }

  private func call(_ method: String, _ argument: String) -> String { "self.\(SwiftIdentifier.escaped(method))(\(argument))" }

  private var value: String {
    if let value = property.initialValue { return value }
    guard case .schema(let model) = property.kind else { return "nil" }
    if model.collection != .none { return type + "()" }
    if model.customName != nil { return customValue(model) }
    if model.defaultValue == .code { return surface?.initialValue ?? "nil" }
    if surface?.externalEnum != nil, model.enumName == nil { return model.isOptional ? "nil" : type + "()" }
    return InitialValue.text(of: model, enums: enums, isCaseDeprecated: surface?.isDefaultDeprecated ?? false)
  }

  /// Returns the initial value of a property with a custom type: the persisted default, converted to the custom type. Without a default,
  /// this is nil or the default of the custom type.
  private func customValue(_ model: PropertyModel) -> String {
    guard model.defaultValue != nil else { return model.isOptional ? "nil" : "\(type)._rlmDefaultValue()" }
    var persisted = model
    (persisted.customName, persisted.isOptional) = (nil, false)
    let value = InitialValue.text(of: persisted, enums: [], isCaseDeprecated: false)
    let element = model.isOptional ? String(type.dropLast()) : type
    let converted = "\(element)(persistedValue: \(value))"
    return model.isOptional || surface?.isFailable != true ? converted : "\(converted) ?? \(element)._rlmDefaultValue()"
  }
}
