import AshlarSchema
import AshlarStore
import CAshlar

/// A vectorized comparison of a column of the scanned table with a constant. It is a class because the parts of a condition are read for
/// each cluster, and retaining one reference is cheaper than copying all fields.
final class ColumnScan {
  enum Kind {
    case integer(Comparison, Int64)
    case double(Comparison, Double)
    case bool(Bool)
    // Owns its bytes. They are allocated manually, so that a scan need not retain an object for each cluster.
    case text(ashlar_wanted_text)
    /// A pattern that is not equivalent to another relation; see `TextPattern.equivalent`. Owns its memory.
    case pattern(OpaquePointer)
    /// Sixteen copies of the slot of inline text or data. Owns its memory.
    case slot(UnsafeMutableRawPointer)
    case moment(Comparison, seconds: Int64, nanoseconds: Int32)
    /// Owns its bytes.
    case id(UnsafeMutableRawPointer)
    /// True if the value must be present, false if it must be null.
    case present(Bool)
    /// For text and data: true if the value must be present, false if it must be null.
    case slotPresent(Bool)
  }

  let column: Int
  let layout: ColumnLayout
  let kind: Kind
  // Whether null matches; true only for `!=`.
  private let nullMatches: Bool
  private let isNegated: Bool
  // If diacritics are ignored, the test for text that is not ASCII; otherwise nil. ASCII has no diacritics, so the scan itself compares
  // ASCII text.
  private let marksTest: TextTest?

  /// Returns nil if there is no vectorized scan for the column's type, the comparison and the constant.
  init?(_ path: PropertyPath, _ comparison: Comparison, _ constant: QueryConstant) {
    guard path.property.collection == .none, let layout = path.layout else { return nil }
    column = path.column
    self.layout = layout
    var matchesNull = comparison == .notEqual
    var negated = false
    let isEquality = comparison == .equal || comparison == .notEqual
    switch (constant.converted(to: path.property.type), layout.type) {
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
      guard let operation = Relation.order(comparison).denotation.textNumber else { return nil }
      kind = .text(ColumnScan.copy(Array(text.utf8), operation))
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
      // A cell contains the key plus one. An unmanaged object, which has a negative key, equals no stored object.
      kind = .integer(comparison, key < 0 ? .min : key + 1)
    default: return nil
    }
    nullMatches = matchesNull
    isNegated = negated
    marksTest = nil
  }

  /// Returns nil if there is no vectorized scan for the relation and the text. The column must contain text.
  init?(_ path: PropertyPath, _ relation: Relation, _ text: String, _ options: StringOptions) {
    column = path.column
    layout = path.entity.layout.columns[path.column]
    nullMatches = false
    isNegated = false
    marksTest = options.contains(.diacriticInsensitive) ? TextTest(relation, Array(text.utf8), options) : nil
    var (relation, text) = (relation, text)
    if relation == .text(.like) {
      guard let equivalent = TextPattern.equivalent(text) else {
        kind = .pattern(ColumnScan.prepared(Array(text.utf8).withUnsafeBytes(options.folded), options))
        return
      }
      (relation, text) = equivalent
    }
    guard let operation = relation.denotation.textNumber, operation < ColumnScan.orders else { return nil }
    let bytes = Array(text.utf8).withUnsafeBytes(options.folded)
    // Text that consists of diacritical marks is empty after folding, and no text contains the empty text.
    if bytes.isEmpty, operation != ColumnScan.equality { return nil }
    if options.contains(.caseInsensitive) {
      kind = .text(ColumnScan.copy(bytes, operation + ColumnScan.folded))
    } else {
      kind = operation == ColumnScan.equality ? ColumnScan.equal(bytes) : .text(ColumnScan.copy(bytes, operation))
    }
  }

  // Returns the comparison of a column of Floats with `value`. No Float is between two adjacent Floats, so a bound between them is replaced
  // by the nearer one, and the comparison is adjusted. For a value that no Float equals, `==` and `!=` compare with NaN.
  private static func float(_ comparison: Comparison, _ value: Double) -> Kind {
    let nearest = Double(Float(value))
    switch comparison {
    case _ where nearest == value: return .double(comparison, value)
    case .equal, .notEqual: return .double(comparison, .nan)
    case .less, .lessOrEqual: return .double(nearest > value ? .less : .lessOrEqual, nearest)
    case .greater, .greaterOrEqual: return .double(nearest > value ? .greaterOrEqual : .greater, nearest)
    }
  }

  // The numbers of operations in `ashlar_wanted_text`: equality, the first order comparison, and the offset of the case-insensitive
  // operations.
  private static let equality: Int32 = 0
  private static let orders: Int32 = 4
  private static let folded: Int32 = 8

  private static func equal(_ bytes: [UInt8]) -> Kind {
    pattern(bytes).map(Kind.slot) ?? .text(copy(bytes, ColumnScan.equality))
  }

  deinit {
    switch kind {
    case .text(let text): text.bytes?.deallocate()
    case .pattern(let pattern): ashlar_pattern_free(pattern)
    case .slot(let pattern): pattern.deallocate()
    case .id(let bytes): bytes.deallocate()
    case .integer, .double, .bool, .moment, .present, .slotPresent: break
    }
  }

  private static func prepared(_ items: [UInt8], _ options: StringOptions) -> OpaquePointer {
    items.withUnsafeBufferPointer { ashlar_pattern_make($0.baseAddress, $0.count, options.contains(.caseInsensitive) ? 1 : 0) }
  }

