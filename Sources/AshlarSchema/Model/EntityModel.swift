/// The kind of an entity's objects.
public enum EntityKind: UInt8, Hashable, Sendable, CaseIterable {
  /// A top-level object.
  case object = 0
  /// An object that is owned by exactly one other object.
  case embedded = 1
  /// A write-only object. A Realm with such a type requires an outbox.
  case asymmetric = 2
}

/// One type of a schema.
public struct EntityModel: Hashable, Sendable {
  /// The Swift name.
  public var name: String
  /// The name in the file, at most 57 bytes of UTF-8, which identifies the type.
  public var storedName: String
  /// The kind of the type.
  public var kind: EntityKind
  /// Stored properties in declaration order, whose indexes are the column ordinals, followed by linking objects.
  public var properties: [PropertyModel]
  /// Former stored names, newest first.
  public var was: [String] = []
  /// Stored names of former properties, whose data a migration may delete.
  public var dropped: [String] = []
  /// The rules of the objects, and the indexes of several properties; always in the order of the descriptor.
  public var rules: [EntityRule] = [] { didSet { rules = EntityRule.sorted(rules) } }
  /// The documentation, without comment marks; nil if there is none.
  public var documentation: String?

  /// Creates an entity. `properties` must be in the order that the property of the same name requires.
  public init(
    name: String, storedName: String? = nil, kind: EntityKind = .object, properties: [PropertyModel], documentation: String? = nil
  ) {
    self.name = name
    self.storedName = storedName ?? name
    self.kind = kind
    self.properties = properties
    self.documentation = documentation
  }

  /// The stored properties: all except linking objects. Their indexes are the column ordinals.
  public var columns: ArraySlice<PropertyModel> {
    // This is a plain loop, because a closure would receive a copy of each property.
    var end = 0
    while end < properties.count, properties[end].collection != .linkingObjects { end += 1 }
    return properties[..<end]
  }

  /// The column ordinal of the primary key; nil if there is none, or if the primary key has several properties.
  public var primaryKey: Int? { properties.firstIndex { $0.isPrimaryKey } }
}
