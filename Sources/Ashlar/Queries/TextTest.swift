import CAshlar

/// A test of text or bytes that `Condition.text` cannot express: diacritic-insensitive, of data, or against another property.
struct TextTest {
  enum Kind {
    case equal
    case notEqual
    case begins
    case ends
    case contains
    case like
  }

  enum Operand {
    case constant(QueryConstant)
    case path([PathPart])
  }

  var kind: Kind
  var operand: Operand
  var options: StringOptions
}

/// A test against a constant, prepared for evaluation.
struct BoundTextTest {
  private let kind: TextTest.Kind
  private let options: StringOptions
  // Nil for the constant nil.
  private let wanted: [UInt8]?
  private let pattern: TextPattern?

  init(_ kind: TextTest.Kind, _ wanted: [UInt8]?, _ options: StringOptions) {
    self.kind = kind
    self.options = options
    self.wanted = wanted.map { $0.withUnsafeBytes(options.folded) }
    pattern = kind == .like ? wanted.map { TextPattern($0, ignoresCase: options.contains(.caseInsensitive)) } : nil
  }

  /// Nil equals nil and matches the pattern nil; a value that is neither text nor data differs from all of these.
  func holds(_ value: CellValue) -> Bool {
    guard let found = BoundTextTest.bytes(value) else {
      let isNil: Bool = if case .null = value { wanted == nil } else { false }
      switch kind {
      case .equal, .like: return isNil
      case .notEqual: return !isNil
      case .begins, .ends, .contains: return false
      }
    }
    guard let wanted else { return kind == .notEqual }
    if let pattern { return pattern.matches(found) }
    return wanted.withUnsafeBytes { wanted in
      if options.isEmpty { return BoundTextTest.holds(kind, found, wanted) }
      return options.folded(found).withUnsafeBytes { BoundTextTest.holds(kind, $0, wanted) }
    }
  }

  /// Returns whether the test holds for a value, with another value in place of the constant.
  static func holds(_ kind: TextTest.Kind, _ value: CellValue, _ other: CellValue, _ options: StringOptions) -> Bool {
    if case .null = other { return BoundTextTest(kind, nil, options).holds(value) }
    // A value that is neither text nor nil differs from everything.
    guard let wanted = bytes(other) else { return kind == .notEqual }
    if options.isEmpty, kind != .like, let found = bytes(value) { return holds(kind, found, wanted) }
    return BoundTextTest(kind, Array(wanted), options).holds(value)
  }

  private static func holds(_ kind: TextTest.Kind, _ found: UnsafeRawBufferPointer, _ wanted: UnsafeRawBufferPointer) -> Bool {
    switch kind {
    case .equal, .like: return isEqual(found, wanted)
    case .notEqual: return !isEqual(found, wanted)
    case .begins, .ends, .contains: break
    }
    guard !wanted.isEmpty, found.count >= wanted.count else { return false }
    switch kind {
    case .begins: return isEqual(UnsafeRawBufferPointer(rebasing: found.prefix(wanted.count)), wanted)
    case .ends: return isEqual(UnsafeRawBufferPointer(rebasing: found.suffix(wanted.count)), wanted)
    default: return ashlar_contains(found.baseAddress, found.count, wanted.baseAddress, wanted.count) != 0
    }
  }

  private static func isEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count, let first = a.baseAddress, let second = b.baseAddress else { return a.count == b.count }
    return compareBytes(first, second, a.count) == 0
  }

  /// Returns the bytes of text or data, including those in an `AnyRealmValue`.
  static func bytes(_ value: CellValue) -> UnsafeRawBufferPointer? {
    switch value {
    case .text(let bytes), .bytes(let bytes): bytes
    default: ValueTest.text(value)
    }
  }
}
