import AshlarSchema
import AshlarStore

/// The values of an expression for rows of a cluster: any number for each row, in the order of the rows. Valid until the next write.
///
/// Invariant: the bytes of values are in clusters or belong to `captured`. Values other than `first` are passed out only during calls that
/// extend the lifetime of `captured`: nothing else refers to it, and optimized code releases an object after its last use.
struct RowValues {
  // The slot of each value's row in the cluster.
  private var slots: ContiguousArray<Int> = []
  private var values: ContiguousArray<CellValue> = []
  /// Whether each row has exactly one value.
  let isSingle: Bool
  private var captured: [CapturedValue] = []

  init(isSingle: Bool, capacity: Int = 0) {
    self.isSingle = isSingle
    slots.reserveCapacity(capacity)
    values.reserveCapacity(capacity)
  }

  /// Creates an instance with the same value for each of `rows`.
  init(_ value: CellValue, for rows: ClusterBits) {
    self.init(isSingle: true, capacity: rows.count)
    rows.forEach { append(value, for: $0) }
  }

  @inline(__always)
  mutating func append(_ value: CellValue, for slot: Int) {
    slots.append(slot)
    values.append(value)
  }

  /// Appends a copy of a value whose bytes are valid only during the call.
  mutating func append(copying value: CellValue, for slot: Int) {
    let copy = CapturedValue(value)
    captured.append(copy)
    append(copy.value ?? .null, for: slot)
  }

  /// Retains the bytes of another instance's values.
  mutating func keep(_ other: RowValues) { captured += other.captured }

  /// Returns the transformed values.
  func map(_ transform: (CellValue) -> CellValue) -> RowValues {
    var result = RowValues(isSingle: isSingle, capacity: values.count)
    result.keep(self)
    forEach { slot, value in result.append(transform(value), for: slot) }
    return result
  }

  /// The first value; nil if there is none. Its bytes are valid while this instance exists.
  var first: CellValue? { values.first }

  /// Calls `body` with each value and the slot of its row.
  @inline(__always)
  func forEach(_ body: (_ slot: Int, CellValue) -> Void) {
    withExtendedLifetime(captured) {
      for index in values.indices { body(slots[index], values[index]) }
    }
  }

  /// Calls `body` with the values of each of `rows`; a row may have none.
  @inline(__always)
  func forEachRow(_ rows: ClusterBits, _ body: (_ slot: Int, _ values: ContiguousArray<CellValue>.SubSequence) -> Void) {
    withExtendedLifetime(captured) {
      var start = 0
      rows.forEach { slot in
        var end = start
        while end < slots.count, slots[end] == slot { end += 1 }
        body(slot, values[start..<end])
        start = end
      }
    }
  }

  /// For each row, calls `body` with each pair of a value of this instance and a value of `other`.
  @inline(__always)
  func forEachPair(_ other: RowValues, _ body: (_ slot: Int, CellValue, CellValue) -> Void) {
    withExtendedLifetime((captured, other.captured)) {
      if isSingle, other.isSingle {
        for index in values.indices { body(slots[index], values[index], other.values[index]) }
        return
      }
      var start = 0
      for index in values.indices {
        while start < other.slots.count, other.slots[start] < slots[index] { start += 1 }
        var place = start
        while place < other.slots.count, other.slots[place] == slots[index] {
          body(slots[index], values[index], other.values[place])
          place += 1
        }
      }
    }
  }
}

extension RowWalk {
  /// Whether the path leads to exactly one value for each row, which may be null.
  var isSingle: Bool { !path.endsInSeveral && !path.steps.contains(where: \.isMany) }

  /// Returns the values at the end of the path. A null link on the path yields null, unless the path ends in several values.
  func values(_ cluster: ScannedCluster, _ rows: ClusterBits) -> RowValues {
    var result = RowValues(isSingle: isSingle, capacity: rows.count)
    let column = path.column
    if path.property.collection == .linkingObjects {
      guard let link = core.origin(path.entity, column) else { return result }
      let core = core
      var cursor = core.reading { try core.session.backlinkCursor(link) }
      forEachEnd(cluster, rows) { slot, end in
        guard let end else { return }
        core.reading { try cursor.forEachSource(of: end.key) { key, _ in result.append(.link(key), for: slot) } }
      }
    } else if path.hasInner {
      forEachOuterValue(cluster, rows) { slot, value in
        guard let value else {
          if !path.endsInSeveral { result.append(.null, for: slot) }
          return
        }
        _ = path.anyInner(value) {
          result.append(copying: $0, for: slot)
          return false
        }
      }
    } else if path.isDirect, path.property.collection == .none, let layout = path.layout {
      let cells = cluster.base + cluster.columns[column].offset
      let flags = layout.hasNullFlag ? cluster.base + cluster.columns[column].null : nil
      let home = SlotHome(base: cluster.base, context: cluster.context)
      rows.forEach { slot in
        result.append(CellValue(layout, cells + slot * layout.width, null: flags.map { $0 + slot }, home: home), for: slot)
      }
    } else {
      let isMany = path.endsInSeveral
      forEachOuterValue(cluster, rows) { slot, value in
        if let value { result.append(value, for: slot) } else if !isMany { result.append(.null, for: slot) }
      }
    }
    return result
  }

  // Calls `body` with each value of the last column, before the inner path is applied to it; with nil if a link on the path is null.
  @inline(__always)
  private func forEachOuterValue(_ cluster: ScannedCluster, _ rows: ClusterBits, _ body: (_ slot: Int, CellValue?) -> Void) {
    guard let layout = path.layout else { return }
    let (column, type, session) = (path.column, path.property.type, core.session)
    guard let element = layout.element else {
      forEachEnd(cluster, rows) { slot, end in body(slot, end?.value(column, layout)) }
      return
    }
    let selection = path.selection
    forEachEnd(cluster, rows) { slot, end in
      guard let elements = end?.elements(column, element, type, session) else { return body(slot, nil) }
      switch selection {
      case .values: for index in 0..<elements.count { body(slot, elements.value(index)) }
      case .keys: for index in 0..<elements.count { body(slot, .text(elements.key(index))) }
      case .one(let place): body(slot, elements.index(of: place).map(elements.value) ?? .null)
      }
    }
  }
}
