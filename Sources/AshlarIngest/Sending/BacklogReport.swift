import AshlarStore
import Foundation

/// Reports the contents of the outbox when they have changed.
struct BacklogReport {
  private var told: Ingest.Event?
  private var last = Date.distantPast

  mutating func tell(_ session: OutboxSession, _ onEvent: (Ingest.Event) -> Void) throws {
    let totals = try session.totals()
    let quarantined = Int(totals.quarantined)
    let event = Ingest.Event.backlog(waiting: session.count - quarantined, quarantined: quarantined, bytes: Int(totals.bytes))
    last = Date()
    if event == told { return }
    told = event
    onEvent(event)
  }

  /// Reports like `tell`, but at most once a second.
  mutating func tellSometimes(_ session: OutboxSession, _ onEvent: (Ingest.Event) -> Void) throws {
    if abs(last.timeIntervalSinceNow) >= 1 { try tell(session, onEvent) }
  }
}
