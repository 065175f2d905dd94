/// A pattern for a whole string, in the syntax of SQLite's `GLOB`: `*` matches any text, `?` any Unicode scalar, `[a-z]` a scalar of the
/// set, `[^a-z]` one outside of it, and any other scalar itself. In a set, `]` is literal directly after `[` or `[^`, where it begins no
/// range, and `-` is literal at either end and after this `]`. There are no escapes: `[*]` matches `*`, and `[[]` matches `[`.
package struct GlobPattern: Sendable {
  /// The reason why a string is not a pattern.
  package enum Fault: Error, Hashable, Sendable {
    /// A set has no `]`.
    case openSet
    /// The first scalar of a range follows the last one.
    case fallingRange(String)
  }

  private enum Item {
    case anyText, anyScalar
    case scalar(UInt32)
    case set([ClosedRange<UInt32>], isNegated: Bool)

    func matches(_ scalar: UInt32) -> Bool {
      switch self {
      case .anyText: false
      case .anyScalar: true
      case .scalar(let own): own == scalar
      case .set(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
      }
    }
  }

  private let items: [Item]

  /// Parses a pattern. Complexity: O(n).
  package init(_ text: String) throws(Fault) {
    let scalars = Array(text.unicodeScalars)
    var items: [Item] = []
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case "*":
        // Consecutive asterisks match the same as one.
        if case .anyText? = items.last { continue }
        items.append(.anyText)
      case "?": items.append(.anyScalar)
      case "[": items.append(try Self.set(scalars, &index))
      default: items.append(.scalar(scalar.value))
      }
    }
    self.items = items
  }

  /// Parses a set after its `[`.
  private static func set(_ scalars: [Unicode.Scalar], _ index: inout Int) throws(Fault) -> Item {
    var ranges: [ClosedRange<UInt32>] = []
    let isNegated = index < scalars.count && scalars[index] == "^"
    if isNegated { index += 1 }
    let start = index
    while index < scalars.count, scalars[index] != "]" || index == start {
      let first = scalars[index]
      index += 1
      // In SQLite, a `]` at the beginning of a set does not begin a range.
      let isLiteral = first == "]"
      guard !isLiteral, index + 1 < scalars.count, scalars[index] == "-", scalars[index + 1] != "]" else {
        ranges.append(first.value...first.value)
        continue
      }
      let last = scalars[index + 1]
      index += 2
      guard first <= last else { throw .fallingRange("\(first)-\(last)") }
      ranges.append(first.value...last.value)
    }
    guard index < scalars.count else { throw .openSet }
    index += 1
    return .set(ranges, isNegated: isNegated)
  }

  /// Returns whether the whole text matches. Complexity: O(scalars × items) in the worst case, because only the last `*` is retried.
  package func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { matches(UnsafeRawBufferPointer($0)) }
  }

  /// Returns whether the whole text, in UTF-8, matches. See `matches(_:)`.
  package func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var (position, item) = (0, 0)
    // The item after the last `*`, and the position after the bytes that this `*` matches so far.
    var retry: (item: Int, position: Int)?
    while position < bytes.count {
      let (scalar, length) = bytes.scalar(at: position)
      if item < items.count, case .anyText = items[item] {
        item += 1
        retry = (item, position)
      } else if item < items.count, items[item].matches(scalar) {
        item += 1
        position += length
      } else if let last = retry {
        let next = last.position + bytes.scalar(at: last.position).length
        retry = (last.item, next)
        (item, position) = (last.item, next)
      } else {
        return false
      }
    }
    while item < items.count, case .anyText = items[item] { item += 1 }
    return item == items.count
  }
}

extension GlobPattern {
  /// The pattern as an advanced regular expression of PostgreSQL that matches the same strings; nil if the pattern contains NUL, which no
  /// text of PostgreSQL contains.
  package var regularExpression: String? {
    var text = "^"
    for item in items {
      switch item {
      case .anyText: text += ".*"
      case .anyScalar: text += "."
      case .scalar(let value):
        guard value > 0 else { return nil }
        text += Self.escaped(value)
      case .set(let ranges, let isNegated):
        guard ranges.allSatisfy({ $0.lowerBound > 0 }) else { return nil }
        text += isNegated ? "[^" : "["
        for range in ranges {
          text += Self.escaped(range.lowerBound)
          if range.count > 1 { text += "-" + Self.escaped(range.upperBound) }
        }
        text += "]"
      }
    }
    return text + "$"
  }

  /// Returns an ASCII letter or digit unchanged, and any other scalar as an escape sequence with its number, which has the same meaning
  /// inside and outside a set.
  private static func escaped(_ value: UInt32) -> String {
    if let scalar = Unicode.Scalar(value), scalar.isASCII, scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
      return String(scalar)
    }
    let digits = String(value, radix: 16)
    let width = value > 0xFFFF ? 8 : 4
    return (width == 8 ? "\\U" : "\\u") + String(repeating: "0", count: width - digits.count) + digits
  }
}
