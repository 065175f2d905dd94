/// One compiled schema: what the compiler lays out, the descriptor carries and the runtime opens a file with.
///
/// A value without behaviour of its own. Entities and enums are sorted by name, so that two models made from the same
/// declarations in any order of files are equal.
public struct SchemaModel: Hashable, Sendable {
  /// The schema's name; the generated namespace is `<name>Schema`.
  public var name: String
  /// The schema version stored with the data, 0 to 2^64 - 2.
  public var version: UInt64
  /// Sorted by `name`.
  public var entities: [EntityModel]
  /// Sorted by `name`.
  public var enums: [EnumModel]
  /// Sorted by `name`.
  public var customTypes: [CustomTypeModel]
  /// Sorted by `name`.
  public var projections: [ProjectionModel]

  /// Makes a model; everything is sorted here.
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

  /// The entity with this Swift name. Complexity: O(log n).
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
