/// A source file with its line starts, which turn byte offsets into lines and columns.
package struct SourceText: Sendable {
  /// The file.
  package let file: SourceFile
  /// Where the text begins: 3 after a byte order mark, else 0.
  package let start: Int
  /// Whether it is read as Swift, and not as YAML.
  let isSwift: Bool
  /// The byte offset of each line's first byte; never empty.
  private let lineStarts: [Int]

  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  package init(_ file: SourceFile) { self.init(file, isSwift: false) }

  package init(_ file: SourceFile, isSwift: Bool) {
    self.file = file
    self.isSwift = isSwift
    let start = file.bytes.starts(with: Self.byteOrderMark) ? 3 : 0
    self.start = start
    var starts = [start]
    file.bytes.withUnsafeBufferPointer { bytes in
      var index = start
      while index < bytes.count {
        if bytes[index] == 0x0A { starts.append(index + 1) }
        index += 1
      }
    }
    lineStarts = starts
  }

  /// The line (from 1) and column (from 1, in UTF-8 bytes) of a byte offset. Complexity: O(log lines).
  package func position(of offset: Int) -> SourcePosition {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return SourcePosition(line: low + 1, column: max(0, offset - lineStarts[low]) + 1)
  }

  /// The bytes of a line without its line end.
  package func line(_ number: Int) -> Range<Int> {
    let start = lineStarts[number - 1]
    var end = number < lineStarts.count ? lineStarts[number] - 1 : file.bytes.count
    if end > start, file.bytes[end - 1] == 0x0D { end -= 1 }
    return start..<max(start, end)
  }
}

/// A line and column in a file, counted from 1.
public struct SourcePosition: Hashable, Sendable {
  /// From 1.
  public var line: Int
  /// From 1, in UTF-8 bytes.
  public var column: Int

  package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }
}
