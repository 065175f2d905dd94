internal import AshlarCompiler
/// Changes of a file, by the bytes that they replace.
struct TextEdits {
  private var edits: [(range: Range<Int>, text: String)] = []

  var isEmpty: Bool { edits.isEmpty }

  mutating func replace(_ range: Range<Int>, with text: String) { edits.append((range, text)) }
  mutating func remove(_ range: Range<Int>) { edits.append((range, "")) }
  mutating func insert(_ text: String, at place: Int) { edits.append((place..<place, text)) }

  /// From front to back; one that begins inside another's range is left out.
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

  /// A part of the file with the changes that lie in it. Complexity: O(n log n) in the number of changes.
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

  /// Adds the changes of another part of the file.
  mutating func add(_ other: TextEdits) { edits += other.edits }

  /// Maps offsets of the changed file to the file before. Complexity: O(n log n) in the number of changes.
  var places: ChangedPlaces { ChangedPlaces(sorted) }
}

/// Maps offsets of a changed file to offsets of the file before.
struct ChangedPlaces {
  private struct Edit {
    /// The offset and the length of its text in the changed file, and the range that it replaced in the file before.
    var start: Int
    var length: Int
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

  /// Complexity: O(log n) in the number of changes.
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
