package import Ashlar

/// The reason why an import was rejected, and its location in the input.
public struct ImportFailure: Error, Equatable, CustomStringConvertible {
  /// The location as `file:line`, `file:line:column` or, in a database, `table, rowid n`.
  let place: String
  let message: String

  package init(place: String, message: String) {
    self.place = place
    self.message = message
  }

  /// The location and the message.
  public var description: String { "\(place): \(message)" }
}

/// An object as described by an input.
package struct ImportRecord {
  /// The name of its type; nil if the input does not state it.
  package var type: String?
  /// Its row in the exported file.
  package var row: Int64?
  package var members: [JSONValue.Member]
  /// The values that the source has converted, with the ordinals of their columns. Links, collections, `AnyRealmValue`s and values of enums
  /// are never among them. A property whose value is in `values` is not in `members`.
  package var values: [(column: Int, contents: _StoredContents)]

  package init(type: String?, row: Int64?, members: [JSONValue.Member], values: [(column: Int, contents: _StoredContents)] = []) {
    self.type = type
    self.row = row
    self.members = members
    self.values = values
  }
}

/// The position of a record.
package struct RecordPlace {
  /// The number of bytes or, in a source other than a file, of records before the record.
  package var offset: Int
  /// The line of the record in a file.
  package var line: Int

  package init(offset: Int, line: Int) {
    self.offset = offset
    self.line = line
  }
}
