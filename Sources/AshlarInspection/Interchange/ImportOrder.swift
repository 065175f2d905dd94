package import AshlarSchema

/// The order in which the objects of types are created: the target of a link precedes its origin, unless the links of types form a cycle.
package struct ImportOrder {
  /// The types that are not embedded, in this order.
  package private(set) var types: [EntityModel] = []
  private var positions: [String: Int] = [:]
  // The embedded types whose objects may contain links to others.
  private var linkingTypes: Set<String> = []

  /// Complexity: O(types² × properties).
  package init(_ types: [EntityModel]) {
    let embedded = types.filter { $0.kind == .embedded }
    var count = -1
    while linkingTypes.count > count {
      count = linkingTypes.count
      for type in embedded where !linkingTypes.contains(type.name) && type.columns.contains(where: { canRefer($0, embedded) }) {
        linkingTypes.insert(type.name)
      }
    }
    var rest = types.filter { $0.kind == .object }.sorted { $0.name.isBefore($1.name) }
    var names = Set(rest.map(\.name))
    while !rest.isEmpty {
      // In a cycle, links that must not be nil have the greatest cost.
      let costs = rest.map { Self.cost(of: $0, names) }
      var best = 0
      for (index, cost) in costs.enumerated() where cost < costs[best] { best = index }
      let type = rest.remove(at: best)
      names.remove(type.name)
      positions[type.name] = self.types.count
      self.types.append(type)
    }
  }

  // Returns the number of links to other types in `rest`. A link that cannot be set later has the cost of 10,000 others.
  private static func cost(of type: EntityModel, _ rest: Set<String>) -> Int {
    var cost = 0
    for property in type.columns where property.type == .object && property.target != type.name {
      guard let target = property.target, rest.contains(target) else { continue }
      cost += needsValue(property, of: type) == nil ? 1 : 10_000
    }
    return cost
  }

  // Returns whether a value of a property may refer to an object that is not embedded, given the `linkingTypes` found so far.
  private func canRefer(_ property: PropertyModel, _ embedded: [EntityModel]) -> Bool {
    guard property.type == .object else { return property.type == .any }
    guard let target = property.target, embedded.contains(where: { $0.name == target }) else { return true }
    return linkingTypes.contains(target)
  }

  /// Returns whether a value of a property may be set after all objects have been created.
  package func isLate(_ property: PropertyModel, of type: String) -> Bool {
    guard property.type == .object else { return property.type == .any }
    guard let target = property.target, positions[target] == nil else { return !isEarly(property, of: type) }
    return linkingTypes.contains(target)
  }

  /// Returns whether the targets of a property precede the objects that link to them.
  package func isEarly(_ property: PropertyModel, of type: String) -> Bool {
    guard property.type == .object, let target = property.target.flatMap({ positions[$0] }), let own = positions[type] else { return false }
    return target < own
  }

  /// Returns the links that are set after all objects have been created although rules require them earlier: a commit in between would
  /// fail. Each is a phrase such as `the rule that 'Book.author' is required`.
  package var conflicts: [String] {
    types.flatMap { type in
      type.columns.compactMap { property -> String? in
        guard isLate(property, of: type.name) else { return nil }
        return Self.needsValue(property, of: type).map { "the \($0.name(of: type.name))" }
      }
    }
  }

  // Returns the rule that an object violates while a link or a collection of links is not set; nil if there is none.
  private static func needsValue(_ property: PropertyModel, of type: EntityModel) -> EntityRule? {
    type.rules.first { rule in
      switch rule {
      case .required(let name): name == property.storedName
      case .count(let name, let bounds): name == property.storedName && bounds.low > 0
      case .unique(let unique):
        unique.nilCounts && unique.properties.contains(property.storedName) || unique.condition?.property == property.storedName
      case .primaryKey, .index, .range, .length, .pattern, .oneOf, .order, .holderDeleted, .targetDeleted: false
      }
    }
  }
}
