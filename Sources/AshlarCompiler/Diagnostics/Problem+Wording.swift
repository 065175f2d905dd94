internal import AshlarSchema

extension Problem {
  /// The message: one sentence without the final period.
  var message: String { sentence.text }

  private var sentence: Sentence {
    switch self {
    case .fileTooLarge(let limit): "the file is larger than \(limit >> 20) MiB"
    case .tooManyErrors(let limit): "more than \(limit) errors; the rest are not shown"
    case .invalidUTF8: "the file is not valid UTF-8 here"
    case .nulByte: "the file contains a NUL byte"
    case .controlCharacter(let value): "the file contains the control character U+\(hex(value))"
    case .loneCarriageReturn: "a carriage return alone cannot end a line; use LF or CRLF"
    case .unusualLineEnd(let value):
      "U+\(hex(value)) ends a line only for some YAML tools; use LF, or '\\u\(hex(value))' in double quotes"
    case .yamlSyntax(let problem, let context): "\(problem)\(context.map { " (\($0))" } ?? "")"
    case .indentation(let found, let above, let below): indentation(found, above, below)
    case .keyNotIndented(let key, let type): "'\(key)' is a key of '\(type)'; indent it further than '\(type)'"
    case .missingColon(let text) where text.contains(":"): "'\(text)' needs a space after the ':'"
    case .missingColon(let text): "'\(text)' is not an entry: write a key, ':' and a space before it"
    case .colonInText: "text that contains ': ' must be in quotation marks"
    case .needsQuotes(let character): "text that starts with '\(character)' must be in quotation marks"
    case .notClosed(let character): "this '\(character)' is never closed"
    case .tab: "YAML cannot be indented with tabs; use spaces"
    case .tooDeep(let limit): "nested more than \(limit) levels deep"
    case .directive: "YAML directives are not part of the schema language"
    case .severalDocuments: "a schema file contains one YAML document; move the second to its own file"
    case .anchor: "anchors are not part of the schema language"
    case .alias: "aliases are not part of the schema language; write the value again"
    case .tag: "tags are not part of the schema language; remove the tag: each key determines the type of its value"
    case .keyNotScalar: "a key must be a single word, not a list or a mapping"
    case .duplicateKey(let key): "duplicate key '\(key)'"
    case .wrongShape(let subject, .scalar, .nothing): "\(subject.description) needs a value"
    case .wrongShape(let subject, let expected, .nothing):
      "\(subject.description) needs \(expected.description); write '\(expected == .mapping ? "{}" : "[]")' for an empty one"
    case .wrongShape(let subject, let expected, let found):
      "\(subject.description) must be \(expected.description), not \(found.description)"
    case .notBoolean(let text): "'\(text)' is neither 'true' nor 'false'"
    case .unknownKey(let key, let place, let suggestion, let advice):
      "unknown key '\(key)' in \(place.description)\(advice?.sentence ?? didYouMean(suggestion, or: place.home(of: key)))"
    case .missingKey(let key, let place): "\(place.description) needs the key '\(key)'"
    case .missingLanguageVersion: "the file needs the line 'ashlar: 1', the version of the schema language"
    case .wrongLanguageVersion(let text): "this compiler reads version 1 of the schema language, not '\(text)'"
    case .repeatedSchemaBlock: "only one file of a schema can have a 'schema' block"
    case .missingSchemaName: "the schema has no name; write 'schema: { name: … }' in one file, or give one with --name"
    case .badSchemaVersion(let text): "'\(text)' is not a schema version; write an integer from 0 to 18446744073709551614, or 'history'"
    case .unknownAccess(let text): "'\(text)' is not an access level; write 'public', 'package' or 'internal'"
    default: declarationMessage
    }
  }

