import AshlarSchema
import AshlarStore
import CAshlar

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension _ResultsCore {
  enum Extreme {
    case min
    case max
  }

  func column(_ name: String, _ operation: String) -> (Int, PropertyModel) {
    guard let (ordinal, property) = entity.property(named: name) else { misuse(.unknownProperty(name: name, type: entity.model.name)) }
    let isDate = property.type == .date && (operation == "min" || operation == "max")
    switch property.type.form {
    case .integer, .float, .double, .decimal, .any: break
    case .date where isDate: break
    case .bool, .string, .data, .date, .objectId, .uuid, .object: refuse(operation, property)
    }
    if property.collection != .none { refuse(operation, property) }
    return (ordinal, property)
  }

  private func refuse(_ operation: String, _ property: PropertyModel) -> Never {
    misuse(
      .aggregate(
        operation: operation, type: StoredType(property, in: entity.schema).description,
        property: "\(entity.model.name).\(property.name)"))
  }

  // If the results are all rows of a table, reports to Swift's Observation that the values of the rows are read: `prepare` reports only
  // that the rows are read, and no accessor reads the values.
  private func trackValues() {
    guard let core, let tracker = core.tracker, query.isWholeTable else { return }
    core.checkConfinement("collection")
    tracker.read(entity.ordinal, .contents)
  }

  /// Returns the smallest or largest value, excluding nil and NaN, as a value of the property's stored type; nil if there is none.
  func aggregate(_ extreme: Extreme, _ name: String) -> Any? {
    let (ordinal, property) = column(name, extreme == .min ? "min" : "max")
    trackValues()
    if property.type == .any { return anyExtreme(extreme, ordinal) }
    if let indexed = indexedExtreme(extreme, ordinal, property) ?? (extreme == .max ? largestKey(ordinal) : nil) {
      return indexed.value.map { swiftValue($0, property) }
    }
    let layout = entity.layout.columns[ordinal]
    var best: CellValue?
    func take(_ value: CellValue) {
      if case .null = value { return }
      if case .double(let number) = value, number.isNaN { return }
      if case .decimal(let number) = value, number.isNaN { return }
      guard let current = best, let order = CellValue.order(value, current) else {
        best = best ?? value
        return
      }
      if extreme == .min ? order < 0 : order > 0 { best = value }
    }
    let isWide = layout.isWideInteger
    forEachMatch(keepsClusters: false) { cluster, bits in
      let cells = cluster.base + cluster.columns[ordinal].offset
      if isWide, fullRange(cells, cluster, bits, take) { return }
      if !layout.hasNullFlag, layout.type == .double, doubleRange(cells, cluster, bits, take) { return }
      bits.forEach { slot in take(self.value(cluster, ordinal, layout, slot)) }
    }
    return best.map { swiftValue($0, property) }
  }

  /// The extreme that an index determines; `value` is nil if no row has a value.
  struct FoundExtreme {
    let value: CellValue?
  }

  // Returns the smallest or largest value in the property's index; nil if the index cannot be used, for example because it lacks the
  // changes of the open write.
  private func indexedExtreme(_ extreme: Extreme, _ ordinal: Int, _ property: PropertyModel) -> FoundExtreme? {
    guard let core, query.isWholeTable, !core.parts.isMigrating, core.session.keepsKeyOrder,
      core.session.hasIndex(entity.ordinal, ordinal)
    else { return nil }
    exclusively { prepare(core) }
    if core.session.isWriting, core.session.changedClusterCount(entity.ordinal) > 0 { return nil }
    func encoded() -> [UInt8]? {
      core.reading { () throws(StoreError) in
        try core.session.indexedExtreme(entity.ordinal, ordinal, isLargest: extreme == .max)
      }
    }
    switch property.type.form {
    case .integer:
      guard let value = encoded() else { return FoundExtreme(value: nil) }
      return IndexedValue.integer(from: value).map { FoundExtreme(value: .int($0)) }
    case .date:
      guard let value = encoded() else { return FoundExtreme(value: nil) }
      return IndexedValue.date(from: value).map { FoundExtreme(value: .date($0.seconds, $0.nanoseconds)) }
    case .bool, .float, .double, .string, .data, .decimal, .objectId, .uuid, .object, .any: return nil
    }
  }

  private func fullRange(
    _ cells: UnsafeMutableRawPointer, _ cluster: ScannedCluster, _ bits: ClusterBits, _ take: (CellValue) -> Void
  ) -> Bool {
    var bits = bits
    var low: Int64 = 0
    var high: Int64 = 0
    let found = bits.withMutableWords {
      ashlar_range_int64(cells.assumingMemoryBound(to: Int64.self), cluster.words * 64, $0, cluster.ahead, &low, &high)
    }
    if found != 0 {
      take(.int(low))
      take(.int(high))
    }
    return true
  }

  private func doubleRange(
    _ cells: UnsafeMutableRawPointer, _ cluster: ScannedCluster, _ bits: ClusterBits, _ take: (CellValue) -> Void
  ) -> Bool {
    var bits = bits
    var low = 0.0
    var high = 0.0
    let found = bits.withMutableWords {
      ashlar_range_double(cells.assumingMemoryBound(to: Double.self), cluster.words * 64, $0, cluster.ahead, &low, &high)
    }
    if found != 0 {
      take(.double(low))
      take(.double(high))
    }
    return true
  }

  private func value(_ cluster: ScannedCluster, _ ordinal: Int, _ layout: ColumnLayout, _ slot: Int) -> CellValue {
    let offset = cluster.columns[ordinal]
    return CellValue(
      layout, cluster.base + offset.offset + slot * layout.width,
      null: layout.hasNullFlag ? cluster.base + offset.null + slot : nil, home: SlotHome(base: cluster.base, context: cluster.context))
  }

  private func swiftValue(_ value: CellValue, _ property: PropertyModel) -> Any { property.type.accept(SwiftValue(value: value)) }

  private struct SwiftValue: ScalarVisitor {
    let value: CellValue

    func visit<Value: StoredScalar>(_ type: Value.Type) -> Any { (Value.value(of: value) as Any?) ?? 0 }
    func visitAny() -> Any { 0 }
    func visitObject() -> Any { 0 }
  }

  private struct Total {
    // The sum has 128 bits, so that a mean is exact even if the sum overflows 64 bits.
    var integer: Int128 = 0
    var double = 0.0
    var decimal = Decimal128()
    var count = 0
  }

  // Returns the sum and the number of the values, excluding nil, NaN and `AnyRealmValue`s that are not numbers.
  private func total(_ ordinal: Int, _ property: PropertyModel) -> Total {
    let layout = entity.layout.columns[ordinal]
    var total = Total()
    trackValues()
    if property.type == .any {
      (total.decimal, total.count) = anyTotal(ordinal)
      return total
    }
    let isWide = layout.isWideInteger
    forEachMatch(keepsClusters: false) { cluster, bits in
      let cells = cluster.base + cluster.columns[ordinal].offset
      // The cells of rows that do not exist are zero, so if all rows of the cluster match, the whole column can be summed without testing
      // each row.
      if isWide, bits.words == cluster.liveness.words {
        var isSmall: Int32 = 0
        let sum = ashlar_sum_int64_checked(cells.assumingMemoryBound(to: Int64.self), cluster.capacity, cluster.ahead, &isSmall)
        if isSmall != 0 {
          total.integer += Int128(sum)
          total.count += bits.count
          return
        }
      }
      if !layout.hasNullFlag, layout.type == .double, bits.words == cluster.liveness.words {
        var nans: Int = 0
        let sum = ashlar_sum_double(cells.assumingMemoryBound(to: Double.self), cluster.capacity, cluster.ahead, &nans)
        if sum.isFinite {
          total.double += sum
          total.count += bits.count - nans
          return
        }
      }
      bits.forEach { slot in
        switch self.value(cluster, ordinal, layout, slot) {
        case .int(let value):
          total.integer += Int128(value)
          total.count += 1
        case .double(let value) where !value.isNaN:
          total.double += value
          total.count += 1
        case .decimal(let value) where !value.isNaN:
          total.decimal = total.decimal + value
          total.count += 1
        default: break
        }
      }
    }
    return total
  }

  func sum<T>(_ name: String) -> T {
    if let values = plainValues(name, "sum") { return values.sum() }
    let (ordinal, property) = column(name, "sum")
    let total = total(ordinal, property)
    let value: Any =
      switch property.type.form {
      case .float, .double: total.double
      case .decimal, .any: total.decimal
      case .integer, .bool, .string, .data, .date, .objectId, .uuid, .object: Int(truncatingIfNeeded: total.integer)
      }
    return converted(value, property)
  }

  func average<T>(_ name: String) -> T? {
    if let values = plainValues(name, "average") { return values.average() }
    let (ordinal, property) = column(name, "average")
    let total = total(ordinal, property)
    guard total.count > 0 else { return nil }
    switch property.type.form {
    case .float, .double: return converted(total.double / Double(total.count), property) as T
    case .decimal, .any: return converted(total.decimal / Decimal128(value: total.count), property) as T
    case .integer, .bool, .string, .data, .date, .objectId, .uuid, .object:
      let mean: T = NumberDelivery.mean(total.integer, total.count, "of '\(entity.model.name).\(property.name)'")
      return mean
    }
  }

  // Converts a value to the type that the caller's context requires; stops the program if that is impossible.
  private func converted<T>(_ value: Any, _ property: PropertyModel) -> T {
    NumberDelivery.deliver(value, "of '\(entity.model.name).\(property.name)'")
  }

  /// Returns the smallest or largest value, excluding nil and NaN, in the type that the caller's context requires; nil if there is none.
  func extreme<T>(_ extreme: Extreme, _ name: String) -> T? {
    if let values = plainValues(name, extreme == .min ? "min" : "max") { return extreme == .min ? values.min() : values.max() }
    guard let value = aggregate(extreme, name), let property = entity.property(named: name)?.property else { return nil }
    // If the caller does not require an `AnyRealmValue`, its payload is converted to the required type.
    if let any = value as? AnyRealmValue, !(value is T), let payload = any.payload { return converted(payload, property) as T }
    return converted(value, property) as T
  }
}
