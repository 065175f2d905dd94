import AshlarStore
import Foundation

extension Ingest {
  /// The objects that are quarantined, oldest first. O(all objects in the outbox).
  /// - Parameter limit: the most that are returned; nil for all.
  public func quarantined(limit: Int? = nil) throws -> [QuarantinedObject] { try QuarantinedObjects.read(path, limit: limit) }

  /// Lets all quarantined objects wait again, after what the server had against them was mended. Returns how many there were.
  @discardableResult
  public func retryQuarantined() throws -> Int { try OutboxSession(path: path)?.retryQuarantined() ?? 0 }

  /// Lets some quarantined objects wait again. What is not quarantined is left alone. Returns how many were.
  @discardableResult
  public func retryQuarantined(_ ids: some Sequence<QuarantinedObject.ID>) throws -> Int {
    try OutboxSession(path: path)?.retryQuarantined(Set(ids)) ?? 0
  }

  /// Removes quarantined objects from the file for good; they are not sent. What is not quarantined is left alone: an object that somebody
  /// has let wait again in the meantime stays. Returns how many were removed.
  @discardableResult
  public func discardQuarantined(_ ids: some Sequence<QuarantinedObject.ID>) throws -> Int {
    try OutboxSession(path: path)?.discardQuarantined(Set(ids)) ?? 0
  }
}
