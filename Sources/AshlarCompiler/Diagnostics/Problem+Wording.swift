internal import AshlarSchema

extension Problem {
  /// The sentence people read, without a full stop.
  var message: String { sentence.text }

  private var sentence: Sentence {
    switch self {
    case .fileTooLarge(let limit): "the file is larger than \(limit >> 20) MiB"
    case .tooManyErrors(let limit): "more than \(limit) errors; those from here on are not shown"
    case .invalidUTF8: "the file is not valid UTF-8 here"
    case .nulByte: "the file holds a NUL byte here"
    case .controlCharacter(let value): "the file holds the control character U+\(hex(value)) here"
    case .loneCarriageReturn: "a carriage return without a line feed does not end a line; use LF or CRLF"
    case .unusualLineEnd(let value):
      "U+\(hex(value)) ends a line for some YAML tools and not for others; use LF, or '\\u\(hex(value))' between double quotes"
    case .yamlSyntax(let problem, let context): "\(problem)\(context.map { " (\($0))" } ?? "")"
    case .indentation(let found, let above, let below): indentation(found, above, below)
    case .keyNotIndented(let key, let type): "'\(key)' belongs to '\(type)': indent it further than that"
    case .missingColon(let text) where text.contains(":"): "'\(text)' needs a space behind the ':'"
    case .missingColon(let text): "'\(text)' is no entry: a key, ':' and a space are expected here"
    case .colonInText: "text with ': ' in it stands between quotation marks"
    case .needsQuotes(let character): "text that begins with '\(character)' stands between quotation marks"
    case .notClosed(let character): "this '\(character)' is never closed"
    case .tab: "a tab does not indent YAML; use spaces"
    case .tooDeep(let limit): "nested more than \(limit) levels deep"
    case .directive: "YAML directives are not part of the schema language"
    case .severalDocuments: "a file holds one YAML document; put the second into a file of its own"
    case .anchor: "anchors are not part of the schema language"
    case .alias: "aliases are not part of the schema language; write the value again"
    case .tag: "tags are not part of the schema language; a scalar means what its place asks for"
    case .keyNotScalar: "a key is a plain word, not a list or a map"
    case .duplicateKey(let key): "duplicate key '\(key)'"
    case .wrongShape(let expected, let found): "\(expected.description) is expected here, not \(found.description)"
    case .notBoolean(let text): "'\(text)' is neither 'true' nor 'false'"
    case .unknownKey(let key, let place, let suggestion, let advice):
      "unknown key '\(key)' in \(place.description)\(advice?.sentence ?? didYouMean(suggestion, or: place.home(of: key)))"
    case .missingKey(let key, let place): "\(place.description) needs the key '\(key)'"
    case .missingLanguageVersion: "the file needs the line 'ashlar: 1', which states the version of the schema language"
    case .wrongLanguageVersion(let text): "this compiler reads version 1 of the schema language, not '\(text)'"
    case .repeatedSchemaBlock: "only one file of a schema has a 'schema' block"
    case .missingSchemaName: "the schema has no name; write 'schema: { name: … }' in one file, or give one with --name"
    case .badSchemaVersion(let text): "'\(text)' is no schema version; it is an integer from 0 to 18446744073709551614"
    case .unknownAccess(let text): "'\(text)' is no access level; it is 'public', 'package' or 'internal'"
    default: declarationMessage
    }
  }

