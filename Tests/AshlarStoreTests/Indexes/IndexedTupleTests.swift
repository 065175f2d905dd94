import AshlarSchema
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Values of indexes of several columns")
struct IndexedTupleTests {
  /// The content of a cell.
  private enum Part: Hashable {
    case null
    case integer(Int64)
    case bool(Bool)
    case date(Int64, Int32)
    case double(Double)
    case float(Float)
    case id([UInt8])
    case link(Int64)
    case text([UInt8])

    /// -1, 0 or 1, as the value is before, equal to or after another one of the column: nil is before all values, NaN before all numbers.
    func order(to other: Part) -> Int {
      func compare<Value: Comparable>(_ a: Value, _ b: Value) -> Int { a < b ? -1 : a == b ? 0 : 1 }
      func compare<Number: BinaryFloatingPoint>(numbers a: Number, _ b: Number) -> Int {
        a.isNaN || b.isNaN ? compare(a.isNaN ? 0 : 1, b.isNaN ? 0 : 1) : compare(a, b)
      }
      func compare(bytes a: [UInt8], _ b: [UInt8]) -> Int { a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1 }
      switch (self, other) {
      case (.null, .null): return 0
      case (.null, _): return -1
      case (_, .null): return 1
      case (.integer(let a), .integer(let b)): return compare(a, b)
      case (.bool(let a), .bool(let b)): return compare(a ? 1 : 0, b ? 1 : 0)
      case (.date(let a, let c), .date(let b, let d)): return a == b ? compare(c, d) : compare(a, b)
      case (.double(let a), .double(let b)): return compare(numbers: a, b)
      case (.float(let a), .float(let b)): return compare(numbers: a, b)
      case (.id(let a), .id(let b)): return compare(bytes: a, b)
      case (.link(let a), .link(let b)): return compare(a, b)
      case (.text(let a), .text(let b)): return compare(bytes: a, b)
      default:
        Issue.record("\(self) and \(other) are not of one column")
        return 0
      }
    }

    /// The encoding of the value as a constant.
    func constant(_ budget: Int) -> [UInt8] {
      switch self {
      case .null: IndexedValue.null
      case .integer(let value): IndexedValue.integer(value)
      case .bool(let value): IndexedValue.bool(value)
      case .date(let seconds, let nanoseconds): IndexedValue.date(seconds, nanoseconds)
      case .double(let value): IndexedValue.double(value)
      case .float(let value): IndexedValue.float(value)
      case .id(let bytes): IndexedValue.id(bytes)
      case .link(let row): IndexedValue.link(to: row)
      case .text(let bytes): bytes.withUnsafeBytes { IndexedTuple.text($0, budget: budget).value }
      }
    }
  }

  private static let types: [ValueType] = [
    .int, .int8, .int16, .int32, .bool, .date, .float, .double, .objectId, .uuid, .object, .string, .string, .string,
  ]

  private static func layout(_ type: ValueType) -> ColumnLayout {
    ColumnLayout(PropertyModel(name: "p", type: type, isOptional: true, target: type == .object ? "Row" : nil), isEmbedded: false)
  }

  // Values that are often equal, or close to each other.
  private func part(_ type: ValueType, _ random: inout SeededGenerator, _ budget: Int) -> Part {
    if random.chance(15) { return .null }
    switch type {
    case .int8: return .integer(Int64(random.pick([Int8.min, -1, 0, 1, .max])))
    case .int16: return .integer(Int64(random.pick([Int16.min, -256, -1, 0, 255, .max])))
    case .int32: return .integer(Int64(random.pick([Int32.min, -1, 0, 65_536, .max])))
    case .bool: return .bool(random.once(in: 2))
    case .date: return .date(random.pick([.min, -1, 0, .max]), random.pick([-1, 0, 999_999_999]))
    case .float:
      return .float(random.pick([-.infinity, -1.5, -.leastNonzeroMagnitude, -0.0, 0, .leastNonzeroMagnitude, 2, .infinity, .nan]))
    case .double:
      return .double(random.pick([-.infinity, -1e300, -1, -.leastNonzeroMagnitude, -0.0, 0, 0.1, 1e300, .infinity, .nan, -.nan]))
    case .objectId: return .id(random.bytes(12, of: [0, 255]))
    case .uuid: return .id(random.bytes(16, of: [0, 1]))
    case .object: return .link(random.pick([0, 1, 255, 256, 1 << 39]))
    case .string:
      let (kind, count) = (random.below(4), random.below(5))
      if kind == 0 { return .text(random.bytes(count, of: [0, 1, 97])) }
      // Texts around the budget, with one beginning.
      let size = budget + random.below(5) - 4
      let end = random.bytes(count, of: kind == 1 ? [97, 98] : [0, 97, 255])
      return .text([UInt8](repeating: 97, count: max(0, size)) + end)
    default: return .integer(random.pick([.min, -1, 0, 1, .max]))
    }
  }

