import AshlarStore
import CAshlar

/// A test of text or bytes against a constant, prepared for evaluation.
struct TextTest: ValueTest {
  private let relation: Relation
  private let options: StringOptions
  // Nil for the constant nil.
  private let wanted: [UInt8]?
  private let pattern: TextPattern?

  init(_ relation: Relation, _ wanted: [UInt8]?, _ options: StringOptions) {
    self.relation = relation
    self.options = options
    self.wanted = wanted.map { $0.withUnsafeBytes(options.folded) }
    pattern = relation == .text(.like) ? wanted.map { TextPattern($0, options) } : nil
  }

  /// Nil equals nil, matches the pattern nil and is less than any text or data. A value that is not nil, text or data differs from every
  /// constant.
  func matches(_ value: CellValue) -> Bool {
    guard let found = TextTest.bytes(value) else {
      guard case .null = value else { return relation == .order(.notEqual) }
      switch relation {
      case .order(let comparison): return comparison.holds(wanted == nil ? 0 : -1)
      case .text(.like): return wanted == nil
      case .text(.begins), .text(.ends), .text(.contains): return false
      }
    }
    guard let wanted else {
      if case .order(let comparison) = relation { return comparison.holds(1) }
      return false
    }
    if let pattern { return pattern.matches(found) }
    return wanted.withUnsafeBytes { wanted in
      if options.isEmpty { return TextTest.holds(relation, found, wanted) }
      return options.withFolded(found) { TextTest.holds(relation, $0, wanted) }
    }
  }

  /// Returns whether the relation holds between `value` and `other`.
  static func holds(_ relation: Relation, _ value: CellValue, _ other: CellValue, _ options: StringOptions) -> Bool {
    if case .null = other { return TextTest(relation, nil, options).matches(value) }
    // A value that is not nil, text or data differs from everything.
    guard let wanted = bytes(other) else { return relation == .order(.notEqual) }
    if options.isEmpty, relation != .text(.like), let found = bytes(value) { return holds(relation, found, wanted) }
    return TextTest(relation, Array(wanted), options).matches(value)
  }

  private static func holds(_ relation: Relation, _ found: UnsafeRawBufferPointer, _ wanted: UnsafeRawBufferPointer) -> Bool {
    switch relation {
    case .order(.equal): return isEqual(found, wanted)
    case .order(.notEqual): return !isEqual(found, wanted)
    case .order(let comparison): return comparison.holds(CellValue.order(found, wanted))
    case .text(.like): return TextPattern(Array(wanted), []).matches(found)
    case .text(.begins), .text(.ends), .text(.contains): break
    }
    guard !wanted.isEmpty, found.count >= wanted.count else { return false }
    if relation == .text(.begins) { return isEqual(UnsafeRawBufferPointer(rebasing: found.prefix(wanted.count)), wanted) }
    if relation == .text(.ends) { return isEqual(UnsafeRawBufferPointer(rebasing: found.suffix(wanted.count)), wanted) }
    return ashlar_contains(found.baseAddress, found.count, wanted.baseAddress, wanted.count) != 0
  }

  private static func isEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count, let first = a.baseAddress, let second = b.baseAddress else { return a.count == b.count }
    return compareBytes(first, second, a.count) == 0
  }

  /// Returns the bytes of text or data, including those in an `AnyRealmValue`; nil for other values.
  static func bytes(_ value: CellValue) -> UnsafeRawBufferPointer? {
    switch value {
    case .text(let bytes), .bytes(let bytes): bytes
    case .any(let stored) where stored.first == AnyTag.string.rawValue || stored.first == AnyTag.data.rawValue:
      UnsafeRawBufferPointer(rebasing: stored.dropFirst())
    case .null, .bool, .int, .double, .decimal, .date, .link, .any: nil
    }
  }
}
