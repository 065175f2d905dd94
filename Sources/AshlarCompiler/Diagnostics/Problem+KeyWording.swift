extension Problem.KeyAdvice {
  var sentence: Sentence {
    switch self {
    case .underProperties: "; properties go under 'properties:'"
    case .optionalType(let type?): "; an optional type ends in '?': write '\(type)?'"
    case .optionalType(nil): "; an optional type ends in '?'"
    case .leaveOut: "; remove it: a type without '?' is required"
    case .deleteRule(let target?, let rule, let origin?):
      "; in '\(target)', write 'deleteRule: \(rule)' on the LinkingObjects whose origin is '\(origin)'"
    case .deleteRule(_, let rule, _): "; write 'deleteRule: \(rule)' on the LinkingObjects in the type that is linked to"
    case .inverse: "; the type that is linked to declares the other direction: '{ type: LinkingObjects<…>, origin: … }'"
    case .enumType(let name?): "; an enum is the type of its properties: write 'type: \(name)'"
    case .enumType(nil): "; declare the enum under 'enums:', and write its name as the 'type'"
    case .onProperty(let key): "; write '\(key): true' in the property"
    case .inSchema(let key): "; write '\(key)' in the 'schema' block"
    }
  }
}

extension KeyPlace {
  /// Returns a hint if `key`, which was found in a type, is a key of properties; otherwise an empty sentence.
  func home(of key: String) -> Sentence {
    switch self {
    case .object, .embedded, .asymmetric, .mixin: KeyPlace.property.keys.contains(key) ? "; it is a key of a property" : ""
    default: ""
    }
  }

  var description: String {
    switch self {
    case .file: "a schema file"
    case .schema: "the 'schema' block"
    case .object: "an object"
    case .embedded: "an embedded type"
    case .asymmetric: "an asymmetric type"
    case .mixin: "a mixin"
    case .property: "a property"
    case .enumeration: "an enum"
    case .enumCase: "a case"
    case .projection: "a projection"
    case .projectedProperty: "a projected property"
    case .customType: "a custom type"
    case .uniqueRule: "a unique rule"
    }
  }
}
