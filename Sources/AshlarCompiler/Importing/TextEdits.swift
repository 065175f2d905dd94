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

  /// Where a byte of the changed file was before.
  func original(_ place: Int) -> Int {
    var shift = 0
    for edit in sorted {
      let start = edit.range.lowerBound + shift
      let length = edit.text.utf8.count
      if place < start { break }
      if place < start + length { return min(edit.range.lowerBound + (place - start), max(edit.range.lowerBound, edit.range.upperBound)) }
      shift += length - edit.range.count
    }
    return place - shift
  }
}
