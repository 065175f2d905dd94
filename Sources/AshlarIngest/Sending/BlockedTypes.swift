import Foundation

/// The types whose objects wait until somebody has mended what the server says.
///
/// Invariant: every object up to the sender's position that waits is of one of them, and counted.
struct BlockedTypes {
  struct Entry {
    /// The table and the server's words.
    let reason: String
    /// The row before the first object.
    var start: Int64
    /// How many objects there are up to the sender's position.
    var count: Int
  }

  private(set) var entries: [Address: Entry] = [:]
  /// When they are tried again; nil when that has to be set.
  private(set) var due: Date?
  /// How often they were tried.
  private var trials = 0

  var isEmpty: Bool { entries.isEmpty }
  /// How many objects wait.
  var count: Int { entries.values.reduce(0) { $0 + $1.count } }
  /// The first by name.
  var reason: String? { entries.values.map(\.reason).min() }

  subscript(address: Address) -> Entry? {
    get { entries[address] }
    set { entries[address] = newValue }
  }

  var isDue: Bool { due.map { $0 <= Date() } ?? true }

  /// Sets when the next trial is, with `delay`'s seconds for a number of trials from 1 on. Returns the seconds.
  mutating func schedule(_ delay: (Int) -> Double) -> Double {
    trials += 1
    let seconds = delay(trials)
    due = Date(timeIntervalSinceNow: seconds)
    return seconds
  }

  /// They are tried now.
  mutating func begin() { due = nil }

  /// None is blocked any longer.
  mutating func clear() { self = BlockedTypes() }

  /// None is known to be blocked; when they are found to be, the delay goes on from where it was.
  mutating func forget() {
    entries = [:]
    due = nil
  }
}