  private var declarationMessage: Sentence {
    switch self {
    case .invalidIdentifier(let name, let kind): "'\(name)' is no Swift identifier that can name a \(kind.rawValue)"
    case .reservedTypeName(let name): "'\(name)' cannot name a type of a schema: the runtime has something of this name"
    case .reservedPropertyName(let name): "'\(name)' cannot name a property: the base class has one of this name"
    case .reservedCaseName(let name): "'\(name)' cannot name a case: every enum with raw values has a member of this name"
    case .duplicateType(let name): "there are two types named '\(name)'"
    case .namespaceTaken(let name): "'\(name)' is the name of the generated schema itself"
    case .propertyHidesType(let name): "the property '\(name)' would hide the type '\(name)', which this class refers to"
    case .typeNamedLikeTarget(let name): "a type named like its own target '\(name)' cannot be qualified with the target's name"
    case .typeNamedLikeSchema(let name):
      "a type named like its schema '\(name)' is most likely named like its target, and cannot be qualified then"
    case .hidesSwiftName(let name, let module):
      "a type named '\(name)' hides Swift's, which this target then has to call '\(module).\(name)'"
    case .emptyStoredName: "a stored name is not empty"
    case .storedNameWithNUL: "a stored name holds no NUL character"
    case .storedNameTooLong(let length, let limit): "the stored name has \(length) bytes; at most \(limit) are possible"
    case .tableTaken(let name): "there are two types stored as '\(name)'"
    case .columnTaken(let name): "the stored name '\(name)' belongs to another property"
    case .outputNameTaken(let name): "two files would be generated as '\(name)'; rename this schema file"
    case .malformedType(let text, let suggestion?): "'\(text)' is no type of a schema: write '\(suggestion)'"
    case .malformedType(let text, nil): "'\(text)' is no type; types look like 'Int', 'Date?', 'Person?' or 'List<Person>'"
    case .typeOfSwift(let name, let persisted):
      "'\(name)' is a type of Swift: say under 'types' what it is stored as, '\(name): { persisted: \(persisted) }'"
    case .unknownType(let name, let suggestion): "unknown type '\(name)'\(didYouMean(suggestion))"
    case .unknownCollection(let name, let suggestion): "unknown collection '\(name)'\(didYouMean(suggestion))"
    case .collectionWithoutElement(let collection):
      "'\(collection.rawValue)' needs the type of its elements: '\(collection.rawValue)<…>'"
    case .optionalCollection(let collection): "a \(collection.rawValue) is never optional; it is empty instead"
    case .nestedCollection: "collections do not nest"
    case .linkNotOptional(let name): "a link to '\(name)' is always optional: write '\(name)?'"
    case .optionalLinkInList(let name, let collection):
      "a \(collection.rawValue) of objects holds no nil: write '\(collection.rawValue)<\(name)>'"
    case .linkInMap(let name): "an object in a Map is always optional: write 'Map<\(name)?>'"
    case .embeddedInSet(let name): "a MutableSet holds no embedded objects; write 'List<\(name)>'"
    case .mapKey(let name): "the keys of a Map are String, not '\(name)'"
    case .optionalAny: "an AnyRealmValue is never optional: it holds nil itself; write 'AnyRealmValue'"
    case .notUnwrappable(let name):
      "only String, Data, Date, Decimal128, ObjectId, UUID and links can be implicitly unwrapped; write '\(name)?'"
    case .unwrappedElement(let name): "an element is never implicitly unwrapped; write '\(name)?'"
    case .linkToAsymmetric(let name): "nothing links to an asymmetric type, and '\(name)' is one"
    case .embeddedCycle(let names): "embedded types form a cycle: \(cycle(names))"
    case .primaryKeyType(let type):
      "'\(type)' cannot be a primary key; integers, String, UUID and ObjectId can, and enums or custom types stored as one of them"
    case .secondPrimaryKey: "a type has at most one primary key"
    case .primaryKeyOnEmbedded: "an embedded type has no primary key"
    case .primaryKeyNotIndexed: "a primary key is always indexed; leave 'indexed' out"
    case .indexedType(let type):
      "'\(type)' cannot be indexed; Bool, integers, String, Date, UUID, ObjectId and AnyRealmValue can, and enums or custom types stored as one of them"
    default: valueMessage
    }
  }

