package import AshlarSchema

/// Everything that can be wrong with a schema. Codes are in `Problem+Code.swift`, sentences in `Problem+Wording.swift`.
///
/// Indirect, as `HistoryProblem` is: every function that copies or destroys one would have code for each payload, 127 KB in all.
package indirect enum Problem: Hashable, Sendable {
  /// The kinds of name that a declaration gives.
  package enum NameKind: String, Hashable, Sendable {
    case schema, module, type, property, method, enumCase = "case"
    case proto = "protocol"
  }

  /// A line by the name of its key.
  package struct IndentedLine: Hashable, Sendable {
    var name: String
    var spaces: Int
  }

  /// What has the wrong shape.
  package enum ShapeSubject: Hashable, Sendable {
    case key(String)
    case item(of: String)
    case file
  }

  /// What to write for a key that is unknown.
  package enum KeyAdvice: Hashable, Sendable {
    /// It is a property.
    case underProperties
    /// The type with a question mark.
    case optionalType(String?)
    /// Nothing: types are required without a question mark.
    case leaveOut
  }

  // MARK: Bytes and YAML
  case fileTooLarge(limit: Int)
  case tooManyErrors(limit: Int)
  case invalidUTF8
  case nulByte
  case controlCharacter(UInt32)
  case loneCarriageReturn
  case unusualLineEnd(UInt32)
  case yamlSyntax(problem: String, context: String?)
  case indentation(found: Int, above: IndentedLine?, below: IndentedLine?)
  case keyNotIndented(String, under: String)
  case missingColon(String)
  case colonInText
  case needsQuotes(String)
  case notClosed(String)
  case tab
  case tooDeep(limit: Int)
  case directive
  case severalDocuments
  case anchor
  case alias
  case tag
  case keyNotScalar
  case duplicateKey(String)

  // MARK: Shape
  case wrongShape(of: ShapeSubject, expected: NodeShape, found: NodeShape)
  case notBoolean(String)
  case unknownKey(String, place: KeyPlace, suggestion: String?, advice: KeyAdvice?)
  case missingKey(String, place: KeyPlace)
  case missingLanguageVersion
  case wrongLanguageVersion(String)

  // MARK: The schema block
  case repeatedSchemaBlock
  case missingSchemaName
  case badSchemaVersion(String)
  case unknownAccess(String)

  // MARK: Names
  case invalidIdentifier(String, NameKind)
  case reservedTypeName(String)
  case reservedPropertyName(String)
  case reservedCaseName(String)
  case duplicateType(String)
  case namespaceTaken(String)
  case propertyHidesType(String)
  case typeNamedLikeTarget(String)
  case typeNamedLikeSchema(String)
  case hidesSwiftName(String, module: String)
  case emptyStoredName
  case storedNameWithNUL
  case storedNameTooLong(length: Int, limit: Int)
  case tableTaken(String)
  case columnTaken(String)
  /// `bySource` where not another schema file has it, but a Swift file that people write.
  case outputNameTaken(String, bySource: Bool)

  // MARK: Types
  case malformedType(String, suggestion: String?)
  case unknownType(String, suggestion: String?)
  /// A type of the target that is not stored.
  case unstoredType(String, UnstoredReason)
  case undeclaredSwiftType(String, persisted: String)
  case unknownCollection(String, suggestion: String?)
  case collectionWithoutElement(CollectionName)
  case optionalCollection(CollectionName)
  case nestedCollection
  case linkNotOptional(String)
  case optionalLinkInList(String, CollectionName)
  case linkInMap(String)
  case embeddedInSet(String)
  case mapKey(String)
  case optionalAny
  case notUnwrappable(String)
  case unwrappedElement(String)
  case linkToAsymmetric(String)
  case asymmetricLinkWithoutKey(String)
  case embeddedCycle([String])

  // MARK: Custom types
  case persistedType(String)
  case unknownPersistedType(String, suggestion: String?)
  case failableWithoutDefault(String)

  // MARK: Renames
  case wasStillInUse(String)
  case duplicateWas(String)
  case droppedAndRenamed(String)
  case duplicateDropped(String)
  case backfillWithoutDefault
  case history(HistoryProblem)

  // MARK: Mixins
  case unknownMixin(String, suggestion: String?)
  case notAMixin(String)
  case mixinAsType(String)
  case mixinCycle([String])
  case mixinPropertyTaken(String, first: String, second: String)
  case mixinPropertyType(String, expected: String)

  case accessOfMixinProperty

  // MARK: What only Swift sees
  case accessTooWide(AccessLevel, than: AccessLevel)
  case setterTooWide(AccessLevel, than: AccessLevel)

  case inheritedConformance(String)
  case conformanceToType(String)
  case repeatedConformance(String)

  // MARK: Classes written by hand
  case privateModel(String, isGeneric: Bool)
  case conditionalModel(String)
  case conditionalProperty(String)
  case unreadableCodingKeys(String)
  case privateCoding(String, type: String)
  case persistedOutsideModel(String, base: String?, isGenerated: Bool)
  case persistedArgument(String)
  case repeatedProperty(String, type: String)
  case untypedProperty(String, String?)
  /// `init()` of a model, without the word.
  case initializerNotRequired(String)
  case initializerWithoutSuper(String)
  /// A designated initializer, and no `init()`.
  case missingInitializer(String)
  case assignmentBeforeSuper(String)
  /// `primaryKey()` names what is not a stored property.
  case keyNotStored(String, type: String)
  case olderStyle(String, isModel: Bool)
  case computedSetting(String)
  case positionTaken(String, line: Int, root: String)
  case positionTooFar(String)
  case movedPositions
  case notOpened(String)
  case narrowModel(String, AccessLevel, property: String)
  case failableByHand(String)
  /// What an import leaves to a person.
  case notImported(String)
  /// A property that an import would not store any more; the reason is empty where another report has it.
  case lostProperty(String, reason: String, isAllowed: Bool)
  case conditionalCase(String, of: String)
  case conditionalSetting(String)
  case foreignType(String)

  // MARK: Projections
  case projectionRoot(String)
  case projectionAsType(String)
  case codingOfProjection(String)
  case pathAndKeyPath
  case keyPathWithoutType
  case keyPathWithRoot
  case typeWithPath
  case malformedPath(String)
  case unknownPathStep(String, type: String)
  case pathNotStored(String)
  case pathThroughValue(String, type: String)
  case pathThroughMap(String)
  case pathThroughLinkingObjects(String)
  case pathThroughTwoCollections(String)
  case pathAfterMember(String)

  // MARK: Coding
  case codingKeyTaken(String)
  case jsonNotCoded(String)
  case anyNotCodable
  case typeNotCodable(String, missing: String)

  // MARK: Values
  case valuesWith(String)
  case valuesNameTaken(String)
  case valueProperty(String)
  case valueType(String)
  case valueTarget(String)
  case valueKey(String)
  case valueCoding(String, missing: String)

  case typeAndSwift
  case swiftNeedsIgnored
  case swiftNotOneLine
  case ignoredWithoutDefault(String)
  case defaultNotSwift
  case keyOnIgnored(String)
  case ignoredOrigin(String)

  // MARK: Keys and indexes
  case primaryKeyType(String)
  case secondPrimaryKey
  case primaryKeyOnEmbedded
  case primaryKeyNotIndexed
  case indexedType(String)

  // MARK: Linking objects
  case linkingObjectsTarget(String)
  case missingOrigin
  case unknownOrigin(String, type: String)
  case wrongOrigin(String, type: String, target: String)
  case originNotAllowed
  case keyOnLinkingObjects(String)

  // MARK: Defaults
  case defaultNotAllowed(String)
  case badDefault(String, ValueType)
  case badInitialValue(String, ValueType)
  case defaultOutOfRange(String, ValueType)
  case defaultTooPrecise(String)
  case unknownDefaultCase(String, type: String)
  case externalDefault(String)
  case newDefault(String)
  case newDefaultType(String, type: String)

  // MARK: Enums
  case unknownOfExternalEnum(String)
  case unknownCaseNotFound(String, type: String)
  case swiftNeedsExternal
  case unknownRawType(String, suggestion: String?)
  case enumWithoutCases(String)
  case duplicateCase(String)
  case badRawValue(String, ValueType)
  case rawValueOutOfRange(String, ValueType)
  case missingRawValue(String)
  case duplicateRawValue(String)

  var severity: Severity {
    switch self {
    case .history(let problem): problem.severity
    case .typeNamedLikeTarget, .typeNamedLikeSchema, .hidesSwiftName, .failableWithoutDefault, .typeNotCodable: .warning
    case .olderStyle(_, let isModel): isModel ? .warning : .error
    case .notImported, .lostProperty(_, _, isAllowed: true), .failableByHand: .warning
    default: .error
    }
  }
}

/// What a note says about another source location.
package enum Hint: Hashable, Sendable {
  case firstHere
  case didYouMean(String)
  case otherTypeHere(String)
  case takenHere(String)
  case cycleContinues(from: String, to: String)
  case declaredHere(String)
  /// The key `values` of the schema block.
  case valuesOfSchema
  case hasFromMixin(String)
}
