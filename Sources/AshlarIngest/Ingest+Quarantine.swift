import AshlarStore
import Foundation

extension Ingest {
  /// Returns the quarantined objects, oldest first. Throws if the file cannot be read. Complexity: O(objects in the outbox).
  ///
  ///     for object in try ingest.quarantined(limit: 100) { print(object.table, object.reason) }
  ///
  /// - Parameter limit: The maximum number of objects to return; nil for all.
  public func quarantined(limit: Int? = nil) throws -> [QuarantinedObject] { try QuarantinedObjects.read(file, limit: limit) }

  /// Returns all quarantined objects to the queue, to be sent again. Call this method after the cause of the rejections has been corrected.
  /// Throws if the file cannot be read or written.
  ///
  ///     let count = try ingest.retryQuarantined()
  ///
  /// - Returns: The number of objects that were returned to the queue.
  @discardableResult
  public func retryQuarantined() throws -> Int { try file.open()?.retryQuarantined() ?? 0 }

  /// Returns the given objects to the queue, to be sent again. Ignores ids of objects that are not quarantined. Throws if the file cannot
  /// be read or written.
  ///
  ///     let late = try ingest.quarantined().filter { $0.table == "Reading" }
  ///     try ingest.retryQuarantined(late.map(\.id))
  ///
  /// - Returns: The number of objects that were returned to the queue.
  @discardableResult
  public func retryQuarantined(_ ids: some Sequence<QuarantinedObject.ID>) throws -> Int {
    try file.open()?.retryQuarantined(Set(ids)) ?? 0
  }

  /// Deletes the given quarantined objects from the file without sending them. Ignores ids of objects that are not quarantined, including
  /// those of objects that were returned to the queue in the meantime. Throws if the file cannot be read or written.
  ///
  ///     let old = try ingest.quarantined().filter { $0.created < deadline }
  ///     try ingest.discardQuarantined(old.map(\.id))
  ///
  /// - Returns: The number of objects that were deleted.
  @discardableResult
  public func discardQuarantined(_ ids: some Sequence<QuarantinedObject.ID>) throws -> Int {
    try file.open()?.discardQuarantined(Set(ids)) ?? 0
  }
}
