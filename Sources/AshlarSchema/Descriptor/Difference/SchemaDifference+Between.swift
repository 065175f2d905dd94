extension SchemaDifference {
  /// Returns the differences between the stored forms of `old` and `new`, sorted by type; within a type, renames are followed by changes of
  /// kind, properties, primary key and rules. The result is empty if and only if both schemas have the same canonical form for the storage
  /// fingerprint. Complexity: O(n log n).
  public static func between(_ old: SchemaModel, _ new: SchemaModel) -> [SchemaDifference] {
    let renames = SchemaRenames(from: old, to: new)
    let old = renames.applied(to: old)
    var differences: [SchemaDifference] = []
    merge(old.entities, new.entities, by: \.storedName) { before, after in
      switch (before, after) {
      case (let before?, let after?):
        let type = after.storedName
        if let name = renames.types[type] { differences.append(.typeRenamed(type: type, from: name)) }
        for column in after.columns.map(\.storedName).ordered(byBytes: { $0 }) {
          guard let name = renames.properties[type]?[column] else { continue }
          differences.append(.propertyRenamed(type: type, property: column, from: name))
        }
        differences += between(before, in: old, after, in: new)
      case (let before?, nil): differences.append(.typeRemoved(type: before.storedName))
      case (nil, let after?): differences.append(.typeAdded(type: after.storedName))
      case (nil, nil): break
      }
    }
    return differences
  }

  /// Returns the differences between two versions of one entity. Ignores former names. Complexity: O(n log n).
  public static func between(
    _ before: EntityModel, in old: SchemaModel, _ after: EntityModel, in new: SchemaModel
  ) -> [SchemaDifference] {
    let type = after.storedName
    var differences: [SchemaDifference] = []
    if before.kind != after.kind { differences.append(.kindChanged(type: type, from: before.kind, to: after.kind)) }
    merge(Array(before.columns), Array(after.columns), by: \.storedName) { was, column in
      switch (was, column) {
      case (let was?, let column?):
        let from = StoredType(was, in: old)
        let to = StoredType(column, in: new)
        if from != to {
          differences.append(.propertyChanged(type: type, property: column.storedName, from: from, to: to))
        } else if was.storesNil != column.storesNil {
          let property = column.storedName
          differences.append(
            column.storesNil ? .madeOptional(type: type, property: property) : .madeRequired(type: type, property: property))
        }
      case (let was?, nil): differences.append(.propertyRemoved(type: type, property: was.storedName))
      case (nil, let column?): differences.append(.propertyAdded(type: type, property: column.storedName))
      case (nil, nil): break
      }
    }
    switch (before.primaryKey.map { before.properties[$0].storedName }, after.primaryKey.map { after.properties[$0].storedName }) {
    case (let from?, let to?) where !from.utf8.elementsEqual(to.utf8):
      differences.append(.primaryKeyChanged(type: type, from: from, to: to))
    case (let from?, nil): differences.append(.primaryKeyRemoved(type: type, property: from))
    case (nil, let to?): differences.append(.primaryKeyAdded(type: type, property: to))
    default: break
    }
    return differences + rules(before, after, isFingerprinted: true)
  }

  /// Visits the elements of both lists in the byte order of their names; elements with equal names are visited together.
  static func merge<Element>(
    _ old: [Element], _ new: [Element], by name: KeyPath<Element, String>, _ visit: (Element?, Element?) -> Void
  ) {
    let old = old.ordered(byBytes: { $0[keyPath: name] })
    let new = new.ordered(byBytes: { $0[keyPath: name] })
    var left = 0
    var right = 0
    while left < old.count || right < new.count {
      let isLeft: Bool
      let isRight: Bool
      if left < old.count, right < new.count {
        let first = old[left][keyPath: name].utf8
        let second = new[right][keyPath: name].utf8
        isLeft = !second.lexicographicallyPrecedes(first)
        isRight = !first.lexicographicallyPrecedes(second)
      } else {
        isLeft = left < old.count
        isRight = right < new.count
      }
      visit(isLeft ? old[left] : nil, isRight ? new[right] : nil)
      if isLeft { left += 1 }
      if isRight { right += 1 }
    }
  }
}
