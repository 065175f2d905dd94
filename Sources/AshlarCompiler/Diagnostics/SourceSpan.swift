/// A range of bytes of one source file.
public struct SourceSpan: Hashable, Sendable {
  // Every name and value of a schema has a span, so 32-bit fields halve the memory of a compilation. They suffice, because files have a
  // size limit.
  private var fileIndex: UInt32
  private var start: UInt32
  private var end: UInt32

  /// The index of the file in the compilation, whose files are sorted by path.
  public var file: Int { Int(fileIndex) }
  /// The byte offsets from the start of the file.
  public var bytes: Range<Int> { Int(start)..<Int(end) }

  /// Creates a span. Stops the program if a number does not fit in 32 bits.
  public init(file: Int, bytes: Range<Int>) {
    fileIndex = UInt32(file)
    start = UInt32(bytes.lowerBound)
    end = UInt32(bytes.upperBound)
  }
}

extension SourceSpan: Comparable {
  /// Orders spans by file, then by start, then by end.
  public static func < (a: SourceSpan, b: SourceSpan) -> Bool {
    (a.fileIndex, a.start, a.end) < (b.fileIndex, b.start, b.end)
  }
}