  private var declarationMessage: Sentence {
    switch self {
    case .invalidIdentifier(let name, let kind): "'\(name)' is not a Swift identifier that can name a \(kind.rawValue)"
    case .reservedTypeName(let name): "'\(name)' cannot be the name of a type: the runtime uses it"
    case .reservedPropertyName(let name): "'\(name)' cannot be the name of a property: the base class has a member with this name"
    case .reservedCaseName(let name): "'\(name)' cannot be the name of a case: every enum with raw values has a member with this name"
    case .duplicateType(let name): "there are two types named '\(name)'"
    case .namespaceTaken(let name): "'\(name)' is the name of the generated schema"
    case .propertyHidesType(let name): "the property '\(name)' hides the type '\(name)', which this class uses"
    case .typeNamedLikeTarget(let name): "the type '\(name)' has the name of its target, so Swift code cannot qualify types with that name"
    case .typeNamedLikeSchema(let name):
      "the type '\(name)' has the name of its schema; if the target has that name too, Swift code cannot qualify types with it"
    case .hidesSwiftName(let name, let module):
      "the type '\(name)' hides \(module == "Ashlar" ? "Ashlar" : "Swift")'s type of that name, which code in this target must write as '\(module).\(name)'"
    case .emptyStoredName: "a stored name cannot be empty"
    case .storedNameWithNUL: "a stored name cannot contain a NUL character"
    case .storedNameTooLong(let length, let limit): "the stored name has \(length) bytes; the maximum is \(limit)"
    case .tableTaken(let name): "there are two types stored as '\(name)'"
    case .columnTaken(let name): "the stored name '\(name)' is already used by another property"
    case .outputNameTaken(let name, bySource: false): "two files would be generated as '\(name)'; rename this schema file"
    case .outputNameTaken("main.swift", bySource: true):
      "'main.swift' would be generated, which Swift takes for the statements of a program; rename this schema file"
    case .outputNameTaken(let name, bySource: true):
      "'\(name)' would be generated, and the target has a file of that name; rename this schema file"
    case .malformedType(let text, let suggestion?): "'\(text)' is not a type of the schema language; write '\(suggestion)'"
    case .malformedType(let text, nil): "'\(text)' is not a valid type; types look like 'Int', 'Date?', 'Person?' or 'List<Person>'"
    case .undeclaredSwiftType(let name, let persisted):
      "'\(name)' is a Swift type; declare how it is stored under 'types': '\(name): { persisted: \(persisted) }'"
    case .unknownType(let name, let suggestion): "unknown type '\(name)'\(didYouMean(suggestion))"
    case .unknownCollection(let name, let suggestion): "unknown collection '\(name)'\(didYouMean(suggestion))"
    case .collectionWithoutElement(let collection):
      "'\(collection.rawValue)' needs an element type; write '\(collection.rawValue)<…>'"
    case .optionalCollection(let collection): "a \(collection.rawValue) cannot be optional; remove the '?'"
    case .nestedCollection: "a collection cannot contain collections"
    case .linkNotOptional(let name): "a link to '\(name)' must be optional; write '\(name)?'"
    case .optionalLinkInList(let name, let collection):
      "a \(collection.rawValue) of objects cannot contain nil; write '\(collection.rawValue)<\(name)>'"
    case .linkInMap(let name): "an object in a Map must be optional; write 'Map<\(name)?>'"
    case .embeddedInSet(let name): "a MutableSet cannot contain embedded objects; write 'List<\(name)>'"
    case .mapKey(let name): "the key type of a Map must be String, not '\(name)'"
    case .optionalAny: "'AnyRealmValue' cannot be optional, since it can be nil itself; write 'AnyRealmValue'"
    case .notUnwrappable(let name):
      "only String, Data, Date, Decimal128, ObjectId, UUID and links can be implicitly unwrapped; write '\(name)?'"
    case .unwrappedElement(let name): "an element type cannot be implicitly unwrapped; write '\(name)?'"
    case .linkToAsymmetric(let name): "'\(name)' is an asymmetric type, and properties cannot link to those"
    case .asymmetricLinkWithoutKey(let name):
      "an asymmetric type links only to types with a primary key, which is what is sent, and '\(name)' has none"
    case .embeddedCycle(let names): "embedded types form a cycle: \(cycle(names))"
    case .primaryKeyType(let type):
      "'\(type)' cannot be a primary key; integers, String, UUID and ObjectId can, and enums or custom types stored as one of them"
    case .secondPrimaryKey: "a type can have only one primary key"
    case .primaryKeyOnEmbedded: "an embedded type cannot have a primary key"
    case .primaryKeyNotIndexed: "a primary key is always indexed; remove 'indexed'"
    case .indexedType(let type):
      "'\(type)' cannot be indexed; Bool, integers, String, Date, UUID, ObjectId and AnyRealmValue can, and enums or custom types stored as one of them"
    default: valueMessage
    }
  }

