import AshlarSchema
import AshlarStore

/// The values that something has for rows of a cluster: any number for each of them, in the order of the rows. Valid as long as nothing
/// is written.
///
/// Invariant: bytes of values lie in clusters, or belong to `captured`. Values are handed out during calls alone, which keep `captured`
/// alive: nothing else refers to it, and optimized code lets go of what nothing refers to any more.
struct RowValues {
  // The place of a value's row in the cluster.
  private var slots: ContiguousArray<Int> = []
  private var values: ContiguousArray<CellValue> = []
  /// Whether each row has just one.
  let isSingle: Bool
  private var captured: [CapturedValue] = []

  init(isSingle: Bool, capacity: Int = 0) {
    self.isSingle = isSingle
    slots.reserveCapacity(capacity)
    values.reserveCapacity(capacity)
  }

  /// One value, the same for all rows.
  init(_ value: CellValue, for rows: ClusterBits) {
    self.init(isSingle: true, capacity: rows.count)
    rows.forEach { append(value, for: $0) }
  }

  @inline(__always)
  mutating func append(_ value: CellValue, for slot: Int) {
    slots.append(slot)
    values.append(value)
  }

  /// A value whose bytes are valid during the call alone.
  mutating func append(copying value: CellValue, for slot: Int) {
    let copy = CapturedValue(value)
    captured.append(copy)
    append(copy.value ?? .null, for: slot)
  }

  /// Takes what keeps the bytes of another's values.
  mutating func keep(_ other: RowValues) { captured += other.captured }

  /// What another value is made of each of these.
  func map(_ transform: (CellValue) -> CellValue) -> RowValues {
    var result = RowValues(isSingle: isSingle, capacity: values.count)
    result.keep(self)
    forEach { slot, value in result.append(transform(value), for: slot) }
    return result
  }

  /// The first value. Its bytes are valid as long as these values are kept.
  var first: CellValue? { values.first }

  /// Calls `body` with each value and the place of its row.
  @inline(__always)
  func forEach(_ body: (_ slot: Int, CellValue) -> Void) {
    withExtendedLifetime(captured) {
      for index in values.indices { body(slots[index], values[index]) }
    }
  }

  /// Calls `body` with the values of each of `rows`, perhaps none.
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

  /// Calls `body` with each pair of a row's value here and one in another.
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
  /// Whether there is just one value for each row, which may be null.
  var isSingle: Bool { !path.endsInSeveral && !path.steps.contains(where: \.isMany) }

  /// The values at the end of the path. Null where a link on the way is null, unless the path may lead to several values.
  func values(_ cluster: ScannedCluster, _ rows: ClusterBits) -> RowValues {
    var result = RowValues(isSingle: isSingle, capacity: rows.count)
    let column = path.column
    if path.property.collection == .linkingObjects {
      guard let link = core.origin(path.entity, column) else { return result }
      let session = core.session
      forEachEnd(cluster, rows) { slot, end in
        guard let end else { return }
        for source in core.reading({ try session.sources(link, of: end.key) }) { result.append(.link(source.key), for: slot) }
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

  // Values of the last column itself; nil where there is no row.
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
