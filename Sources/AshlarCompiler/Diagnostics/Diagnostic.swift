/// How bad a diagnostic is.
public enum Severity: String, Hashable, Sendable {
  /// Nothing is written.
  case error
  /// Files are written.
  case warning
}

/// What a diagnostic points at: a file, a range in it, and the source line to show.
public struct SourceLocation: Hashable, Sendable {
  /// The path as it was given.
  public var path: String
  /// The first byte.
  public var start: SourcePosition
  /// Behind the last byte.
  public var end: SourcePosition
  /// The source line, or a part of it when it is very long.
  public var snippet: String
  /// The number of characters of `snippet` before the marked ones.
  public var markStart: Int
  /// How many characters of `snippet` are marked, at least one.
  public var markLength: Int

  package init(path: String, start: SourcePosition, end: SourcePosition, snippet: String, markStart: Int, markLength: Int) {
    (self.path, self.start, self.end) = (path, start, end)
    (self.snippet, self.markStart, self.markLength) = (snippet, markStart, markLength)
  }
}

/// A finding of the compiler.
public struct Diagnostic: Hashable, Sendable {
  /// Another location that a diagnostic refers to.
  public struct Note: Hashable, Sendable {
    /// What is to be seen there.
    public var message: String
    /// Where.
    public var location: SourceLocation

    package init(message: String, location: SourceLocation) { (self.message, self.location) = (message, location) }
  }

  /// Error or warning.
  public var severity: Severity
  /// The stable kebab-case code.
  public var code: String
  /// One sentence without a full stop.
  public var message: String
  /// Where.
  public var location: SourceLocation
  /// Other locations.
  public var notes: [Note]

  package init(severity: Severity, code: String, message: String, location: SourceLocation, notes: [Note]) {
    (self.severity, self.code, self.message) = (severity, code, message)
    (self.location, self.notes) = (location, notes)
  }
}