  private var valueMessage: Sentence {
    switch self {
    case .linkingObjectsTarget(let name): "'LinkingObjects' needs an object type; '\(name)' is not one"
    case .missingOrigin: "'LinkingObjects' needs the key 'origin', the name of the property that links to this type"
    case .unknownOrigin(let name, let type): "'\(type)' has no property '\(name)'"
    case .wrongOrigin(let name, let type, let target): "'\(type).\(name)' does not link to '\(target)'"
    case .originNotAllowed: "'origin' is allowed only on LinkingObjects"
    case .keyOnLinkingObjects(let key): "'\(key)' is not allowed on LinkingObjects, which are not stored"
    case .defaultNotAllowed(let type): "a property of type '\(type)' cannot have a default"
    case .badDefault(let text, let type): "'\(text)' is not a valid default for \(type.swiftName); write \(type.literals)"
    case .defaultOutOfRange(let text, let type): "'\(text)' is out of range for \(type.swiftName)"
    case .defaultTooPrecise(let text): "'\(text)' has more than the 34 digits that Decimal128 can hold"
    case .unknownDefaultCase(let text, let type): "'\(type)' has no case '\(text)'"
    case .externalDefault(let text): "'\(text)' cannot be a case of an external enum: it is not a Swift identifier"
    case .newDefault(let text): "'new' cannot generate '\(text)'; write 'UUID', 'UUIDv7' or 'ObjectId'"
    case .newDefaultType(let text, let type): "a new \(text) is not a valid default for '\(type)'"
    case .unknownRawType(let name, let suggestion): "'\(name)' cannot be a raw type\(didYouMean(suggestion))"
    case .enumWithoutCases(let name): "the enum '\(name)' has no cases"
    case .duplicateCase(let name): "there are two cases named '\(name)'"
    case .badRawValue(let text, let type): "'\(text)' is not a raw value of type \(type.swiftName)"
    case .rawValueOutOfRange(let text, let type): "the raw value of '\(text)' is out of range for \(type.swiftName)"
    case .missingRawValue(let name): "the case '\(name)' needs a raw value"
    case .duplicateRawValue(let text): "the raw value '\(text)' is already used by another case"
    default: surfaceMessage
    }
  }

  private var surfaceMessage: Sentence {
    switch self {
    case .unknownMixin(let name, let suggestion): "unknown mixin '\(name)'\(didYouMean(suggestion))"
    case .notAMixin(let name): "'\(name)' is not a mixin"
    case .mixinAsType(let name): "'\(name)' is a mixin and cannot be the type of a property; list it under 'mixins'"
    case .mixinCycle(let names): "mixins form a cycle: \(cycle(names))"
    case .mixinPropertyTaken(let name, let first, let second): "the mixins '\(first)' and '\(second)' both have a property '\(name)'"
    case .mixinPropertyType(let name, let expected): "the property '\(name)' comes from a mixin and must keep its type '\(expected)'"
    case .accessOfMixinProperty: "a type cannot change the access of a property that comes from a mixin"
    case .accessTooWide(let level, let limit): "'\(level.rawValue)' is wider than the access of the type, which is '\(limit.rawValue)'"
    case .setterTooWide(let level, let limit): "'\(level.rawValue)' is wider than the access of the property, which is '\(limit.rawValue)'"
    case .inheritedConformance(let name): "every generated type already conforms to '\(name)'; remove it"
    case .conformanceToType(let name): "'\(name)' is a type of the schema, not a protocol"
    case .repeatedConformance(let name): "'\(name)' is listed twice"
    case .typeAndSwift: "a property has either 'type' or 'swift', not both"
    case .swiftNeedsIgnored: "'swift' is allowed only on a property with 'ignored: true'"
    case .swiftNotOneLine: "Swift code must be on a single line"
    case .ignoredWithoutDefault(let type): "a property of type '\(type)' needs 'default: { swift: … }', since only optionals start as nil"
    case .defaultNotSwift: "the default of a property with a Swift type must be '{ swift: … }'"
    case .keyOnIgnored(let key): "'\(key)' is not allowed on an ignored property, which is not stored"
    case .ignoredOrigin(let name): "'\(name)' cannot be an origin: it is an ignored property, which is not stored"
    case .unknownOfExternalEnum(let name): "'unknown' is not allowed on the external enum '\(name)'; declare it in Swift"
    case .unknownCaseNotFound(let text, let type): "'\(type)' has no case '\(text)'"
    case .persistedType(let name): "a custom type must be stored as a scalar or an embedded type; '\(name)' is neither"
    case .unknownPersistedType(let name, let suggestion): "unknown type '\(name)'\(didYouMean(suggestion))"
    case .failableWithoutDefault(let name):
      "a new '\(name)' is converted from the default of its stored type; if that conversion fails, reading stops the program; add a default or write '\(name)?'"
    case .wasStillInUse(let name): "'was' lists '\(name)', which is still the stored name of another declaration"
    case .duplicateWas(let name): "'was' lists '\(name)' in two declarations"
    case .droppedAndRenamed(let name): "'dropped' lists '\(name)', whose values move to the property with 'was: [\(name)]'"
    case .duplicateDropped(let name): "'dropped' lists '\(name)' twice"
    case .history(let problem): problem.sentence
    case .rule(let problem): problem.sentence
    case .backfillWithoutDefault: "'backfill' needs a literal default to fill existing rows with"
    case .swiftNeedsExternal: "'swift' is allowed only on an enum with 'external: true'"
    default: handwrittenMessage ?? projectionMessage
    }
  }

