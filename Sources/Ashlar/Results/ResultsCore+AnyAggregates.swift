import AshlarSchema
import AshlarStore

extension _ResultsCore {
  private func forEachAny(_ ordinal: Int, _ body: (AnyStored) -> Void) {
    guard let core else { return }
    forEachMatch { cluster, bits in
      let cells = cluster.base + cluster.columns[ordinal].offset
      bits.forEach { slot in
        let stored = core.reading { () throws(StoreError) in try core.session.anyValue(cells + slot * Slot.size, in: cluster.base) }
        if !AnyOrder.isLeftOut(stored) { body(stored) }
      }
    }
  }

  /// Returns the smallest or largest value in the order of `AnyRealmValue`; a collection is returned as a copy. Nil if there is no value.
  func anyExtreme(_ extreme: Extreme, _ ordinal: Int) -> AnyRealmValue? {
    var best: AnyStored?
    forEachAny(ordinal) { value in
      let order = best.map { AnyOrder.order(value, $0) } ?? (extreme == .min ? -1 : 1)
      if extreme == .min ? order < 0 : order > 0 { best = value }
    }
    return core.flatMap { core in best.map { core.anyValue($0) { _ in nil } } }
  }

  /// Returns the sum and the count of the numbers.
  func anyTotal(_ ordinal: Int) -> (sum: Decimal128, count: Int) {
    var sum = Decimal128()
    var count = 0
    forEachAny(ordinal) { value in
      guard let number = AnyOrder.number(value) else { return }
      sum = sum + number
      count += 1
    }
    return (sum, count)
  }
}
