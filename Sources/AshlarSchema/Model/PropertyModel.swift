/// The type of a stored value. Raw values are part of the descriptor format.
public enum ValueType: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  case bool = 1
  case int = 2
  case int8 = 3
  case int16 = 4
  case int32 = 5
  /// Stored like `int`; only the Swift type differs.
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
  /// An `AnyRealmValue`.
  case any = 16
}

/// The kind of collection that a property holds. Raw values are part of the descriptor format.
public enum CollectionKind: UInt8, Hashable, Sendable, CaseIterable {
  case none = 0
  case list = 1
  case set = 2
  /// Values by string key.
  case map = 3
  /// The source objects of links; not stored.
  case linkingObjects = 4
}

/// The initial value of a property in a new object. Without a default, it is the zero value of the type, nil for optionals, the first case
/// for enums, and a value created on first read for Date, ObjectId and UUID.
public enum DefaultValue: Hashable, Sendable {
  case bool(Bool)
  case int(Int64)
  /// A value of type Float or Double.
  case double(Double)
  case string(String)
  case data([UInt8])
  /// The seconds since 1970, and nanoseconds of the same sign.
  case date(seconds: Int64, nanoseconds: Int32)
  /// The time of creation.
  case now
  /// IEEE 754 decimal128 in BID encoding.
  case decimal128(low: UInt64, high: UInt64)
  /// Exactly 12 bytes.
  case objectId([UInt8])
  /// Exactly 16 bytes.
  case uuid([UInt8])
  /// A new UUID for each object, in text form if the property is a String.
  case newUUID
  /// A new ObjectId for each object, in text form if the property is a String.
  case newObjectId
  /// A Swift expression that emitted code evaluates for each object.
  case code
}

extension DefaultValue {
  /// Whether this is a single value, the same for every object.
  public var isLiteral: Bool {
    switch self {
    case .now, .newUUID, .newObjectId, .code: false
    case .bool, .int, .double, .string, .data, .date, .decimal128, .objectId, .uuid: true
    }
  }
}

/// One property of an entity.
public struct PropertyModel: Hashable, Sendable {
  /// The Swift name.
  public var name: String
  /// The name in the file, at most 63 bytes of UTF-8.
  public var storedName: String
  /// The type of the value, or of the elements: for an enum its raw type, for a custom type its persisted type.
  public var type: ValueType
  /// The kind of collection, or `none` for a single value.
  public var collection: CollectionKind
  /// Whether the value, or an element, may be nil. A link to one object is optional, unless a custom type is stored through it.
  public var isOptional: Bool
  /// Whether the optional is declared with `!` in Swift.
  public var isImplicitlyUnwrapped = false
  /// Whether the property has an index; true for primary keys.
  public var isIndexed: Bool
  /// Whether this is the entity's primary key.
  public var isPrimaryKey: Bool
  /// The Swift name of the link's target; nil if the property is not a link.
  public var target: String?
  /// The Swift name of the enum whose raw values are stored; nil for other properties.
  public var enumName: String?
  /// The Swift name of the custom type whose values are stored as `type`; nil for other properties.
  public var customName: String?
  /// The Swift name of the type of the property or of its elements if only the Swift compiler knows it, because it belongs to another
  /// module; otherwise nil. Until a running program supplies the stored type, it is unknown, and `type` is `int`.
  public var foreignType: String?
  /// The Swift name of the property on `target` that linking objects follow; nil for other properties.
  public var origin: String?
  /// The initial value in new objects. Defaults of enums are raw values.
  public var defaultValue: DefaultValue?
  /// Whether rows that existed before the column was added have its default instead of zero.
  public var isBackfilled = false
  /// Former stored names, newest first.
  public var was: [String] = []
  /// The documentation, without comment marks; nil if there is none.
  public var documentation: String?

  /// Creates a property.
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
  /// Whether a file can store nil for the property or an element. A required custom type may be stored as a link, which can always be nil.
  public var storesNil: Bool { isOptional || (type == .object && (collection == .none || collection == .map)) }
}
