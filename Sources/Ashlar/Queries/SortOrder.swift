import AshlarSchema
import AshlarStore

/// An order of rows by properties bound to columns.
struct SortOrder {
  private struct Term {
    let path: PropertyPath
    let ascending: Bool
  }

  private let terms: [Term]
  private let core: RealmCore
  private let root: Int

  init(_ descriptors: [SortDescriptor], _ entity: Entity, _ core: RealmCore) {
    self.core = core
    root = entity.ordinal
    terms = descriptors.map { descriptor in
      let names = descriptor.keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      func fail(_ reason: String) -> Never { misuse(.sortPath(path: descriptor.keyPath, reason: reason)) }
      if names.contains("") { fail("missing property name.") }
      let path = PropertyPath(.init(names), entity, core) { fail("\($0).") }
      for step in path.steps {
        if case .link = step { continue }
        fail("a collection along the path is not supported.")
      }
      let name = "\(path.entity.model.name).\(path.property.name)"
      if path.property.collection != .none { fail("property '\(name)' is a collection, which is not supported.") }
      switch path.property.type {
      case .object: fail("property '\(name)' of type 'object' cannot be the final property in the key path.")
      case .data: fail("property '\(name)' is of unsupported type 'data'.")
      default: return Term(path: path, ascending: descriptor.ascending)
      }
    }
  }

  private init(_ terms: [Term], _ core: RealmCore, _ root: Int) {
    self.terms = terms
    self.core = core
    self.root = root
  }

  /// This order, and another where it leaves rows equal.
  func then(_ other: SortOrder) -> SortOrder { SortOrder(terms + other.terms, core, root) }

  // A value to sort by; `missing` is a null link along the path, which goes last.
  private enum SortKey {
    case value(CellValue)
    case missing
  }

  /// The keys in order; equal rows keep theirs. O(n log n).
  func sorted(_ keys: [Int64]) -> [Int64] {
    if terms.count == 1, let fast = sortedByNumber(keys) { return fast }
    let columns = terms.map { term in keys.map { sortKey($0, term) } }
    let positions = keys.indices.sorted { a, b in
      for (term, values) in zip(terms, columns) {
        let order = compare(values[a], values[b])
        if order != 0 { return term.ascending ? order < 0 : order > 0 }
      }
      return a < b
    }
    return positions.map { keys[$0] }
  }

  private func sortKey(_ key: Int64, _ term: Term) -> SortKey {
    guard let row = core.reading({ () throws(StoreError) in try core.session.locate(root, key) }) else { return .missing }
    var result = SortKey.missing
    _ = term.path.anyRow(row, core) { last in
      if let last { result = .value(term.path.value(last)) }
      return true
    }
    return result
  }

  private func compare(_ a: SortKey, _ b: SortKey) -> Int {
    switch (a, b) {
    case (.missing, .missing): 0
    case (.missing, _): 1
    case (_, .missing): -1
    case (.value(.null), .value(.null)): 0
    case (.value(.null), _): -1
    case (_, .value(.null)): 1
    case (.value(let a), .value(let b)): CellValue.order(a, b) ?? 0
    }
  }

  // One number column of the object itself: sorted as integers of the same order, whatever the type.
  private func sortedByNumber(_ keys: [Int64]) -> [Int64]? {
    let term = terms[0]
    guard term.path.isDirect, let layout = term.path.layout, !layout.hasNullFlag, layout.kind == .scalar, layout.width <= 8 else {
      return nil
    }
    var pairs: [(UInt64, Int64)] = []
    pairs.reserveCapacity(keys.count)
    for key in keys {
      guard let row = core.reading({ () throws(StoreError) in try core.session.locate(root, key) }) else { continue }
      let rank: UInt64
      switch term.path.value(row) {
      case .int(let value): rank = UInt64(bitPattern: value) ^ 1 << 63
      case .bool(let value): rank = value ? 1 : 0
      case .double(let value):
        // NaN first, then by value; the two zeros are equal.
        let bits = (value == 0 ? 0 : value).bitPattern
        rank = value.isNaN ? 0 : bits >> 63 == 0 ? bits | 1 << 63 : ~bits
      default: return nil
      }
      pairs.append((term.ascending ? rank : ~rank, key))
    }
    // The standard sort is stable in fact but not by promise; positions are not needed where keys rise.
    let rises = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
    guard rises else { return nil }
    pairs.sort { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1 < $1.1 }
    return pairs.map(\.1)
  }
}
