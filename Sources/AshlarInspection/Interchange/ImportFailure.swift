/// Why an import was refused, and where.
public struct ImportFailure: Error, Equatable, CustomStringConvertible {
  /// `file:line`, or `file:line:column`.
  let place: String
  let message: String

  /// The place, and what is wrong there.
  public var description: String { "\(place): \(message)" }
}

/// An object as an input describes it.
struct ImportRecord {
  /// The name of its type; nil where nothing says it.
  var type: String?
  /// Its row in the file that was exported.
  var row: Int64?
  var members: [JSONValue.Member]
}

/// Where a record begins.
struct RecordPlace {
  var offset: Int
  var line: Int
}
