/// The severity of a diagnostic.
public enum Severity: String, Hashable, Sendable {
  /// Prevents generation: no file is written.
  case error
  /// Does not prevent generation.
  case warning
}

/// The location of a diagnostic: a file, a range in it, and the source line to show.
public struct SourceLocation: Hashable, Sendable {
  /// The path as the caller specified it.
  public var path: String
  /// The position of the first byte.
  public var start: SourcePosition
  /// The position after the last byte.
  public var end: SourcePosition
  /// The source line, or a part of a very long one. Characters that are unsafe to print on a terminal, and invalid UTF-8, are replaced by
  /// U+FFFD.
  public var snippet: String
  /// The number of characters of `snippet` before the marked ones.
  public var markStart: Int
  /// The number of marked characters of `snippet`; 1 also if the location is empty or after the last character.
  public var markLength: Int

  package init(path: String, start: SourcePosition, end: SourcePosition, snippet: String, markStart: Int, markLength: Int) {
    (self.path, self.start, self.end) = (path, start, end)
    (self.snippet, self.markStart, self.markLength) = (snippet, markStart, markLength)
  }
}

/// An error or a warning of the compiler.
public struct Diagnostic: Hashable, Sendable {
  /// Another location that a diagnostic refers to.
  public struct Note: Hashable, Sendable {
    /// The significance of the location: one sentence without the final period.
    public var message: String
    /// The location.
    public var location: SourceLocation

    package init(message: String, location: SourceLocation) { (self.message, self.location) = (message, location) }
  }

  /// The severity: error or warning.
  public var severity: Severity
  /// The stable code in kebab case.
  public var code: String
  /// The message: one sentence without the final period.
  public var message: String
  /// The location of the problem.
  public var location: SourceLocation
  /// Further locations, each with a message.
  public var notes: [Note]

  package init(severity: Severity, code: String, message: String, location: SourceLocation, notes: [Note]) {
    (self.severity, self.code, self.message) = (severity, code, message)
    (self.location, self.notes) = (location, notes)
  }
}