  /// Names the lines above whose indentation this line could match.
  private func indentation(_ found: Int, _ above: IndentedLine?, _ below: IndentedLine?) -> Sentence {
    switch (above, below) {
    case (let above?, let below?):
      "this line is indented by \(spaces(found)), but '\(above.name)' by \(above.spaces) and '\(below.name)' by \(below.spaces)"
    case (nil, let below?):
      "this line is indented by \(spaces(found)), but '\(below.name)' above it by \(below.spaces) and has a value already"
    case (let above?, nil): "this line is indented by \(spaces(found)), but '\(above.name)' above it by \(above.spaces)"
    case (nil, nil): "this line is indented by \(spaces(found))"
    }
  }

  private func spaces(_ number: Int) -> String { number == 1 ? "1 space" : "\(number) spaces" }

  private func didYouMean(_ suggestion: String?, or alternative: Sentence = "") -> Sentence {
    guard let suggestion else { return alternative }
    return "; did you mean '\(suggestion)'?"
  }

  private func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Joins the names of a cycle. If there are more than 12 names, joins only the first 8 and the last 2.
  private func cycle(_ names: [String]) -> Sentence {
    let shown = names.count > 12 ? Array(names.prefix(8)) + ["…"] + names.suffix(2) : names
    return Sentence(stringLiteral: shown.map(Sentence.shortened).joined(separator: " → "))
  }
}

extension Hint {
  /// The message: one sentence without the final period.
  var message: String { sentence.text }

  private var sentence: Sentence {
    switch self {
    case .firstHere: "the first is here"
    case .didYouMean(let name): "did you mean '\(name)'? It is declared here"
    case .otherTypeHere(let name): "the other '\(name)' is declared here"
    case .takenHere(let name): "'\(name)' is used here"
    case .cycleContinues(let from, let to): "'\(from)' contains '\(to)' here"
    case .valuesOfSchema: "'values: true' in the 'schema' block is for each type; 'values: false' on a type leaves it out"
    case .declaredHere(let name): "'\(name)' is declared here"
    case .hasFromMixin(let name): "'\(name)' has this property from a mixin"
    }
  }
}

extension ValueType {
  /// A description of the literals that a default of this type can have.
  fileprivate var literals: String {
    switch form {
    case .bool: "'true' or 'false'"
    case .integer: "decimal digits, 'min' or 'max'"
    case .float, .double: "a decimal number, 'inf', '-inf' or 'nan'"
    case .string: "any text"
    case .data: "base64"
    case .date: "a date like 2024-02-29 or 2024-02-29T12:00:00Z, 'now', 'distantPast' or 'distantFuture'"
    case .decimal: "a decimal number, 'NaN', 'Infinity' or '-Infinity'"
    case .objectId: "24 hexadecimal digits or 'new'"
    case .uuid: "a UUID of 36 characters or 'new'"
    case .object, .any: "none"
    }
  }
}

extension Problem.ShapeSubject {
  fileprivate var description: Sentence {
    switch self {
    case .key(let key): "'\(key)'"
    case .item(let key): "an item of '\(key)'"
    case .file: "a schema file"
    }
  }
}

extension NodeShape {
  fileprivate var description: String {
    switch self {
    case .scalar: "a single value"
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .nothing: "nothing"
    }
  }
}
