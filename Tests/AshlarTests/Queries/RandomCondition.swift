import Ashlar
import Foundation
import Kinds
import TestSupport

/// A condition on a `Node`, as `where` and `filter` take it and as plain Swift.
struct RandomCondition {
  let text: String
  let format: String
  let arguments: [Any]
  /// Nil for what only text can say.
  let query: ((Query<Node>) -> Query<Bool>)?
  let holds: (Node) -> Bool

  /// Conditions joined at random, at most `depth` levels deep.
  static func random(_ generator: inout SeededGenerator, depth: Int) -> RandomCondition {
    guard depth > 0, generator.chance(70) else { return leaf(&generator) }
    let a = random(&generator, depth: depth - 1)
    switch generator.below(3) {
    case 0:
      return RandomCondition(
        text: "!(\(a.text))", format: "\(generator.pick(["NOT ", "!"]))(\(a.format))", arguments: a.arguments,
        query: a.query.map { a in { !a($0) } },
        holds: { !a.holds($0) })
    case 1:
      let b = random(&generator, depth: depth - 1)
      return RandomCondition(
        text: "(\(a.text) && \(b.text))", format: "(\(a.format) \(generator.pick(["AND", "and", "&&"])) \(b.format))",
        arguments: a.arguments + b.arguments, query: joined(a, b) { $0 && $1 }, holds: { a.holds($0) && b.holds($0) })
    default:
      let b = random(&generator, depth: depth - 1)
      return RandomCondition(
        text: "(\(a.text) || \(b.text))", format: "(\(a.format) \(generator.pick(["OR", "Or", "||"])) \(b.format))",
        arguments: a.arguments + b.arguments, query: joined(a, b) { $0 || $1 }, holds: { a.holds($0) || b.holds($0) })
    }
  }

