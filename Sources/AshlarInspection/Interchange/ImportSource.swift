/// A file to import.
public enum ImportSource {
  case lines(JSONLines)
  case csv(CSVRecords)

  var name: String {
    switch self {
    case .lines(let lines): lines.name
    case .csv(let records): records.name
    }
  }

  /// The size of the file in bytes.
  var count: Int {
    switch self {
    case .lines(let lines): lines.count
    case .csv(let records): records.count
    }
  }

  /// The position of the next record.
  var place: RecordPlace {
    get {
      switch self {
      case .lines(let lines): lines.place
      case .csv(let records): records.place
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
      }
    }
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
    }
  }
}
