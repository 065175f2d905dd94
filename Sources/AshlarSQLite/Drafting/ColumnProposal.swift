internal import AshlarSchema

/// The type that is proposed for a column, and a comment on its uncertainties.
struct ColumnProposal: Equatable {
  let type: ValueType
  let comment: String?

  private init(_ type: ValueType, _ comment: String? = nil) { (self.type, self.comment) = (type, comment) }

  /// A date whose form is known.
  static let knownDate = ColumnProposal(.date)

  /// Proposes a type for the values of a column, based on its declaration and a sample.
  init(_ column: StoreTable.Column, _ sample: ColumnSample) {
    let declared = String(decoding: SQLNames.folded(column.type), as: UTF8.self)
    let damaged = sample.damaged > 0 ? "some text is not valid Unicode and will be refused" : nil
    if declared.contains("bool"), sample.values == 0 || sample.areFlags || sample.areIntegers && sample.least >= 0 && sample.greatest <= 1 {
      self.init(.bool)
    } else if declared.contains("date") || declared.contains("timestamp"), let date = Self.date(sample) {
      self = date
    } else if sample.values > 0 {
      let found = Self.found(column, declared, sample)
      self.init(found.type, [found.comment, damaged].compactMap(\.self).joined(separator: "; ").nilIfEmpty)
    } else {
      self.init(Self.empty(column, declared), nil)
    }
  }

  private static func date(_ sample: ColumnSample) -> ColumnProposal? {
    if sample.values == 0 { return ColumnProposal(.date, "no value: the form of the dates is unknown") }
    if sample.areDates { return ColumnProposal(.date) }
    guard sample.areNumbers else { return nil }
    let forms = sample.numericDates.map(\.rawValue).joined(separator: " or ")
    return ColumnProposal(.date, "numbers: import with --dates\(forms.isEmpty ? "" : ", probably \(forms)")")
  }

  // Returns the type for a column without values.
  private static func empty(_ column: StoreTable.Column, _ declared: String) -> ValueType {
    if declared.contains("decimal") || declared.contains("numeric") || declared.contains("money") { return .decimal128 }
    if declared.contains("uuid") || declared.contains("guid") { return .uuid }
    switch column.affinity {
    case .integer: return .int
    case .text: return .string
    case .blob: return column.type.isEmpty || column.isStrictAny ? .any : .data
    case .real: return .double
    case .numeric: return .double
    }
  }

  private static func perhapsDate(_ sample: ColumnSample) -> String? {
    guard sample.areLarge, let form = sample.numericDates.first else { return nil }
    return "perhaps a Date, with --dates \(form.rawValue)"
  }

  // Returns the type for a column with values, and a comment on it.
  private static func found(_ column: StoreTable.Column, _ declared: String, _ sample: ColumnSample) -> ColumnProposal {
    let isDecimal = declared.contains("decimal") || declared.contains("numeric") || declared.contains("money")
    if isDecimal, sample.areNumbers { return ColumnProposal(.decimal128, "SQLite has stored binary numbers: their shortest decimals") }
    if sample.areIntegers {
      if column.affinity == .real { return ColumnProposal(.double) }
      if sample.areFlags { return ColumnProposal(.int, "only 0 and 1: perhaps Bool") }
      return ColumnProposal(.int, perhapsDate(sample))
    }
    if sample.areNumbers, let comment = perhapsDate(sample) { return ColumnProposal(.double, comment) }
    if sample.areNumbers { return ColumnProposal(.double, sample.isFractional || column.affinity == .real ? nil : "only whole numbers") }
    if sample.areBlobs { return ColumnProposal(.data, sample.areUUIDs ? "16 bytes each: perhaps UUID" : nil) }
    if sample.texts + sample.damaged == sample.values {
      if sample.areUUIDs { return ColumnProposal(.string, "UUIDs: perhaps UUID") }
      if sample.areDates { return ColumnProposal(.string, "dates: perhaps Date") }
      return ColumnProposal(.string, sample.areJSON ? "perhaps JSON" : nil)
    }
    var kinds: [String] = []
    if sample.integers > 0 { kinds.append("integers") }
    if sample.reals > 0 { kinds.append("numbers") }
    if sample.texts + sample.damaged > 0 { kinds.append("text") }
    if sample.blobs > 0 { kinds.append("BLOBs") }
    return ColumnProposal(.any, "values of several types: \(kinds.joined(separator: ", "))")
  }
}

extension String {
  fileprivate var nilIfEmpty: String? { isEmpty ? nil : self }
}
