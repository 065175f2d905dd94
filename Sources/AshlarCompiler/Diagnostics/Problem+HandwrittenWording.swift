extension Problem {
  /// The message for a problem with a handwritten class; nil for any other problem.
  var handwrittenMessage: Sentence? {
    switch self {
    case .privateModel(let name, isGeneric: true): "'\(name)' cannot be a model: it is generic, and a schema has one table for each class"
    case .privateModel(let name, isGeneric: false):
      "'\(name)' cannot be a model: emitted code in another file must name it; make it and the types around it internal"
    case .conditionalModel(let name):
      "'\(name)' is inside '#if', and a schema cannot depend on a condition; move the class out of it"
    case .conditionalProperty(let name):
      "'\(name)' is inside '#if', and a schema cannot depend on a condition; move the property out of it"
    case .unreadableCodingKeys(let name):
      "'CodingKeys' must be an enum whose raw values are literals, since 'encode(to:)' is emitted from it; or write 'encode(to:)' in '\(name)'"
    case .privateCoding(let name, let type):
      "'\(name)' is private, and 'encode(to:)' of '\(type)' is emitted in another file; make it internal, leave it out of 'CodingKeys', or write 'encode(to:)'"
    case .persistedOutsideModel(let name, let base?, isGenerated: true):
      "'\(name)' cannot add stored properties to '\(base)', which is generated; add them in YAML"
    case .persistedOutsideModel(let name, let base?, isGenerated: false):
      "'\(name)' has stored properties, but 'Object' is not found among the classes that it derives from; '\(base)' is not declared in this target"
    case .persistedOutsideModel(let name, nil, _):
      "'\(name)' has stored properties and is not a class that derives from Object, EmbeddedObject or AsymmetricObject"
    case .persistedArgument(let text):
      "'\(text)' is not an argument of '@Persisted'; write 'primaryKey: true', 'indexed: true', 'unique: true', 'deleteRule: .cascade' or 'originProperty: \"…\"'"
    case .repeatedProperty(let name, let type): "'\(type)' has two properties named '\(name)'"
    case .untypedProperty(let name, let value?): "cannot tell the type of '\(name)' from '\(value)'; write its type"
    case .untypedProperty(let name, nil): "the property '\(name)' needs a type"
    case .initializerNotRequired(let type):
      "'init()' of '\(type)' overrides a required initializer, by which objects are made; write 'required init()'"
    case .initializerWithoutSuper(let type):
      "this initializer of '\(type)' does not call 'super.init()', which makes the object; write it on the first line"
    case .missingInitializer(let type):
      "'\(type)' has this designated initializer, so it does not inherit 'init()', by which objects are made; make it 'convenience' with 'self.init()', or add 'required init() { super.init() }'"
    case .assignmentBeforeSuper(let name):
      "'\(name)' is stored in the object, which 'super.init()' makes; write 'super.init()' before this line"
    case .keyNotStored(let name, let type): "'primaryKey()' of '\(type)' names '\(name)', which is not a property with '@Persisted'"
    case .unstoredType(let name, .enumWithoutProtocol(let rawType?)):
      "the enum '\(name)' does not conform to 'PersistableEnum'; write 'enum \(name): \(rawType), PersistableEnum'"
    case .unstoredType(let name, .enumWithoutProtocol(rawType: nil)):
      "the enum '\(name)' does not conform to 'PersistableEnum', for which it needs a raw type; write 'enum \(name): String, PersistableEnum'"
    case .unstoredType(let name, .unknownRawType):
      "the raw type of '\(name)' is not declared in this target; write 'String', 'Int' or 'Double'"
    case .unstoredType(let name, .unknownPersistedType):
      "'\(name)' does not name the type it is stored as; write 'typealias PersistedType = String', or the type of 'init(persistedValue:)'"
    case .unstoredType(let name, .noCustomType):
      "'\(name)' is not stored; derive a class from 'EmbeddedObject', or let '\(name)' conform to 'CustomPersistable'"
    case .unstoredType(let name, .isPrivate):
      "'\(name)' is private or generic, and emitted code in another file must name it; make it internal"
    case .unstoredType(let name, .isConditional):
      "'\(name)' is inside '#if', and a schema cannot depend on a condition; move the type out of it"
    case .olderStyle(let name, isModel: true): "'\(name)' is not stored: in a class with '@Persisted' only such properties are"
    case .olderStyle(let name, isModel: false):
      "'\(name)' is declared in the older style, which is not stored; write '@Persisted var', or run 'ashlar import --to persisted'"
    case .computedSetting(let method):
      "'\(method)' must return a literal or a constant that has one: it is read when the program is built, and not run"
    case .positionTaken(let name, let line, let root):
      "'\(name)' is at line \(line) of its file, at the same place as a property of another class that is or derives from '\(root)'; add a line before one of the two"
    case .positionTooFar(let name): "'\(name)' lies beyond line 1048575 or column 2047, which '@Persisted' cannot hold"
    case .movedPositions:
      "'#sourceLocation' moves the positions by which '@Persisted' properties are known; move the models to another file"
    case .notOpened(let bracket): "this '\(bracket)' closes nothing"
    case .narrowModel(let name, let level, let property):
      "'\(property)' is \(level.rawValue) and its type '\(name)' is not; make the class \(level.rawValue), or write 'access: internal' in the schema"
    case .conditionalCase(let name, let type):
      "case '\(name)' of '\(type)' is inside '#if', and a schema cannot depend on a condition; move the case out of it"
    case .conditionalSetting(let method): "'\(method)' is inside '#if', and a schema cannot depend on a condition; move it out"
    case .foreignType(let name):
      "how '\(name)' is stored is not known, as this target does not declare it; say in a YAML file of the target, under 'enums' with 'external: true' and 'swift: \(name)', or under 'types' with 'persisted' and 'swift: \(name)'"
    case .notImported(let text): Sentence(stringLiteral: text)
    case .lostProperty(let name, reason: "", isAllowed: _): "'\(name)' is stored now, and would not be after the import"
    case .lostProperty(let name, let reason, isAllowed: _):
      "'\(name)' is stored now, and would not be after the import: \(Sentence(stringLiteral: reason))"
    case .badInitialValue("nil", let type): "'nil' is not an initial value of \(type.swiftName); write '\(type.swiftName)?'"
    case .badInitialValue(let text, let type): "'\(text)' is not an initial value of \(type.swiftName)"
    case .failableByHand(let name):
      "a new '\(name)' is converted from the default of its stored type; if that conversion fails, reading stops the program; write an initial value or '\(name)?'"
    default: nil
    }
  }
}
