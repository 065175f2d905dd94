public import Foundation

extension Ingest {
  /// An object that was quarantined, because the server rejects its values or cannot represent them.
  ///
  ///     for object in try ingest.quarantined() {
  ///       print(object.table, object.reason, object.values.map { "\($0.column): \($0.text ?? "NULL")" })
  ///     }
  public struct QuarantinedObject: Sendable, Hashable, Identifiable {
    /// Identifies the object among all objects that the file's outbox contains or has contained. `retryQuarantined(_:)` and
    /// `discardQuarantined(_:)` accept this identifier.
    public let id: Int64
    /// The table that the object belongs to.
    public let table: String
    /// The server's message, or the reason why the object was not sent. docs/outbox.md lists the causes.
    public let reason: String
    /// The time at which the object was created.
    public let created: Date
    /// The values that would be sent, in the order of the columns.
    public let values: [Value]

    /// The value of an object for one column. See `QuarantinedObject` for an example.
    public struct Value: Sendable, Hashable {
      /// The name of the column.
      public let column: String
      /// The value as text: bytes as `\x` and hexadecimal digits, times in UTC, collections as JSON; nil for NULL.
      /// docs/outbox.md lists the column types.
      public let text: String?
    }
  }
}
