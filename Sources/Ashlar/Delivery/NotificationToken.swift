/// An active observation. Releasing the token ends the observation, as `invalidate()` does.
///
/// ```swift
/// final class PeopleList {
///   private var token: NotificationToken?
///
///   func show(_ people: Results<Person>) {
///     token = people.observe { change in
///       if case .update(let people, _, let insertions, _) = change {
///         for index in insertions { print(people[index].name) }
///       }
///     }
///   }
///
///   func stop() { token?.invalidate() }
/// }
/// ```
///
/// The token retains the observed Realm until the observation ends; the observed object or collection need not be retained. The token may
/// be stored, released and invalidated on any thread. See the guide, *Observing*.
public nonisolated final class NotificationToken: Sendable {
  let registration: Registration

  init(_ registration: Registration) { self.registration = registration }

  /// Returns the token of an observation that has already ended, for example because the task was cancelled.
  package static func inert() -> NotificationToken {
    let registration = Registration()
    registration.end()
    return NotificationToken(registration)
  }

  deinit { registration.end() }

  /// Ends the observation: its block is not called again. If called outside the confinement in which the block runs, it does not wait for a
  /// call in progress.
  ///
  /// ```swift
  /// let token = person.observe { (change: ObjectChange<Person>) in print(change) }
  /// token.invalidate()  // true
  /// token.invalidate()  // false
  /// ```
  ///
  /// - Returns: Whether the observation was active. The first call after a deletion has ended the observation also returns true.
  @discardableResult
  public func invalidate() -> Bool { registration.end() }
}
