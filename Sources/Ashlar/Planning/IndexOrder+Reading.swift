import AshlarSchema
import AshlarStore

extension IndexOrder {
  /// The rows that were read in the order of an index.
  struct Rows {
    /// The keys of the rows that match, in the order of the results.
    var keys: [Int64] = []
    /// The number of rows that were read, including those that do not match.
    var read = 0
  }

  /// Returns the first rows in the order, as `SortOrder.sorted` returns them: equal rows are in the order of their keys. Returns nil if the
  /// read exceeds the budget, if the position of `row` in the index is unknown, or if the read reaches a text that the index truncates:
  /// texts with equal beginnings may be in any order.
  ///
  /// Complexity: O(rows that are read). If properties of the index follow those of the order, all rows that are equal to the last one are
  /// read, too.
  /// - Parameters:
  ///   - most: The maximum number of rows to return.
  ///   - row: A row after which to begin; nil to begin with the first row.
  ///   - matching: Returns those of the given rows that match the conditions, in the given order; nil if all rows match.
  func rows(
    first most: Int, after row: PageOfRows.Start? = nil, _ entity: _Entity, _ core: _RealmCore, _ budget: inout SearchBudget,
    matching: (([Int64]) -> [Int64])?
  ) -> Rows? {
    guard budget.take(SearchCost.lookup) else { return nil }
    var (low, high) = range
    var ties: [UInt8]?
    if let row {
      guard let place = place(of: row) else { return nil }
      ties = place
      if isDescending {
        let end = IndexedTuple.end(of: place)
        if end.lexicographicallyPrecedes(high) { high = end }
      } else if low.lexicographicallyPrecedes(place) {
        low = place
      }
    }
    var reading = Reading(most: most, matching: matching)
    let isMeasured = hasFollowing || ties != nil || terms.contains { $0.layout.type == .string }
    var isGivenUp = false
    // The encoded values, up to the last property of the order, of the rows that were read last.
    var group: [UInt8] = []
    core.reading { () throws(StoreError) in
      try core.session.forEachOrdered(entity.ordinal, index: number, from: low, upTo: high, isDescending: isDescending) { value, rows in
        guard budget.take(entryCost + rows.count * (matching == nil ? SearchCost.row : SearchCost.row + SearchCost.check)) else {
          isGivenUp = true
          return false
        }
        guard isMeasured else { return reading.add(rows) }
        guard let end = orderEnd(value) else {
          isGivenUp = true
          return false
        }
        let key = UnsafeRawBufferPointer(rebasing: value[..<end])
        let isTie = ties.map { $0.elementsEqual(key) } ?? false
        // Rows that are equal to the one before the page and have smaller keys are on earlier pages.
        let following = isTie ? rows.filter { $0 > row.map(\.key) ?? -1 } : rows
        guard hasFollowing else { return reading.add(following) }
        if !group.elementsEqual(key) {
          guard reading.endGroup() else { return false }
          group = Array(key)
        }
        reading.addToGroup(following)
        return true
      }
    }
    if isGivenUp { return nil }
    return reading.finished()
  }

  // Returns the offset at which the properties of the order end in an encoded value; nil if one of them is a truncated text.
  private func orderEnd(_ value: UnsafeRawBufferPointer) -> Int? {
    var end = start.count
    for term in terms {
      guard let part = IndexedTuple.part(value, from: end, term.layout), !part.isCut else { return nil }
      end = part.end
    }
    return end
  }

  // Returns the encoded values of a row up to the last property of the order; nil if `hasFixedTerms`, or if one of the values is unknown or
  // has no exact encoding.
  private func place(of row: PageOfRows.Start) -> [UInt8]? {
    guard !hasFixedTerms, row.values.count == terms.count else { return nil }
    var place = start
    for (term, value) in zip(terms, row.values) {
      guard let captured = value.value, let encoded = term.encode(captured), encoded.isExact else { return nil }
      place += encoded.value
    }
    return place
  }
}

// Collects the rows of a read, and tests them in batches.
private struct Reading {
  private let most: Int
  private let matching: (([Int64]) -> [Int64])?
  private var rows = IndexOrder.Rows()
  // Rows that were read but have not been tested yet, in the order of the results.
  private var batch: [Int64] = []
  // Rows that are equal in the order, whose keys are not sorted yet.
  private var group: [Int64] = []
  // The number of rows to test together. The number grows, because few rows may match.
  private var batchSize: Int

  private static let largestBatch = 1_024

  init(most: Int, matching: (([Int64]) -> [Int64])?) {
    self.most = most
    self.matching = matching
    batchSize = min(max(most, 32), Reading.largestBatch)
  }

  /// Adds rows. Returns whether more rows are needed.
  mutating func add(_ found: [Int64]) -> Bool {
    rows.read += found.count
    batch += found
    return test()
  }

  mutating func addToGroup(_ found: [Int64]) {
    rows.read += found.count
    group += found
  }

  /// Adds the rows of the group, sorted by their keys. Returns whether more rows are needed.
  mutating func endGroup() -> Bool {
    group.sort()
    batch += group
    group.removeAll(keepingCapacity: true)
    return test()
  }

  mutating func finished() -> IndexOrder.Rows {
    _ = endGroup()
    testAll()
    if rows.keys.count > most { rows.keys.removeLast(rows.keys.count - most) }
    return rows
  }

  // Tests the batch if it is large enough. Returns whether more rows are needed.
  private mutating func test() -> Bool {
    if matching != nil, batch.count < batchSize { return true }
    testAll()
    batchSize = min(2 * batchSize, Reading.largestBatch)
    return rows.keys.count < most
  }

  private mutating func testAll() {
    rows.keys += matching?(batch) ?? batch
    batch.removeAll(keepingCapacity: true)
  }
}
