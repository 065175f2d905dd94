/// A range of bytes of one source file.
public struct SourceSpan: Hashable, Sendable {
  /// The index of the file in the compilation, whose files are sorted by path.
  public var file: Int
  /// The bytes, counted from the start of the file.
  public var bytes: Range<Int>

  /// Makes a span.
  public init(file: Int, bytes: Range<Int>) {
    self.file = file
    self.bytes = bytes
  }
}

extension SourceSpan: Comparable {
  /// Sorts by file, then by start, then by end.
  public static func < (a: SourceSpan, b: SourceSpan) -> Bool {
    (a.file, a.bytes.lowerBound, a.bytes.upperBound) < (b.file, b.bytes.lowerBound, b.bytes.upperBound)
  }
}
