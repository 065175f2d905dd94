import AshlarSchema
import AshlarStore

/// A set of constants. It contains every value that equals one of the constants, as `==` compares them.
struct ConstantSet {
  private struct Moment: Hashable {
    let seconds: Int64
    let nanoseconds: Int32
  }

  private let ignoresCase: Bool
  private var hasNull = false
  // Set only for decimal columns, in which NaN equals itself.
  private var hasNaN = false
  private var bools: Set<Bool> = []
  private var integers = IntegerSet([])
  // Numbers in ascending order, without NaN, for binary searches. `sortedIntegers` is empty for columns of integers.
  private var sortedIntegers: [CellValue] = []
  private var doubles: [CellValue] = []
  private var decimals: [CellValue] = []
  private var texts = ByteSet([])
  private var blobs = ByteSet([])
  private var ids = ByteSet([])
  private var moments: Set<Moment> = []
  private var rows: Set<Int64> = []
  private var links: Set<AnyLink> = []

  /// Creates the set, and converts the constants to the form that a column of this type stores.
  init(_ constants: [QueryConstant], _ type: ValueType, _ core: _RealmCore, ignoresCase: Bool = false) {
    self.ignoresCase = ignoresCase
    var texts: [[UInt8]] = []
    var blobs: [[UInt8]] = []
    var ids: [[UInt8]] = []
    var integers: [Int64] = []
    for constant in constants {
      switch constant.converted(to: type) {
      case .null: hasNull = true
      case .bool(let value): bools.insert(value)
      case .int(let value): integers.append(value)
      case .double(let value): if !value.isNaN { doubles.append(.double(value)) }
      case .decimal(let value): if value.isNaN { hasNaN = hasNaN || type.form == .decimal } else { decimals.append(.decimal(value)) }
      case .string(let text): texts.append(ignoresCase ? Array(text.utf8).withUnsafeBytes(foldCase) : Array(text.utf8))
      case .data(let bytes): blobs.append(bytes)
      case .bytes(let bytes): ids.append(bytes)
      case .date(let seconds, let nanoseconds): moments.insert(Moment(seconds: seconds, nanoseconds: nanoseconds))
      case .object(let key, _, let ordinal, _):
        // Unmanaged objects equal nothing.
        if key < 0 { continue }
        rows.insert(key)
        if type == .any, let link = core.session.anyLink(ordinal, key) { links.insert(link) }
      case .collection: continue
      }
    }
    self.integers = IntegerSet(integers)
    self.texts = ByteSet(texts)
    self.blobs = ByteSet(blobs)
    self.ids = ByteSet(ids)
    doubles = doubles.ordered { CellValue.setOrder($0, $1) < 0 }
    decimals = decimals.ordered { CellValue.setOrder($0, $1) < 0 }
    switch type.form {
    case .any, .double, .float, .decimal: sortedIntegers = integers.sorted().map { .int($0) }
    case .bool, .integer, .string, .data, .date, .objectId, .uuid, .object: break
    }
  }

  /// The set of integers; nil if it is empty, or if another constant could equal an integer.
  var onlyIntegers: IntegerSet? { integers.isEmpty || !doubles.isEmpty || !decimals.isEmpty ? nil : integers }

  /// A Bloom filter of the hashes of the strings' slots; empty if a string could be in the set although its slot is not in the filter.
  var slotFilter: [UInt64] {
    ignoresCase || !blobs.isEmpty ? [] : texts.slotFilter
  }

  /// Returns whether a stored value is in the set. Complexity: O(1); O(log count) for numbers, unless all of them are integers.
  func contains(_ value: CellValue) -> Bool {
    switch value {
    case .null: return hasNull
    case .bool(let value): return bools.contains(value)
    case .int(let number): return integers.contains(number) || holds(value, doubles) || holds(value, decimals)
    case .double(let number): return !number.isNaN && (holds(value, doubles) || holds(value, sortedIntegers) || holds(value, decimals))
    case .decimal(let number):
      return number.isNaN ? hasNaN : holds(value, decimals) || holds(value, sortedIntegers) || holds(value, doubles)
    case .text(let bytes): return contains(text: bytes)
    // The bytes of an ObjectId, a UUID or data.
    case .bytes(let bytes): return ids.contains(bytes) || blobs.contains(bytes)
    case .date(let seconds, let nanoseconds): return moments.contains(Moment(seconds: seconds, nanoseconds: nanoseconds))
    case .link(let key): return rows.contains(key)
    case .any(let bytes): return contains(any: bytes)
    }
  }

  private func contains(text bytes: UnsafeRawBufferPointer) -> Bool {
    ignoresCase ? !texts.isEmpty && withFoldedCase(bytes, texts.contains) : texts.contains(bytes)
  }

  // Bytes that encode no value are not in the set; reading the property reports the error.
  private func contains(any bytes: UnsafeRawBufferPointer) -> Bool {
    let payload = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
    switch bytes.first.flatMap(AnyTag.init(rawValue:)) {
    // Text equals data with the same bytes.
    case .string?: return contains(text: payload) || blobs.contains(payload)
    case .data?: return blobs.contains(payload) || contains(text: payload)
    default: break
    }
    // Most values need no allocation.
    if let scalar = AnyView(bytes)?.scalar { return !CellValue.isNaN(scalar) && contains(scalar) }
    guard let stored = try? AnyStored(bytes) else { return false }
    switch stored {
    case .objectId(let id), .uuid(let id): return id.withUnsafeBytes(ids.contains)
    case .link(let link): return links.contains(link)
    default: return !AnyOrder.isNaN(stored) && AnyOrder.value(stored).map(contains) ?? false
    }
  }

  // Returns whether `sorted` contains `value`, by a binary search. The type of `value` may differ from that of `sorted`: the comparisons
  // are consistent with the order of `sorted`.
  private func holds(_ value: CellValue, _ sorted: [CellValue]) -> Bool {
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      guard let order = CellValue.order(sorted[middle], value) else { return false }
      if order == 0 { return true }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return false
  }
}
