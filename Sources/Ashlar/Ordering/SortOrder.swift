import AshlarSchema
import AshlarStore
import CAshlar

/// An order of rows by properties bound to columns.
struct SortOrder {
  struct Term {
    let path: PropertyPath
    let ascending: Bool
  }

  let terms: [Term]
  let core: _RealmCore
  let root: Int

  init(_ descriptors: [SortDescriptor], _ entity: _Entity, _ core: _RealmCore) {
    self.core = core
    root = entity.ordinal
    terms = descriptors.map { descriptor in
      Term(
        path: PropertyPath(orderedBy: descriptor.keyPath, entity, core) { misuse(.sortPath(path: descriptor.keyPath, reason: $0)) },
        ascending: descriptor.ascending)
    }
  }

  private init(_ terms: [Term], _ core: _RealmCore, _ root: Int) {
    self.terms = terms
    self.core = core
    self.root = root
  }

  /// Returns this order, followed by another one for rows that are equal in this order.
  func then(_ other: SortOrder) -> SortOrder { SortOrder(terms + other.terms, core, root) }

  /// Returns the sorted keys; equal rows remain in the given order. Complexity: O(n) per property for numbers, dates and short text;
  /// otherwise O(n log n).
  func sorted(_ keys: [Int64]) -> [Int64] {
    // Initializing an empty array in place would write to the memory that all empty arrays share.
    if keys.isEmpty { return [] }
    // The positions in `keys` as ordered by the passes so far; nil for the original order. Passes run from the least significant property
    // to the most significant one, and each preserves the order of equal rows.
    var order: [Int]?
    for term in terms.dropFirst().reversed() { order = term.positions(order, keys, root, core).map(Int.init) }
    return terms[0].ordered(order, keys, root, core)
  }
}

extension SortOrder.Term {
  fileprivate func positions(_ order: [Int]?, _ keys: [Int64], _ root: Int, _ core: _RealmCore) -> [Int64] {
    sorted(order, TermValues(path, keys, root, core)) { Int64($0) }
  }

  fileprivate func ordered(_ order: [Int]?, _ keys: [Int64], _ root: Int, _ core: _RealmCore) -> [Int64] {
    sorted(order, TermValues(path, keys, root, core)) { keys[$0] }
  }

  // Returns the results of `label` for the positions, sorted by their values. In ascending order, nulls precede all values, and rows with a
  // null link on the path follow them; in descending order, vice versa.
  @inline(__always)
  private func sorted(_ order: [Int]?, _ values: TermValues, _ label: (Int) -> Int64) -> [Int64] {
    defer { withExtendedLifetime(values) {} }
    var order = order
    var nulls: [Int64] = []
    var missing: [Int64] = []
    if !values.presence.isEmpty {
      var present: [Int] = []
      for index in 0..<values.count {
        let position = order?[index] ?? index
        switch values.presence[position] {
        case .null: nulls.append(label(position))
        case .value: present.append(position)
        case .missing: missing.append(label(position))
        }
      }
      order = present
    }
    let count = order?.count ?? values.count
    let items = UnsafeMutablePointer<ashlar_ranked>.allocate(capacity: max(1, 2 * count))
    defer { items.deallocate() }
    if let ranks = values.ranks {
      let turned: UInt64 = ascending ? 0 : ~0
      for index in 0..<count {
        let position = order?[index] ?? index
        (items + index).initialize(to: ashlar_ranked(rank: ranks[position] ^ turned, key: label(position)))
      }
      ashlar_sort_ranks(items, items + count, count)
    } else if let texts = values.texts {
      for index in 0..<count { (items + index).initialize(to: ashlar_ranked(rank: 0, key: Int64(order?[index] ?? index))) }
      ashlar_sort_texts(texts, items, items + count, count, ascending ? 0 : 1)
      for index in 0..<count { items[index].key = label(Int(items[index].key)) }
    }
    return [Int64](unsafeUninitializedCapacity: values.count) { result, filled in
      func put(_ label: Int64) {
        result.initializeElement(at: filled, to: label)
        filled += 1
      }
      for label in ascending ? nulls : missing { put(label) }
      for index in 0..<count { put(items[index].key) }
      for label in ascending ? missing : nulls { put(label) }
    }
  }
}
