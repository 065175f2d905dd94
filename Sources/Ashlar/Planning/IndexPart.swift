import AshlarSchema
import AshlarStore

/// A property of an index with one or several properties. Encodes constants and stored values in the form that the keys of the index
/// contain.
struct IndexPart {
  let name: String
  let column: Int
  let layout: ColumnLayout
  // Whether the value may be nil.
  private let isOptional: Bool
  // The maximum size of an encoded text; nil in an index of one property, which has its own encoding of texts.
  private let textBudget: Int?

  /// Creates the parts of an index of several properties. Returns nil if the type lacks one of the properties: a file that is opened
  /// read-only may have additional columns, which follow those of the type.
  static func parts(of index: IndexDefinition, _ entity: _Entity) -> [IndexPart]? {
    guard index.parts.allSatisfy({ $0 < entity.columns.count }) else { return nil }
    return index.parts.map { IndexPart($0, entity, textBudget: index.textBudget) }
  }

  /// Creates the only part of the index of one property. The type of the property must not be `AnyRealmValue`, whose index is not in the
  /// order of the values.
  init(only column: Int, _ entity: _Entity) { self.init(column, entity, textBudget: nil) }

  private init(_ column: Int, _ entity: _Entity, textBudget: Int?) {
    let property = entity.model.properties[column]
    name = property.name
    self.column = column
    layout = entity.layout.columns[column]
    isOptional = property.isOptional || property.type == .object
    self.textBudget = textBudget
  }

  /// Bounds of the encodings of values; the lower one is included, the upper one is not.
  struct Bounds {
    var low: [UInt8]
    var high: [UInt8]
    /// Whether each value with an encoding between the bounds matches the condition.
    var isExact: Bool

    func intersection(_ other: Bounds) -> Bounds {
      Bounds(
        low: low.lexicographicallyPrecedes(other.low) ? other.low : low,
        high: other.high.lexicographicallyPrecedes(high) ? other.high : high, isExact: isExact && other.isExact)
    }
  }

  /// If the condition is `==` or `IN` without options, returns the encodings of the values that it permits, without duplicates, and whether
  /// each value with one of these encodings matches. Returns nil for other conditions, for more than `most` values, and for a value that
  /// has no encoding.
  func values(_ test: Condition.Test, most: Int) -> (values: [[UInt8]], isExact: Bool)? {
    switch test.kind {
    case .relates(.order(.equal), let constant, let options) where options.isEmpty:
      guard let encoded = encode(constant) else { return nil }
      return ([encoded.value], encoded.isExact)
    case .isIn(let constants, ignoresCase: false):
      // Encoding more constants than `most` may take longer than a scan.
      guard constants.count <= most else { return nil }
      var values: [[UInt8]] = []
      var isExact = true
      for constant in constants {
        // A required property never equals a nil in the list.
        if case .null = constant, !isOptional { continue }
        guard let encoded = encode(constant) else { return nil }
        if !values.contains(encoded.value) { values.append(encoded.value) }
        isExact = isExact && encoded.isExact
      }
      return (values, isExact)
    case .relates, .isIn, .hasType: return nil
    }
  }

  /// Returns the bounds of the values that a condition permits, if it is a comparison of ordered values or a prefix of text; otherwise nil.
  func bounds(_ test: Condition.Test) -> Bounds? {
    guard case .relates(let relation, let constant, let options) = test.kind, options.isEmpty, let lowest else { return nil }
    if case .null = constant { return nil }
    switch relation {
    case .text(.begins):
      guard layout.type == .string, case .string(var text) = constant, !text.isEmpty else { return nil }
      let (start, isExact) = text.withUTF8 { textStart(UnsafeRawBufferPointer($0)) }
      return Bounds(low: start, high: IndexedTuple.end(of: start), isExact: isExact)
    case .text(.ends), .text(.contains), .text(.like): return nil
    case .order(let comparison):
      guard let (value, isExact) = bound(constant) else { return nil }
      switch comparison {
      case .less: return Bounds(low: lowest, high: isExact ? value : IndexedTuple.end(of: value), isExact: isExact)
      case .lessOrEqual: return Bounds(low: lowest, high: IndexedTuple.end(of: value), isExact: isExact)
      case .greater: return Bounds(low: isExact ? IndexedTuple.end(of: value) : value, high: IndexPart.end, isExact: isExact)
      case .greaterOrEqual: return Bounds(low: value, high: IndexPart.end, isExact: isExact)
      case .equal, .notEqual: return nil
      }
    }
  }

  /// The bounds of all values, nil included.
  static var all: Bounds { Bounds(low: IndexedValue.null, high: end, isExact: true) }

