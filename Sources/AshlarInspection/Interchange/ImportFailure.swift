/// The reason why an import was rejected, and its location in the input.
public struct ImportFailure: Error, Equatable, CustomStringConvertible {
  /// The location as `file:line` or `file:line:column`.
  let place: String
  let message: String

  /// The location and the message.
  public var description: String { "\(place): \(message)" }
}

/// An object as described by an input.
struct ImportRecord {
  /// The name of its type; nil if the input does not state it.
  var type: String?
  /// Its row in the exported file.
  var row: Int64?
  var members: [JSONValue.Member]
}

/// The position of a record.
struct RecordPlace {
  var offset: Int
  var line: Int
}
