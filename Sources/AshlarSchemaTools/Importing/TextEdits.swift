internal import AshlarCompiler
/// Edits of a file: ranges of bytes, and the text that replaces each.
struct TextEdits {
  private var edits: [(range: Range<Int>, text: String)] = []

  var isEmpty: Bool { edits.isEmpty }

  mutating func replace(_ range: Range<Int>, with text: String) { edits.append((range, text)) }
  mutating func remove(_ range: Range<Int>) { edits.append((range, "")) }
  mutating func insert(_ text: String, at place: Int) { edits.append((place..<place, text)) }

  /// The edits sorted by position. An edit that begins inside the range of another one is omitted.
  private var sorted: [(range: Range<Int>, text: String)] {
    let ordered = edits.enumerated().sorted {
      let (a, b) = ($0.element.range, $1.element.range)
      return a.lowerBound != b.lowerBound
        ? a.lowerBound < b.lowerBound : a.isEmpty != b.isEmpty ? a.isEmpty : a.count != b.count ? a.count > b.count : $0.offset < $1.offset
    }
    var result: [(range: Range<Int>, text: String)] = []
    var end = 0
    for edit in ordered.map(\.element) where edit.range.lowerBound >= end {
      result.append(edit)
      end = edit.range.upperBound
    }
    return result
  }

  /// Returns a part of the file with the edits in it applied. Complexity: O(n log n) in the number of edits.
  func text(_ bytes: [UInt8], _ part: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    var place = part.lowerBound
    for edit in sorted where edit.range.lowerBound >= place && edit.range.upperBound <= part.upperBound {
      result += bytes[place..<edit.range.lowerBound]
      result += edit.text.utf8
      place = edit.range.upperBound
    }
    return result + bytes[place..<part.upperBound]
  }

  /// Adds the edits of another part of the file.
  mutating func add(_ other: TextEdits) { edits += other.edits }

  /// The map from offsets in the edited file to offsets in the original file. Complexity: O(n log n) in the number of edits.
  var places: ChangedPlaces { ChangedPlaces(sorted) }
}

/// Maps offsets in an edited file to offsets in the original file.
struct ChangedPlaces {
  private struct Edit {
    /// The offset of the new text in the edited file.
    var start: Int
    /// The length of the new text in UTF-8 bytes.
    var length: Int
    /// The range that the new text replaced in the original file.
    var range: Range<Int>
  }

  private var edits: [Edit] = []

  fileprivate init(_ sorted: [(range: Range<Int>, text: String)]) {
    edits.reserveCapacity(sorted.count)
    var shift = 0
    for (range, text) in sorted {
      let length = text.utf8.count
      edits.append(Edit(start: range.lowerBound + shift, length: length, range: range))
      shift += length - range.count
    }
  }

  /// Returns the offset in the original file that corresponds to an offset in the edited file. Complexity: O(log n) in the number of edits.
  func original(_ place: Int) -> Int {
    var (low, high) = (0, edits.count)
    while low < high {
      let middle = (low + high) / 2
      if edits[middle].start <= place { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return place }
    let edit = edits[low - 1]
    let offset = place - edit.start
    if offset < edit.length { return min(edit.range.lowerBound + offset, edit.range.upperBound) }
    return edit.range.upperBound + offset - edit.length
  }

  func original(_ range: Range<Int>) -> Range<Int> {
    let start = original(range.lowerBound)
    return start..<max(start, original(range.upperBound))
  }
}
