import AshlarSchema
import AshlarStore
import CAshlar

extension Condition.Comparison {
  /// The order's number in `ashlar_wanted_text`.
  fileprivate var textOperation: Int32 { rawValue + 2 }
}

/// A comparison of a whole column of the object itself with a constant. A class: conditions are gone through once a cluster,
/// and one reference costs less then than copies of all that is in here.
final class ColumnScan {
  enum Kind {
    case integer(Condition.Comparison, Int64)
    case double(Condition.Comparison, Double)
    case bool(Bool)
    // Its bytes are owned; plain memory, so that a cluster counts no references.
    case text(ashlar_wanted_text)
    /// The slot of a text that lies in it, 16 times; owned as well.
    case slot(UnsafeMutableRawPointer)
    case moment(Condition.Comparison, seconds: Int64, nanoseconds: Int32)
    /// Its bytes are owned.
    case id(UnsafeMutableRawPointer)
    /// Whether there is a value.
    case present(Bool)
    /// Whether text or data is not null.
    case slotPresent(Bool)
  }

  let column: Int
  let layout: ColumnLayout
  let kind: Kind
  // Rows without a value match nothing but `!=`.
  private let nullMatches: Bool
  private let isNegated: Bool

  /// Nil when the column is not of a kind that is scanned.
  init?(_ path: PropertyPath, _ comparison: Condition.Comparison, _ constant: QueryConstant) {
    guard path.property.collection == .none, let layout = path.layout else { return nil }
    column = path.column
    self.layout = layout
    var matchesNull = comparison == .notEqual
    var negated = false
    let isEquality = comparison == .equal || comparison == .notEqual
    switch (ValueTest.converted(constant, path.property.type), layout.type) {
    case (.null, _) where isEquality:
      matchesNull = false
      if layout.hasNullFlag {
        kind = .present(comparison == .notEqual)
      } else if layout.kind == .string || layout.kind == .data {
        kind = .slotPresent(comparison == .notEqual)
      } else if layout.type == .object {
        kind = .integer(comparison, 0)
      } else {
        return nil
      }
    case (.int(let value), .int), (.int(let value), .int8), (.int(let value), .int16), (.int(let value), .int32), (.int(let value), .int64):
      kind = .integer(comparison, value)
    case (.double(let value), .double):
      guard !value.isNaN else { return nil }
      kind = .double(comparison, value)
    case (.double(let value), .float):
      guard !value.isNaN else { return nil }
      kind = ColumnScan.float(comparison, value)
    case (.int(let value), .double):
      guard let exact = Double(exactly: value) else { return nil }
      kind = .double(comparison, exact)
    case (.bool(let value), .bool) where isEquality:
      kind = .bool(comparison == .equal ? value : !value)
    case (.string(let text), .string) where isEquality:
      kind = ColumnScan.equal(Array(text.utf8))
      negated = comparison == .notEqual
      matchesNull = false
    case (.string(let text), .string):
      kind = .text(ColumnScan.copy(Array(text.utf8), comparison.textOperation))
      matchesNull = false
    case (.data(let bytes), .data) where isEquality:
      kind = ColumnScan.equal(bytes)
      negated = comparison == .notEqual
      matchesNull = false
    case (.date(let seconds, let nanoseconds), .date):
      kind = .moment(comparison, seconds: seconds, nanoseconds: nanoseconds)
    case (.bytes(let bytes), .uuid) where bytes.count == 16 && isEquality,
      (.bytes(let bytes), .objectId) where bytes.count == 12 && isEquality:
      let copy = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8)
      bytes.withUnsafeBytes { copy.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: bytes.count) }
      kind = .id(copy)
      negated = comparison == .notEqual
      matchesNull = false
    case (.object(let key, _, _, _), .object) where isEquality:
      // Cells hold the key plus one. An object that is in no Realm equals none.
      kind = .integer(comparison, key < 0 ? .min : key + 1)
    default: return nil
    }
    nullMatches = matchesNull
    isNegated = negated
  }

  init(_ path: PropertyPath, _ match: Condition.TextMatch, _ text: String, ignoresCase: Bool) {
    column = path.column
    layout = path.entity.layout.columns[path.column]
    let bytes = Array(text.utf8)
    if ignoresCase {
      kind = .text(ColumnScan.copy(bytes.withUnsafeBytes(foldCase), match.rawValue + ColumnScan.folded))
    } else {
      kind = match == .equal ? ColumnScan.equal(bytes) : .text(ColumnScan.copy(bytes, match.rawValue))
    }
    nullMatches = false
    isNegated = false
  }

  // Between two Floats lies no other, so a bound between them is moved to the nearer one. What no Float equals is NaN for the scan.
  private static func float(_ comparison: Condition.Comparison, _ value: Double) -> Kind {
    let nearest = Double(Float(value))
    switch comparison {
    case _ where nearest == value: return .double(comparison, value)
    case .equal, .notEqual: return .double(comparison, .nan)
    case .less, .lessOrEqual: return .double(nearest > value ? .less : .lessOrEqual, nearest)
    case .greater, .greaterOrEqual: return .double(nearest > value ? .greaterOrEqual : .greater, nearest)
    }
  }

  // What `ashlar_wanted_text` adds for texts whose case does not count.
  private static let folded: Int32 = 8

  private static func equal(_ bytes: [UInt8]) -> Kind {
    pattern(bytes).map(Kind.slot) ?? .text(copy(bytes, Condition.TextMatch.equal.rawValue))
  }

  deinit {
    switch kind {
    case .text(let text): text.bytes?.deallocate()
    case .slot(let pattern): pattern.deallocate()
    case .id(let bytes): bytes.deallocate()
    case .integer, .double, .bool, .moment, .present, .slotPresent: break
    }
  }

  // Nil for a text that is too long for a slot.
  private static func pattern(_ bytes: [UInt8]) -> UnsafeMutableRawPointer? {
    guard bytes.count <= Slot.inlineLimit else { return nil }
    let pattern = UnsafeMutableRawPointer.allocate(byteCount: 16 * Slot.size, alignment: 64)
    let slot = bytes.withUnsafeBytes { Slot(inline: $0) }
    for copy in 0..<16 { slot.store(at: pattern + copy * Slot.size) }
    return pattern
  }

  // At least one byte, so that there is an address.
  private static func copy(_ bytes: [UInt8], _ operation: Int32) -> ashlar_wanted_text {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, bytes.count))
    _ = copy.initialize(from: bytes)
    let fingerprint = bytes.count > Slot.inlineLimit ? ashlar_fingerprint(copy.baseAddress, bytes.count) : 0
    return ashlar_wanted_text(bytes: copy.baseAddress, length: bytes.count, op: operation, fingerprint: fingerprint)
  }

  /// About what it costs with the conditions that follow: those that few rows fulfil come first, for of the others only these
  /// rows are looked at then.
  var cost: Int {
    switch kind {
    case .text(let text) where text.op == Condition.TextMatch.equal.rawValue: isNegated ? 2 : 1
    case .slot: isNegated ? 2 : 1
    case .integer(.equal, _), .double(.equal, _), .id: 1
    case .text(let text): text.op < ColumnScan.folded ? 5 : 8
    default: 2
    }
  }

  /// The same comparison for single rows; nil for columns for which there is none.
  var test: ashlar_test? {
    if layout.hasNullFlag { return nil }
    var test = ashlar_test(column: UInt32(column), form: 0, passing: 0, integer: 0, number: 0, slot: nil)
    switch kind {
    case .integer(let comparison, let value) where layout.width == 8:
      test.passing = comparison.passing
      test.integer = value
    case .double(let comparison, let value) where layout.width == 8:
      test.form = 1
      test.passing = comparison.passing
      test.number = value
    case .bool(let value):
      test.form = 2
      test.passing = Condition.Comparison.equal.passing
      test.integer = value ? 1 : 0
    case .slot(let pattern):
      test.form = 3
      test.passing = (isNegated ? Condition.Comparison.notEqual : .equal).passing
      test.slot = UnsafeRawPointer(pattern)
    default: return nil
    }
    return test
  }

  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    var found = ClusterBits.none
    let cells = cluster.base + cluster.columns[column].offset
    found.withMutableWords { out in bits.withWords { rows in run(cells, cluster, rows, out) } }
    if layout.hasNullFlag, !isPresenceTest {
      var present = ClusterBits.none
      present.withMutableWords { scanFlags(cluster, $0) }
      if nullMatches {
        // The zero of a null cell may have matched or not: null decides.
        var absent = bits
        absent.subtract(present)
        found.formIntersection(present)
        found.formUnion(absent)
      } else {
        found.formIntersection(present)
      }
    }
    if isNegated { bits.subtract(found) } else { bits.formIntersection(found) }
  }

  private func scanFlags(_ cluster: ScannedCluster, _ out: UnsafeMutablePointer<UInt64>) {
    let flags = cluster.base + cluster.columns[column].null
    ashlar_scan_flags(flags.assumingMemoryBound(to: UInt8.self), cluster.capacity, cluster.ahead, out)
  }

  private var isPresenceTest: Bool {
    if case .present = kind { true } else { false }
  }

  private func run(
    _ cells: UnsafeMutableRawPointer, _ cluster: ScannedCluster, _ rows: UnsafePointer<UInt64>, _ out: UnsafeMutablePointer<UInt64>
  ) {
    let count = cluster.capacity
    switch kind {
    case .integer(let comparison, let value):
      let operation = comparison.rawValue
      switch layout.width {
      case 1: ashlar_scan_int8(cells.assumingMemoryBound(to: Int8.self), count, operation, value, out)
      case 2: ashlar_scan_int16(cells.assumingMemoryBound(to: Int16.self), count, operation, value, out)
      case 4: ashlar_scan_int32(cells.assumingMemoryBound(to: Int32.self), count, operation, value, out)
      default: ashlar_scan_int64(cells.assumingMemoryBound(to: Int64.self), count, operation, value, rows, cluster.ahead, out)
      }
    case .double(let comparison, let value):
      if layout.width == 4 {
        ashlar_scan_float(cells.assumingMemoryBound(to: Float.self), count, comparison.rawValue, Float(value), out)
      } else {
        ashlar_scan_double(cells.assumingMemoryBound(to: Double.self), count, comparison.rawValue, value, rows, cluster.ahead, out)
      }
    case .bool(let value):
      ashlar_scan_flags(cells.assumingMemoryBound(to: UInt8.self), count, cluster.ahead, out)
      if !value { for word in 0..<cluster.words { out[word] = ~out[word] } }
    case .slot(let pattern): ashlar_scan_slots(cells, count, pattern, rows, cluster.ahead, out)
    case .moment(let comparison, let seconds, let nanoseconds):
      ashlar_scan_moments(cells, count, comparison.rawValue, seconds, nanoseconds, rows, cluster.ahead, out)
    case .id(let id): ashlar_scan_ids(cells, layout.width, count, id, rows, cluster.ahead, out)
    case .text(let text): scan(cells, cluster, text, rows, out)
    case .present(let wanted):
      scanFlags(cluster, out)
      if !wanted { for word in 0..<cluster.words { out[word] = ~out[word] } }
    case .slotPresent(let wanted):
      ashlar_scan_null_slots(cells, count, cluster.ahead, out)
      if wanted { for word in 0..<cluster.words { out[word] = ~out[word] } }
    }
  }

  // Long text lies elsewhere: where length and first byte leave it open, it is fetched and scanned as if it were at hand.
  private func scan(
    _ cells: UnsafeMutableRawPointer, _ cluster: ScannedCluster, _ text: ashlar_wanted_text, _ rows: UnsafePointer<UInt64>,
    _ out: UnsafeMutablePointer<UInt64>
  ) {
    let count = cluster.capacity
    let heap = (cluster.base + Cluster(cluster.base).heapOffset).assumingMemoryBound(to: UInt8.self)
    var undecided = ClusterBits.none
    undecided.withMutableWords { undecided in
      withUnsafePointer(to: text) { ashlar_scan_text(cells, count, heap, $0, rows, cluster.ahead, cluster.next, out, undecided) }
    }
    if undecided.isEmpty { return }
    let home = SlotHome(base: cluster.base, context: cluster.context)
    let fetched = UnsafeMutableRawPointer.allocate(byteCount: count * Slot.size, alignment: 8)
    defer { fetched.deallocate() }
    for row in 0..<count { Slot.null.store(at: fetched + row * Slot.size) }
    undecided.forEach { row in
      let bytes = Slot.bytes(at: cells + row * Slot.size, in: home)
      guard let start = bytes.baseAddress else { return }
      Slot(pointer: UnsafeMutableRawPointer(mutating: start), count: bytes.count).store(at: fetched + row * Slot.size)
    }
    var found = ClusterBits.none
    let open = undecided
    found.withMutableWords { found in
      undecided.withMutableWords { still in
        open.withWords { rows in
          withUnsafePointer(to: text) { ashlar_scan_text(fetched, count, heap, $0, rows, 0, 0, found, still) }
        }
      }
      for word in 0..<cluster.words { out[word] |= found[word] }
    }
  }
}
