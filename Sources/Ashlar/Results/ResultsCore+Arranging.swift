import AshlarSchema
import AshlarStore

extension _ResultsCore {
  func sorted(_ descriptors: [SortDescriptor]) -> _ResultsCore {
    requireRealm()
    guard let core, !descriptors.isEmpty else { return self }
    if values != nil, descriptors.count == 1, descriptors[0].keyPath == "self" {
      return arrangedValues(.sorted(ascending: descriptors[0].ascending))
    }
    refuseValues { .sortPath(path: descriptors[0].keyPath, reason: $0) }
    return arranged(.sorted(SortOrder(descriptors, entity, core)), .sorted(descriptors))
  }

  func distinct(_ keyPaths: [String]) -> _ResultsCore {
    requireRealm()
    guard let core, !keyPaths.isEmpty else { return self }
    if values != nil, keyPaths == ["self"] { return arrangedValues(.distinct) }
    refuseValues { .distinctPath(path: keyPaths[0], reason: $0) }
    return arranged(.distinct(DistinctRows(keyPaths, entity, core)), .distinct(keyPaths))
  }

  func limited(to count: Int, offset: Int) -> _ResultsCore {
    requireRealm()
    if count < 0 { misuse(.negativeIndex(name: "limit")) }
    if offset < 0 { misuse(.negativeIndex(name: "offset")) }
    let limit = RowLimit(offset: offset, count: count)
    if values != nil { return arrangedValues(.limited(limit)) }
    return core == nil ? self : arranged(.limited(limit), .limited(limit))
  }

  /// Returns the page after a row; the first page if `row` is nil.
  func page(after row: Int64?, size: Int) -> _ResultsCore {
    requireRealm()
    if size < 0 { misuse(.negativeIndex(name: "size")) }
    guard let core else { return self }
    if case .limited? = arrangement.steps.last {
      misuse(.query("Limited results have no pages: call 'page' without 'limited'."))
    }
    core.checkConfinement("collection")
    let order = arrangement.lastOrder
    var isKeyOrder = arrangement.orders <= 1
    if case .table = source {} else { isKeyOrder = false }
    let start = row.map { PageOfRows.Start(key: $0, values: order?.captured($0) ?? []) }
    let page = PageOfRows(start: start, size: size, order: order, isKeyOrder: isKeyOrder)
    return arranged(.page(page), .page(page))
  }

  /// Stops the program if these are results of values, which have no properties.
  func refuseValues(_ error: (String) -> UsageError) {
    guard let collection = values else { return }
    misuse(error("the collection of '\(collection.entity.model.name)' contains values, not objects."))
  }

  // MARK: - Values

  /// The collection of values that these results read; nil if they are results of objects.
  var values: _ManagedCollection? {
    if case .values(let collection, _) = source { collection } else { nil }
  }

  /// Returns a source of values for a loop; nil if these are results of objects.
  func valueSource<Element: RealmCollectionValue>(_ type: Element.Type) -> IterationSource? {
    guard case .values(let collection, let steps) = source else { return nil }
    let positions = computedKeys()
    if steps.isEmpty { return collection.valueSource(type) }
    let values = collection.allElements(type)
    return ValueSource(positions.map { values[Int($0)] })
  }

  func arrangedValues(_ step: ResultsQuery.ValueStep) -> _ResultsCore {
    requireRealm()
    guard case .values(let collection, let steps) = source else { return self }
    return _ResultsCore(core: core, source: .values(collection, steps + [step]), entity: entity)
  }
}

extension ResultsQuery {
  /// A step that sorts or reduces the values of a collection. Steps are applied in the order in which they were added.
  enum ValueStep {
    /// A stable sort.
    case sorted(ascending: Bool)
    /// Retains the first of each group of equal values.
    case distinct
    case limited(RowLimit)
  }
}

extension _ManagedCollection {
  /// Returns the positions of the values that remain after the steps, in the resulting order.
  func positions(_ steps: [ResultsQuery.ValueStep]) -> [Int64] {
    let elements = elements()
    var positions = Array(0..<elements.count)
    if steps.isEmpty { return positions.map(Int64.init) }
    let values = positions.map { elements.value($0) }
    for step in steps {
      switch step {
      case .sorted(let ascending):
        let before = positions
        positions = ascendingPositions(before.count) { a, b in
          let order = CellValue.setOrder(values[before[a]], values[before[b]])
          return order == 0 ? a < b : ascending ? order < 0 : order > 0
        }.map { before[$0] }
      case .distinct: positions = firsts(positions, values)
      case .limited(let limit): positions = Array(positions.dropFirst(limit.offset).prefix(limit.count))
      }
    }
    return positions.map(Int64.init)
  }

  // Returns `positions`, omitting each position whose value equals the value at an earlier one. Sorting makes equal values adjacent; the
  // first of each run is the earliest and is retained.
  private func firsts(_ positions: [Int], _ values: [CellValue]) -> [Int] {
    let sorted = ascendingPositions(positions.count) { a, b in
      let order = CellValue.setOrder(values[positions[a]], values[positions[b]])
      return order == 0 ? a < b : order < 0
    }
    let kept = sorted.indices.filter { index in
      index == 0 || CellValue.setOrder(values[positions[sorted[index - 1]]], values[positions[sorted[index]]]) != 0
    }
    return kept.map { sorted[$0] }.sorted().map { positions[$0] }
  }
}
