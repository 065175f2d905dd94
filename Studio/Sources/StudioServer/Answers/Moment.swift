internal import Foundation

/// The current time as text.
enum Moment {
  /// The time in UTC, with milliseconds.
  static var now: String { Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}
