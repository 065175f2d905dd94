package import AshlarSchema

/// The order in which the objects of types are created: the target of a link precedes its origin, unless the links of types form a cycle.
package struct ImportOrder {
  /// The types that are not embedded, in this order.
  package private(set) var types: [EntityModel] = []
  private var positions: [String: Int] = [:]

  /// Complexity: O(types² × properties).
  package init(_ types: [EntityModel]) {
    var rest = types.filter { $0.kind == .object }.sorted { $0.name.isBefore($1.name) }
    while !rest.isEmpty {
      // In a cycle, links that must not be nil matter most.
      let costs = rest.map { type in cost(of: type, rest) }
      var best = 0
      for (index, cost) in costs.enumerated() where cost < costs[best] { best = index }
      let type = rest.remove(at: best)
      positions[type.name] = self.types.count
      self.types.append(type)
    }
  }

  // The number of links to other types in `rest`. A link that cannot be set later counts as many others.
  private func cost(of type: EntityModel, _ rest: [EntityModel]) -> Int {
    var cost = 0
    for property in type.columns where property.type == .object && property.target != type.name {
      guard let target = property.target, rest.contains(where: { $0.name == target }) else { continue }
      cost += Self.needsValue(property, of: type) == nil ? 1 : 10_000
    }
    return cost
  }

  /// Returns whether the targets of a property precede the objects that link to them.
  package func isEarly(_ property: PropertyModel, of type: String) -> Bool {
    guard property.type == .object, let target = property.target.flatMap({ positions[$0] }), let own = positions[type] else { return false }
    return target < own
  }

  /// Returns the links that are set after all objects have been created, and that rules require to be set before: a commit between would
  /// fail. Each is a phrase such as `the rule 'required' of 'Book.author'`.
  package var conflicts: [String] {
    types.flatMap { type in
      type.columns.compactMap { property -> String? in
        guard property.type == .object || property.type == .any, !isEarly(property, of: type.name) else { return nil }
        return Self.needsValue(property, of: type).map { "the \($0.name(of: type.name))" }
      }
    }
  }

  // Returns the rule that an object breaks while a link or a collection of links is not set; nil if there is none.
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