  private var valueMessage: Sentence {
    switch self {
    case .linkingObjectsTarget(let name): "LinkingObjects are objects, and '\(name)' is none"
    case .missingOrigin: "LinkingObjects need 'origin', the name of the property that links here"
    case .unknownOrigin(let name, let type): "'\(type)' has no property '\(name)'"
    case .wrongOrigin(let name, let type, let target): "'\(type).\(name)' does not link to '\(target)'"
    case .originNotAllowed: "only LinkingObjects have an 'origin'"
    case .keyOnLinkingObjects(let key): "LinkingObjects are not stored: '\(key)' has no meaning here"
    case .defaultNotAllowed(let type): "'\(type)' takes no default"
    case .badDefault(let text, let type): "'\(text)' is no default for \(type.swiftName), which takes \(type.literals)"
    case .defaultOutOfRange(let text, let type): "'\(text)' is out of range for \(type.swiftName)"
    case .defaultTooPrecise(let text): "'\(text)' has more digits than Decimal128 holds, which is 34"
    case .unknownDefaultCase(let text, let type): "'\(type)' has no case '\(text)'"
    case .externalDefault(let text): "'\(text)' cannot name a case of an external enum: it is no Swift identifier"
    case .newDefault(let text): "'\(text)' cannot be made anew; 'UUID' and 'ObjectId' can"
    case .newDefaultType(let text, let type): "a new \(text) is no default for '\(type)'"
    case .unknownRawType(let name, let suggestion): "'\(name)' cannot be a raw type\(didYouMean(suggestion))"
    case .enumWithoutCases(let name): "the enum '\(name)' has no cases"
    case .duplicateCase(let name): "there are two cases named '\(name)'"
    case .badRawValue(let text, let type): "'\(text)' is no raw value of type \(type.swiftName)"
    case .rawValueOutOfRange(let text, let type): "the raw value of '\(text)' is out of range for \(type.swiftName)"
    case .missingRawValue(let name): "the case '\(name)' needs a raw value"
    case .duplicateRawValue(let text): "the raw value '\(text)' belongs to another case"
    default: surfaceMessage
    }
  }

  private var surfaceMessage: Sentence {
    switch self {
    case .unknownMixin(let name, let suggestion): "unknown mixin '\(name)'\(didYouMean(suggestion))"
    case .notAMixin(let name): "'\(name)' is no mixin"
    case .mixinAsType(let name): "'\(name)' is a mixin: types list it under 'mixins', and no property is of it"
    case .mixinCycle(let names): "mixins form a cycle: \(cycle(names))"
    case .mixinPropertyTaken(let name, let first, let second): "the mixins '\(first)' and '\(second)' both have a property '\(name)'"
    case .mixinPropertyType(let name, let expected): "the property '\(name)' of a mixin keeps its type, '\(expected)'"
    case .accessOfMixinProperty: "a property of a mixin is as accessible as the mixin, and is set as the mixin says"
    case .accessTooWide(let level, let limit): "'\(level.rawValue)' is wider than the access of the type, which is '\(limit.rawValue)'"
    case .setterTooWide(let level, let limit): "'\(level.rawValue)' is wider than the access of the property, which is '\(limit.rawValue)'"
    case .inheritedConformance(let name): "every type of a schema is '\(name)' already"
    case .conformanceToType(let name): "'\(name)' is a type of the schema, no protocol"
    case .repeatedConformance(let name): "'\(name)' is listed twice"
    case .typeAndSwift: "a property has a 'type' of the schema or a 'swift' one, not both"
    case .swiftNeedsIgnored: "only a property with 'ignored: true' can have any Swift type"
    case .swiftNotOneLine: "Swift code stands on one line here"
    case .ignoredWithoutDefault(let type): "'\(type)' needs a default '{ swift: … }': only optionals begin as nil"
    case .defaultNotSwift: "a property with a Swift type has a default '{ swift: … }'"
    case .keyOnIgnored(let key): "an ignored property is not stored: '\(key)' has no meaning here"
    case .ignoredOrigin(let name): "'\(name)' is an ignored property, which is not stored: nothing links through it"
    case .unknownOfExternalEnum(let name): "what unknown values of the external enum '\(name)' read as is declared in Swift only"
    case .unknownCaseNotFound(let text, let type): "'\(type)' has no case '\(text)'"
    case .persistedType(let name): "a custom type is stored as a scalar or as an embedded type, and '\(name)' is neither"
    case .unknownPersistedType(let name, let suggestion): "unknown type '\(name)'\(didYouMean(suggestion))"
    case .failableWithoutDefault(let name):
      "a new '\(name)' is made of the default of what it is stored as; if that does not convert, reading stops the program: give a default, or write '\(name)?'"
    case .wasIsLiving(let name): "'\(name)' is the stored name of something that is still there"
    case .wasClaimedTwice(let name): "two declarations were stored as '\(name)' before"
    case .backfillWithoutDefault: "'backfill' fills old rows with a literal default, and there is none"
    case .swiftNeedsExternal: "only an enum with 'external: true' has a Swift spelling of its own"
    default: projectionMessage
    }
  }

