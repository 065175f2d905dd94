internal import Ashlar
internal import AshlarInspection
internal import AshlarSchema

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Binds the values of a file to the parameters of statements, in the forms of a copy.
struct ValueBinding {
  // A buffer for the text of a date, which is allocated once for all dates.
  private final class Scratch {
    var bytes: [UInt8] = []
  }

  private let dates: DateForm
  private let scratch = Scratch()
  // For each table, the ordinal of the primary key to which foreign keys refer; nil if they refer to the number of the row.
  private let keys: [Int?]

  init(_ layout: CopyLayout) {
    dates = layout.dates
    keys = layout.tables.map(\.key)
  }

  /// Binds a single value.
  /// - Parameter target: The table to which a link refers; nil if the value is not a link.
  func bind(_ contents: _StoredContents, target: Int? = nil, to statement: SQLiteStatement, _ parameter: Int) throws(SQLiteError) {
    switch contents {
    case .null: try statement.bindNull(parameter)
    case .bool(let value): try statement.bind((value ? 1 : 0) as Int64, parameter)
    case .int(let value): try statement.bind(Int64(value), parameter)
    case .float(let value): try bind(Double(value), to: statement, parameter)
    case .double(let value): try bind(value, to: statement, parameter)
    case .string(let value): try statement.bind(value, parameter)
    case .data(let value): try statement.bind(value, parameter)
    case .date(let value):
      let (seconds, nanoseconds) = _DateCell.parts(value)
      if dates == .unix { return try statement.bind(DateColumn.unix(seconds: seconds, nanoseconds: nanoseconds), parameter) }
      scratch.bytes.removeAll(keepingCapacity: true)
      DateColumn.append(seconds: seconds, nanoseconds: nanoseconds, to: &scratch.bytes)
      try statement.bind(text: scratch.bytes, parameter)
    case .decimal(let value): try statement.bind(value._exactText, parameter)
    case .objectId(let value): try statement.bind(value.stringValue, parameter)
    case .uuid(let value): try statement.bind(value.uuidString, parameter)
    case .object(let object):
      guard let target, let key = keys[target] else { return try statement.bind(object._rowKey, parameter) }
      try bind(object._contents(key), to: statement, parameter)
    case .elements, .entries: preconditionFailure("a collection is not a single value")
    }
  }

  /// Binds an `AnyRealmValue` as JSON; `.none` is NULL.
  /// - Parameters:
  ///   - object: The object that contains the value.
  ///   - column: The ordinal of the property.
  func bind(any contents: _StoredContents, of object: DynamicObject, _ column: Int, to statement: SQLiteStatement, _ parameter: Int) throws
  {
    if case .null = contents { return try statement.bindNull(parameter) }
    var bytes: [UInt8] = []
    try ValueWriter.append(any: contents, of: object, column, to: &bytes)
    try statement.bind(text: bytes, parameter)
  }

  // SQLite stores NaN as NULL. It is therefore stored as text, which a column of numbers does not convert.
  private func bind(_ number: Double, to statement: SQLiteStatement, _ parameter: Int) throws(SQLiteError) {
    if number.isNaN { try statement.bind("NaN", parameter) } else { try statement.bind(number, parameter) }
  }
}