  private static func leaf(_ generator: inout SeededGenerator) -> RandomCondition {
    let number = generator.below(12)
    let text = generator.pick(["", "a", "ab", "b", "é", "zz", "a label that is longer than a cell", longLabel, longLabel + "b"])
    let size = Double(generator.below(8)) / 2
    switch generator.below(42) {
    case 0:
      return .init(
        text: "weight < \(number)", format: "weight < \(number)", arguments: [], query: { $0.weight < number },
        holds: { $0.weight < number })
    case 1:
      return .init(
        text: "weight != \(number)", format: "%K <> %@", arguments: ["weight", number], query: { $0.weight != number },
        holds: { $0.weight != number })
    case 2:
      return .init(
        text: "weight in 2..<\(number + 2)", format: "weight >= 2 AND weight < %d", arguments: [number + 2],
        query: { $0.weight.contains(2..<number + 2) }, holds: { (2..<number + 2).contains($0.weight) })
    case 3:
      return .init(
        text: "weight in 2...\(number + 2)", format: "weight BETWEEN {2, \(number + 2)}", arguments: [],
        query: { $0.weight.contains(2...number + 2) }, holds: { (2...number + 2).contains($0.weight) })
    case 4:
      return .init(
        text: "weight in [1, \(number)]", format: "weight IN %@", arguments: [[1, number]], query: { $0.weight.in([1, number]) },
        holds: { [1, number].contains($0.weight) })
    case 5:
      return .init(
        text: "label == \(text)", format: "label = %@", arguments: [text], query: { $0.label == text }, holds: { $0.label == text })
    case 6:
      return .init(
        text: "label != \(text)", format: "%@ != label", arguments: [text], query: { $0.label != text }, holds: { $0.label != text })
    case 7:
      return .init(
        text: "label begins \(text)", format: "label BEGINSWITH %@", arguments: [text], query: { $0.label.starts(with: text) },
        holds: { !text.isEmpty && $0.label.hasPrefix(text) })
    case 8:
      return .init(
        text: "label ends \(text)", format: "label endswith %@", arguments: [text], query: { $0.label.ends(with: text) },
        holds: { !text.isEmpty && $0.label.hasSuffix(text) })
    case 9:
      return .init(
        text: "label contains \(text)", format: "label CONTAINS '\(text)'", arguments: [], query: { $0.label.contains(text) },
        holds: { !text.isEmpty && $0.label.contains(text) })
    case 10:
      return .init(
        text: "label contains[c] \(text)", format: "label CONTAINS[c] %@", arguments: [text.uppercased()],
        query: { $0.label.contains(text.uppercased(), options: .caseInsensitive) },
        holds: { !text.isEmpty && $0.label.lowercased().contains(text.lowercased()) })
    case 11:
      let low = Array(text.utf8)
      return .init(
        text: "label < \(text)", format: "%@ > label", arguments: [text], query: { $0.label < text },
        holds: { Array($0.label.utf8).lexicographicallyPrecedes(low) })
    case 12: return .init(text: "next == nil", format: "next == NULL", arguments: [], query: { $0.next == nil }, holds: { $0.next == nil })
    case 13:
      return .init(
        text: "next.weight > \(number)", format: "next.weight > %@", arguments: [number], query: { $0.next.weight > number },
        holds: { $0.next.map { $0.weight > number } ?? false })
    case 14:
      return .init(
        text: "next.next.label != \(text)", format: "next.next.label != \"\(text)\"", arguments: [], query: { $0.next.next.label != text },
        holds: { $0.next?.next?.label != text })
    case 15:
      return .init(
        text: "part.size <= \(size)", format: "part.size =< %@", arguments: [size], query: { $0.part.size <= size },
        holds: { $0.part.map { $0.size <= size } ?? false })
    case 16:
      return .init(
        text: "ANY children.weight == \(number)", format: "\(number) == ANY children.weight", arguments: [],
        query: { $0.children.weight == number },
        holds: { $0.children.contains { $0.weight == number } })
    case 17:
      let count = number % 4
      return .init(
        text: "children.count >= \(count)", format: "children.@count >= %@", arguments: [count], query: { $0.children.count >= count },
        holds: { $0.children.count >= count })
    case 18:
      return .init(
        text: "ANY parts.size != \(size)", format: "parts.size != \(size)", arguments: [], query: { $0.parts.size != size },
        holds: { $0.parts.contains { $0.size != size } })
    case 19:
      let count = number % 3
      return .init(
        text: "parents.count == \(count)", format: "parents.@count == \(count)", arguments: [], query: { $0.parents.count == count },
        holds: { $0.parents.count == count })
    case 20:
      return .init(
        text: "ANY previous.label == \(text)", format: "SOME previous.label == %@", arguments: [text], query: { $0.previous.label == text },
        holds: { $0.previous.contains { $0.label == text } })
    case 21:
      return .init(
        text: "ALL children.weight > \(number)", format: "ALL children.weight > %@", arguments: [number],
        query: { !($0.children.weight <= number) }, holds: { $0.children.allSatisfy { $0.weight > number } })
    case 22:
      return .init(
        text: "NONE children.weight == \(number)", format: "NONE children.weight == %@", arguments: [number],
        query: { !($0.children.weight == number) }, holds: { !$0.children.contains { $0.weight == number } })
    case 23:
      let pattern = generator.pick(["*", "a*", "*b", "a?", "*b*", "?b*", "", "*é*", "A*"])
      return .init(
        text: "label like \(pattern)", format: "label LIKE %@", arguments: [pattern], query: { $0.label.like(pattern) },
        holds: { RandomCondition.matches(Array($0.label.unicodeScalars), Array(pattern.unicodeScalars)) })
    case 24:
      return .init(
        text: "ANY children.weight between 2 and \(number)", format: "ANY children.weight BETWEEN {2, %@}", arguments: [number],
        query: { number < 2 ? $0.weight.in([]) : $0.children.weight.contains(2...number) },
        holds: { $0.children.contains { $0.weight >= 2 && $0.weight <= number } })
    case 25:
      return .init(
        text: "max of children.weight > \(number)", format: "children.@max.weight > \(number)", arguments: [],
        query: { $0.children.weight.max > number }, holds: { $0.children.map(\.weight).max().map { $0 > number } ?? false })
    case 26:
      return .init(
        text: "min of children.weight == nil or <= weight", format: "(children.@min.weight == nil OR children.@min.weight <= weight)",
        arguments: [], query: { $0.children.count == 0 || $0.children.weight.min <= $0.weight },
        holds: { node in node.children.map(\.weight).min().map { $0 <= node.weight } ?? true })
    case 27:
      return .init(
        text: "sum of next.children.weight >= \(number)", format: "%@ <= next.children.@sum.weight", arguments: [number],
        query: { $0.next.children.weight.sum >= number },
        holds: { ($0.next.map { Array($0.children) } ?? []).reduce(0) { $0 + $1.weight } >= number })
    case 28:
      return .init(
        text: "mean of parts.size < \(size)", format: "parts.@avg.size < %@", arguments: [size], query: { $0.parts.size.avg < size },
        holds: { $0.parts.isEmpty ? false : $0.parts.reduce(0) { $0 + $1.size } / Double($0.parts.count) < size })
    case 29:
      let count = number % 3
      return .init(
        text: "children with weight > \(number) and label != \(text) more than \(count)",
        format: "SUBQUERY(children, $x, $x.weight > %@ AND $x.label != %@).@count > %@", arguments: [number, text, count],
        query: { ($0.children.weight > number && $0.children.label != text).count > count },
        holds: { $0.children.filter { $0.weight > number && $0.label != text }.count > count })
    case 30:
      let count = number % 3
      return .init(
        text: "next.parents with child of weight \(number) are \(count)",
        format: "SUBQUERY(next.parents, $p, ANY $p.children.weight == \(number) OR NOT $p.weight < 5).@count == \(count)", arguments: [],
        query: { ($0.next.parents.children.weight == number || !($0.next.parents.weight < 5)).count == count },
        holds: {
          // A parent counts as often as it links here.
          guard let next = $0.next else { return count == 0 }
          return next.parents.filter { $0.children.contains { $0.weight == number } || $0.weight >= 5 }.count == count
        })
    case 31:
      return .init(
        text: "weight * 2 + 1 > next.weight + \(number)", format: "weight * 2 + 1 > next.weight + \(number)", arguments: [],
        query: nil, holds: { node in node.next.map { node.weight * 2 + 1 > $0.weight + number } ?? false })
    case 32:
      return .init(
        text: "(weight - \(number)) / 2 == 1", format: "(weight - %@) / 2 == 1", arguments: [number], query: nil,
        holds: { ($0.weight - number) / 2 == 1 })
    case 33:
      return .init(
        text: "label contains next.label", format: "label CONTAINS next.label", arguments: [],
        query: { $0.label.contains($0.next.label) },
        holds: { node in node.next.map { !$0.label.isEmpty && node.label.contains($0.label) } ?? false })
    case 34:
      return .init(
        text: "label equals[cd] \(text)", format: "label ==[cd] %@", arguments: [text],
        query: { $0.label.equals(text, options: [.caseInsensitive, .diacriticInsensitive]) },
        holds: { folded($0.label) == folded(text) })
    case 35:
      return .init(
        text: "ANY children.label begins[d] \(text)", format: "ANY children.label BEGINSWITH[d] %@", arguments: [text],
        query: { $0.children.label.starts(with: text, options: .diacriticInsensitive) },
        holds: {
          $0.children.contains {
            !text.isEmpty
              && $0.label.folding(options: .diacriticInsensitive, locale: nil).hasPrefix(
                text.folding(options: .diacriticInsensitive, locale: nil))
          }
        })
    case 36:
      return .init(
        text: "label length < \(number)", format: "label.length < \(number)", arguments: [], query: nil,
        holds: { $0.label.utf8.count < number })
    case 37:
      return .init(
        text: "children.count > next.children.count", format: "children.@count > next.children.@count", arguments: [],
        query: { $0.children.count > $0.next.children.count }, holds: { $0.children.count > ($0.next?.children.count ?? 0) })
    case 38:
      return .init(
        text: "label not equal[c] \(text)", format: "label !=[c] %@", arguments: [text],
        query: { $0.label.notEquals(text, options: .caseInsensitive) }, holds: { $0.label.lowercased() != text.lowercased() })
    case 39:
      return .init(
        text: "next.label < label", format: "next.label < label", arguments: [], query: { $0.next.label < $0.label },
        holds: { node in node.next.map { Array($0.label.utf8).lexicographicallyPrecedes(Array(node.label.utf8)) } ?? true })
    case 40:
      return .init(
        text: "parents in children", format: "ANY children.weight > weight", arguments: [], query: { $0.weight < $0.children.weight },
        holds: { node in node.children.contains { $0.weight > node.weight } })
    default:
      return .init(
        text: "next.part.size == part.size", format: "next.part.size == part.size", arguments: [],
        query: { $0.next.part.size == $0.part.size }, holds: { $0.next?.part?.size == $0.part?.size })
    }
  }

  private static func joined(
    _ a: RandomCondition, _ b: RandomCondition, _ join: @escaping (Query<Bool>, Query<Bool>) -> Query<Bool>
  ) -> ((Query<Node>) -> Query<Bool>)? {
    guard let first = a.query, let second = b.query else { return nil }
    return { join(first($0), second($0)) }
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }

  // As the definition says, in exponential time.
  private static func matches(_ text: [Unicode.Scalar], _ pattern: [Unicode.Scalar]) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = Array(pattern.dropFirst())
    switch first {
    case "*": return (0...text.count).contains { matches(Array(text[$0...]), rest) }
    case "?": return !text.isEmpty && matches(Array(text.dropFirst()), rest)
    default: return text.first == first && matches(Array(text.dropFirst()), rest)
    }
  }
}
