import AshlarSchema
import AshlarStore

/// Aggregates of a property's values for each group. Nil and NaN are excluded.
final class GroupFigures {
  private let path: PropertyPath
  private let form: ScalarForm
  private let layout: ColumnLayout?
  private let figure: GroupFigure
  private var reader: ValueReader
  private var integers: [IntegerFigures] = []
  private var doubles: [DoubleFigures] = []
  private var others: [OtherFigures] = []

  init(_ figure: GroupFigure, of path: PropertyPath, _ root: Int, _ core: _RealmCore) {
    self.figure = figure
    self.path = path
    form = path.valueType.form
    layout = path.isDirect && path.property.collection == .none && !path.hasInner ? path.layout : nil
    reader = ValueReader(path, root, core)
  }

  /// Adds the values of a cluster's rows. `numbers` contains the number of each row's group, which is less than `count`.
  func take(_ cluster: ScannedCluster, _ rows: ClusterBits, _ numbers: UnsafePointer<UInt32>, count: Int) {
    // The closures below modify an array of aggregates, so they must not refer to `self`.
    let (path, layout) = (path, layout)
    var reader = reader
    defer { self.reader = reader }
    switch form {
    case .integer:
      integers.extend(to: count, IntegerFigures())
      integers.withUnsafeMutableBufferPointer { figures in
        if let layout, layout.width == 8 {
          GroupFigures.forEachCell(cluster, rows, path.column, layout, Int64.self) { slot, number in
            figures[Int(numbers[slot])].take(number)
          }
        } else {
          GroupFigures.forEachValue(cluster, rows, path, layout, &reader) { slot, value in
            if case .int(let number) = value { figures[Int(numbers[slot])].take(number) }
          }
        }
      }
    case .float, .double:
      doubles.extend(to: count, DoubleFigures())
      doubles.withUnsafeMutableBufferPointer { figures in
        if let layout, layout.type == .double {
          GroupFigures.forEachCell(cluster, rows, path.column, layout, Double.self) { slot, number in
            figures[Int(numbers[slot])].take(number)
          }
        } else {
          GroupFigures.forEachValue(cluster, rows, path, layout, &reader) { slot, value in
            if case .double(let number) = value { figures[Int(numbers[slot])].take(number) }
          }
        }
      }
    case .bool, .string, .data, .date, .decimal, .objectId, .uuid, .any, .object:
      others.extend(to: count, OtherFigures())
      let figure = figure
      others.withUnsafeMutableBufferPointer { figures in
        GroupFigures.forEachValue(cluster, rows, path, layout, &reader) { slot, value in figures[Int(numbers[slot])].take(value, figure) }
      }
    }
  }

  // Reads the cells of an 8-byte column that are not nil.
  @inline(__always)
  private static func forEachCell<Cell: BitwiseCopyable>(
    _ cluster: ScannedCluster, _ rows: ClusterBits, _ column: Int, _ layout: ColumnLayout, _ type: Cell.Type, _ body: (Int, Cell) -> Void
  ) {
    let offset = cluster.columns[column]
    let cells = cluster.base + offset.offset
    if layout.hasNullFlag {
      let present = cluster.base + offset.null
      rows.forEach { slot in
        if present.load(fromByteOffset: slot, as: UInt8.self) != 0 { body(slot, cells.loadUnaligned(fromByteOffset: slot * 8, as: type)) }
      }
    } else {
      rows.forEach { slot in body(slot, cells.loadUnaligned(fromByteOffset: slot * 8, as: type)) }
    }
  }

  // This function is static, because `body` modifies an array of aggregates of `self`.
  private static func forEachValue(
    _ cluster: ScannedCluster, _ rows: ClusterBits, _ path: PropertyPath, _ layout: ColumnLayout?, _ reader: inout ValueReader,
    _ body: (Int, CellValue) -> Void
  ) {
    guard let layout else {
      return rows.forEach { slot in if let value = reader.value(of: cluster.firstKey + Int64(slot)) { body(slot, value) } }
    }
    let offset = cluster.columns[path.column]
    let cells = cluster.base + offset.offset
    let flags = layout.hasNullFlag ? cluster.base + offset.null : nil
    let home = SlotHome(base: cluster.base, context: cluster.context)
    rows.forEach { slot in body(slot, CellValue(layout, cells + slot * layout.width, null: flags.map { $0 + slot }, home: home)) }
  }

