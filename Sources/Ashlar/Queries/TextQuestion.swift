/// What a condition asks of text or bytes, beyond what `Condition.text` can: without diacritics, of data, or against another property.
struct TextQuestion {
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

/// A question against a constant, ready to be asked of values.
struct BoundQuestion {
  private let kind: TextQuestion.Kind
  private let options: StringOptions
  // Nil for nil.
  private let wanted: [UInt8]?
  private let pattern: TextPattern?

  init(_ kind: TextQuestion.Kind, _ wanted: [UInt8]?, _ options: StringOptions) {
    self.kind = kind
    self.options = options
    self.wanted = wanted.map { $0.withUnsafeBytes(options.folded) }
    pattern = kind == .like ? wanted.map { TextPattern($0, ignoresCase: options.contains(.caseInsensitive)) } : nil
  }

  /// Nil equals nil and has the pattern nil; a value that is neither text nor data is different from all of these.
  func holds(_ value: CellValue) -> Bool {
    guard let found = BoundQuestion.bytes(value) else {
      let isNil: Bool = if case .null = value { wanted == nil } else { false }
      switch kind {
      case .equal, .like: return isNil
      case .notEqual: return !isNil
      case .begins, .ends, .contains: return false
      }
    }
    guard let wanted else { return kind == .notEqual }
    if let pattern { return pattern.matches(found) }
    if options.isEmpty { return holds(found, wanted) }
    return options.folded(found).withUnsafeBytes { holds($0, wanted) }
  }

  private func holds(_ found: UnsafeRawBufferPointer, _ wanted: [UInt8]) -> Bool {
    switch kind {
    case .equal, .like: found.elementsEqual(wanted)
    case .notEqual: !found.elementsEqual(wanted)
    case .begins: !wanted.isEmpty && found.starts(with: wanted)
    case .ends: !wanted.isEmpty && found.count >= wanted.count && found.suffix(wanted.count).elementsEqual(wanted)
    case .contains:
      !wanted.isEmpty && found.count >= wanted.count
        && (0...found.count - wanted.count).contains { found[$0] == wanted[0] && found[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }
  }

  /// The bytes of text or data, also among values of any type.
  static func bytes(_ value: CellValue) -> UnsafeRawBufferPointer? {
    switch value {
    case .text(let bytes), .bytes(let bytes): bytes
    default: ValueTest.text(value)
    }
  }
}
