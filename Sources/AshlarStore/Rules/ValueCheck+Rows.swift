import AshlarSchema

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension ValueCheck {
  /// Returns the rows that break the rule. Complexity: O(rows), plus O(bytes) for tests that read text or data. The length of a text is
  /// counted only if its number of bytes is not enough.
  func broken(in rows: RowSet, of cells: CheckedRows) -> RowSet {
    // The switch is outside the loops: inside, it would retain the objects in the test for every row.
    switch test {
    case .integers(let low, let high):
      let layout = cells.layouts(column)
      return select(rows, cells) { cell in
        let value = IntegerCell.value(cell, width: layout.width)
        return value < low || value > high
      }
    case .numbers(let interval):
      let isDouble = cells.layouts(column).width == 8
      return select(rows, cells) { !interval.contains(ValueCheck.number($0, isDouble: isDouble)) }
    case .dates(let interval): return select(rows, cells) { !interval.contains(ValueCheck.moment($0)) }
    case .decimals(let bounds):
      let type = cells.layouts(column).type
      return select(rows, cells) { !bounds.contains(.decimal(in: $0, type)) }
    case .textLength(let bounds): return select(rows, cells) { !ValueCheck.hasLength($0, bounds, cells.home) }
    case .dataLength(let bounds): return select(rows, cells) { !bounds.contains(Slot(at: $0).byteCount) }
    case .elementCount(let bounds):
      guard let element = cells.layouts(column).element else { return RowSet() }
      return select(rows, cells) { !bounds.contains(cells.count($0, element)) }
    case .pattern(let pattern): return select(rows, cells) { !pattern.matches(Slot.bytes(at: $0, in: cells.home)) }
    case .integerCases(let values):
      let layout = cells.layouts(column)
      return select(rows, cells) { !values.contains(IntegerCell.value($0, width: layout.width)) }
    case .textCases(let values): return select(rows, cells) { !values.contains(Array(Slot.bytes(at: $0, in: cells.home))) }
    case .requiredLink: return select(rows, cells) { $0.loadUnaligned(as: Int64.self) == 0 }
    case .requiredValue: return select(rows, cells) { cells.isNone($0) }
    case .order(let relation): return order(relation, rows, cells)
    }
  }

  /// Returns the rows whose cells are not nil and satisfy a condition.
  @inline(__always)
  private func select(_ rows: RowSet, _ cells: CheckedRows, _ isBroken: (UnsafeMutableRawPointer) -> Bool) -> RowSet {
    var found = RowSet()
    cells.forEachCell(rows, column) { row, cell in if isBroken(cell) { found.insert(row) } }
    return found
  }

  private func order(_ relation: OrderRelation, _ rows: RowSet, _ cells: CheckedRows) -> RowSet {
    let layout = cells.layouts(column)
    var found = RowSet()
    cells.forEachCell(rows, column) { row, first in
      guard let second = cells.cell(row, other) else { return }
      if !ValueCheck.have(relation, first, second, layout, cells.home) { found.insert(row) }
    }
    return found
  }

  /// Whether a relation holds between two values of one type. No relation holds for NaN.
  private static func have(
    _ relation: OrderRelation, _ a: UnsafeMutableRawPointer, _ b: UnsafeMutableRawPointer, _ layout: ColumnLayout, _ home: SlotHome
  ) -> Bool {
    func compare<Value: Comparable>(_ a: Value, _ b: Value) -> Bool {
      switch relation {
      case .less: a < b
      case .lessOrEqual: a <= b
      case .equal: a == b
      case .notEqual: a < b || b < a
      }
    }
    func isEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
      var areSame = a.count == b.count
      if areSame, let first = a.baseAddress, let second = b.baseAddress { areSame = memcmp(first, second, a.count) == 0 }
      // The schema permits only `==` and `!=` for these types.
      return relation == .notEqual ? !areSame : areSame
    }
    switch layout.type.form {
    case .integer: return compare(IntegerCell.value(a, width: layout.width), IntegerCell.value(b, width: layout.width))
    case .float: return compare(number(a, isDouble: false), number(b, isDouble: false))
    case .double: return compare(number(a, isDouble: true), number(b, isDouble: true))
    case .date: return compare(moment(a), moment(b))
    case .decimal:
      return DefaultValue.decimal(in: a, layout.type).order(to: .decimal(in: b, layout.type)).map { compare($0, 0) } ?? false
    case .string, .data: return isEqual(Slot.bytes(at: a, in: home), Slot.bytes(at: b, in: home))
    case .bool, .objectId, .uuid:
      return isEqual(UnsafeRawBufferPointer(start: a, count: layout.width), UnsafeRawBufferPointer(start: b, count: layout.width))
    // `PropertyModel.allows` rules these out.
    case .object, .any: return true
    }
  }

  // MARK: - Cells

  /// Whether the number of Unicode scalars in a text is within bounds. A scalar has one to four bytes, so most texts can be judged by their
  /// number of bytes.
  private static func hasLength(_ cell: UnsafeMutableRawPointer, _ bounds: CountBounds, _ home: SlotHome) -> Bool {
    let bytes = Slot(at: cell).byteCount
    let least = (bytes + 3) / 4
    if Int64(bytes) < bounds.low || bounds.high.map({ Int64(least) > $0 }) == true { return false }
    if Int64(least) >= bounds.low, bounds.high.map({ Int64(bytes) <= $0 }) ?? true { return true }
    return bounds.contains(Slot.bytes(at: cell, in: home).scalarCount)
  }

  static func number(_ cell: UnsafeRawPointer, isDouble: Bool) -> Double {
    isDouble ? cell.loadUnaligned(as: Double.self) : Double(cell.loadUnaligned(as: Float.self))
  }

  static func moment(_ cell: UnsafeRawPointer) -> Moment {
    Moment(seconds: cell.loadUnaligned(as: Int64.self), nanoseconds: cell.loadUnaligned(fromByteOffset: 8, as: Int32.self))
  }
}

extension Slot {
  /// The number of bytes of a text or data; 0 for null.
  fileprivate var byteCount: Int { isNull ? 0 : isInline ? Int(tag) : outlineCount }
}
