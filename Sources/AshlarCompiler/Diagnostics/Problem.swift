package import AshlarSchema

/// A problem in a schema. Codes are in `Problem+Code.swift`, messages in `Problem+Wording.swift`.
///
/// The enum is indirect, like `HistoryProblem`: otherwise every function that copies or destroys a problem would contain code for each
/// payload, 127 KB in total.
package indirect enum Problem: Hashable, Sendable {
  /// The kinds of names that a declaration introduces.
  package enum NameKind: String, Hashable, Sendable {
    case schema, module, type, property, method, enumCase = "case"
    case proto = "protocol"
  }

  /// A line above the reported one, identified by its key.
  package struct IndentedLine: Hashable, Sendable {
    var name: String
    var spaces: Int
  }

  /// The node that has the wrong shape.
  package enum ShapeSubject: Hashable, Sendable {
    case key(String)
    case item(of: String)
    case file
  }

  /// Advice on an unknown key.
  package enum KeyAdvice: Hashable, Sendable {
    /// The key is the name of a property, which belongs under `properties`.
    case underProperties
    /// Write the type with a question mark. The associated value is the type; nil if it is unknown.
    case optionalType(String?)
    /// Remove the key: types without a question mark are required.
    case leaveOut
    /// Write a delete rule on the linking objects of the target. The associated values are the name of the target, the rule, and the name
    /// of the property; a name is nil if it is unknown.
    case deleteRule(target: String?, rule: String, origin: String?)
    /// Declare linking objects in the other type.
    case inverse
    /// Write the enum as the property's type. The associated value is the enum's name; nil if it is unknown.
    case enumType(String?)
    /// Write `true` for this key in the property.
    case onProperty(String)
    /// Write this key in the block `schema`.
    case inSchema(String)
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
  /// `bySource`: whether a handwritten Swift file has the name, rather than the output of another schema file.
  case outputNameTaken(String, bySource: Bool)

  // MARK: Types
  case malformedType(String, suggestion: String?)
  case unknownType(String, suggestion: String?)
  /// A type of the target that cannot be stored.
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

  // MARK: Rules
  case rule(RuleProblem)

  // MARK: Mixins
  case unknownMixin(String, suggestion: String?)
  case notAMixin(String)
  case mixinAsType(String)
  case mixinCycle([String])
  case mixinPropertyTaken(String, first: String, second: String)
  case mixinPropertyType(String, expected: String)

  case accessOfMixinProperty

  // MARK: Swift declarations
  case accessTooWide(AccessLevel, than: AccessLevel)
  case setterTooWide(AccessLevel, than: AccessLevel)

  case inheritedConformance(String)
  case conformanceToType(String)
  case repeatedConformance(String)

  // MARK: Handwritten classes
  case privateModel(String, isGeneric: Bool)
  case conditionalModel(String)
  case conditionalProperty(String)
  case unreadableCodingKeys(String)
  case privateCoding(String, type: String)
  case persistedOutsideModel(String, base: String?, isGenerated: Bool)
  case persistedArgument(String)
  case repeatedProperty(String, type: String)
  case untypedProperty(String, String?)
  /// A model's `init()` that lacks the word `required`.
  case initializerNotRequired(String)
  case initializerWithoutSuper(String)
  /// A model with a designated initializer and no `init()`.
  case missingInitializer(String)
  case assignmentBeforeSuper(String)
  /// `primaryKey()` returns a name that no stored property has.
  case keyNotStored(String, type: String)
  case olderStyle(String, isModel: Bool)
  case computedSetting(String)
  case positionTaken(String, line: Int, root: String)
  case positionTooFar(String)
  case movedPositions
  case notOpened(String)
  case narrowModel(String, AccessLevel, property: String)
  case failableByHand(String)
  /// A declaration that an import does not convert completely. The associated value is the message.
  case notImported(String)
  /// A property that would no longer be stored after an import. The reason is empty if another report states it.
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
    case .rule(let problem): problem.severity
    case .typeNamedLikeTarget, .typeNamedLikeSchema, .hidesSwiftName, .failableWithoutDefault, .typeNotCodable: .warning
    case .olderStyle(_, let isModel): isModel ? .warning : .error
    case .notImported, .lostProperty(_, _, isAllowed: true), .failableByHand: .warning
    default: .error
    }
  }
}

/// The content of a note about another source location.
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
