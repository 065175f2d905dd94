import Foundation

/// The types whose objects wait until a problem that the server reported is corrected by hand.
///
/// Invariant: every waiting object up to the sender's position has one of these types and is counted.
struct BlockedTypes {
  struct Entry {
    /// The table and the server's message.
    let reason: String
    /// A row before all blocked objects of the type.
    var start: Int64
    /// The number of blocked objects up to the sender's position.
    var count: Int
  }

  private(set) var entries: [Address: Entry] = [:]
  /// The time of the next attempt; nil if it is not scheduled yet.
  private(set) var due: Date?
  /// The number of attempts so far.
  private var trials = 0

  var isEmpty: Bool { entries.isEmpty }
  /// The total number of blocked objects.
  var count: Int { entries.values.reduce(0) { $0 + $1.count } }
  /// The alphabetically first reason; nil if no type is blocked.
  var reason: String? { entries.values.map(\.reason).min() }

  subscript(address: Address) -> Entry? {
    get { entries[address] }
    set { entries[address] = newValue }
  }

  var isDue: Bool { due.map { $0 <= Date() } ?? true }

  /// Schedules the next attempt and returns the seconds until then. `delay` returns the delay for an attempt, counted from 1.
  mutating func schedule(_ delay: (Int) -> Double) -> Double {
    trials += 1
    let seconds = delay(trials)
    due = Date(timeIntervalSinceNow: seconds)
    return seconds
  }

  /// Clears the schedule because an attempt begins.
  mutating func begin() { due = nil }

  /// Removes all entries and resets the number of attempts.
  mutating func clear() { self = BlockedTypes() }

  /// Removes all entries but retains the number of attempts: if the types turn out to be still blocked, the delay continues to grow.
  mutating func forget() {
    entries = [:]
    due = nil
  }
}
