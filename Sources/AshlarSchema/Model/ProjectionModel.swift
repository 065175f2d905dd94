/// A view of an object or embedded type that exposes selected properties, possibly under different names.
public struct ProjectionModel: Hashable, Sendable {
  /// The Swift name.
  public var name: String
  /// The Swift name of the projected type.
  public var root: String
  /// The properties in declaration order.
  public var properties: [ProjectedPropertyModel]
  /// The documentation, without comment marks; nil if there is none.
  public var documentation: String?

  /// Creates a projection.
  public init(name: String, root: String, properties: [ProjectedPropertyModel], documentation: String? = nil) {
    self.name = name
    self.root = root
    self.properties = properties
    self.documentation = documentation
  }
}

/// One property of a projection.
public struct ProjectedPropertyModel: Hashable, Sendable {
  /// The Swift name.
  public var name: String
  /// The Swift names of the properties from the root to the value, joined by dots; if `swiftType` is set, a Swift key path.
  public var path: String
  /// The Swift type, if the path is a Swift key path.
  public var swiftType: String?
  /// The documentation, without comment marks; nil if there is none.
  public var documentation: String?

  /// Creates a projected property.
  public init(name: String, path: String, swiftType: String? = nil, documentation: String? = nil) {
    self.name = name
    self.path = path
    self.swiftType = swiftType
    self.documentation = documentation
  }
}
