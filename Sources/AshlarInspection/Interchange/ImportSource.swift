/// A file or a table to import.
public enum ImportSource {
  case lines(JSONLines)
  case csv(CSVRecords)
  case stored(StoredRecords)

  var name: String {
    switch self {
    case .lines(let lines): lines.name
    case .csv(let records): records.name
    case .stored(let records): records.source.name
    }
  }

  /// The size of the file in bytes, or the number of records of another source.
  var count: Int {
    switch self {
    case .lines(let lines): lines.count
    case .csv(let records): records.count
    case .stored(let records): records.source.count
    }
  }

  /// The position of the next record.
  package var place: RecordPlace {
    get {
      switch self {
      case .lines(let lines): lines.place
      case .csv(let records): records.place
      case .stored(let records): records.place
      }
    }
    set {
      switch self {
      case .lines(var lines):
        lines.place = newValue
        self = .lines(lines)
      case .csv(var records):
        records.place = newValue
        self = .csv(records)
      case .stored(var records):
        records.place = newValue
        self = .stored(records)
      }
    }
  }

  /// Reads the next record for the second pass, which requires only the values that are set after all objects have been created. Returns
  /// nil at the end.
  mutating func nextLate() throws(ImportFailure) -> ImportRecord? {
    guard case .stored(var records) = self else { return try next() }
    defer { self = .stored(records) }
    return try records.nextLate()
  }

  /// Reads the next record; returns nil at the end.
  mutating func next() throws(ImportFailure) -> ImportRecord? {
    switch self {
    case .lines(var lines):
      defer { self = .lines(lines) }
      return try lines.next()
    case .csv(var records):
      defer { self = .csv(records) }
      return try records.next()
    case .stored(var records):
      defer { self = .stored(records) }
      return try records.next()
    }
  }
}
