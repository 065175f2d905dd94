import AshlarSchema
import AshlarStore

/// An order of rows by properties bound to columns.
struct SortOrder {
  private struct Term {
    let path: PropertyPath
    let ascending: Bool
  }

  private let terms: [Term]
  private let core: _RealmCore
  private let root: Int

  init(_ descriptors: [SortDescriptor], _ entity: _Entity, _ core: _RealmCore) {
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

  private init(_ terms: [Term], _ core: _RealmCore, _ root: Int) {
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

  /// The keys in order; equal rows keep theirs. O(n) for one column of numbers or text, else O(n log n).
  func sorted(_ keys: [Int64]) -> [Int64] {
    if terms.count == 1, let sort = ColumnSort(terms[0].path, ascending: terms[0].ascending), let sorted = sort.sorted(keys, root, core) {
      return sorted
    }
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
}
