import AshlarSchema
import AshlarStore
import CAshlar

/// The values of one property for many rows, in a form that is sorted and compared as machine words or bytes: integers, Floats, Doubles,
/// Bools and dates as ranks, other values as bytes that sort like the values. Dates are bytes if one of them needs more than 64 bits in
/// nanoseconds; `AnyRealmValue`s are ranks if one of them is a decimal, or if the path continues inside them.
///
/// Invariants: `ranks` or `texts` has `count` elements; those of rows without a value are zero or empty. The bytes belong to `owned`, to
/// `last` or to the clusters, so the data must not be written while an instance is in use.
final class TermValues {
  /// Whether a row has a value. The cases are in sort order.
  enum Presence: UInt8 {
    case null = 0
    case value = 1
    /// A link on the path is null, or the row does not exist.
    case missing = 2
  }

  let count: Int
  private(set) var ranks: UnsafeMutablePointer<UInt64>?
  private(set) var texts: UnsafeMutablePointer<ashlar_text>?
  /// Empty if every row has a value.
  private(set) var presence: [Presence] = []
  private var owned: [UnsafeMutableRawPointer] = []
  private let last: CapturedValue?

  /// Creates an instance with the values at the end of `path` for the rows with these keys in the table `root`, followed by `last`. The
  /// path must lead to a single value of an ordered type.
  init(_ path: PropertyPath, _ keys: [Int64], _ root: Int, _ core: _RealmCore, and last: CapturedValue? = nil) {
    count = keys.count + (last == nil ? 0 : 1)
    self.last = last
    let source = ValueSequence(path: path, keys: keys, root: root, core: core, last: last)
    switch path.valueType.form {
    case .string, .objectId, .uuid, .data: readBytes(source)
    case .decimal: readDecimals(source)
    // The bytes of a value inside an `AnyRealmValue` belong to the reader.
    case .any: if path.hasInner || !readAnyBytes(source) { readAny(source) }
    case .date: if !readRanks(source) { readDates(source) }
    case .bool, .integer, .float, .double, .object: _ = readRanks(source)
    }
  }

  deinit {
    ranks?.deallocate()
    texts?.deallocate()
    for memory in owned { memory.deallocate() }
  }

  func presence(at position: Int) -> Presence { presence.isEmpty ? .value : presence[position] }

  private func note(_ found: Presence, at position: Int) {
    if presence.isEmpty { presence = [Presence](repeating: .value, count: count) }
    presence[position] = found
  }

  // MARK: - Ranks

  // Returns false if a date in nanoseconds needs more than 64 bits.
  private func readRanks(_ source: ValueSequence) -> Bool {
    let ranks = UnsafeMutablePointer<UInt64>.allocate(capacity: max(1, count))
    var reader = source.makeReader()
    for position in 0..<count {
      var rank: UInt64 = 0
      switch reader.value(at: position) {
      case .null?: note(.null, at: position)
      case let value?:
        guard let found = TermValues.rank(of: value) else {
          ranks.deallocate()
          presence = []
          return false
        }
        rank = found
      default: note(.missing, at: position)
      }
      (ranks + position).initialize(to: rank)
    }
    self.ranks = ranks
    return true
  }

  /// Returns the rank of an integer, a Double, a Bool or a date, and 0 for any other value; nil for a date that needs more than 64 bits in
  /// nanoseconds.
  @inline(__always)
  static func rank(of value: CellValue) -> UInt64? {
    switch value {
    case .int(let value): return rank(value)
    case .double(let value): return rank(value)
    case .bool(let value): return value ? 1 : 0
    case .date(let seconds, let nanoseconds):
      let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      let (moment, isOver) = whole.addingReportingOverflow(Int64(nanoseconds))
      return isTooLarge || isOver ? nil : rank(moment)
    case .null, .text, .bytes, .decimal, .link, .any: return 0
    }
  }

  @inline(__always)
  private static func rank(_ value: Int64) -> UInt64 { UInt64(bitPattern: value) ^ 1 << 63 }

