public import Foundation

extension Ingest {
  /// An object that was set aside: the server refuses it for its values, or they have no form there.
  public struct QuarantinedObject: Sendable, Hashable, Identifiable {
    /// Tells it from all others that the file has or had.
    public let id: Int64
    /// The table that it is for.
    public let table: String
    /// The server's words, or why the server was not asked.
    public let reason: String
    /// When it was created.
    public let created: Date
    /// What would be sent, in the order of the columns.
    public let values: [Value]

    /// What an object has for a column.
    public struct Value: Sendable, Hashable {
      /// The column's name.
      public let column: String
      /// The value as text: bytes as `\x` and hexadecimal digits, times in UTC, collections as JSON. Nil for NULL.
      public let text: String?
    }
  }
}
