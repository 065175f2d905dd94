import AshlarSchema
import AshlarStore
import CAshlar

/// Codes for the values of one key: equal values have equal codes. Code 0 represents nil.
///
/// Invariant: `firsts` contains the first row with the value of each code; element 0 is -1 if nil has not occurred. The data must not be
/// written while an instance is in use.
final class KeyCodes {
  private let path: PropertyPath
  private let layout: ColumnLayout?
  private let form: ScalarForm
  // The column of the first link, if the path follows only to-one links; nil otherwise.
  private let link: Int?
  private let codes: OpaquePointer
  private var reader: ValueReader
  // The codes of the values that are reached through distinct links, and the codes of distinct stored forms of `AnyRealmValue`s.
  private var behindLinks: CodesOfCodes?
  private var any: AnyCodes?
  private(set) var firsts: [Int64] = []

  init(_ path: PropertyPath, _ root: Int, _ core: _RealmCore) {
    self.path = path
    form = path.property.type.form
    reader = ValueReader(path, root, core)
    codes = ashlar_codes_make()
    _ = ashlar_codes_null(codes)
    let isPlain = path.property.collection == .none && !path.hasInner
    layout = isPlain && path.isDirect ? path.layout : nil
    if isPlain, case .link(let column, _)? = path.steps.first, path.steps.allSatisfy({ !$0.isMany && !$0.isEntry }) {
      link = column
      behindLinks = CodesOfCodes()
    } else {
      link = nil
    }
    if path.valueType == .any { any = AnyCodes() }
  }

  deinit { ashlar_codes_free(codes) }

  /// Writes the codes of `rows` to `out`, which has an element for each row of the cluster.
  func read(_ cluster: ScannedCluster, _ rows: ClusterBits, _ out: UnsafeMutablePointer<UInt32>) {
    if let layout {
      readColumn(cluster, rows, layout, out)
    } else if let link {
      readLinks(cluster, rows, link, out)
    } else {
      rows.forEach { slot in out[slot] = code(of: reader.value(of: cluster.firstKey + Int64(slot))) }
    }
    firsts.note(rows, cluster, out, count: ashlar_codes_count(codes))
  }

  private func readColumn(_ cluster: ScannedCluster, _ rows: ClusterBits, _ layout: ColumnLayout, _ out: UnsafeMutablePointer<UInt32>) {
    let offset = cluster.columns[path.column]
    let cells = cluster.base + offset.offset
    let present = layout.hasNullFlag ? cluster.base + offset.null : nil
    let home = SlotHome(base: cluster.base, context: cluster.context)
    switch form {
    case .integer where layout.width == 8:
      rows.withWords { words in
        ashlar_codes_of_int64(codes, cells, present?.assumingMemoryBound(to: UInt8.self), words, cluster.words, out)
      }
    case .string:
      var undecided = ClusterBits.none
      undecided.withMutableWords { others in
        rows.withWords { words in
          ashlar_codes_of_slots(
            codes, cells, (cluster.base + Cluster(cluster.base).heapOffset).assumingMemoryBound(to: UInt8.self), words, cluster.words, out,
            others)
        }
      }
      undecided.forEach { slot in out[slot] = code(of: .text(Slot.bytes(at: cells + slot * Slot.size, in: home))) }
    case .bool, .integer, .float, .double, .data, .date, .decimal, .objectId, .uuid, .any, .object:
      rows.forEach { slot in
        out[slot] = code(of: CellValue(layout, cells + slot * layout.width, null: present.map { $0 + slot }, home: home))
      }
    }
  }

  // The value of a link's target is read once for all rows with the same link.
  private func readLinks(_ cluster: ScannedCluster, _ rows: ClusterBits, _ link: Int, _ out: UnsafeMutablePointer<UInt32>) {
    guard let behindLinks else { return }
    let cells = cluster.base + cluster.columns[link].offset
    rows.withWords { words in ashlar_codes_of_int64(behindLinks.forms, cells, nil, words, cluster.words, out) }
    rows.forEach { slot in
      out[slot] = behindLinks.code(of: out[slot]) { code(of: reader.value(of: cluster.firstKey + Int64(slot))) }
    }
  }

  private func code(of value: CellValue?) -> UInt32 {
    switch value {
    case nil, .null?: return 0
    case .text(let bytes)?:
      // An inline string receives the same code as from `ashlar_codes_of_slots`.
      if bytes.count > Slot.inlineLimit { return ashlar_codes_bytes(codes, bytes.baseAddress, bytes.count) }
      let slot = Slot(inline: bytes)
      return ashlar_codes_word(codes, slot.rest, slot.word)
    case .bytes(let bytes)?: return ashlar_codes_bytes(codes, bytes.baseAddress, bytes.count)
    case .date(let seconds, let nanoseconds)?:
      return ashlar_codes_word(codes, UInt64(bitPattern: seconds), UInt32(bitPattern: nanoseconds))
    case .decimal(let number)?:
      return withUnsafeTemporaryAllocation(byteCount: Decimal128.orderedSize, alignment: 16) { memory in
        guard let start = memory.baseAddress else { return 0 }
        number.writeOrdered(to: start)
        return ashlar_codes_bytes(codes, start, memory.count)
      }
    case .any(let bytes)?: return any?.code(of: bytes, in: codes) ?? 0
    case .bool, .int, .double, .link: return ashlar_codes_word(codes, value.flatMap(TermValues.rank(of:)) ?? 0, 0)
    }
  }

  /// Returns the position of each code in the order of the values; nil precedes all other values. Complexity: O(codes log codes).
  func ranks(_ order: SortOrder) -> [UInt32] {
    var codesOfRows: [Int64: Int] = [:]
    for code in firsts.indices.dropFirst() { codesOfRows[firsts[code]] = code }
    var ranks = [UInt32](repeating: 0, count: firsts.count)
    for (position, row) in order.sorted(Array(firsts.dropFirst())).enumerated() {
      if let code = codesOfRows[row] { ranks[code] = UInt32(position) + 1 }
    }
    return ranks
  }
}

/// Converts codes of stored forms to codes of the values that the forms represent.
final class CodesOfCodes {
  let forms: OpaquePointer = ashlar_codes_make()
  private var values: [UInt32] = []

  deinit { ashlar_codes_free(forms) }

  /// Returns the code of the value that a form represents. Forms are numbered in the order of their first occurrence, so an unknown form
  /// has the next number.
  @inline(__always)
  func code(of form: UInt32, _ make: () -> UInt32) -> UInt32 {
    if Int(form) >= values.count {
      assert(Int(form) == values.count, "forms must be converted in the order of their first occurrence")
      values.append(make())
    }
    return values[Int(form)]
  }
}

extension [Int64] {
  /// Stores the first row of each new code below `count`, or -1 if none of the rows has the code.
  mutating func note(_ rows: ClusterBits, _ cluster: ScannedCluster, _ codes: UnsafePointer<UInt32>, count: UInt32) {
    if Int(count) == self.count, self.first.map({ $0 >= 0 }) ?? true { return }
    append(contentsOf: repeatElement(-1, count: Int(count) - self.count))
    withUnsafeMutableBufferPointer { firsts in
      rows.forEach { slot in
        if firsts[Int(codes[slot])] < 0 { firsts[Int(codes[slot])] = cluster.firstKey + Int64(slot) }
      }
    }
  }
}

extension PropertyPath.Step {
  /// Whether the step selects one element of a collection.
  fileprivate var isEntry: Bool {
    switch self {
    case .entry: true
    case .link, .elements, .origins: false
    }
  }
}
