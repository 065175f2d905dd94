internal import AshlarSchema

/// Reads the cases of an enum that a Swift file declares. Cases that Swift would reject are reported with the diagnostics for schemas.
struct SwiftCaseReader {
  private let rawType: ValueType
  private let sink: DiagnosticSink
  private(set) var cases: [CaseDeclaration] = []
  private var names: [String: SourceSpan] = [:]
  // The spans of the raw values; the key of each is the raw value's `comparedAsRaw`.
  private var rawValues: [DefaultValue: SourceSpan] = [:]
  /// The integer raw value of the previous case, or -1 before the first case; nil after a literal that is not an integer.
  private var last: Int64? = -1

  private enum Outcome {
    case value(DefaultValue)
    case refused
    /// An expression that only the Swift compiler can evaluate.
    case code
  }

  init(rawType: ValueType, sink: DiagnosticSink) {
    (self.rawType, self.sink) = (rawType, sink)
  }

  /// Reads a case; an invalid one is reported and omitted. Returns false if the case has associated values, or if only the Swift compiler
  /// can determine its raw value.
  mutating func read(_ element: ScannedCase) -> Bool {
    guard !element.hasPayload else { return false }
    let name = element.name
    if ReservedNames.swiftCases.contains(name.text) {
      sink.report(.reservedCaseName(name.text), at: name.span)
      return true
    }
    if let first = names[name.text] {
      sink.report(.duplicateCase(name.text), at: name.span, notes: [(.firstHere, first)])
      return true
    }
    names[name.text] = name.span
    switch element.rawValue.map({ written($0) }) ?? counted(name) {
    case .code: return false
    case .refused: return true
    case .value(let value):
      let text = element.rawValue?.text ?? name
      if let first = rawValues[value.comparedAsRaw] {
        sink.report(.duplicateRawValue(text.text), at: text.span, notes: [(.firstHere, first)])
      } else {
        rawValues[value.comparedAsRaw] = text.span
        cases.append(CaseDeclaration(name: name, rawValue: value))
      }
      return true
    }
  }

  /// Returns the implicit raw value of a case: its name, or the previous integer plus one. If there is no such value, reports the error.
  private mutating func counted(_ name: Name) -> Outcome {
    if rawType == .string { return .value(.string(name.text)) }
    guard let last else {
      sink.report(.missingRawValue(name.text), at: name.span)
      return .refused
    }
    let (next, overflows) = last.addingReportingOverflow(1)
    guard !overflows, rawType.kind.integerRange?.contains(next) != false else {
      sink.report(.rawValueOutOfRange(name.text, rawType), at: name.span)
      return .refused
    }
    self.last = next
    return .value(rawType.kind.isInteger ? .int(next) : .double(Double(next)))
  }

  private mutating func written(_ value: ScannedValue) -> Outcome {
    guard let literal = value.literal else { return .code }
    guard literal.fits(rawType) == true else {
      sink.report(.badRawValue(value.text.text, rawType), at: value.text.span)
      return .refused
    }
    if rawType == .string {
      guard value.tokens[0].kind == .plainString, let text = WrittenValue.unescaped(value.text.text) else { return .code }
      return .value(.string(text))
    }
    let number = literal == .integer ? WrittenValue.integer(value.text.text) : nil
    last = number
    if let range = rawType.kind.integerRange {
      if let number, range.contains(number) { return .value(.int(number)) }
      sink.report(.rawValueOutOfRange(value.text.text, rawType), at: value.text.span)
      return .refused
    }
    let digits = number.map(String.init) ?? value.text.text.filter { $0 != "_" && $0 != " " }
    switch LiteralReader(type: rawType, forRawValue: true).read(digits) {
    case .value(let value): return .value(value)
    case .outOfRange:
      sink.report(.rawValueOutOfRange(value.text.text, rawType), at: value.text.span)
      return .refused
    case .malformed, .excess: return .code
    }
  }
}