  /// Which lines this one lies between.
  private func indentation(_ found: Int, _ above: IndentedLine?, _ below: IndentedLine?) -> Sentence {
    switch (above, below) {
    case (let above?, let below?):
      "this line begins with \(spaces(found)), neither like '\(above.name)' with \(above.spaces) nor like '\(below.name)' with \(below.spaces)"
    case (nil, let below?):
      "this line begins with \(spaces(found)); '\(below.name)' before it has \(below.spaces), and a value already"
    case (let above?, nil): "this line begins with \(spaces(found)); '\(above.name)' before it has \(above.spaces)"
    case (nil, nil): "this line begins with \(spaces(found))"
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

  /// The way round; of a very long one only where it begins and ends.
  private func cycle(_ names: [String]) -> Sentence {
    let shown = names.count > 12 ? Array(names.prefix(8)) + ["…"] + names.suffix(2) : names
    return Sentence(stringLiteral: shown.map(Sentence.shortened).joined(separator: " → "))
  }
}

extension Hint {
  /// The sentence people read.
  var message: String { sentence.text }

  private var sentence: Sentence {
    switch self {
    case .firstHere: "the first is here"
    case .didYouMean(let name): "did you mean '\(name)'? It is declared here"
    case .otherTypeHere(let name): "the other '\(name)' is declared here"
    case .takenHere(let name): "'\(name)' is used here"
    case .cycleContinues(let from, let to): "'\(from)' holds '\(to)' here"
    case .declaredHere(let name): "'\(name)' is declared here"
    case .hasFromMixin(let name): "'\(name)' has this property from a mixin"
    }
  }
}

extension Problem.KeyAdvice {
  fileprivate var sentence: Sentence {
    switch self {
    case .underProperties: "; a property stands under 'properties:'"
    case .optionalType(let type?): ": an optional type ends in '?', write '\(type)?'"
    case .optionalType(nil): ": an optional type ends in '?'"
    case .leaveOut: ": a type without '?' is required, leave it out"
    }
  }
}

extension ValueType {
  /// What a default of this type looks like.
  fileprivate var literals: String {
    switch self {
    case .bool: "'true' or 'false'"
    case .int, .int8, .int16, .int32, .int64: "decimal digits, 'min' or 'max'"
    case .float, .double: "a decimal number, 'inf', '-inf' or 'nan'"
    case .string: "any text"
    case .data: "base64"
    case .date: "a date like 2024-02-29 or 2024-02-29T12:00:00Z, 'now', 'distantPast' or 'distantFuture'"
    case .decimal128: "a decimal number, 'NaN', 'Infinity' or '-Infinity'"
    case .objectId: "24 hexadecimal digits or 'new'"
    case .uuid: "a UUID of 36 characters or 'new'"
    case .object, .any: "none"
    }
  }
}

extension KeyPlace {
  /// Where a key belongs that is written in an object or the like, for one that a property has.
  fileprivate func home(of key: String) -> Sentence {
    switch self {
    case .object, .embedded, .asymmetric, .mixin: KeyPlace.property.keys.contains(key) ? "; it is a key of a property" : ""
    default: ""
    }
  }

  fileprivate var description: String {
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
    }
  }
}

extension NodeShape {
  fileprivate var description: String {
    switch self {
    case .scalar: "a plain value"
    case .list: "a list"
    case .map: "a map"
    case .nothing: "nothing"
    }
  }
}
