import AshlarSchema
import AshlarStore

extension AnyOrder {
  /// A number of any type but NaN; nil for anything else.
  static func number(_ stored: AnyStored) -> Decimal128? {
    switch stored {
    case .int(let value): Decimal128(value: Int(value))
    case .float(let value) where !value.isNaN: Decimal128(value: value)
    case .double(let value) where !value.isNaN: Decimal128(value: value)
    case .decimal128(let low, let high) where !Decimal128(bidLow: low, high: high).isNaN: Decimal128(bidLow: low, high: high)
    default: nil
    }
  }

  /// Whether aggregates leave the value out.
  static func isLeftOut(_ stored: AnyStored) -> Bool {
    if case .none = stored { return true }
    return isNaN(stored)
  }
}

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

  /// The first or last value in the order of values of any type; a collection as a copy.
  func anyExtreme(_ extreme: Extreme, _ ordinal: Int) -> AnyRealmValue? {
    var best: AnyStored?
    forEachAny(ordinal) { value in
      let order = best.map { AnyOrder.order(value, $0) } ?? (extreme == .min ? -1 : 1)
      if extreme == .min ? order < 0 : order > 0 { best = value }
    }
    return core.flatMap { core in best.map { core.anyValue($0) { _ in nil } } }
  }

  /// The sum of the numbers, and how many there are.
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

/// Aggregates of values of any type that were read.
struct AnyValueAggregates {
  private(set) var smallest: AnyRealmValue?
  private(set) var largest: AnyRealmValue?
  private(set) var sum = Decimal128()
  private(set) var count = 0

  mutating func take(_ value: AnyRealmValue) {
    let stored = AnyOrder.loose(value)
    if AnyOrder.isLeftOut(stored) { return }
    if let number = AnyOrder.number(stored) {
      sum = sum + number
      count += 1
    }
    if smallest.map({ AnyOrder.order(stored, AnyOrder.loose($0)) < 0 }) ?? true { smallest = value }
    if largest.map({ AnyOrder.order(stored, AnyOrder.loose($0)) > 0 }) ?? true { largest = value }
  }
}

extension AnyOrder {
  /// The value for comparisons without a Realm: objects are ordered by their keys, collections are alike.
  fileprivate static func loose(_ value: AnyRealmValue) -> AnyStored {
    switch value {
    case .object(let object): .link(AnyLink(table: 0, key: max(0, object._row.key)))
    case .list: .list(id: 1, [])
    case .dictionary: .dictionary(id: 1, [])
    default: AnyWriting.scalar(value) ?? .none
    }
  }
}
