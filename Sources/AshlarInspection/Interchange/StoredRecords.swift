/// A source of records other than a text file, such as a table of another database.
package protocol RecordSource: AnyObject {
  /// The name of the source, for messages.
  var name: String { get }
  /// The number of records.
  var count: Int { get }

  /// Returns the record at a position; nil at the end. Advances the position, even if the record is rejected.
  func record(at place: inout RecordPlace) throws(ImportFailure) -> ImportRecord?

  /// Returns the record at a position with at least the values that are set after all objects have been created; nil at the end. Advances
  /// the position, even if the record is rejected.
  func lateRecord(at place: inout RecordPlace) throws(ImportFailure) -> ImportRecord?

  /// Returns the location of the record at a position, for messages.
  func text(_ place: RecordPlace) -> String
}

/// The records of a `RecordSource`, and the position of the next one.
public struct StoredRecords {
  let source: any RecordSource
  /// The position of the next record.
  package var place = RecordPlace(offset: 0, line: 0)

  /// Creates a reader that begins with the first record.
  package init(_ source: any RecordSource) { self.source = source }

  /// The number of records.
  package var total: Int { source.count }

  mutating func next() throws(ImportFailure) -> ImportRecord? { try source.record(at: &place) }

  mutating func nextLate() throws(ImportFailure) -> ImportRecord? { try source.lateRecord(at: &place) }
}
