import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Realm {
  /// The state of an outbox. See docs/outbox.md.
  public struct OutboxStatus: Sendable, Hashable {
    /// The number of objects that wait to be sent.
    public let waiting: Int
    /// The number of objects that the server rejected. They remain in the outbox, and count toward its limits, until they are sent again.
    public let quarantined: Int
    /// The stored size of waiting and quarantined objects, in bytes.
    public let bytes: Int
    /// The creation date of the oldest waiting object; nil if no object waits.
    public let oldest: Date?
  }

  /// The state of this Realm's outbox at the version that the Realm reads, including the changes of its open write. Nil if the
  /// configuration has no `outbox`.
  ///
  /// ```swift
  /// if let status = realm.outboxStatus, status.quarantined > 0 { print("rejected:", status.quarantined) }
  /// ```
  ///
  /// Complexity: O(1 + quarantined objects).
  public var outboxStatus: OutboxStatus? {
    _core.checkConfinement("Realm")
    guard let outbox = _core.outbox else { return nil }
    let session = _core.session
    guard session.hasTable(outbox.ordinal) else { return OutboxStatus(waiting: 0, quarantined: 0, bytes: 0, oldest: nil) }
    return _core.reading {
      let totals = try session.outboxTotals()
      return OutboxStatus(
        waiting: session.count(outbox.ordinal) - Int(totals.quarantined), quarantined: Int(totals.quarantined), bytes: Int(totals.bytes),
        oldest: try session.oldestInOutbox(outbox.ordinal).map { _DateCell.date($0.seconds, $0.nanoseconds) })
    }
  }
}
