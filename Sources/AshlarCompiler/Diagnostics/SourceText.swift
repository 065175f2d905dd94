/// A source file with the offsets of its lines, for converting byte offsets to lines and columns.
package struct SourceText: Sendable {
  package let file: SourceFile
  /// The offset at which the text begins: 3 after a byte order mark, otherwise 0.
  package let start: Int
  /// Whether the compiler reads the file as Swift rather than YAML; false unless the initializer specifies it.
  let isSwift: Bool
  /// The byte offset of the first byte of each line; never empty.
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

  /// Returns the line and column of a byte offset, both counted from 1; the column counts UTF-8 bytes. Complexity: O(log lines).
  package func position(of offset: Int) -> SourcePosition {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return SourcePosition(line: low + 1, column: max(0, offset - lineStarts[low]) + 1)
  }

  /// Returns the byte range of a line, counted from 1, without its line break.
  package func line(_ number: Int) -> Range<Int> {
    let start = lineStarts[number - 1]
    var end = number < lineStarts.count ? lineStarts[number] - 1 : file.bytes.count
    if end > start, file.bytes[end - 1] == 0x0D { end -= 1 }
    return start..<max(start, end)
  }
}

/// A line and column in a file.
public struct SourcePosition: Hashable, Sendable {
  /// The line, counted from 1.
  public var line: Int
  /// The column, counted from 1 in UTF-8 bytes.
  public var column: Int

  package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }
}
