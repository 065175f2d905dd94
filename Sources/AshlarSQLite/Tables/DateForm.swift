/// The form of the dates in a copy.
package enum DateForm: String, Sendable, CaseIterable {
  /// Text in UTC as SQLite's own functions write it, `2024-02-29 12:00:00`, with as many digits of a fraction as required. In the years 0
  /// to 9999, the order of the text is that of the dates.
  case text
  /// Seconds since 1970 as a floating-point number. Present dates are rounded to about 0.2 microseconds.
  case unix
}
