extension Problem {
  /// What is said of coding and of projections.
  var projectionMessage: Sentence {
    switch self {
    case .codingKeyTaken(let name): "the coding key '\(name)' belongs to another property"
    case .jsonNotCoded(let name): "'\(name)' is not coded: 'json' needs 'conforms: [Codable]', or one half of it"
    case .anyNotCodable: "an AnyRealmValue cannot be coded: leave it out with 'json: false'"
    case .typeNotCodable(let name, let missing): "'\(name)' is reached by the coding and is not \(missing)"
    case .projectionRoot(let name): "a projection is of an object or an embedded type, and '\(name)' is none"
    case .projectionAsType(let name): "'\(name)' is a projection: a view of objects that are stored already, so no property is of it"
    case .codingOfProjection(let name): "no coding is generated for projections: write the conformance to '\(name)' in an extension"
    case .pathAndKeyPath: "a projected property has a 'path' or a 'keyPath', not both"
    case .keyPathWithoutType: "only Swift knows where a 'keyPath' leads: state its 'type'"
    case .keyPathWithRoot: "a key path is written without '\\' and root, as in 'firstName.count'"
    case .typeOfPath: "the type follows from the path; only a 'keyPath' has a 'type'"
    case .malformedPath(let text): "'\(text)' is no path; a path is names joined by dots, as in 'home.city'"
    case .unknownPathStep(let name, let type): "'\(type)' has no property '\(name)'"
    case .pathTouchesNothing(let name): "'\(name)' is not stored: a projection shows stored properties"
    case .pathThroughValue(let name, let type): "'\(name)' is of type '\(type)', where a path ends"
    case .pathThroughMap(let name): "a path does not go through a Map; after '\(name)' only 'count' can follow"
    case .pathThroughLinkingObjects(let name):
      "a path does not go through LinkingObjects; after '\(name)' only 'count', 'first' or 'last' can follow"
    case .pathThroughTwoCollections(let name):
      "a path goes through one collection, and '\(name)' is a second: only 'count', 'first' or 'last' can follow it"
    case .pathBeyondMember(let name): "'\(name)' of a collection ends a path; Swift goes on with a 'keyPath'"
    default: "\(code)"
    }
  }
}
