/// One compiled schema: the compiler creates it, the descriptor encodes it, and the runtime opens files with it.
///
/// The model is a plain value without behavior. Declarations of each kind are sorted by name, so that two models created from the same
/// declarations are equal, regardless of the order of files.
public struct SchemaModel: Hashable, Sendable {
  /// The schema's name; the generated namespace is `<name>Schema`.
  public var name: String
  /// The schema version stored with the data, 0 to 2^64 - 2.
  public var version: UInt64
  /// The entities, sorted by `name`.
  public var entities: [EntityModel]
  /// The enums, sorted by `name`.
  public var enums: [EnumModel]
  /// The custom types, sorted by `name`.
  public var customTypes: [CustomTypeModel]
  /// The projections, sorted by `name`.
  public var projections: [ProjectionModel]

  /// Creates a model and sorts its declarations.
  public init(
    name: String, version: UInt64 = 0, entities: [EntityModel], enums: [EnumModel] = [], customTypes: [CustomTypeModel] = [],
    projections: [ProjectionModel] = []
  ) {
    self.name = name
    self.version = version
    self.entities = entities.ordered(byBytes: \.name)
    self.enums = enums.ordered(byBytes: \.name)
    self.customTypes = customTypes.ordered(byBytes: \.name)
    self.projections = projections.ordered(byBytes: \.name)
  }

  /// Returns the entity with this Swift name; nil if there is none. Complexity: O(log n).
  public func entity(named name: String) -> EntityModel? {
    var low = 0
    var high = entities.count
    while low < high {
      let middle = (low + high) / 2
      if entities[middle].name.isBefore(name) { low = middle + 1 } else { high = middle }
    }
    guard low < entities.count, entities[low].name == name else { return nil }
    return entities[low]
  }
}
