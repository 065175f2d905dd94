internal import AshlarSchema

extension RuleProblem {
  var sentence: Sentence {
    switch self {
    case .unknownProperty(let name, let type): "'\(type)' has no property '\(name)'"
    case .propertyNotStored(let name): "'\(name)' is not stored; a rule concerns stored properties"
    case .repeatedProperty(let name): "the rule names '\(name)' twice"
    case .listOfOne(let key, let name?): "'\(key)' is a list of at least two properties; write '\(listFlag(key))' on '\(name)'"
    case .listOfOne(let key, nil): "'\(key)' is a list of at least two properties; remove it, or name them"
    case .flatList(let key, let names):
      "'\(key)' is a list of lists; write '\(key): [[\(Sentence.shortened(names.joined(separator: ", ")))]]'"
    case .tooManyParts(let count): "the rule has \(count) properties; the maximum is \(RuleKind.partLimit)"
    case .misplaced(let key, let place): "\(place.description) cannot have '\(key)'\(advice(key, place))"
    default: keyMessage
    }
  }

  private var keyMessage: Sentence {
    switch self {
    case .uniqueType(let type):
      "'\(type)' cannot be unique; Bool, integers, String, Date, UUID, ObjectId and links to one object can, and enums or custom types stored as one of them"
    case .uniqueInEmbedded: "an embedded type cannot have unique properties: its objects have no table of their own"
    case .uniqueNotIndexed: "a unique property is always indexed; remove 'indexed'"
    case .uniqueCondition("whenNil", let type):
      "'\(type)' cannot be the condition of 'whenNil'; write an optional property or a link that an index may have"
    case .uniqueCondition(let key, let type): "'\(type)' cannot be the condition of '\(key)'; write a property of type Bool"
    case .severalConditions: "a unique rule has one condition: 'whenNil', 'whenTrue' or 'whenFalse'"
    case .indexPartType(let type):
      "'\(type)' cannot be part of an index; Bool, integers, Float, Double, String, Date, UUID, ObjectId and links to one object can, and enums or custom types stored as one of them"
    case .keyPartType(let type):
      "'\(type)' cannot be part of a primary key; Bool, integers, String, Date, UUID and ObjectId can, and enums or custom types stored as one of them"
    case .keyPartOptional(let type): "a part of a primary key cannot be optional; write '\(type)'"
    case .compoundKeyLink(let name):
      "'\(name)' has a primary key of several properties, which a link here cannot be stored as; give '\(name)' a key of one property"
    case .keyNameTaken(let name):
      "a primary key of several properties makes or names a Swift type '\(name)'; rename the schema's type of that name"
    case .repeatedList(let key): "'\(key)' contains this rule twice"
    case .uniqueKey(let name): "'\(name)' is the primary key, which is unique already; remove the rule"
    case .redundantIndex(let names):
      "another index or unique rule begins with \(quoted(names)), and answers the same conditions; remove this index"
    default: deleteMessage
    }
  }

  private var deleteMessage: Sentence {
    switch self {
    case .deleteRuleType(let type): "'deleteRule' is allowed only on links, collections of objects and LinkingObjects, not on '\(type)'"
    case .deleteRuleOnEmbedded(let name):
      "an embedded object is always deleted with its owner, so a link between them has no 'deleteRule'; remove it ('\(name)' is embedded)"
    case .deleteRuleInAsymmetric: "asymmetric objects are never deleted by a program; remove 'deleteRule'"
    case .denyInEmbedded:
      "an embedded object is also deleted when another replaces it, which nothing can deny; write 'cascade' or 'nullify'"
    case .unknownDeleteRule(let text, let suggestion?): "'\(text)' is not a delete rule; write '\(suggestion)'"
    case .unknownDeleteRule(let text, nil): "'\(text)' is not a delete rule; write 'nullify', 'cascade' or 'deny'"
    case .cascadeIfLast:
      "'cascadeIfLast' is not supported; write 'cascade', which deletes the object although others link to it, or 'nullify' and delete it in code"
    case .deleteRuleConflict(let origin, let first): "other LinkingObjects of '\(origin)' have 'deleteRule: \(first)'; write the same rule"
    case .cascadeBothWays(let link):
      "'\(link)' cascades in both directions: deleting either object deletes the other, and everything that is linked the same way"
    default: valueMessage
    }
  }