  /// Calls `body` with a cell that contains the part, and its null flag.
  private func withCell(
    _ part: Part, _ layout: ColumnLayout, _ body: (UnsafeMutableRawPointer, UnsafeMutableRawPointer?) -> Void
  ) {
    let cell = UnsafeMutableRawPointer.allocate(byteCount: 32, alignment: 16)
    cell.initializeMemory(as: UInt8.self, repeating: 0, count: 32)
    defer { cell.deallocate() }
    let null = layout.hasNullFlag ? cell + 24 : nil
    null?.storeBytes(of: part == .null ? 0 : 1, as: UInt8.self)
    switch part {
    case .null: if layout.type == .string { Slot.null.store(at: cell) }
    case .integer(let value):
      switch layout.width {
      case 1: cell.storeBytes(of: Int8(truncatingIfNeeded: value), as: Int8.self)
      case 2: cell.storeBytes(of: Int16(truncatingIfNeeded: value), as: Int16.self)
      case 4: cell.storeBytes(of: Int32(truncatingIfNeeded: value), as: Int32.self)
      default: cell.storeBytes(of: value, as: Int64.self)
      }
    case .bool(let value): cell.storeBytes(of: value ? 1 : 0, as: UInt8.self)
    case .date(let seconds, let nanoseconds):
      cell.storeBytes(of: seconds, as: Int64.self)
      cell.storeBytes(of: nanoseconds, toByteOffset: 8, as: Int32.self)
    case .double(let value): cell.storeBytes(of: value, as: Double.self)
    case .float(let value): cell.storeBytes(of: value, as: Float.self)
    case .id(let bytes): bytes.withUnsafeBytes { cell.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(cell), byteCount: $0.count) }
    case .link(let row): cell.storeBytes(of: row + 1, as: Int64.self)
    case .text(let bytes):
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 8)
      copy.copyBytes(from: bytes)
      defer { copy.deallocate() }
      if bytes.count <= Slot.inlineLimit {
        Slot(inline: UnsafeRawBufferPointer(rebasing: copy[..<bytes.count])).store(at: cell)
      } else if let base = copy.baseAddress {
        Slot(pointer: base, count: bytes.count).store(at: cell)
      }
      body(cell, null)
      return
    }
    body(cell, null)
  }

  private func encode(_ row: [Part], _ columns: [ColumnLayout], _ budget: Int) -> [UInt8] {
    let context = UnsafeMutablePointer<AccessContext>.allocate(capacity: 1)
    defer { context.deallocate() }
    return withUnsafeTemporaryAllocation(byteCount: IndexedValue.sizeLimit, alignment: 8) { buffer in
      var value = BlockWriter(buffer, "the values of an index")
      for (part, column) in zip(row, columns) {
        withCell(part, column) { cell, null in
          // Cells of fixed width, and texts beside them, do not need their cluster.
          IndexedTuple.write(column, cell, null: null, home: SlotHome(base: cell, context: context), budget: budget, to: &value)
        }
      }
      return Array(value.written)
    }
  }

  /// The bytes of a text that its encoding contains, each 0 with the byte that follows it.
  private func kept(_ text: [UInt8], _ budget: Int) -> [UInt8] {
    var kept: [UInt8] = []
    for byte in text {
      let encoded = byte == 0 ? [0, 255] : [byte]
      if kept.count + encoded.count > budget { break }
      kept += encoded
    }
    return kept
  }

  private func isCut(_ part: Part, _ budget: Int) -> Bool {
    guard case .text(let bytes) = part else { return false }
    return bytes.count + bytes.count { $0 == 0 } > budget
  }

  @Test(
    "are equal if and only if the values are, none is a prefix of another, and they sort as the values do, unless both texts are cut",
    arguments: 1...4 as ClosedRange<UInt64>)
  func pairs(_ seed: UInt64) {
    print("values of indexes: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var (compared, undecided) = (0, 0)
    for _ in 0..<150 {
      let types = (0..<2 + random.below(7)).map { _ in random.pick(IndexedTupleTests.types) }
      let columns = types.map(IndexedTupleTests.layout)
      let budget = Int(StoredIndex.textBudget(columns))
      var rows = (0..<8).map { _ in types.map { part($0, &random, budget) } }
      // Rows that differ in one part from another row, or in none.
      for _ in 0..<6 {
        var row = random.pick(rows)
        let place = random.below(types.count)
        row[place] = part(types[place], &random, budget)
        rows.append(row)
      }
      let values = rows.map { encode($0, columns, budget) }
      for (row, value) in zip(rows, values) {
        #expect(value.count <= IndexedValue.sizeLimit)
        #expect(value == row.flatMap { $0.constant(budget) }, "seed \(seed): \(row)")
        let parts = IndexedTuple.parts(of: value, columns)
        #expect(parts?.map { Array(value[$0.range]) } == row.map { $0.constant(budget) }, "seed \(seed): \(row)")
        #expect(parts?.map(\.isCut) == row.map { isCut($0, budget) }, "seed \(seed): \(row)")
        #expect(IndexedTuple.parts(of: Array(value.dropLast()), columns) == nil, "seed \(seed): \(row)")
      }
      for a in rows.indices {
        for b in rows.indices where a < b {
          guard let order = order(rows[a], rows[b], budget) else {
            undecided += 1
            continue
          }
          compared += 1
          #expect((values[a] == values[b]) == (order == 0), "seed \(seed): \(rows[a]) and \(rows[b])")
          #expect(values[a].lexicographicallyPrecedes(values[b]) == (order < 0), "seed \(seed): \(rows[a]) and \(rows[b])")
          if order != 0 {
            #expect(!values[a].starts(with: values[b]), "seed \(seed): \(rows[a]) and \(rows[b])")
            #expect(!values[b].starts(with: values[a]), "seed \(seed): \(rows[a]) and \(rows[b])")
          }
        }
      }
    }
    #expect(compared > 10_000)
    #expect(undecided > 10)
  }

  // The order of two rows; nil if the first difference is one of two cut texts with one beginning.
  private func order(_ a: [Part], _ b: [Part], _ budget: Int) -> Int? {
    for (first, second) in zip(a, b) {
      let order = first.order(to: second)
      if order == 0 { continue }
      if case .text(let one) = first, case .text(let two) = second, isCut(first, budget), isCut(second, budget),
        kept(one, budget) == kept(two, budget)
      {
        return nil
      }
      return order
    }
    return 0
  }

  @Test("the budget of a text leaves room for all parts, and seven texts fill a key")
  func budgets() {
    let text = IndexedTupleTests.layout(.string)
    func budget(_ columns: [ColumnLayout]) -> Int { Int(StoredIndex.textBudget(columns)) }
    #expect((1...8).map { budget([ColumnLayout](repeating: text, count: $0)) } == [240, 237, 154, 113, 88, 71, 60, 51])
    #expect(budget([text, IndexedTupleTests.layout(.int)]) == 240)
    #expect(budget([IndexedTupleTests.layout(.int), IndexedTupleTests.layout(.bool)]) == 240)
    let uuid = IndexedTupleTests.layout(.uuid)
    #expect(budget([text, text, text, text, text, uuid, uuid, uuid]) == 78)
    let longest = Part.text([UInt8](repeating: 97, count: 1000))
    for count in 1...8 {
      let columns = [ColumnLayout](repeating: text, count: count)
      let value = encode([Part](repeating: longest, count: count), columns, budget(columns))
      #expect(value.count == count * (budget(columns) + 11))
      #expect(value.count <= 497)
    }
    #expect(encode([Part](repeating: longest, count: 7), [ColumnLayout](repeating: text, count: 7), 60).count == 497)
    #expect(PostingBlock.keyLimit == 511)
  }

  @Test("a text is cut before a zero byte that does not fit with the byte after it")
  func zeros() {
    func value(_ text: [UInt8], _ budget: Int) -> [UInt8] { text.withUnsafeBytes { IndexedTuple.text($0, budget: budget).value } }
    #expect(value([97, 0], 3) == [1, 97, 0, 255, 0, 0])
    #expect(value([97, 98, 0], 3).prefix(5) == [1, 97, 98, 0, 1])
    #expect(value([97, 98, 0], 3).count == 13)
    #expect(value([97, 98, 99], 3) == [1, 97, 98, 99, 0, 0])
    #expect(value([97, 98, 99, 100], 3).prefix(6) == [1, 97, 98, 99, 0, 1])
    #expect(value([], 3) == [1, 0, 0])
  }

  @Test("the beginning of texts, and the end of the keys that begin with it, contain the texts that begin so")
  func starts() {
    func start(_ text: String, _ budget: Int) -> (start: [UInt8], isExact: Bool) {
      Array(text.utf8).withUnsafeBytes { IndexedTuple.textStart($0, budget: budget) }
    }
    func value(_ text: String, _ budget: Int) -> [UInt8] {
      Array(text.utf8).withUnsafeBytes { IndexedTuple.text($0, budget: budget).value }
    }
    func isIn(_ text: String, _ start: [UInt8], _ budget: Int) -> Bool {
      let key = value(text, budget) + [UInt8](repeating: 255, count: 8)
      return !key.lexicographicallyPrecedes(start) && key.lexicographicallyPrecedes(IndexedTuple.end(of: start))
    }
    let (short, isExact) = start("ab", 4)
    #expect(isExact)
    for text in ["ab", "aba", "abcdefgh", "ab\0"] { #expect(isIn(text, short, 4), "\(text)") }
    for text in ["", "a", "ac", "aa", "b"] { #expect(!isIn(text, short, 4), "\(text)") }
    let (long, isLongExact) = start("abcdef", 4)
    #expect(!isLongExact)
    for text in ["abcdef", "abcdefg", "abcdx"] { #expect(isIn(text, long, 4), "\(text)") }
    #expect(start("abcd", 4).isExact)
    #expect(IndexedTuple.end(of: [1, 255, 255]) == [2])
    #expect(IndexedTuple.end(of: [0]) == [1])
  }
}