  // Returns 16 copies of the slot that contains the text; nil if the text is too long for an inline slot. The caller must free the memory.
  private static func pattern(_ bytes: [UInt8]) -> UnsafeMutableRawPointer? {
    guard bytes.count <= Slot.inlineLimit else { return nil }
    let pattern = UnsafeMutableRawPointer.allocate(byteCount: 16 * Slot.size, alignment: 64)
    let slot = bytes.withUnsafeBytes { Slot(inline: $0) }
    for copy in 0..<16 { slot.store(at: pattern + copy * Slot.size) }
    return pattern
  }

  // Allocates at least one byte, so that the address is valid.
  private static func copy(_ bytes: [UInt8], _ operation: Int32) -> ashlar_wanted_text {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, bytes.count))
    _ = copy.initialize(from: bytes)
    let fingerprint = bytes.count > Slot.inlineLimit ? ashlar_fingerprint(copy.baseAddress, bytes.count) : 0
    return ashlar_wanted_text(bytes: copy.baseAddress, length: bytes.count, op: operation, fingerprint: fingerprint)
  }

  /// The relative cost. It is lower for conditions that usually match few rows: they are evaluated first, so that the other conditions are
  /// evaluated for these rows only.
  var cost: Int {
    if marksTest != nil { return 12 }
    return switch kind {
    case .text(let text) where text.op == ColumnScan.equality: isNegated ? 2 : 1
    case .slot: isNegated ? 2 : 1
    case .integer(.equal, _), .double(.equal, _), .id: 1
    case .text(let text): text.op < ColumnScan.folded ? 5 : 8
    case .pattern: 10
    default: 2
    }
  }

  /// The comparison as a test of single rows; nil if there is no such test for the column and the constant.
  var test: ashlar_test? {
    if layout.hasNullFlag || marksTest != nil { return nil }
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
      test.passing = Comparison.equal.passing
      test.integer = value ? 1 : 0
    case .slot(let pattern):
      test.form = 3
      test.passing = (isNegated ? Comparison.notEqual : .equal).passing
      test.slot = UnsafeRawPointer(pattern)
    default: return nil
    }
    return test
  }

  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    var found = ClusterBits.none
    let cells = cluster.base + cluster.columns[column].offset
    found.withMutableWords { out in bits.withWords { rows in run(cells, cluster, rows, out) } }
    if let marksTest { decideOthers(cells, cluster, bits, marksTest, &found) }
    if layout.hasNullFlag, !isPresenceTest {
      var present = ClusterBits.none
      present.withMutableWords { scanFlags(cluster, $0) }
      if nullMatches {
        // The zero in a null cell may or may not have matched, so the null flags determine the result.
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

  // Replaces the scan's results for rows whose text is not ASCII.
  private func decideOthers(
    _ cells: UnsafeMutableRawPointer, _ cluster: ScannedCluster, _ rows: ClusterBits, _ test: TextTest, _ found: inout ClusterBits
  ) {
    let heap = (cluster.base + Cluster(cluster.base).heapOffset).assumingMemoryBound(to: UInt8.self)
    var others = ClusterBits.none
    others.withMutableWords { others in rows.withWords { ashlar_scan_not_ascii(cells, cluster.capacity, heap, $0, others) } }
    if others.isEmpty { return }
    found.subtract(others)
    let home = SlotHome(base: cluster.base, context: cluster.context)
    others.filter(cluster.words) { test.matches(.text(Slot.bytes(at: cells + $0 * Slot.size, in: home))) }
    found.formUnion(others)
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
    case .text(let text):
      scan(cells, cluster, rows, out) { cells, heap, rows, ahead, next, out, undecided in
        withUnsafePointer(to: text) { ashlar_scan_text(cells, count, heap, $0, rows, ahead, next, out, undecided) }
      }
    case .pattern(let pattern):
      scan(cells, cluster, rows, out) { cells, heap, rows, ahead, next, out, undecided in
        ashlar_scan_pattern(cells, count, heap, pattern, rows, ahead, next, out, undecided)
      }
    case .present(let wanted):
      scanFlags(cluster, out)
      if !wanted { for word in 0..<cluster.words { out[word] = ~out[word] } }
    case .slotPresent(let wanted):
      ashlar_scan_null_slots(cells, count, cluster.ahead, out)
      if wanted { for word in 0..<cluster.words { out[word] = ~out[word] } }
    }
  }

  // A function that finds rows by the text in their cells. It stores the rows that match in `out`, and the rows whose text must be fetched
  // to be compared in `undecided`.
  private typealias TextScan = (
    _ cells: UnsafeRawPointer, _ heap: UnsafePointer<UInt8>, _ rows: UnsafePointer<UInt64>, _ ahead: Int, _ next: Int,
    _ out: UnsafeMutablePointer<UInt64>, _ undecided: UnsafeMutablePointer<UInt64>
  ) -> Void

  // Long text is stored outside the cluster. If its length and first bytes do not decide the comparison, the text is fetched and scanned as
  // if it were inline.
  private func scan(
    _ cells: UnsafeMutableRawPointer, _ cluster: ScannedCluster, _ rows: UnsafePointer<UInt64>, _ out: UnsafeMutablePointer<UInt64>,
    _ find: TextScan
  ) {
    let count = cluster.capacity
    let heap = (cluster.base + Cluster(cluster.base).heapOffset).assumingMemoryBound(to: UInt8.self)
    var undecided = ClusterBits.none
    undecided.withMutableWords { find(cells, heap, rows, cluster.ahead, cluster.next, out, $0) }
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
      undecided.withMutableWords { still in open.withWords { find(fetched, heap, $0, 0, 0, found, still) } }
      for word in 0..<cluster.words { out[word] |= found[word] }
    }
  }
}
