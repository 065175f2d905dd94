import AshlarSchema
import AshlarStore

extension AnyOrder {
  /// Returns the value as a `Decimal128` if it is a number other than NaN; otherwise nil.
  static func number(_ stored: AnyStored) -> Decimal128? {
    switch stored {
    case .int(let value): Decimal128(value: Int(value))
    case .float(let value) where !value.isNaN: Decimal128(value: value)
    case .double(let value) where !value.isNaN: Decimal128(value: value)
    case .decimal128(let low, let high) where !Decimal128(bidLow: low, high: high).isNaN: Decimal128(bidLow: low, high: high)
    // NaN is not treated as a number.
    case .none, .bool, .float, .double, .string, .data, .date, .decimal128, .objectId, .uuid, .link, .list, .dictionary: nil
    }
  }
}

/// The aggregates of the `AnyRealmValue`s that were passed to `take`. Nil and NaN are skipped; only numbers are summed and counted.
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
  /// Returns the value in a form for comparisons without a Realm: objects are ordered by their row keys, and contents of collections are
  /// ignored.
  fileprivate static func loose(_ value: AnyRealmValue) -> AnyStored {
    switch value {
    case .object(let object): .link(AnyLink(table: 0, key: max(0, object._rowAccess.key)))
    case .list: .list(id: 1, [])
    case .dictionary: .dictionary(id: 1, [])
    case .none, .bool, .int, .float, .double, .string, .data, .date, .objectId, .decimal128, .uuid: AnyWriting.scalar(value) ?? .none
    }
  }
}
