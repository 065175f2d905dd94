extension Problem {
  /// The message for a problem with coding, values or projections; for any other problem, its code.
  var projectionMessage: Sentence {
    switch self {
    case .codingKeyTaken(let name): "the coding key '\(name)' is already used by another property"
    case .jsonNotCoded(let name): "'json' needs 'conforms: [Codable]', 'Encodable' or 'Decodable' on '\(name)'"
    case .anyNotCodable: "an AnyRealmValue cannot be coded; exclude it with 'json: false'"
    case .typeNotCodable(let name, let missing): "'\(name)' takes part in the coding but is not \(missing)"
    case .valuesWith(let key): "'values' cannot be used on a type with '\(key)'"
    case .valuesNameTaken(let name): "'values' makes or names a Swift type '\(name)'; rename the schema's type of that name"
    case .valueProperty(let name): "a value cannot hold '\(name)', which is deprecated or has an access of its own"
    case .valueType(let name): "a value cannot hold a property of type '\(name)'"
    case .valueTarget(let name): "a value can hold '\(name)' only if it has 'values: true' too"
    case .valueKey(let name): "a value links to objects by primary key, and '\(name)' has none"
    case .valueCoding(let name, let missing): "the value is coded with '\(name)', which is not \(missing); add it to 'conforms'"
    case .projectionRoot(let name): "'of' needs an object or an embedded type; '\(name)' is neither"
    case .projectionAsType(let name): "'\(name)' is a projection and cannot be the type of a property; use the type that it projects"
    case .codingOfProjection(let name): "coding is not generated for projections; write the conformance to '\(name)' in an extension"
    case .pathAndKeyPath: "a projected property has either 'path' or 'keyPath', not both"
    case .keyPathWithoutType: "'keyPath' needs the key 'type', since only Swift can infer it"
    case .keyPathWithRoot: "write a key path without '\\' and its root type, as in 'firstName.count'"
    case .typeWithPath: "'type' is allowed only with 'keyPath'; the type of a 'path' is inferred"
    case .malformedPath(let text): "'\(text)' is not a valid path; write names joined by dots, as in 'home.city'"
    case .unknownPathStep(let name, let type): "'\(type)' has no property '\(name)'"
    case .pathNotStored(let name): "'\(name)' is not stored; a projection can show only stored properties"
    case .pathThroughValue(let name, let type): "a path cannot continue after '\(name)', which has the type '\(type)'"
    case .pathThroughMap(let name): "a path cannot continue through the Map '\(name)'; only 'count' can follow it"
    case .pathThroughLinkingObjects(let name):
      "a path cannot continue through the LinkingObjects '\(name)'; only 'count', 'first' or 'last' can follow it"
    case .pathThroughTwoCollections(let name):
      "a path can continue through only one collection; after the second, '\(name)', only 'count', 'first' or 'last' can follow"
    case .pathAfterMember(let name): "a path cannot continue after '\(name)' of a collection; use 'keyPath' for that"
    default: "\(code)"
    }
  }
}
