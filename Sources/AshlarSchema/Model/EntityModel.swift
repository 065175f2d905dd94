/// What kind of table an entity has.
public enum EntityKind: UInt8, Hashable, Sendable, CaseIterable {
  /// A top-level object.
  case object = 0
  /// An object owned by exactly one other.
  case embedded = 1
  /// A write-only object; a local Realm refuses it.
  case asymmetric = 2
}

/// One type of a schema.
public struct EntityModel: Hashable, Sendable {
  /// The Swift name.
  public var name: String
  /// The name in the file, at most 57 bytes of UTF-8. Identity is by this name.
  public var storedName: String
  /// Object, embedded or asymmetric.
  public var kind: EntityKind
  /// Stored properties in declaration order, whose index is the column ordinal; then linking objects.
  public var properties: [PropertyModel]
  /// Stored names it had before, newest first.
  public var was: [String] = []
  /// Stored names of properties that it had before, whose data may go.
  public var dropped: [String] = []
  /// Documentation, without comment marks.
  public var documentation: String?

  /// Makes an entity; `properties` must be in the order stated above.
  public init(
    name: String, storedName: String? = nil, kind: EntityKind = .object, properties: [PropertyModel], documentation: String? = nil
  ) {
    self.name = name
    self.storedName = storedName ?? name
    self.kind = kind
    self.properties = properties
    self.documentation = documentation
  }

  /// The stored properties: all but linking objects. Their index is their column ordinal.
  public var columns: ArraySlice<PropertyModel> {
    // A plain loop: closures would be given a copy of each.
    var end = 0
    while end < properties.count, properties[end].collection != .linkingObjects { end += 1 }
    return properties[..<end]
  }

  /// The column ordinal of the primary key.
  public var primaryKey: Int? { properties.firstIndex { $0.isPrimaryKey } }
}