  // The encodings of all values begin with 0 or 1.
  private static var end: [UInt8] { [2] }

  // The lowest encoding of a value that can be less than a constant; nil if the index does not support ranges of the type. Nil is less than
  // all texts, and neither less nor greater than values of other types. NaN precedes all numbers in the index, but is not less than any
  // number.
  private var lowest: [UInt8]? {
    switch layout.type.form {
    case .integer, .date: [1]
    case .float: IndexedTuple.end(of: IndexedValue.float(.nan))
    case .double: IndexedTuple.end(of: IndexedValue.double(.nan))
    case .string: IndexedValue.null
    case .bool, .data, .decimal, .objectId, .uuid, .object, .any: nil
    }
  }

  // Returns the encoding of a constant and whether only equal values have it. For a text that does not fit into a key, returns the
  // beginning of the encoding, which other texts share.
  private func bound(_ constant: QueryConstant) -> (value: [UInt8], isExact: Bool)? {
    guard layout.type == .string else { return encode(constant) }
    guard case .string(var text) = constant else { return nil }
    return text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      let whole = encode(text: bytes)
      return whole.isExact ? whole : (textStart(bytes).start, false)
    }
  }

  // Returns the encoding of a text, and whether only this text has it.
  private func encode(text: UnsafeRawBufferPointer) -> (value: [UInt8], isExact: Bool) {
    guard let textBudget else { return (IndexedValue.text(text), text.count <= IndexedValue.textLimit) }
    return IndexedTuple.text(text, budget: textBudget)
  }

  // Returns the bytes that begin the encoding of every text with the prefix `text`, and whether no other encodings begin with these bytes.
  private func textStart(_ text: UnsafeRawBufferPointer) -> (start: [UInt8], isExact: Bool) {
    guard let textBudget else {
      // The two bytes that terminate the text are removed.
      let start = IndexedValue.text(UnsafeRawBufferPointer(rebasing: text.prefix(IndexedValue.textLimit))).dropLast(2)
      return (Array(start), text.count <= IndexedValue.textLimit)
    }
    return IndexedTuple.textStart(text, budget: textBudget)
  }

  /// Returns the encoding of a constant, and whether only equal values have it; nil for a constant that no value of the type equals, or
  /// that only a scan can compare.
  private func encode(_ constant: QueryConstant) -> (value: [UInt8], isExact: Bool)? {
    switch (constant.converted(to: layout.type), layout.type.form) {
    case (.null, _): return isOptional ? (IndexedValue.null, true) : nil
    case (.bool(let value), .bool): return (IndexedValue.bool(value), true)
    case (.int(let value), .integer): return (IndexedValue.integer(value), true)
    case (.int(let value), .double):
      guard let exact = Double(exactly: value) else { return nil }
      return (IndexedValue.double(exact), true)
    case (.double(let value), .double): return value.isNaN ? nil : (IndexedValue.double(value), true)
    // Only a scan can compare Floats with a number that is not a Float.
    case (.double(let value), .float): return Double(Float(value)) == value ? (IndexedValue.float(Float(value)), true) : nil
    case (.date(let seconds, let nanoseconds), .date): return (IndexedValue.date(seconds, nanoseconds), true)
    case (.bytes(let bytes), .uuid) where bytes.count == 16: return (IndexedValue.id(bytes), true)
    case (.bytes(let bytes), .objectId) where bytes.count == 12: return (IndexedValue.id(bytes), true)
    case (.object(let key, _, _, _), .object) where key >= 0: return (IndexedValue.link(to: key), true)
    case (.string(var text), .string):
      return text.withUTF8 { encode(text: UnsafeRawBufferPointer($0)) }
    default: return nil
    }
  }

  /// Returns the encoding of a value, and whether only equal values have it; nil for a value of another type. A link must be to a stored
  /// row.
  func encode(_ value: CellValue) -> (value: [UInt8], isExact: Bool)? {
    switch (value, layout.type.form) {
    case (.null, _): return (IndexedValue.null, true)
    case (.bool(let value), .bool): return (IndexedValue.bool(value), true)
    case (.int(let value), _): return (IndexedValue.integer(value), true)
    case (.double(let value), .float): return (IndexedValue.float(Float(value)), true)
    case (.double(let value), .double): return (IndexedValue.double(value), true)
    case (.date(let seconds, let nanoseconds), .date): return (IndexedValue.date(seconds, nanoseconds), true)
    case (.bytes(let bytes), .uuid), (.bytes(let bytes), .objectId): return (IndexedValue.id(Array(bytes)), true)
    case (.text(let bytes), .string): return encode(text: bytes)
    case (.link(let key), .object): return (IndexedValue.link(to: key), true)
    default: return nil
    }
  }
}