  private var valueMessage: Sentence {
    switch self {
    case .type(let key, let type): "'\(key.rawValue)' is not allowed on '\(type)'; it is for \(key.types)"
    case .elements(let key, let type):
      "'\(key.rawValue)' is not allowed on '\(type)': rules do not concern elements; only 'count' is for collections"
    case .requiredAlready(let type): "'\(type)' is required already; remove 'required'"
    case .requiredValue(let type): "'required' is for links and AnyRealmValue, whose Swift type stays as it is; write 'type: \(type)'"
    case .twoBounds(let first, let second): "'\(first)' and '\(second)' bound the same side; remove one of them"
    case .emptyRange(let text): "no value is in the range '\(text)'"
    case .malformedRange(let text, let key): "'\(text)' is not a range; write '\(key.rawValue): 24', '1...40', '1...' or '...40'"
    case .endlessRange(let text, let key): "every \(key.rawValue) is in the range '\(text)'; write a bound above 0, as in '1...'"
    case .bound(let text, let type): "'\(text)' cannot be a bound of \(type.swiftName); write \(type.bounds)"
    case .boundNow: "'now' cannot be a bound, because a rule that files keep must not change by itself; write a date"
    case .pattern(.openSet, let text): "a '[' of the pattern '\(text)' is never closed; write '[[]' for the character itself"
    case .pattern(.fallingRange(let range), let text):
      "the range '\(range)' of the pattern '\(text)' is empty; write its ends in ascending order"
    case .checkSyntax(let text, let suggestion?): "'\(text)' is not a check; write '\(suggestion)'"
    case .checkSyntax(let text, nil):
      "'\(text)' is not a check; write two properties and '<', '<=', '==' or '!=' between them, as in 'opened <= closed'"
    case .checkTypes(let left, let relation, let right):
      "'\(left)' and '\(right)' cannot be compared with '\(relation.symbol)'; both sides need the same type\(relation.isSymmetric ? "" : ", a number or Date")"
    case .checkOfValues(let text): "a check compares two properties; write 'min', 'max', 'above' or 'below' on the property for '\(text)'"
    case .defaultBreaksRule(let value, let key, let rule):
      "the default '\(value)' breaks the rule '\(key.rawValue): \(rule)' of its property"
    case .requiredLink(let name, let target):
      "deleting an object of type '\(target)' to which '\(name)' links would break this rule; declare LinkingObjects with 'deleteRule: cascade' or 'deny' in '\(target)'"
    case .uncheckedEnum(let name, .unknownCase):
      "'\(name)' cannot be checked: its 'unknown' case is for values without a case; remove one of the two"
    case .uncheckedEnum(let name, .withoutCases):
      "'\(name)' cannot be checked: only the Swift compiler knows its cases; list them under 'cases'"
    case .uncheckedEnum(let name, .floatingPoint):
      "'\(name)' cannot be checked: its raw values are floating-point numbers; write 'raw: Int' or 'raw: String'"
    case .checkedElements(let name): "'checked' has no effect: '\(name)' is only used in collections, whose elements are not checked"
    case .computedRules:
      "'schemaRules' must be a list of calls in brackets, such as '[.index(\\Dog.owner, \\Dog.name)]': it is read when the program is built, and not run"
    case .argument(let text):
      "'\(text)' must be a literal, or the key path of a property of this class: rules are read when the program is built, and not run"
    default: "\(code)"
    }
  }

  private func listFlag(_ key: String) -> String {
    switch key {
    case "primaryKey": "primaryKey: true"
    case "indexes": "indexed: true"
    default: "unique: true"
    }
  }

  private func quoted(_ names: [String]) -> Sentence {
    Sentence(stringLiteral: names.map { "'" + Sentence.shortened($0) + "'" }.joined(separator: ", "))
  }

  private func advice(_ key: String, _ place: KeyPlace) -> Sentence {
    place == .asymmetric ? "; write 'unique: [[…]]' for the server's table" : "; its objects have no table of their own"
  }
}

extension RuleKey {
  /// The types of properties that may have the key.
  fileprivate var types: String {
    switch self {
    case .unique: "values that may be indexed and links to one object"
    case .min, .max, .above, .below: "integers, Float, Double, Decimal128 and Date"
    case .length: "String and Data"
    case .count: "List, MutableSet and Map"
    case .pattern: "String"
    case .required: "links to one object and AnyRealmValue"
    case .deleteRule: "links, collections of objects and LinkingObjects"
    }
  }
}

extension ValueType {
  /// A description of the literals that a bound of this type can have.
  fileprivate var bounds: String {
    switch form {
    case .integer: "decimal digits, in the range of the type"
    case .float, .double, .decimal: "a finite decimal number, in the range of the type"
    case .date: "a date like 2024-02-29 or 2024-02-29T12:00:00Z"
    case .bool, .string, .data, .objectId, .uuid, .object, .any: "none"
    }
  }
}
