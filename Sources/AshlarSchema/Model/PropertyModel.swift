/// The type of a stored value. Raw values are part of the descriptor format.
public enum ValueType: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  case bool = 1
  case int = 2
  case int8 = 3
  case int16 = 4
  case int32 = 5
  /// Stored as `int` is; only the Swift type differs.
  case int64 = 6
  case float = 7
  case double = 8
  case string = 9
  case data = 10
  case date = 11
  case decimal128 = 12
  case objectId = 13
  case uuid = 14
  /// A link to an object or an embedded object, named by `PropertyModel.target`.
  case object = 15
  /// Any value: an `AnyRealmValue`.
  case any = 16
}

/// How many values a property holds. Raw values are part of the descriptor format.
public enum CollectionKind: UInt8, Hashable, Sendable, CaseIterable {
  case none = 0
  case list = 1
  case set = 2
  /// Values by text keys.
  case map = 3
  /// The other end of links: not stored.
  case linkingObjects = 4
}

/// The value a new object's property starts with. No default means the zero value of the type, nil for optionals, the
/// first case for enums, and a value made on first read for Date, ObjectId and UUID.
public enum DefaultValue: Hashable, Sendable {
  case bool(Bool)
  case int(Int64)
  /// Float and Double.
  case double(Double)
  case string(String)
  case data([UInt8])
  /// Seconds since 1970 and nanoseconds of the same sign.
  case date(seconds: Int64, nanoseconds: Int32)
  /// The moment of creation.
  case now
  /// IEEE 754 decimal128 in BID encoding.
  case decimal128(low: UInt64, high: UInt64)
  /// 12 bytes.
  case objectId([UInt8])
  /// 16 bytes.
  case uuid([UInt8])
  /// A fresh UUID for each object, as text where the property is a String.
  case newUUID
  /// A fresh ObjectId for each object, as text where the property is a String.
  case newObjectId
  /// A Swift expression that emitted code evaluates for each object.
  case code
}

extension DefaultValue {
  /// Whether it is one value, the same for each object.
  public var isLiteral: Bool {
    switch self {
    case .now, .newUUID, .newObjectId, .code: false
    default: true
    }
  }
}

/// One property of an entity.
public struct PropertyModel: Hashable, Sendable {
  /// The Swift name.
  public var name: String
  /// The name in the file, at most 63 bytes of UTF-8.
  public var storedName: String
  /// The type of the value, or of the elements; an enum's is its raw type, a custom type's what it is stored as.
  public var type: ValueType
  /// One value, a collection, or linking objects.
  public var collection: CollectionKind
  /// Whether nil is stored, or an element. A link to one object is optional, unless a custom type is stored through it.
  public var isOptional: Bool
  /// Whether Swift spells the optional with `!`.
  public var isImplicitlyUnwrapped = false
  /// Whether an index is kept; true for primary keys.
  public var isIndexed: Bool
  /// Whether this is the entity's key.
  public var isPrimaryKey: Bool
  /// The Swift name of the entity linked to.
  public var target: String?
  /// The Swift name of the enum whose raw values are stored.
  public var enumName: String?
  /// The Swift name of the custom type whose values are stored as `type`.
  public var customName: String?
  /// How Swift spells the type of a property, or of its elements, that only Swift knows: it is of another module. How it is stored
  /// is not known then, and `type` is `int`, until a program has told.
  public var foreignType: String?
  /// The Swift name of the property on `target` that linking objects follow.
  public var origin: String?
  /// What new objects start with. Enum defaults are given as raw values.
  public var defaultValue: DefaultValue?
  /// Whether rows that were there before the column get its default, not zero.
  public var isBackfilled = false
  /// Stored names it had before, newest first.
  public var was: [String] = []
  /// Documentation, without comment marks.
  public var documentation: String?

  /// Makes a property.
  public init(
    name: String, storedName: String? = nil, type: ValueType, collection: CollectionKind = .none, isOptional: Bool = false,
    isIndexed: Bool = false, isPrimaryKey: Bool = false, target: String? = nil, enumName: String? = nil, origin: String? = nil,
    defaultValue: DefaultValue? = nil, documentation: String? = nil
  ) {
    self.name = name
    self.storedName = storedName ?? name
    self.type = type
    self.collection = collection
    self.isOptional = isOptional
    self.isIndexed = isIndexed || isPrimaryKey
    self.isPrimaryKey = isPrimaryKey
    self.target = target
    self.enumName = enumName
    self.origin = origin
    self.defaultValue = defaultValue
    self.documentation = documentation
  }
}

extension PropertyModel {
  /// Whether a file can hold nil for it, or for an element. A custom type may be required and yet stored as a link, which can
  /// always be nil.
  public var storesNil: Bool { isOptional || (type == .object && (collection == .none || collection == .map)) }
}