  // Returns a rank that sorts like the double: NaN first, then the numbers by value. The two zeros have the same rank.
  @inline(__always)
  static func rank(_ value: Double) -> UInt64 {
    let bits = (value == 0 ? 0 : value).bitPattern
    return value.isNaN ? 0 : bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  // Decimals and doubles have no common encoding, so the values are sorted by comparing them, and equal values have the same rank.
  private func readAny(_ source: ValueSequence) {
    var reader = source.makeReader()
    var values: [(value: AnyStored, position: Int)] = []
    for position in 0..<count {
      switch reader.value(at: position) {
      // A value that cannot be decoded is treated as null.
      case .any(let bytes)?:
        if let stored = try? AnyStored(bytes) { values.append((stored, position)) } else { note(.null, at: position) }
      case .null?: note(.null, at: position)
      default: note(.missing, at: position)
      }
    }
    withExtendedLifetime(reader) {}
    let ranks = UnsafeMutablePointer<UInt64>.allocate(capacity: max(1, count))
    ranks.initialize(repeating: 0, count: count)
    values.sort { AnyOrder.order($0.value, $1.value) < 0 }
    var rank: UInt64 = 0
    for index in values.indices {
      if index > 0, AnyOrder.order(values[index - 1].value, values[index].value) != 0 { rank += 1 }
      ranks[values[index].position] = rank
    }
    self.ranks = ranks
  }

  // MARK: - Bytes

  private func makeTexts() -> UnsafeMutablePointer<ashlar_text> {
    let texts = UnsafeMutablePointer<ashlar_text>.allocate(capacity: max(1, count))
    self.texts = texts
    return texts
  }

  private func own(_ size: Int) -> UnsafeMutableRawPointer {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, size), alignment: 16)
    owned.append(memory)
    return memory
  }

  private func readBytes(_ source: ValueSequence) {
    let texts = makeTexts()
    // A valid address for empty text, whose own address may be nil.
    let empty = own(1).assumingMemoryBound(to: UInt8.self)
    var reader = source.makeReader()
    for position in 0..<count {
      var text = ashlar_text(bytes: empty, length: 0)
      switch reader.value(at: position) {
      case .text(let bytes)?, .bytes(let bytes)?:
        if let start = bytes.baseAddress { text = ashlar_text(bytes: start.assumingMemoryBound(to: UInt8.self), length: bytes.count) }
      case .null?: note(.null, at: position)
      default: note(.missing, at: position)
      }
      (texts + position).initialize(to: text)
    }
  }

  // Returns false if one of the values is a decimal.
  private func readAnyBytes(_ source: ValueSequence) -> Bool {
    let texts = makeTexts()
    let memory = own(max(1, count) * AnyOrderBytes.size)
    var reader = source.makeReader()
    for position in 0..<count {
      let cell = memory + position * AnyOrderBytes.size
      var text = ashlar_text(bytes: cell.assumingMemoryBound(to: UInt8.self), length: 0)
      switch reader.value(at: position) {
      case .any(let stored)?:
        switch AnyOrderBytes(stored, in: cell) {
        case .bytes(let bytes):
          guard let start = bytes.baseAddress else { break }
          text = ashlar_text(bytes: start.assumingMemoryBound(to: UInt8.self), length: bytes.count)
        case .decimal:
          texts.deallocate()
          self.texts = nil
          presence = []
          return false
        // A value that cannot be decoded is treated as null.
        case .unreadable: note(.null, at: position)
        }
      case .null?: note(.null, at: position)
      case nil, .bool?, .int?, .double?, .text?, .bytes?, .date?, .decimal?, .link?: note(.missing, at: position)
      }
      (texts + position).initialize(to: text)
    }
    return true
  }

  private func readDecimals(_ source: ValueSequence) {
    readWritten(source, Decimal128.orderedSize) { value, memory in
      guard case .decimal(let number) = value else { return false }
      number.writeOrdered(to: memory)
      return true
    }
  }

  private func readDates(_ source: ValueSequence) {
    readWritten(source, 12) { value, memory in
      guard case .date(let seconds, let nanoseconds) = value else { return false }
      memory.storeBytes(of: TermValues.rank(seconds).bigEndian, as: UInt64.self)
      memory.storeBytes(of: (UInt32(bitPattern: nanoseconds) ^ 1 << 31).bigEndian, toByteOffset: 8, as: UInt32.self)
      return true
    }
  }

  // Reads values that `write` encodes as `size` bytes each.
  private func readWritten(
    _ source: ValueSequence, _ size: Int, _ write: (CellValue, UnsafeMutableRawPointer) -> Bool
  ) {
    let texts = makeTexts()
    let memory = own(count * size)
    var reader = source.makeReader()
    for position in 0..<count {
      let cell = memory + position * size
      let value = reader.value(at: position)
      var length = 0
      if let value, write(value, cell) { length = size } else { note(value == nil ? .missing : .null, at: position) }
      (texts + position).initialize(to: ashlar_text(bytes: cell.assumingMemoryBound(to: UInt8.self), length: length))
    }
  }
}
