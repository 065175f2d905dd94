/// One property of an entity.
///
/// The fields are in one shared object, so a copy retains one reference, and code that copies properties is short. A change replaces the
/// object.
public struct PropertyModel: Hashable, Sendable {
  private struct Fields: Hashable, Sendable {
    var name: String
    var storedName: String
    var type: ValueType
    var collection: CollectionKind
    var isOptional: Bool
    var isImplicitlyUnwrapped: Bool = false
    var isIndexed: Bool
    var isPrimaryKey: Bool
    var target: String?
    var enumName: String?
    var customName: String?
    var foreignType: String?
    var origin: String?
    var defaultValue: DefaultValue?
    var isBackfilled: Bool = false
    var was: [String] = []
    var documentation: String?
  }

  private final class Shared: Sendable {
    let fields: Fields

    init(_ fields: Fields) { self.fields = fields }
  }

  private var shared: Shared

  private mutating func change(_ body: (inout Fields) -> Void) {
    var fields = shared.fields
    body(&fields)
    shared = Shared(fields)
  }

  /// The Swift name.
  public var name: String {
    get { shared.fields.name }
    set { change { $0.name = newValue } }
  }
  /// The name in the file, at most 63 bytes of UTF-8.
  public var storedName: String {
    get { shared.fields.storedName }
    set { change { $0.storedName = newValue } }
  }
  /// The type of the value, or of the elements: for an enum its raw type, for a custom type its persisted type.
  public var type: ValueType {
    get { shared.fields.type }
    set { change { $0.type = newValue } }
  }
  /// The kind of collection, or `none` for a single value.
  public var collection: CollectionKind {
    get { shared.fields.collection }
    set { change { $0.collection = newValue } }
  }
  /// Whether the value, or an element, may be nil. A link to one object is optional, unless a custom type is stored through it.
  public var isOptional: Bool {
    get { shared.fields.isOptional }
    set { change { $0.isOptional = newValue } }
  }
  /// Whether the optional is declared with `!` in Swift.
  public var isImplicitlyUnwrapped: Bool {
    get { shared.fields.isImplicitlyUnwrapped }
    set { change { $0.isImplicitlyUnwrapped = newValue } }
  }
  /// Whether the property has an index; true for primary keys.
  public var isIndexed: Bool {
    get { shared.fields.isIndexed }
    set { change { $0.isIndexed = newValue } }
  }
  /// Whether this is the entity's primary key.
  public var isPrimaryKey: Bool {
    get { shared.fields.isPrimaryKey }
    set { change { $0.isPrimaryKey = newValue } }
  }
  /// The Swift name of the type to which the property links, or, for linking objects, of the type whose links they follow; nil for other
  /// properties.
  public var target: String? {
    get { shared.fields.target }
    set { change { $0.target = newValue } }
  }
  /// The Swift name of the enum whose raw values are stored; nil for other properties.
  public var enumName: String? {
    get { shared.fields.enumName }
    set { change { $0.enumName = newValue } }
  }
  /// The Swift name of the custom type whose values are stored as `type`; nil for other properties.
  public var customName: String? {
    get { shared.fields.customName }
    set { change { $0.customName = newValue } }
  }
  /// The Swift name of the type of the property or of its elements if that type belongs to another module; otherwise nil. Until a running
  /// program supplies the stored type, it is unknown, and `type` is `int`.
  public var foreignType: String? {
    get { shared.fields.foreignType }
    set { change { $0.foreignType = newValue } }
  }
  /// The Swift name of the property on `target` that linking objects follow; nil for other properties.
  public var origin: String? {
    get { shared.fields.origin }
    set { change { $0.origin = newValue } }
  }
  /// The declared initial value in new objects; nil if none is declared. Defaults of enums are raw values.
  public var defaultValue: DefaultValue? {
    get { shared.fields.defaultValue }
    set { change { $0.defaultValue = newValue } }
  }
  /// Whether rows that existed before the column was added have its default instead of nil or zero.
  public var isBackfilled: Bool {
    get { shared.fields.isBackfilled }
    set { change { $0.isBackfilled = newValue } }
  }
  /// Former stored names, newest first.
  public var was: [String] {
    get { shared.fields.was }
    set { change { $0.was = newValue } }
  }
  /// The documentation, without comment marks; nil if there is none.
  public var documentation: String? {
    get { shared.fields.documentation }
    set { change { $0.documentation = newValue } }
  }

  /// Creates a property.
  public init(
    name: String, storedName: String? = nil, type: ValueType, collection: CollectionKind = .none, isOptional: Bool = false,
    isIndexed: Bool = false, isPrimaryKey: Bool = false, target: String? = nil, enumName: String? = nil, origin: String? = nil,
    defaultValue: DefaultValue? = nil, documentation: String? = nil
  ) {
    shared = Shared(
      Fields(
        name: name, storedName: storedName ?? name, type: type, collection: collection, isOptional: isOptional,
        isIndexed: isIndexed || isPrimaryKey, isPrimaryKey: isPrimaryKey, target: target, enumName: enumName, origin: origin,
        defaultValue: defaultValue, documentation: documentation))
  }

  /// Returns whether all fields are equal.
  public static func == (a: PropertyModel, b: PropertyModel) -> Bool { a.shared === b.shared || a.shared.fields == b.shared.fields }

  /// Hashes all fields.
  public func hash(into hasher: inout Hasher) { hasher.combine(shared.fields) }
}

extension PropertyModel: CustomReflectable {
  /// The fields, for `dump` and debuggers.
  public var customMirror: Mirror { Mirror(reflecting: shared.fields) }
}

extension PropertyModel {
  /// Whether a file can store nil for the property or an element. A required custom type may be stored as a link, which can always be nil.
  public var storesNil: Bool { isOptional || (type == .object && (collection == .none || collection == .map)) }
}