  /// Returns the aggregate of a group. If the group has no values, returns 0 for a sum and otherwise nil.
  func value(of group: Int, _ core: _RealmCore) -> Any? {
    switch form {
    case .integer: integers[group].value(figure)
    case .float, .double: doubles[group].value(figure)
    case .bool, .string, .data, .date, .decimal, .objectId, .uuid, .any, .object: others[group].value(figure, core)
    }
  }
}

extension Array {
  /// Appends copies of an element until there are `count` elements.
  fileprivate mutating func extend(to count: Int, _ element: Element) {
    if self.count < count { append(contentsOf: repeatElement(element, count: count - self.count)) }
  }
}

/// The aggregates of a group's integers.
private struct IntegerFigures {
  // The total has 128 bits, so that a mean is exact even if the sum overflows 64 bits.
  var total: Int128 = 0
  var count = 0
  var least = Int64.max
  var greatest = Int64.min

  @inline(__always)
  mutating func take(_ number: Int64) {
    total &+= Int128(number)
    count &+= 1
    least = Swift.min(least, number)
    greatest = Swift.max(greatest, number)
  }

  func value(_ figure: GroupFigure) -> Any? {
    if figure == .sum { return Int(truncatingIfNeeded: total) }
    if count == 0 { return nil }
    return switch figure {
    case .sum: nil
    case .average: total.nearestQuotient(by: count)
    case .roundedAverage: Int(truncatingIfNeeded: total / Int128(count))
    case .min: Int(least)
    case .max: Int(greatest)
    }
  }
}

/// The aggregates of a group's floating-point numbers.
private struct DoubleFigures {
  var total = 0.0
  var count = 0
  var least = Double.infinity
  var greatest = -Double.infinity

  @inline(__always)
  mutating func take(_ number: Double) {
    if number.isNaN { return }
    total += number
    count &+= 1
    least = Swift.min(least, number)
    greatest = Swift.max(greatest, number)
  }

  func value(_ figure: GroupFigure) -> Any? {
    if figure == .sum { return total }
    if count == 0 { return nil }
    return switch figure {
    case .sum: nil
    case .average, .roundedAverage: total / Double(count)
    case .min: least
    case .max: greatest
    }
  }
}

/// An aggregate of a group's decimals, dates or `AnyRealmValue`s. Sums and means of `AnyRealmValue`s use only the numbers among them.
private struct OtherFigures {
  private enum Extreme {
    case plain(CellValue)
    case any(AnyStored)
  }

  private var total = Decimal128()
  private var count = 0
  private var extreme: Extreme?

  mutating func take(_ value: CellValue, _ figure: GroupFigure) {
    switch value {
    case .decimal(let number):
      if number.isNaN { return }
      if figure.adds { return add(number) }
      replace(.plain(value), figure)
    case .date: replace(.plain(value), figure)
    case .any(let bytes):
      guard let stored = try? AnyStored(bytes), !AnyOrder.isLeftOut(stored) else { return }
      if !figure.adds { return replace(.any(stored), figure) }
      if let number = AnyOrder.number(stored) { add(number) }
    case .null, .bool, .int, .double, .text, .bytes, .link: return
    }
  }

  private mutating func add(_ number: Decimal128) {
    total = total + number
    count += 1
  }

  private mutating func replace(_ value: Extreme, _ figure: GroupFigure) {
    guard let extreme else {
      self.extreme = value
      return
    }
    let order: Int
    switch (value, extreme) {
    case (.plain(let a), .plain(let b)): order = CellValue.order(a, b) ?? 0
    case (.any(let a), .any(let b)): order = AnyOrder.order(a, b)
    case (.plain, .any), (.any, .plain): order = 0
    }
    if figure == .min ? order < 0 : order > 0 { self.extreme = value }
  }

  func value(_ figure: GroupFigure, _ core: _RealmCore) -> Any? {
    switch figure {
    case .sum: return total
    case .average, .roundedAverage: return count == 0 ? nil : total / Decimal128(value: count)
    case .min, .max:
      switch extreme {
      case .plain(.date(let seconds, let nanoseconds))?: return _DateCell.date(seconds, nanoseconds)
      case .plain(.decimal(let number))?: return number
      case .any(let stored)?: return core.anyValue(stored) { _ in nil }
      case .plain?, nil: return nil
      }
    }
  }
}
